import { isRecord } from '../../schema/descriptor/resolve.js';
import type { XmlElement } from '../../xml/interfaces/tree.js';

/** Items of a list that come one by one. */
export type ItemSource<Item> = (Iterable<Item> & object) | AsyncIterable<Item> | ReadableStream<Item>;

/** Octets that come in pieces. Streams of Node are asynchronous iterables, too. */
export type ByteSource =
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | (Iterable<Uint8Array> & object)
  | Blob;

/**
 * A value of type `T` that may be written as it is made: in the place of each list may be an iterable or a stream of its items, in the place of each
 * `Uint8Array` a stream of its octets. Lists that are the text of one element or attribute (`xs:list`), binary attributes, and
 * trees have to be there as a whole.
 */
export type Streaming<T> = T extends Uint8Array
  ? T | ByteSource
  : T extends XmlElement | Date
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Streaming<Item>[] | ItemSource<Streaming<Item>>
      : T extends object
        ? { [P in keyof T]: Streaming<T[P]> }
        : T;

/** Reading of what users give for lists and binary content: iterables, streams, files. */

/** One way to read all sources: `next` gives a promise only where the source does. */
export interface SourceReader {
  next(): IteratorResult<unknown> | PromiseLike<IteratorResult<unknown>>;
  /** Tells the source that nothing more is read. Does not throw. */
  release(): void;
}

interface Stream {
  getReader(): ReadableStreamDefaultReader<unknown>;
  cancel(): Promise<void>;
}

/** True for an object whose items come one by one. Texts are not lists of their characters. */
export function isItemSource(source: unknown): source is object {
  return (
    isRecord(source) &&
    (isStream(source) ||
      typeof (source as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function' ||
      typeof (source as Partial<Iterable<unknown>>)[Symbol.iterator] === 'function')
  );
}

/** True for an object that gives octets in pieces. */
export function isByteSource(source: unknown): source is object {
  return isBlob(source) || isItemSource(source);
}

function isStream(source: object): source is Stream {
  return 'getReader' in source && typeof source.getReader === 'function';
}

/** A `Blob` or `File`. */
export function isBlob(source: unknown): source is Blob {
  return isRecord(source) && typeof source.stream === 'function' && typeof source.size === 'number';
}

/** Begins to read a source. Throws what the source throws. */
export function openSource(source: object): SourceReader {
  if (isBlob(source)) {
    return streamReader(source.stream());
  }
  if (isStream(source)) {
    return streamReader(source);
  }
  const { [Symbol.asyncIterator]: later, [Symbol.iterator]: now } = source as Partial<
    AsyncIterable<unknown> & Iterable<unknown>
  >;
  const iterator = later === undefined ? now?.call(source) : later.call(source);
  if (iterator === undefined) {
    throw new TypeError('The source of a stream cannot be read');
  }
  return { next: () => iterator.next(), release: () => quietly(() => iterator.return?.()) };
}

function streamReader(stream: Stream): SourceReader {
  const reader = stream.getReader();
  return {
    next: () => reader.read() as Promise<IteratorResult<unknown>>,
    release: () => quietly(() => reader.cancel()),
  };
}

/** Tells a source of which nothing was read that nothing will be. Does not throw. */
export function releaseUnread(source: object): void {
  if (!isBlob(source)) {
    quietly(() => (isStream(source) ? source.cancel() : openSource(source).release()));
  }
}

/** Runs what only cleans up: its errors say nothing about the message. */
function quietly(run: () => unknown): void {
  try {
    Promise.resolve(run()).catch(() => undefined);
  } catch {
    // The source is closed already.
  }
}
