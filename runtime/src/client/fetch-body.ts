import { ByteCollector } from '../http/byte-collector.js';
import { ResponseTooLargeError } from './errors.js';
import type { TransportResponse } from './transport.js';

/** The parts of a Response's body that hosts provide. */
interface Source {
  /** A stream; where `fetch` is a package for Node, a stream of Node's; absent on React Native. */
  readonly body?: Partial<ReadableStream<Uint8Array>> | null;
  arrayBuffer?(): Promise<ArrayBuffer>;
  text?(): Promise<string>;
  clone?(): Source;
}

/** An answer on its way: its head is there. */
export class IncomingAnswer {
  readonly #response: Response;
  readonly #limit: number;
  readonly #body = new ByteCollector();
  #passed = 0;

  /** `limit` is the number of bytes that the body may have. */
  constructor(response: Response, limit: number) {
    this.#response = response;
    this.#limit = limit;
  }

  /** Bytes of the body that have come. */
  get length(): number {
    return this.#passed + this.#body.length;
  }

  /** Head, and as much of the body as has come. */
  answer(): TransportResponse {
    const { status, statusText, headers } = this.#response;
    return { status, statusText, headers, body: this.#body.bytes() };
  }

  /** Reads the body by whatever the host has for it. Rejects with `ResponseTooLargeError`, or with the host's own error. */
  read(): Promise<void> {
    const { body } = this.#response as Source;
    if (typeof body?.getReader === 'function') {
      return this.#readStream(body.getReader());
    }
    return isIterable(body) ? this.#readIterable(body) : this.#readWhole(this.#response as Source);
  }

  /** The body in parts, by whatever the host has for it, in the place of `read`. Rejects with the host's own error. */
  async *chunks(): AsyncGenerator<Uint8Array, undefined> {
    const { body } = this.#response as Source;
    if (typeof body?.getReader === 'function') {
      const reader = body.getReader();
      try {
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          this.#passed += part.value.length;
          yield part.value;
        }
      } finally {
        reader.cancel().catch(() => undefined);
      }
    } else if (isIterable(body)) {
      for await (const chunk of body) {
        this.#passed += chunk.length;
        yield chunk;
      }
    } else {
      yield await wholeBody(this.#response as Source);
    }
  }

  async #readStream(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      try {
        this.#add(part.value);
      } catch (error) {
        reader.cancel().catch(() => undefined);
        throw error;
      }
    }
  }

  async #readIterable(body: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of body) {
      this.#add(chunk);
    }
  }

  /** The host holds the whole body before it can be measured, so Content-Length is checked first. */
  async #readWhole(source: Source): Promise<void> {
    const { headers } = this.#response;
    const isPlain = (headers.get('content-encoding') ?? 'identity') === 'identity';
    if (isPlain && Number(headers.get('content-length') ?? 0) > this.#limit) {
      throw this.#tooLarge();
    }
    this.#add(await wholeBody(source));
  }

  #add(chunk: Uint8Array): void {
    this.#body.add(chunk);
    if (this.#body.length > this.#limit) {
      throw this.#tooLarge();
    }
  }

  #tooLarge(): ResponseTooLargeError {
    return new ResponseTooLargeError(this.#limit, { partial: this.answer() });
  }
}

function isIterable(body: object | null | undefined): body is AsyncIterable<Uint8Array> {
  return body !== null && body !== undefined && Symbol.asyncIterator in body;
}

/** The body in one piece. Some versions of React Native have an `arrayBuffer` that does not work: they are asked for the text. */
async function wholeBody(source: Source): Promise<Uint8Array> {
  if (source.arrayBuffer === undefined) {
    return new TextEncoder().encode((await source.text?.()) ?? '');
  }
  const spare = source.clone?.();
  try {
    return new Uint8Array(await source.arrayBuffer());
  } catch (error) {
    const text = await spare?.text?.().catch(() => undefined);
    if (text === undefined) {
      throw error;
    }
    return new TextEncoder().encode(text);
  }
}
