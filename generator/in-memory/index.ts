/**
 * The entry `in-memory`: from texts to contracts, packages and comparisons. It needs neither disk nor network nor Node, makes no code from texts, and runs in browsers
 * and workers as on servers.
 */

export type * from '../contract/model.js';
export type { Diagnostic, Severity, Span } from '../diagnostics/diagnostic.js';
export { type ContractDiff, diffContracts } from '../diff/diff.js';
export { nextVersion } from '../diff/next-version.js';
export { changelogEntry } from '../diff/report/changelog.js';
export { type Descriptors, descriptorsOf } from '../memory/descriptors.js';
export type { DocumentText, ResolveDocument } from '../source/memory-resolver.js';
export { generateFiles, readContract } from './generate-files.js';
export type { GenerateFilesOptions, ReadTextsOptions } from './options.js';
export { wsdlOfDescription } from './wsdl-of-description.js';
