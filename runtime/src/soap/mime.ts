import { freeBoundary } from '../http/free-boundary.js';
import { parseMediaType } from '../http/media-type.js';
import { maxBoundary, maxPartHeaders, parsePartHeaders } from '../http/part-headers.js';
import { isRecord } from '../schema/descriptor/resolve.js';
import { formatBase64, isOctets } from '../schema/lexical/binary.js';
import { encodeError, usePart, type ValuePath, wrongPart } from '../xml/text/errors.js';
import { decodeTransfer } from './transfer-encoding.js';

/** `multipart/related` (RFC 2387): SOAP with attachments, and the packages of MTOM. */

/** A part outside the SOAP envelope, or the value of an attachment. */
export interface Attachment {
  /** Value of `Content-Type`. */
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** A part of a package. */
export interface RelatedPart extends Attachment {
  /** Without angle brackets; `''` if the part has none. */
  readonly contentId: string;
}

/** A part to send. */
export interface OutgoingAttachment extends Attachment {
  /** Without angle brackets; references to it are `cid:` and this. Default: one of its own. */
  readonly contentId?: string;
}

/** Parts with Content-IDs, which those without get by their places. */
export function identified(parts: readonly OutgoingAttachment[]): readonly RelatedPart[] {
  const given = usePart('attachments', [], () => {
    if (!Array.isArray(parts)) {
      throw wrongPart('an array of attachments', parts);
    }
    return Array.from<unknown>(parts);
  });
  return given.map((part, index) => checkedPart(part, `attachment-${index + 1}@wsdl-codegen`, 'attachments', index));
}

/**
 * A part that a program gives; `contentId` if it names none itself. `root` and `place` say where it is given. Its content is checked where it is read, since it may
 * come later. Throws `XmlEncodeError`.
 */
export function checkedPart(given: unknown, contentId: string, root: string, ...place: ValuePath): RelatedPart {
  return usePart(root, place, () => {
    if (!isRecord(given)) {
      throw wrongPart('an attachment with contentType and content', given);
    }
    const { contentType, content, contentId: own } = given;
    if (typeof contentType !== 'string') {
      throw wrongPart('a string', contentType, 'contentType');
    }
    if (own !== undefined && typeof own !== 'string') {
      throw wrongPart('a string', own, 'contentId');
    }
    return { contentType, content: content as Uint8Array, contentId: own ?? contentId };
  });
}

/** Throws `XmlEncodeError` for parts of which the content is something else than octets. */
export function requireOctets(parts: readonly RelatedPart[]): void {
  for (const { content, contentId } of parts) {
    if (!isOctets(content)) {
      throw encodeError(wrongPart('octets, a Uint8Array', content), 'attachments', [contentId, 'content']);
    }
  }
}

/** A package, split into its parts. */
export interface RelatedPackage {
  /** The part with the envelope. */
  readonly root: RelatedPart;
  /** The others, in order. */
  readonly parts: readonly RelatedPart[];
}

/** Most parts of a package. */
const maxParts = 1000;

/**
 * Takes a `multipart/related` body apart. Undefined if the content type is another, when the body is not what it says or has more parts
 * or longer headers than is sensible, and when `isWanted` refuses the content type of the part with the envelope; no content is decoded
 * before that. Costs time in proportion to the body.
 */
export function readRelated(
  body: Uint8Array,
  contentType: string | null | undefined,
  isWanted: (root: string) => boolean = () => true,
): RelatedPackage | undefined {
  const mediaType = parseMediaType(contentType);
  const boundary = mediaType?.parameters.get('boundary') ?? '';
  if (mediaType?.type !== 'multipart/related' || boundary === '' || boundary.length > maxBoundary) {
    return undefined;
  }
  const encoded = splitParts(body, boundary);
  const start = withoutBrackets(mediaType.parameters.get('start') ?? '');
  const first = encoded?.find(({ contentId }) => start !== '' && contentId === start) ?? encoded?.[0];
  if (encoded === undefined || first === undefined || !isWanted(first.contentType)) {
    return undefined;
  }
  const root = decodePart(first);
  const parts = encoded.filter((part) => part !== first).map(decodePart);
  return root !== undefined && parts.every(isPart) ? { root, parts } : undefined;
}

/** A part whose content is still in its transfer encoding. */
interface EncodedPart extends RelatedPart {
  readonly encoding: string;
}

function decodePart({ contentType, contentId, content, encoding }: EncodedPart): RelatedPart | undefined {
  const decoded = decodeTransfer(content, encoding);
  return decoded && { contentType, contentId, content: decoded };
}

function isPart(part: RelatedPart | undefined): part is RelatedPart {
  return part !== undefined;
}

function splitParts(body: Uint8Array, boundary: string): readonly EncodedPart[] | undefined {
  const delimiter = new TextEncoder().encode(`--${boundary}`);
  const parts: EncodedPart[] = [];
  let at = find(body, delimiter, 0);
  while (at >= 0) {
    const from = at + delimiter.length;
    if (body[from] === hyphen && body[from + 1] === hyphen) {
      return parts;
    }
    const next = find(body, delimiter, from);
    if (next < 0 || parts.length === maxParts) {
      return undefined;
    }
    const part = readPart(body.subarray(afterLine(body, from), lineEndBefore(body, next)));
    if (part === undefined) {
      return undefined;
    }
    parts.push(part);
    at = next;
  }
  return undefined;
}

const hyphen = 0x2d;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Index of a delimiter that begins a line. A line is compared once, so the time does not depend on the delimiter. */
function find(body: Uint8Array, delimiter: Uint8Array, from: number): number {
  for (let at = body.indexOf(hyphen, from); at >= 0; at = body.indexOf(hyphen, at + 1)) {
    if (at > 0 && body[at - 1] !== lineFeed) {
      continue;
    }
    let same = 1;
    while (same < delimiter.length && body[at + same] === delimiter[same]) {
      same++;
    }
    if (same === delimiter.length) {
      return at;
    }
  }
  return -1;
}

function afterLine(body: Uint8Array, from: number): number {
  const end = body.indexOf(lineFeed, from);
  return end < 0 ? body.length : end + 1;
}

/** The line break before a delimiter belongs to the delimiter. */
function lineEndBefore(body: Uint8Array, at: number): number {
  return body[at - 2] === carriageReturn ? at - 2 : at - 1;
}

function readPart(bytes: Uint8Array): EncodedPart | undefined {
  const end = emptyLine(bytes);
  const headers = end === undefined ? undefined : parsePartHeaders(latin1.decode(bytes.subarray(0, end)));
  if (end === undefined || headers === undefined) {
    return undefined;
  }
  return {
    contentType: headers.get('content-type') ?? 'application/octet-stream',
    contentId: withoutBrackets(headers.get('content-id') ?? ''),
    encoding: (headers.get('content-transfer-encoding') ?? 'binary').toLowerCase(),
    content: bytes.subarray(afterLine(bytes, end)),
  };
}

const latin1 = new TextDecoder('latin1');

/** Index of the empty line after the headers of a part; undefined if there is none within the maximum length of headers. */
function emptyLine(bytes: Uint8Array): number | undefined {
  for (let at = 0; at <= maxPartHeaders; ) {
    const end = bytes.indexOf(lineFeed, at);
    if (end < 0) {
      return undefined;
    }
    if (end === at || (end === at + 1 && bytes[at] === carriageReturn)) {
      return at;
    }
    at = end + 1;
  }
  return undefined;
}

function withoutBrackets(text: string): string {
  const id = text.trim();
  return id.startsWith('<') && id.endsWith('>') ? id.slice(1, -1) : id;
}

/** A package to send. */
export interface FormattedRelated {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Builds a package; `type` and further `parameters` of the content type describe it. Parts are sent unchanged, in binary. */
export function formatRelated(
  root: RelatedPart,
  parts: readonly RelatedPart[],
  parameters: Readonly<Record<string, string>>,
): FormattedRelated {
  const encoder = new TextEncoder();
  const boundary = freeBoundary(
    'MIME_boundary_',
    [root, ...parts].map(({ content }) => content),
    1,
  );
  const chunks: Uint8Array[] = [];
  for (const part of [root, ...parts]) {
    chunks.push(encoder.encode(partHead(part, boundary)), part.content, encoder.encode('\r\n'));
  }
  chunks.push(encoder.encode(packageEnd(boundary)));
  return { contentType: relatedType(boundary, root, parameters), body: concatenate(chunks) };
}

/** The text before the content of a part; after the content comes a line break. */
export function partHead({ contentType, contentId }: Omit<RelatedPart, 'content'>, boundary: string): string {
  const headers = [
    `--${boundary}`,
    `Content-Type: ${headerText(contentType)}`,
    'Content-Transfer-Encoding: binary',
    `Content-ID: <${headerText(contentId)}>`,
  ];
  return `${headers.join('\r\n')}\r\n\r\n`;
}

/** The text after the last part. */
export function packageEnd(boundary: string): string {
  return `--${boundary}--\r\n`;
}

/** The content type of a package. */
export function relatedType(
  boundary: string,
  root: Pick<RelatedPart, 'contentId'>,
  parameters: Readonly<Record<string, string>>,
): string {
  const all = { boundary, start: `<${root.contentId}>`, ...parameters };
  const shown = Object.entries(all).map(
    ([name, value]) => `; ${name}="${headerText(value).replace(/["\\]/g, '\\$&')}"`,
  );
  return `multipart/related${shown.join('')}`;
}

function headerText(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** The base64 text of a part, for the place of an `xop:Include`. */
export function base64Of(part: RelatedPart): string {
  return formatBase64(part.content);
}
