import { readableOf } from '../http/readable-of.js';
import type { StreamedCall } from '../server/streamed-result.js';
import type { ByteStream } from './byte-stream.js';

/** A body whose first chunk is there; tells the call of its errors, and of its end. */
export class BegunStream implements AsyncIterableIterator<Uint8Array> {
  readonly length: number | undefined;
  readonly #stream: ByteStream;
  readonly #call: StreamedCall;
  #first: IteratorResult<Uint8Array> | undefined;

  constructor(first: IteratorResult<Uint8Array>, stream: ByteStream, call: StreamedCall) {
    this.length = stream.length;
    this.#first = first;
    this.#stream = stream;
    this.#call = call;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    try {
      const step = this.#first ?? (await this.#stream.next());
      this.#first = undefined;
      if (step.done === true) {
        this.#call.end();
      }
      return step;
    } catch (error) {
      this.#call.fail(error);
      this.#call.end();
      throw error;
    }
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    this.#call.end();
    return this.#stream.return();
  }

  readable(): ReadableStream<Uint8Array> {
    return readableOf(this);
  }
}
