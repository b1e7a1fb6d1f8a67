/**
 * The entry `schemas`: schemas at run time, without generating. It needs neither disk nor network nor Node, makes no code from texts, and runs in browsers and workers
 * as on servers.
 */

export type { Diagnostic, Severity, Span } from '../diagnostics/diagnostic.js';
export type { DocumentText, ResolveDocument } from '../source/memory-resolver.js';
export { type LoadedSchemas, type LoadSchemasOptions, loadSchemas } from './load-schemas.js';
export { SchemaSetError } from './schema-set-error.js';
