import { XmlLimitError } from '../../xml/index.js';
import type { ChunkReader } from './source.js';
import { TextDecoding, type TextDecodingOptions } from './text-decoding.js';

/** Pieces of text of a source, within its limits. */
export class TextPieces {
  readonly #chunks: ChunkReader;
  readonly #decoding: TextDecoding;
  readonly #maxBytes: number;
  readonly #signal: AbortSignal | undefined;
  #bytes = 0;
  #ended = false;

  constructor(
    chunks: ChunkReader,
    options: TextDecodingOptions & {
      readonly maxBytes?: number | undefined;
      readonly signal?: AbortSignal | undefined;
    },
  ) {
    this.#chunks = chunks;
    this.#decoding = new TextDecoding({ charset: options.charset, fatal: options.fatal ?? true });
    this.#maxBytes = options.maxBytes ?? Number.POSITIVE_INFINITY;
    this.#signal = options.signal;
  }

  /**
   * The next piece; undefined at the end. Rejects with `XmlSyntaxError`, the reason of the signal, and errors of the source, when everything before was
   * given.
   */
  async next(): Promise<string | undefined> {
    this.#signal?.throwIfAborted();
    this.#decoding.requireRight();
    if (this.#ended) {
      return undefined;
    }
    const room = this.#maxBytes - this.#bytes;
    if (room < 0) {
      throw new XmlLimitError(`The document has more than ${this.#maxBytes} bytes`, { line: 1, column: 1, offset: 0 });
    }
    const chunk = await this.#nextChunk();
    if (chunk === undefined) {
      this.#ended = true;
      return this.#decoding.end();
    }
    this.#bytes += chunk.length;
    return typeof chunk === 'string' ? chunk.slice(0, room) : this.#decoding.add(chunk.subarray(0, room));
  }

  #nextChunk(): Promise<Uint8Array | string | undefined> {
    const signal = this.#signal;
    if (signal === undefined) {
      return this.#chunks.next();
    }
    return new Promise((resolve, reject) => {
      const abort = (): void => reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      this.#chunks
        .next()
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', abort));
    });
  }

  /** Lets go of the source. Never rejects. */
  cancel(reason: unknown): Promise<void> {
    return this.#chunks.cancel(reason);
  }
}
