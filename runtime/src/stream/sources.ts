import { isRecord } from '../schema/descriptor/resolve.js';

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
