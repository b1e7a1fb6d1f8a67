import type { ArrivingAnswer } from '@wsdl-codegen/runtime/extend-node';
import type { UndiciController, UndiciHeaders } from './dispatcher.js';

/** Bytes that wait for their reader before the connection is paused. */
const waitingBytes = 65_536;

/** The body of an answer in parts: nothing more is read from the connection while enough of it waits. */
export class ArrivingBody implements ArrivingAnswer {
  readonly headers: ArrivingAnswer['headers'];
  readonly #controller: UndiciController;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isPaused = false;
  #isComplete = false;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(controller: UndiciController, headers: UndiciHeaders) {
    this.#controller = controller;
    this.headers = { 'content-encoding': headers['content-encoding']?.toString() };
  }

  /** A part has come. */
  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes > waitingBytes && !this.#isPaused) {
      this.#isPaused = true;
      this.#controller.pause();
    }
    this.#wake?.();
  }

  /** All parts have come. */
  end(): void {
    this.#isComplete = true;
    this.#wake?.();
  }

  /** No more will come. */
  fail(error: unknown): void {
    this.#failure = { error };
    this.#wake?.();
  }

  /** The parts; rejects with the error of `fail` after those that came before it. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) {
        this.#took(chunk.length);
        yield chunk;
      } else if (this.#failure !== undefined) {
        throw this.#failure.error;
      } else if (this.#isComplete) {
        return;
      } else {
        await new Promise<void>((wake) => {
          this.#wake = wake;
        });
      }
    }
  }

  #took(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#isPaused && this.#bytes <= waitingBytes / 2) {
      this.#isPaused = false;
      this.#controller.resume();
    }
  }
}
