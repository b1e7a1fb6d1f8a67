import { ResponseTooLargeError } from './errors.js';
import type { TransportResponse } from './transport.js';

/** The parts of a Response's body that hosts provide. */
interface Source {
  readonly headers: Headers;
  /** A stream; where `fetch` is a package for Node, a stream of Node's; absent on React Native. */
  readonly body?: Partial<ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>> | null;
  arrayBuffer?(): Promise<ArrayBuffer>;
  text?(): Promise<string>;
  clone?(): Source;
}

/** An answer on its way: its head is there. */
export class IncomingAnswer {
  /** Bytes of the body that have come. */
  length = 0;
  readonly #response: Response;
  readonly #limit: number;
  #bytes = new Uint8Array(0);

  /** `limit` is the number of bytes that the body may have. */
  constructor(response: Response, limit: number) {
    this.#response = response;
    this.#limit = limit;
  }

  /** Head, and as much of the body as has come and is kept. */
  answer(): TransportResponse {
    const { status, statusText, headers } = this.#response;
    return { status, statusText, headers, body: this.#bytes.subarray(0, this.length) };
  }

  /** Reads the body. Rejects with `ResponseTooLargeError`, or with the host's own error. */
  async read(): Promise<void> {
    for await (const chunk of this.#chunks()) {
      this.#keep(chunk);
      this.length += chunk.length;
      this.#require(this.length);
    }
  }

  /** The body in parts, in the place of `read`. Rejects with the host's own error. */
  async *chunks(): AsyncGenerator<Uint8Array, undefined> {
    for await (const chunk of this.#chunks()) {
      this.length += chunk.length;
      yield chunk;
    }
  }

  /** The body by whatever the host has for it. */
  async *#chunks(): AsyncGenerator<Uint8Array> {
    const source = this.#response as Source;
    const { body } = source;
    if (body?.getReader !== undefined) {
      yield* partsOf(body.getReader());
    } else if (body?.[Symbol.asyncIterator] !== undefined) {
      yield* body as AsyncIterable<Uint8Array>;
    } else {
      // The host holds the whole body before it can be measured, so Content-Length is checked first.
      if ((source.headers.get('content-encoding') ?? 'identity') === 'identity') {
        this.#require(Number(source.headers.get('content-length')));
      }
      yield await wholeBody(source);
    }
  }

  /** Most bodies are one chunk, which is not copied. Memory grows with the body, however short the chunks are. */
  #keep(chunk: Uint8Array): void {
    const { length } = this;
    const needed = length + chunk.length;
    if (length === 0) {
      this.#bytes = chunk as Uint8Array<ArrayBuffer>;
      return;
    }
    if (needed > this.#bytes.length) {
      const longer = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes.set(chunk, length);
  }

  #require(length: number): void {
    if (length > this.#limit) {
      throw new ResponseTooLargeError(this.#limit, { partial: this.answer() });
    }
  }
}

async function* partsOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      yield part.value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** The body in one piece. Some versions of React Native have an `arrayBuffer` that does not work: they are asked for the text. */
async function wholeBody(source: Source): Promise<Uint8Array> {
  const spare = source.clone?.() ?? source;
  const bytes = await source.arrayBuffer?.().catch(() => undefined);
  return bytes === undefined ? new TextEncoder().encode((await spare.text?.()) ?? '') : new Uint8Array(bytes);
}
