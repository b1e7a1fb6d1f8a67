import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { brief } from '../base/describe.js';
import { ContentEncodingError, ResponseTooLargeError } from '../client/errors/errors.js';
import type { TransportResponse } from '../http/transport.js';

type Decoder = (body: Uint8Array, options: { readonly maxOutputLength?: number }) => Promise<Uint8Array>;

const decodeGzip = promisify(gunzip) as Decoder;
const decodeZlib = promisify(inflate) as Decoder;
const decodeDeflate = promisify(inflateRaw) as Decoder;
const decodeBrotli = promisify(brotliDecompress) as Decoder;

/** Codings that one body may have: each may make another `limit` bytes of it. */
const maxCodings = 4;

/**
 * Undoes a `Content-Encoding` (RFC 9110, 8.4): gzip, deflate, br, or several of these. Rejects with `ResponseTooLargeError` when more than
 * `limit` bytes would come out, with `ContentEncodingError` for a body that is broken, or in another coding or in too many.
 */
export async function decompress(body: Uint8Array, contentEncoding: string, limit: number): Promise<Uint8Array> {
  const codings = contentEncoding.split(',');
  if (codings.length > maxCodings) {
    throw new ContentEncodingError(
      `The body has ${codings.length} content codings, more than the ${maxCodings} that are allowed.`,
      { contentEncoding },
    );
  }
  let plain = body;
  for (const coding of codings.reverse()) {
    plain = await decode(plain, coding.trim().toLowerCase(), limit, contentEncoding);
  }
  return plain;
}

async function decode(body: Uint8Array, coding: string, limit: number, contentEncoding: string): Promise<Uint8Array> {
  const options = Number.isFinite(limit) ? { maxOutputLength: limit } : {};
  try {
    switch (coding) {
      case '':
      case 'identity':
        return body;
      case 'gzip':
      case 'x-gzip':
        return await decodeGzip(body, options);
      case 'deflate':
        // Should be zlib's format; some servers send the raw one. Its first byte shows which.
        return await ((body[0] ?? 0) % 16 === 8 ? decodeZlib(body, options) : decodeDeflate(body, options));
      case 'br':
        return await decodeBrotli(body, options);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') {
      throw new ResponseTooLargeError(limit);
    }
    throw new ContentEncodingError(
      `The ${coding} body is broken: ${message}`,
      { contentEncoding, code },
      { cause: error },
    );
  }
  throw new ContentEncodingError(`Unknown Content-Encoding "${brief(coding, 100)}"`, { contentEncoding });
}

/** The error of decompression with the answer to which it belongs. */
export function withAnswer(error: unknown, partial: TransportResponse): unknown {
  if (error instanceof ContentEncodingError) {
    const { message, contentEncoding, code, cause } = error;
    return new ContentEncodingError(message, { contentEncoding, code, partial }, { cause });
  }
  return error instanceof ResponseTooLargeError ? new ResponseTooLargeError(error.limit, { partial }) : error;
}
