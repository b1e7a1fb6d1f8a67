/**
 * What generated packages import, from one module: the functions that make descriptors, and what clients and servers need, without the rest of the entry `schema`.
 * It has the same classes and functions as the entries for programs, which import those.
 */

export { elementRoot, typeRoot } from './documents/roots.js';
export * from './index.js';
export * from './schema/construct/construct.js';
export { packedTexts } from './schema/construct/packed-texts.js';
