import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { ContentCodingError, type ContentDecoder, type ContentDecoders, hasZlibHead } from '../http/content-coding.js';

interface Options {
  readonly maxOutputLength?: number;
  readonly info: true;
}

/** The result of zlib's functions with `info`, which the types do not know. */
interface Decoded {
  readonly buffer: Uint8Array;
  /** Bytes that were read, trailing ones left out. */
  readonly engine: { readonly bytesWritten: number };
}

/**
 * Decoders by zlib. They decode synchronously: decoding a body costs less than reading it as a message, and so no more than
 * one decoded body is held before its call.
 */
export const zlibDecoders: ContentDecoders = new Map<string, ContentDecoder>([
  ['gzip', decoder(() => gunzipSync)],
  ['deflate', decoder((body) => (hasZlibHead(body) ? inflateSync : inflateRawSync))],
  ['br', decoder(() => brotliDecompressSync)],
]);

function decoder(choose: (body: Uint8Array) => unknown): ContentDecoder {
  return (body, { maxBytes }) => {
    const decode = choose(body) as (body: Uint8Array, options: Options) => Decoded;
    const bound = Number.isFinite(maxBytes) ? { maxOutputLength: Math.max(1, maxBytes) } : {};
    let decoded: Decoded;
    try {
      decoded = decode(body, { ...bound, info: true });
    } catch (error) {
      const isTooLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      throw new ContentCodingError(isTooLong ? 'too-long' : 'broken', { cause: error });
    }
    if (decoded.engine.bytesWritten < body.length) {
      throw new ContentCodingError('broken');
    }
    return decoded.buffer;
  };
}
