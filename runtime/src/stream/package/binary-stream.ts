import { readableOf } from '../../http/body-streams.js';
import { ByteCollector } from '../../http/byte-collector.js';

/** Where a binary value takes its octets from. */
export interface BinarySource {
  /** The next octets; undefined at the end. */
  next(): Promise<Uint8Array | undefined>;
  /** Nothing more is read of the value. Never rejects. */
  cancel(): Promise<void>;
}

/** A binary value that is read as it arrives. It can be read once. */
export class BinaryStream implements AsyncIterableIterator<Uint8Array> {
  readonly #source: BinarySource;

  /** Made where binary values are read as streams. */
  constructor(source: BinarySource) {
    this.#source = source;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** The next octets. Rejects with the errors of the connection, and if the values are not read in the order in which they arrive. */
  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const value = await this.#source.next();
    return value === undefined ? { done: true, value } : { done: false, value };
  }

  /** Goes over the rest of the value. */
  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    await this.#source.cancel();
    return { done: true, value: undefined };
  }

  /** The same as a stream of the web. */
  readable(): ReadableStream<Uint8Array> {
    return readableOf(this);
  }

  /** All octets, for values that are known to be short. */
  async bytes(): Promise<Uint8Array> {
    const all = new ByteCollector();
    for await (const chunk of this) {
      all.add(chunk);
    }
    return all.bytes();
  }
}

/** A value of type `T` with streams in the place of its binary values. */
export type WithBinaryStreams<T> = T extends Uint8Array
  ? BinaryStream
  : T extends Date
    ? T
    : T extends readonly (infer Item)[]
      ? readonly WithBinaryStreams<Item>[]
      : T extends (...parameters: never) => unknown
        ? T
        : T extends object
          ? { [P in keyof T]: WithBinaryStreams<T[P]> }
          : T;
