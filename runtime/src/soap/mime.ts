import { joinBytes } from '../http/byte-collector.js';
import { type MediaType, parseMediaType } from '../http/media-type.js';
import { newBoundary, PackageError, type PartHeaders, wholeParts } from '../http/multipart.js';
import { isRecord } from '../schema/descriptor/resolve.js';
import { isOctets } from '../schema/lexical/binary.js';
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

/** The head of a part whose content is still in its transfer encoding. */
export interface PartHead extends Omit<RelatedPart, 'content'> {
  /** Value of `Content-Transfer-Encoding`, in lower case. */
  readonly encoding: string;
}

/** What the headers of a part say. */
export function partHead(headers: PartHeaders): PartHead {
  return {
    contentType: headers.get('content-type') ?? 'application/octet-stream',
    contentId: withoutBrackets(headers.get('content-id') ?? ''),
    encoding: (headers.get('content-transfer-encoding') ?? 'binary').toLowerCase(),
  };
}

/** The type of a package; undefined for other content types. */
export function packageType(contentType: string | null | undefined): MediaType | undefined {
  const mediaType = parseMediaType(contentType);
  return mediaType?.type === 'multipart/related' ? mediaType : undefined;
}

/** The Content-ID of the part with the envelope; `''` if the type of a package does not say it. */
export function startOf({ parameters }: MediaType): string {
  return withoutBrackets(parameters.get('start') ?? '');
}

/**
 * Takes a `multipart/related` body apart. Undefined if the content type is another, and when `isWanted` refuses the content type of the part with the envelope; no
 * content is decoded before that. Throws `PackageError` when the body is not what it says or has more parts or longer headers than is sensible.
 */
export function readRelated(
  body: Uint8Array,
  contentType: string | null | undefined,
  isWanted: (root: string) => boolean = () => true,
): RelatedPackage | undefined {
  const type = packageType(contentType);
  if (type === undefined) {
    return undefined;
  }
  const boundary = type.parameters.get('boundary') ?? '';
  const encoded = Array.from(wholeParts(body, boundary), (part) => ({ ...partHead(part.headers), ...part }));
  const start = startOf(type);
  const root = encoded.find(({ contentId }) => start !== '' && contentId === start) ?? encoded[0];
  if (root === undefined) {
    throw new PackageError('The package has no parts');
  }
  if (!isWanted(root.contentType)) {
    return undefined;
  }
  const decoded = ({ contentType, contentId, content, encoding }: PartHead & RelatedPart): RelatedPart => ({
    contentType,
    contentId,
    content: decodeTransfer(content, encoding),
  });
  return { root: decoded(root), parts: encoded.filter((part) => part !== root).map(decoded) };
}

function withoutBrackets(text: string): string {
  const id = text.trim();
  return id.startsWith('<') && id.endsWith('>') ? id.slice(1, -1) : id;
}

/** The texts of a package around the contents of its parts. */
export interface PackageFrame {
  readonly contentType: string;
  /** What comes before the content of each part, that of the envelope first. */
  readonly before: readonly string[];
  readonly end: string;
}

/** The frame of a package; `type` and further `parameters` of the content type describe it. Parts are sent unchanged, in binary. */
export function packageFrame(
  boundary: string,
  root: Omit<RelatedPart, 'content'>,
  parts: readonly Omit<RelatedPart, 'content'>[],
  parameters: Readonly<Record<string, string>>,
): PackageFrame {
  const all = { boundary, start: `<${root.contentId}>`, ...parameters };
  const shown = Object.entries(all).map(
    ([name, value]) => `; ${name}="${headerText(value).replace(/["\\]/g, '\\$&')}"`,
  );
  return {
    contentType: `multipart/related${shown.join('')}`,
    before: [root, ...parts].map(({ contentType, contentId }, index) =>
      [
        `${index === 0 ? '' : '\r\n'}--${boundary}`,
        `Content-Type: ${headerText(contentType)}`,
        'Content-Transfer-Encoding: binary',
        `Content-ID: <${headerText(contentId)}>\r\n\r\n`,
      ].join('\r\n'),
    ),
    end: `\r\n--${boundary}--\r\n`,
  };
}

function headerText(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}

/** A package to send. */
export interface FormattedRelated {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Builds a package: see `packageFrame`. */
export function formatRelated(
  root: RelatedPart,
  parts: readonly RelatedPart[],
  parameters: Readonly<Record<string, string>>,
): FormattedRelated {
  const contents = [root, ...parts].map(({ content }) => content);
  const frame = packageFrame(newBoundary(), root, parts, parameters);
  const encoder = new TextEncoder();
  const pieces = contents.flatMap((content, index) => [encoder.encode(frame.before[index]), content]);
  return { contentType: frame.contentType, body: joinBytes(...pieces, encoder.encode(frame.end)) };
}
