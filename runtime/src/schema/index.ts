/** Schema descriptors and the one engine that reads them: decode, encode, validate. */
export { fromTree, type TreeOptions, toTree, typeOfTree } from './any-value.js';
export { type AttributeTest, alternative, type TestOperand } from './attribute-test.js';
export { builtIns } from './built-ins.js';
export {
  type AnyOptions,
  all,
  any,
  attribute,
  type ComplexTypeDefinition,
  char,
  choice,
  complexType,
  element,
  enumeration,
  type FieldOptions,
  field,
  type GroupOptions,
  guid,
  list,
  restriction,
  type ScalarMapping,
  scalar,
  sequence,
  union,
} from './construct.js';
export type { Declarations } from './declarations.js';
export { decodeContent, decodeElement } from './decode.js';
export type { DecodeOptions, UnknownContent } from './decoder.js';
export type * from './descriptor.js';
export { formatSimple, formatXml, parseSimple, parseXml, validateXml } from './document.js';
export { encodeContent, encodeElement } from './encode.js';
export {
  decodeEncoded,
  EncodedBlocks,
  type EncodedOptions,
  encodeEncoded,
  encodeEncodedBlock,
  isReferredTo,
} from './encoded.js';
export type { EncodeOptions, ValidationIssue } from './encoder.js';
export { formatPath, LexicalError, type ValuePath, XmlDecodeError, XmlEncodeError } from './errors.js';
export { type JsonSchema, toJsonSchema } from './json-schema.js';
export { compilePattern, type Pattern, RegexSyntaxError } from './regex/regex.js';
export { type SampleOptions, sample } from './sample.js';
export { dateAsDate, dateTimeAsDate, decimalAsNumber, integerAsNumber } from './scalars.js';
export type { SoapEncodingVersion } from './soap-encoding.js';
export { standardSchema, type ValidateOptions, validate } from './validate.js';
