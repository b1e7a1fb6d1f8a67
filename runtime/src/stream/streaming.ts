import type { XmlElement } from '../xml/tree.js';

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
