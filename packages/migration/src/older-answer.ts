import type { IncomingMessage } from 'node:http';
import { readableOf, type WireStream } from '@wsdl-codegen/runtime/extend';

/** The body of an answer on its way, as it comes: compressed where it is. */
export class OlderAnswer implements WireStream {
  readonly length: number | undefined;
  readonly #incoming: IncomingMessage;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #end: () => void;

  /** `end` is called once, when the body is read or given up. */
  constructor(incoming: IncomingMessage, length: number | undefined, end: () => void) {
    this.length = length;
    this.#incoming = incoming;
    this.#chunks = incoming[Symbol.asyncIterator]();
    this.#end = end;
    incoming.once('close', end);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    return this.#chunks.next();
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    if (!this.#incoming.complete || !this.#incoming.readableEnded) {
      this.#incoming.destroy();
    }
    this.#end();
    return { done: true, value: undefined };
  }

  readable(): ReadableStream<Uint8Array> {
    return readableOf(this);
  }
}
