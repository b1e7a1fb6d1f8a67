/** Documents, lists and binary content that are read and written piece by piece, in little memory. */
export { BinaryStream, type WithBinaryStreams } from './binary-stream.js';
export type { ByteStream } from './byte-stream.js';
export { AnswerItems, type StreamCalls, type StreamOptions, stream } from './client.js';
export { ItemStream } from './item-stream.js';
export type { WindowLimits } from './item-window.js';
export type { ItemAt, ListPath } from './list-path.js';
export { DocumentItems, type ReadItemsOptions, readItems } from './read-items.js';
export { type ReceivedInput, type ReceivingOptions, receiving } from './receiving.js';
export { PackageError } from './related-reader.js';
export type { StreamSource } from './source.js';
export { SourceError } from './source-error.js';
export { streamed } from './streamed.js';
export type { ByteSource, ItemSource, Streaming } from './streaming.js';
export { type WriteItemsOptions, writeItems } from './write-items.js';
