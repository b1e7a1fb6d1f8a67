/**
 * The reason why a body cannot be decoded: its coding is unknown or one of too many, it is not what the coding says, it is
 * too long, or there is no memory for it.
 */
export type CodingProblem = 'unknown' | 'broken' | 'too-long' | 'no-room';

/** A body whose `Content-Encoding` cannot be undone. */
export class ContentCodingError extends Error {
  override readonly name = 'ContentCodingError';
  readonly problem: CodingProblem;

  constructor(problem: CodingProblem, options?: ErrorOptions) {
    super(`The Content-Encoding cannot be undone: ${problem}`, options);
    this.problem = problem;
  }
}

/** Limits for the decoded bytes. */
export interface DecodingBounds {
  /** Bytes that a body may have. */
  readonly maxBytes: number;
  /**
   * Called with the number of bytes that are held while a body is decoded step by step; returns false if there is no room for
   * them.
   */
  hold(bytes: number): boolean;
}

/** Undoes one coding. Throws, or rejects with, `ContentCodingError`. */
export type ContentDecoder = (body: Uint8Array, bounds: DecodingBounds) => Uint8Array | Promise<Uint8Array>;

/** Decoders by the names of their codings, in the order in which `Accept-Encoding` names them. */
export type ContentDecoders = ReadonlyMap<string, ContentDecoder>;

/** Codings that one body may have: each may make as many bytes of it as a body may have. */
const maxCodings = 3;

/** The codings of a `Content-Encoding` in the order in which they were applied (RFC 9110, 8.4). */
export function codingsOf(contentEncoding: string): readonly string[] {
  return contentEncoding
    .split(',')
    .map((coding) =>
      coding
        .trim()
        .toLowerCase()
        .replace(/^x-(?=gzip$)/, ''),
    )
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/** True for codings that can all be undone, and are not too many. */
export function canDecode(codings: readonly string[], decoders: ContentDecoders): boolean {
  return codings.length <= maxCodings && codings.every((coding) => decoders.has(coding));
}

/** Undoes codings, the last one first. Throws, or rejects with, `ContentCodingError`. */
export function decodeContent(
  body: Uint8Array,
  codings: readonly string[],
  decoders: ContentDecoders,
  bounds: DecodingBounds,
): Uint8Array | Promise<Uint8Array> {
  if (!canDecode(codings, decoders)) {
    throw new ContentCodingError('unknown');
  }
  return decodeWith(body, codings.map((coding) => decoders.get(coding)) as readonly ContentDecoder[], bounds);
}

function decodeWith(
  body: Uint8Array,
  decoders: readonly ContentDecoder[],
  bounds: DecodingBounds,
): Uint8Array | Promise<Uint8Array> {
  const last = decoders.at(-1);
  if (last === undefined) {
    return body;
  }
  const rest = decoders.slice(0, -1);
  const plain = last(body, bounds);
  return plain instanceof Promise
    ? plain.then((late) => decodeWith(late, rest, bounds))
    : decodeWith(plain, rest, bounds);
}

/** True for a body of the coding `deflate` in zlib's format, which it should have; some senders leave out its head. */
export function hasZlibHead(body: Uint8Array): boolean {
  return (body[0] ?? 0) % 16 === 8;
}
