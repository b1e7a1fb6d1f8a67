import { readableOf } from '../../http/body-streams.js';
import { chunkLength, pause } from './chunks.js';

const encoder = new TextEncoder();

/** Octets that are made as they are read, in chunks of about 64 KB. It can be read once. */
export class ByteStream implements AsyncIterableIterator<Uint8Array> {
  /** How many octets there are; undefined if nobody knows yet. */
  readonly length: number | undefined;
  readonly #chunks: AsyncGenerator<Uint8Array>;
  readonly #cancel: () => void;
  #begun = false;
  #failure: { readonly error: unknown } | undefined;

  /** `cancel` ends the sources of `pieces` when not all is read. */
  constructor(pieces: AsyncIterable<string | Uint8Array>, length: number | undefined, cancel: () => void) {
    this.length = length;
    this.#chunks = chunksOf(pieces);
    this.#cancel = cancel;
  }

  /** The error that ended the stream, if one did. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  /** True as soon as something was read of it, and so perhaps of its sources. */
  get begun(): boolean {
    return this.#begun;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** The next chunk. Rejects with `XmlEncodeError` for an item that does not fit its type, with `SourceError` if a source throws. */
  async next(): Promise<IteratorResult<Uint8Array>> {
    this.#begun = true;
    try {
      return await this.#chunks.next();
    } catch (error) {
      this.#failure ??= { error };
      throw error;
    }
  }

  /** Ends the reading of all sources: their `return` is called. */
  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#cancel();
    // Takes effect when a source that is waited for answers, which may be never.
    this.#chunks.return(undefined).catch(() => undefined);
    return { done: true, value: undefined };
  }

  /** The same as a stream of the web, which asks for a chunk when the one before is read. */
  readable(): ReadableStream<Uint8Array> {
    return readableOf(this);
  }
}

async function* chunksOf(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const piece of pieces) {
    const isText = typeof piece === 'string' && piece !== pause;
    if (isText) {
      text += piece;
    }
    if (text !== '' && (!isText || text.length >= chunkLength)) {
      yield encoder.encode(text);
      text = '';
    }
    if (typeof piece !== 'string') {
      yield piece;
    }
  }
  if (text !== '') {
    yield encoder.encode(text);
  }
}
