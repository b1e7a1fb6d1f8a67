import { parseMediaType } from '../http/media-type.js';
import { formatBase64, parseBase64 } from '../schema/lexical/binary.js';

/** `multipart/related` (RFC 2387): SOAP with attachments, and the packages of MTOM. */

/** A part beside the SOAP envelope, or the value of an attachment. */
export interface Attachment {
  /** Value of `Content-Type`. */
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** A part of a package. */
export interface RelatedPart extends Attachment {
  /** Without angle brackets; `''` when the part has none. */
  readonly contentId: string;
}

/** A package, taken apart. */
export interface RelatedPackage {
  /** The part with the envelope. */
  readonly root: RelatedPart;
  /** The others, in order. */
  readonly parts: readonly RelatedPart[];
}

/** Parts beyond this are hostile. */
const MAX_PARTS = 1000;

/**
 * Takes a `multipart/related` body apart. Undefined when the content type is another or the body is not what it says; then nothing can be
 * told of it.
 */
export function readRelated(body: Uint8Array, contentType: string | null | undefined): RelatedPackage | undefined {
  const mediaType = parseMediaType(contentType);
  const boundary = mediaType?.parameters.get('boundary');
  if (mediaType?.type !== 'multipart/related' || boundary === undefined || boundary === '') {
    return undefined;
  }
  const parts = splitParts(body, boundary);
  const start = withoutBrackets(mediaType.parameters.get('start') ?? '');
  const root = parts?.find(({ contentId }) => start !== '' && contentId === start) ?? parts?.[0];
  return parts === undefined || root === undefined ? undefined : { root, parts: parts.filter((part) => part !== root) };
}

function splitParts(body: Uint8Array, boundary: string): readonly RelatedPart[] | undefined {
  const delimiter = new TextEncoder().encode(`--${boundary}`);
  const parts: RelatedPart[] = [];
  let at = find(body, delimiter, 0);
  while (at >= 0) {
    const from = at + delimiter.length;
    if (body[from] === DASH && body[from + 1] === DASH) {
      return parts;
    }
    const next = find(body, delimiter, from);
    if (next < 0 || parts.length === MAX_PARTS) {
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

const DASH = 0x2d;
const LF = 0x0a;
const CR = 0x0d;

/** Index of a delimiter that begins a line. */
function find(body: Uint8Array, delimiter: Uint8Array, from: number): number {
  for (let at = body.indexOf(DASH, from); at >= 0; at = body.indexOf(DASH, at + 1)) {
    if (at > 0 && body[at - 1] !== LF) continue;
    let same = 1;
    while (same < delimiter.length && body[at + same] === delimiter[same]) same++;
    if (same === delimiter.length) return at;
  }
  return -1;
}

function afterLine(body: Uint8Array, from: number): number {
  const end = body.indexOf(LF, from);
  return end < 0 ? body.length : end + 1;
}

/** The line break before a delimiter belongs to the delimiter. */
function lineEndBefore(body: Uint8Array, at: number): number {
  return body[at - 2] === CR ? at - 2 : at - 1;
}

function readPart(bytes: Uint8Array): RelatedPart | undefined {
  const headers = new Map<string, string>();
  let at = 0;
  for (;;) {
    const end = bytes.indexOf(LF, at);
    if (end < 0) return undefined;
    const line = new TextDecoder('latin1').decode(bytes.subarray(at, end)).replace(/\r$/, '');
    at = end + 1;
    if (line === '') break;
    addHeader(headers, line);
  }
  const contentType = headers.get('content-type') ?? 'application/octet-stream';
  const contentId = withoutBrackets(headers.get('content-id') ?? '');
  const encoding = (headers.get('content-transfer-encoding') ?? 'binary').trim().toLowerCase();
  const content = decodeTransfer(bytes.subarray(at), encoding);
  return content && { contentType, contentId, content };
}

function addHeader(headers: Map<string, string>, line: string): void {
  const last = [...headers.keys()].at(-1);
  if (/^[ \t]/.test(line) && last !== undefined) {
    headers.set(last, `${headers.get(last)} ${line.trim()}`);
    return;
  }
  const colon = line.indexOf(':');
  if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
}

function withoutBrackets(id: string): string {
  return id.trim().replace(/^<(.*)>$/s, '$1');
}

function decodeTransfer(bytes: Uint8Array, encoding: string): Uint8Array | undefined {
  switch (encoding) {
    case '7bit':
    case '8bit':
    case 'binary':
      return bytes;
    case 'base64':
      try {
        return parseBase64(new TextDecoder('latin1').decode(bytes).replace(/\s+/g, ''));
      } catch {
        return undefined;
      }
    case 'quoted-printable':
      return decodeQuotedPrintable(bytes);
    default:
      return undefined;
  }
}

function decodeQuotedPrintable(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder('latin1').decode(bytes);
  const plain = text
    .replace(/[ \t]*=\r?\n/g, '')
    .replace(/=([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/** A package to send. */
export interface FormattedRelated {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Puts a package together; `type` and further `parameters` of the content type say what it is. Parts go as they are, in binary. */
export function formatRelated(
  root: RelatedPart,
  parts: readonly RelatedPart[],
  parameters: Readonly<Record<string, string>>,
): FormattedRelated {
  const encoder = new TextEncoder();
  const boundary = freeBoundary([root, ...parts]);
  const chunks: Uint8Array[] = [];
  for (const { contentType, contentId, content } of [root, ...parts]) {
    const headers = [
      `--${boundary}`,
      `Content-Type: ${headerText(contentType)}`,
      'Content-Transfer-Encoding: binary',
      `Content-ID: <${headerText(contentId)}>`,
    ];
    chunks.push(encoder.encode(`${headers.join('\r\n')}\r\n\r\n`), content, encoder.encode('\r\n'));
  }
  chunks.push(encoder.encode(`--${boundary}--\r\n`));
  const all = { boundary, start: `<${root.contentId}>`, ...parameters };
  const shown = Object.entries(all).map(
    ([name, value]) => `; ${name}="${headerText(value).replace(/["\\]/g, '\\$&')}"`,
  );
  return { contentType: `multipart/related${shown.join('')}`, body: concatenate(chunks) };
}

function headerText(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}

/** A boundary that begins a line of no part. */
function freeBoundary(parts: readonly RelatedPart[]): string {
  for (let i = 0; ; i++) {
    const boundary = `MIME_boundary_${i}`;
    const delimiter = new TextEncoder().encode(`--${boundary}`);
    if (parts.every(({ content }) => find(content, delimiter, 0) < 0)) return boundary;
  }
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
