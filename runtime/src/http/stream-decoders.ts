import { ByteCollector } from './byte-collector.js';
import {
  ContentCodingError,
  type ContentDecoder,
  type ContentDecoders,
  type DecodingBounds,
  hasZlibHead,
} from './content-coding.js';

/** Decoders for hosts that have `DecompressionStream`; none elsewhere. */
export function streamDecoders(): ContentDecoders {
  if (typeof DecompressionStream !== 'function') {
    return new Map();
  }
  return new Map<string, ContentDecoder>([
    ['gzip', (body, bounds) => decode('gzip', body, bounds)],
    ['deflate', (body, bounds) => decode(hasZlibHead(body) ? 'deflate' : 'deflate-raw', body, bounds)],
  ]);
}

/** Bytes that are decoded in one go. Streams make all that they can of a chunk, at most about 1,000 times as much. */
const pieceBytes = 1024;

async function decode(format: CompressionFormat, body: Uint8Array, bounds: DecodingBounds): Promise<Uint8Array> {
  const stream = new DecompressionStream(format);
  const writing = write(stream.writable, body);
  // The reader meets the same error.
  writing.catch(() => undefined);
  const reader = stream.readable.getReader();
  try {
    const plain = await read(reader, bounds);
    await writing;
    return plain;
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error instanceof ContentCodingError ? error : new ContentCodingError('broken', { cause: error });
  }
}

async function write(writable: WritableStream<BufferSource>, body: Uint8Array): Promise<void> {
  const writer = writable.getWriter();
  for (let at = 0; at < body.length; at += pieceBytes) {
    await writer.write(body.slice(at, at + pieceBytes));
  }
  await writer.close();
}

async function read(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { maxBytes, hold }: DecodingBounds,
): Promise<Uint8Array> {
  const plain = new ByteCollector();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return plain.bytes();
    }
    if (plain.length + value.length > maxBytes) {
      throw new ContentCodingError('too-long');
    }
    if (!hold(value.length)) {
      throw new ContentCodingError('no-room');
    }
    plain.add(value);
  }
}
