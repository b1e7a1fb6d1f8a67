import { type OptionKind, requireKind } from '../../base/options.js';

/** What can be read piece by piece: a stream, chunks from any generator, a file of a browser or of Node, or the whole at once. */
export type StreamSource =
  | ReadableStream<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>
  | Iterable<Uint8Array | string>
  | Blob
  | Uint8Array
  | string;

/** Chunks that are asked for one at a time, so that nobody reads ahead of whoever uses them. */
export interface ChunkReader {
  /** The next chunk; undefined at the end. Rejects with the error of the source. */
  next(): Promise<Uint8Array | string | undefined>;
  /** Lets go of the source before its end. Never rejects. */
  cancel(reason?: unknown): Promise<void>;
}

/** Reads any source. Chunks are bytes or text, as the source gives them. Throws `TypeError` for something that is none. */
export function readChunks(source: StreamSource): ChunkReader {
  if (typeof source === 'string' || source instanceof Uint8Array) {
    return new IteratorReader([source][Symbol.iterator]());
  }
  const given = Object(source) as object;
  const stream = streamOf(given);
  if (stream !== undefined) {
    return new StreamReader(stream.getReader());
  }
  const iterable = given as Partial<AsyncIterable<Uint8Array | string> & Iterable<Uint8Array | string>>;
  const iterator = iterable[Symbol.asyncIterator]?.() ?? iterable[Symbol.iterator]?.();
  if (iterator === undefined) {
    throw new TypeError(
      'This is not a stream: give a ReadableStream, an (async) iterable of bytes or text, or a Blob.',
    );
  }
  return new IteratorReader(iterator);
}

/** Not every host's streams are iterable, so that readers are preferred. */
function streamOf(source: object): ReadableStream<Uint8Array | string> | undefined {
  const { getReader, stream } = source as Partial<ReadableStream<Uint8Array | string> & Blob>;
  if (typeof getReader === 'function') {
    return source as ReadableStream<Uint8Array | string>;
  }
  return typeof stream === 'function' ? stream.call(source) : undefined;
}

function chunkOf(value: Uint8Array | string): Uint8Array | string {
  requireKind('A chunk of the source', value, chunk);
  return value;
}

const chunk: OptionKind = {
  expected: 'bytes or a text',
  fits: (value) => typeof value === 'string' || value instanceof Uint8Array,
};

class StreamReader implements ChunkReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array | string>;

  constructor(reader: ReadableStreamDefaultReader<Uint8Array | string>) {
    this.#reader = reader;
  }

  async next(): Promise<Uint8Array | string | undefined> {
    const { done, value } = await this.#reader.read();
    return done ? undefined : chunkOf(value);
  }

  async cancel(reason?: unknown): Promise<void> {
    await this.#reader.cancel(reason).catch(() => undefined);
  }
}

type Chunks = AsyncIterator<Uint8Array | string> | Iterator<Uint8Array | string>;

class IteratorReader implements ChunkReader {
  readonly #iterator: Chunks;

  constructor(iterator: Chunks) {
    this.#iterator = iterator;
  }

  async next(): Promise<Uint8Array | string | undefined> {
    const { done, value } = await this.#iterator.next();
    return done === true ? undefined : chunkOf(value);
  }

  async cancel(): Promise<void> {
    try {
      await this.#iterator.return?.();
    } catch {
      // Whoever cancels has a reason of its own to tell.
    }
  }
}
