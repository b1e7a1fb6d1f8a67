/** Documents of XML Schema without SOAP: the roots of generated packages, and what is done with them. */

export type { ValidationIssue } from '../schema/context/encoder.js';
export { XmlDecodeError, XmlEncodeError } from '../schema/descriptor/errors.js';
export { fromJson } from '../schema/json/from-json.js';
export { JsonError } from '../schema/json/json-error.js';
export { standardSchema } from '../schema/json/standard-schema.js';
export { toJson } from '../schema/json/to-json.js';
export { toJsonSchema as jsonSchema } from '../schema/json-schema/json-schema.js';
export { sample } from '../schema/sample/sample.js';
export { XmlSyntaxError } from '../xml/text/errors.js';
export { type DocumentEncoding, formatBytes } from './document-bytes.js';
export type {
  DocumentFormatOptions,
  DocumentParseOptions,
  DocumentType,
  DroppedMarkup,
  XmlDocument,
} from './document-options.js';
export { items } from './items.js';
export type { Kept } from './kept-elements.js';
export { type ElementRoot, elementRoot, type NamedDocumentOptions, type TypeRoot, typeRoot } from './roots.js';
export { validate } from './validate.js';
