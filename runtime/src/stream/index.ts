/** Documents, lists and binary content that are read and written piece by piece, in little memory. */
export type { ByteStream } from './byte-stream.js';
export { SourceError } from './source-error.js';
export type { ByteSource, ItemSource, Streaming } from './streaming.js';
export { type WriteItemsOptions, writeItems } from './write-items.js';
