import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { brief } from '../base/describe.js';
import { ContentEncodingError, ResponseTooLargeError } from '../client/errors/errors.js';
import { codingsOf, hasZlibHead } from '../http/content-coding.js';
import type { TransportResponse } from '../http/transport.js';

type Decoder = (body: Uint8Array, options: { readonly maxOutputLength?: number }) => Promise<Uint8Array>;

const decodeGzip = promisify(gunzip) as Decoder;
const decodeZlib = promisify(inflate) as Decoder;
const decodeDeflate = promisify(inflateRaw) as Decoder;
const decodeBrotli = promisify(brotliDecompress) as Decoder;

const decoders: ReadonlyMap<string, (body: Uint8Array) => Decoder> = new Map([
  ['gzip', () => decodeGzip],
  ['deflate', (body: Uint8Array) => (hasZlibHead(body) ? decodeZlib : decodeDeflate)],
  ['br', () => decodeBrotli],
]);

/** Codings that one body may have: each may make another `limit` bytes of it. */
const maxCodings = 4;

/** The codings of an answer, the last one first. Throws `ContentEncodingError` for one that is not known, and for too many. */
export function answerCodings(contentEncoding: string): readonly string[] {
  const codings = codingsOf(contentEncoding);
  if (codings.length > maxCodings) {
    throw new ContentEncodingError(
      `The body has ${codings.length} content codings, more than the ${maxCodings} that are allowed.`,
      { contentEncoding },
    );
  }
  const unknown = codings.find((coding) => !decoders.has(coding));
  if (unknown !== undefined) {
    throw new ContentEncodingError(`Unknown Content-Encoding "${brief(unknown, 100)}"`, { contentEncoding });
  }
  return codings.toReversed();
}

/** The error for a body that is not in its coding. */
export function brokenCoding(error: unknown, coding: string, contentEncoding: string): ContentEncodingError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new ContentEncodingError(
    `The ${coding} body is broken: ${message}`,
    { contentEncoding, code },
    { cause: error },
  );
}

/**
 * Undoes a `Content-Encoding` (RFC 9110, 8.4): gzip, deflate, br, or several of these. Rejects with `ResponseTooLargeError` when more than
 * `limit` bytes would come out, with `ContentEncodingError` for a body that is broken, or in another coding or in too many.
 */
export async function decompress(body: Uint8Array, contentEncoding: string, limit: number): Promise<Uint8Array> {
  const options = Number.isFinite(limit) ? { maxOutputLength: limit } : {};
  let plain = body;
  for (const coding of answerCodings(contentEncoding)) {
    try {
      plain = (await decoders.get(coding)?.(plain)(plain, options)) ?? plain;
    } catch (error) {
      const isTooLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      throw isTooLong ? new ResponseTooLargeError(limit) : brokenCoding(error, coding, contentEncoding);
    }
  }
  return plain;
}

/** The error of decompression with the answer to which it belongs. */
export function withAnswer(error: unknown, partial: TransportResponse): unknown {
  if (error instanceof ContentEncodingError) {
    const { message, contentEncoding, code, cause } = error;
    return new ContentEncodingError(message, { contentEncoding, code, partial }, { cause });
  }
  return error instanceof ResponseTooLargeError ? new ResponseTooLargeError(error.limit, { partial }) : error;
}
