import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { brief } from '../base/describe.js';
import { ContentEncodingError, ServiceError } from '../client/errors/errors.js';
import { codingsOf, hasZlibHead } from '../http/content-coding.js';

/** Codings that one body may have. */
const maxCodings = 4;

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
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith('Z_') || code?.startsWith('ERR__ERROR') || code?.startsWith('ERR_PADDING')) {
      const contentEncoding = this.#contentEncoding;
      return new ContentEncodingError(
        `The ${contentEncoding} body is broken: ${message}`,
        { contentEncoding, code },
        { cause: error },
      );
    }
    return error instanceof ServiceError ? error : this.#errors.truncated(error, this.#received);
  }

  async #open(): Promise<AsyncIterator<Uint8Array | string>> {
    const codings = codingsOf(this.#contentEncoding);
    const plain = this.#counted();
    if (codings.length === 0) {
      return plain;
    }
    if (codings.length > maxCodings) {
      const message = `The body has ${codings.length} content codings, more than the ${maxCodings} that are allowed.`;
      throw new ContentEncodingError(message, { contentEncoding: this.#contentEncoding });
    }
    const first = await plain.next();
    if (first.done === true) {
      return plain;
    }
    const steps = codings.toReversed().map((coding, index) => this.#decoder(coding, index === 0 ? first.value : empty));
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

  #decoder(coding: string, first: Uint8Array): NodeJS.ReadWriteStream {
    switch (coding) {
      case 'gzip':
        return createGunzip();
      case 'deflate':
        // Should be zlib's format; some servers send the raw one. Its first byte shows which.
        return first.length === 0 || hasZlibHead(first) ? createInflate() : createInflateRaw();
      case 'br':
        return createBrotliDecompress();
    }
    const contentEncoding = this.#contentEncoding;
    throw new ContentEncodingError(`Unknown Content-Encoding "${brief(coding, 100)}"`, { contentEncoding });
  }
}

const empty = new Uint8Array(0);

async function* afterFirst(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}
