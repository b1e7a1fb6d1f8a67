/** Documents, lists and binary content that are read and written piece by piece, in little memory. */

export { PackageError } from '../http/multipart.js';
export { AnswerItems, type StreamCalls, type StreamOptions, stream } from './client.js';
export type { WindowLimits } from './list/item-window.js';
export type { ItemAt, ListPath } from './list/list-path.js';
export { BinaryStream, type WithBinaryStreams } from './package/binary-stream.js';
export { ItemStream } from './read/item-stream.js';
export { DocumentItems, type ReadItemsOptions, readItems } from './read/read-items.js';
export { type ReceivedInput, type ReceivingOptions, receiving } from './read/receiving.js';
export type { StreamSource } from './text/source.js';
export type { ByteStream } from './write/byte-stream.js';
export { SourceError } from './write/opened-source.js';
export type { ByteSource, ItemSource, Streaming } from './write/sources.js';
export { streamed } from './write/streamed.js';
export { type WriteItemsOptions, writeItems } from './write/write-items.js';
