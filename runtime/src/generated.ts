/**
 * What generated packages import on Node, from one module: the functions that make descriptors, the built-in types, and what clients and servers need.
 * It has the same classes and functions as the entries for programs, which import those.
 */
export * from './index.js';
export * from './schema/construct/construct.js';
/** The built-in types of XML Schema, as the entry `xs` has them. */
export * as xs from './schema/xs.js';
