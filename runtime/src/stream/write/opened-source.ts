import { isThenable } from '../../base/promises.js';
import { RecognizedError } from '../../base/recognized-error.js';
import { openSource, type SourceReader } from './sources.js';

/** A source of a stream threw, in the middle of a message. `cause` is what it threw. */
export class SourceError extends RecognizedError {
  static override readonly $mark: string = 'SourceError';
  override readonly name = 'SourceError';
  /** Place in the value: `/Orders/order`. */
  readonly path: string;
  /** Items, or pieces of binary content, that came before. */
  readonly count: number;

  constructor(path: string, count: number, cause: unknown) {
    super(`${path}: the source failed after ${count} of its items: ${messageOf(cause)}`, { cause });
    this.path = path;
    this.count = count;
  }
}

function messageOf(cause: unknown): string {
  try {
    return cause instanceof Error ? cause.message : String(cause);
  } catch {
    return 'it threw something without words';
  }
}

/** A source, and its place in the value. */
export interface SourceAtPlace {
  readonly source: object;
  readonly path: string;
}

/** A step of a source, or a promise of it. */
export type Step = IteratorResult<unknown> | PromiseLike<IteratorResult<unknown>>;

/** A source that is read, with the place that its errors name. */
export class OpenedSource {
  readonly #reader: SourceReader;
  readonly #path: string;
  readonly #reading: Set<SourceReader>;
  #step: PromiseLike<IteratorResult<unknown>> | undefined;
  #count = 0;

  /** Throws `SourceError` if the source cannot be opened. `reading` holds those that are open. */
  constructor({ source, path }: SourceAtPlace, reading: Set<SourceReader>) {
    this.#path = path;
    this.#reading = reading;
    try {
      this.#reader = openSource(source);
    } catch (error) {
      throw new SourceError(path, 0, error);
    }
    reading.add(this.#reader);
  }

  /** The next step, or a promise of it, for which `pending` waits. */
  next(): Step {
    try {
      const step = this.#reader.next();
      if (!isThenable(step)) {
        return this.#took(step);
      }
      this.#step = step.then(
        (result) => this.#took(result),
        (error: unknown) => {
          throw this.#failed(error);
        },
      );
      return this.#step;
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /** The promise that `next` gave last. */
  pending(): PromiseLike<IteratorResult<unknown>> {
    return this.#step ?? Promise.reject(new TypeError('Nothing is read'));
  }

  /** A piece of binary content. Throws `SourceError` for anything else. */
  octets(piece: unknown): Uint8Array {
    if (piece instanceof Uint8Array) {
      return piece;
    }
    throw new SourceError(this.#path, this.#count - 1, new TypeError('a piece of binary content is no Uint8Array'));
  }

  /** Nothing more is read. Does nothing at the end of the source. */
  release(): void {
    if (this.#reading.delete(this.#reader)) {
      this.#reader.release();
    }
  }

  #took(step: IteratorResult<unknown>): IteratorResult<unknown> {
    this.#count++;
    if (step.done === true) {
      this.#reading.delete(this.#reader);
    }
    return step;
  }

  #failed(error: unknown): SourceError {
    this.#reading.delete(this.#reader);
    return new SourceError(this.#path, this.#count, error);
  }
}

/** Sources in the place of octets that come later: parts of packages hold arrays of octets. */

const sources = new WeakMap<Uint8Array, SourceAtPlace>();

/** An empty array that stands for a source. */
export function standInFor(source: SourceAtPlace): Uint8Array {
  const standIn = new Uint8Array(0);
  sources.set(standIn, source);
  return standIn;
}

/** The source that an array stands for. */
export function sourceOf(content: Uint8Array): SourceAtPlace | undefined {
  return sources.get(content);
}
