/** Schema descriptors and the one engine that reads them: decode, encode, validate. */

export { nearest } from '../base/nearest.js';
export { builtIns } from './construct/built-ins.js';
export {
  type AnyOptions,
  type AnyTypeReference,
  all,
  alternative,
  any,
  attribute,
  type ComplexTypeBody,
  type ComplexTypeOptions,
  char,
  choice,
  complexType,
  derivedTypes,
  type ElementOptions,
  element,
  enumeration,
  type FieldOptions,
  field,
  type GroupOptions,
  guid,
  inheritableAttribute,
  list,
  type OccurringFieldOptions,
  openEnumeration,
  optional,
  patterns,
  record,
  repeated,
  restrictedEnumeration,
  restriction,
  type ScalarMapping,
  scalar,
  sequence,
  tree,
  union,
} from './construct/construct.js';
export { packedTexts } from './construct/packed-texts.js';
export { dateAsDate, dateTimeAsDate, decimalAsNumber, integerAsNumber } from './construct/scalars.js';
export type { ContentRecovery, DecodeOptions, Strictness, UnknownContent } from './context/decoder.js';
export type { EncodeOptions, ValidationIssue } from './context/encoder.js';
export type { DecodeProblem, RecoveredValue, Tolerance, Tolerate } from './context/tolerance.js';
export { decodeContent, decodeElement, decodeRpc } from './decode/decode.js';
export { RpcStruct, type StrayAccessor } from './decode/rpc-struct.js';
export { zeroOfType } from './decode/zero-values.js';
export type * from './descriptor/descriptor.js';
export { formatPath, LexicalError, type ValuePath, XmlDecodeError, XmlEncodeError } from './descriptor/errors.js';
export type { Declarations } from './descriptor/resolve.js';
export type { SoapEncodingVersion } from './descriptor/soap-encoding.js';
export { fromTree, type TreeOptions, toTree, typeOfTree } from './document/any-value.js';
export { formatSimple, formatXml, parseSimple, parseXml, validate } from './document/document.js';
export { validateXml } from './document/validate-xml.js';
export { encodeContent, encodeElement } from './encode/encode.js';
export { loadFastLayer } from './fast/fast-layer.js';
export { type FromJsonOptions, fromJson } from './json/from-json.js';
export { JsonError } from './json/json-error.js';
export { coercingSchema, standardSchema } from './json/standard-schema.js';
export type { JsonObject, JsonValue, ToJsonOptions } from './json/to-json.js';
export { toJson } from './json/to-json.js';
export { toJsonSchema } from './json-schema/json-schema.js';
export type { JsonMembers } from './json-schema/member-names.js';
export type { JsonSchema } from './json-schema/simple-schema.js';
export { compilePattern, type Pattern, RegexSyntaxError } from './regex/regex.js';
export { likelyTexts } from './sample/likely-texts.js';
export { sample } from './sample/sample.js';
export type { SampleOptions } from './sample/sampler.js';
export type { AttributeTest, AttributeTestOperand } from './simple/attribute-condition.js';
export {
  decodeEncoded,
  EncodedBlocks,
  type EncodedOptions,
  type EncodedReading,
  encodeEncoded,
  encodeEncodedBlock,
  isReferredTo,
} from './soap-encoding/encoded.js';

export type { ValidateOptions } from './validate/validate.js';
