import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { ServiceError } from '../client/errors/errors.js';
import { codingsOf, hasZlibHead } from '../http/content-coding.js';
import { answerCodings, brokenCoding } from './decompress.js';

/** A body as it arrives; the message of `node:http` is one. */
export interface ArrivingAnswer extends AsyncIterable<Uint8Array | string> {
  readonly headers: { readonly 'content-encoding'?: string | undefined };
  /** False if the body ended too early. Answers of mocks may not know. */
  readonly complete?: boolean;
}

/** The facts that errors of a body need. */
export interface BodyErrors {
  /** The error for a body that ended too early; `error` is that of the connection, if there was one. */
  truncated(error: unknown, received: number): unknown;
  /** Ends the request. */
  end(): void;
}

/**
 * The body of an answer as an iterator, decompressed: chunks are read from the connection when they are asked for. Rejects with
 * `ContentEncodingError` for a body that is broken, or in a coding that is not known.
 */
export class OpenedBody {
  readonly #incoming: ArrivingAnswer;
  readonly #errors: BodyErrors;
  readonly #contentEncoding: string;
  #chunks: AsyncIterator<Uint8Array | string> | undefined;
  #received = 0;
  #ended = false;

  constructor(incoming: ArrivingAnswer, errors: BodyErrors) {
    this.#incoming = incoming;
    this.#errors = errors;
    this.#contentEncoding = incoming.headers['content-encoding'] ?? '';
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.#ended) {
      return { done: true, value: undefined };
    }
    try {
      this.#chunks ??= await this.#open();
      const { done, value } = await this.#chunks.next();
      if (done !== true) {
        return { done: false, value: typeof value === 'string' ? Buffer.from(value) : value };
      }
      this.#ended = true;
      if (this.#incoming.complete === false) {
        throw this.#errors.truncated(undefined, this.#received);
      }
      return { done: true, value: undefined };
    } catch (error) {
      this.#ended = true;
      this.#errors.end();
      throw this.#failure(error);
    }
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (!this.#ended) {
      this.#ended = true;
      this.#errors.end();
    }
    return { done: true, value: undefined };
  }

  #failure(error: unknown): unknown {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_') || code?.startsWith('ERR__ERROR') || code?.startsWith('ERR_PADDING')) {
      return brokenCoding(error, this.#contentEncoding, this.#contentEncoding);
    }
    return error instanceof ServiceError ? error : this.#errors.truncated(error, this.#received);
  }

  async #open(): Promise<AsyncIterator<Uint8Array | string>> {
    const plain = this.#counted();
    if (codingsOf(this.#contentEncoding).length === 0) {
      return plain;
    }
    const first = await plain.next();
    if (first.done === true) {
      return plain;
    }
    const codings = answerCodings(this.#contentEncoding);
    const steps = codings.map((coding, index) => decoder(coding, index === 0 ? first.value : empty));
    const whole = Readable.from(afterFirst(first.value, plain), { objectMode: false });
    const decoded = pipeline([whole, ...steps], () => undefined) as unknown as Readable;
    return decoded[Symbol.asyncIterator]();
  }

  async *#counted(): AsyncGenerator<Uint8Array, undefined> {
    for await (const data of this.#incoming) {
      const chunk = typeof data === 'string' ? Buffer.from(data) : data;
      this.#received += chunk.length;
      yield chunk;
    }
    return undefined;
  }
}

/** A stream that undoes a coding. A body in `deflate` should be in zlib's format; some servers send the raw one. Its first byte shows which. */
function decoder(coding: string, first: Uint8Array): NodeJS.ReadWriteStream {
  switch (coding) {
    case 'gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    default:
      return first.length === 0 || hasZlibHead(first) ? createInflate() : createInflateRaw();
  }
}

const empty = new Uint8Array(0);

async function* afterFirst(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}
