import { type ExpandedName, expandedName, splitExpandedName, xsdNamespace } from '../source/names.js';

/** A built-in simple type (XML Schema Part 2, 3): the facts that derivation needs. */
export interface BuiltInType {
  readonly name: string;
  /** Local name of the built-in type it is derived from. */
  readonly base: string;
  readonly variety: 'atomic' | 'list';
  /** Local name of the primitive type; for a list that of its items' type. */
  readonly primitive: string;
  /** For a list. */
  readonly itemType?: string;
}

const primitives =
  'string boolean decimal float double duration dateTime time date gYearMonth gYear gMonthDay gDay gMonth hexBinary base64Binary anyURI QName NOTATION';

const derived =
  'normalizedString<string token<normalizedString language<token NMTOKEN<token Name<token NCName<Name ID<NCName IDREF<NCName ENTITY<NCName ' +
  'integer<decimal nonPositiveInteger<integer negativeInteger<nonPositiveInteger long<integer int<long short<int byte<short ' +
  'nonNegativeInteger<integer unsignedLong<nonNegativeInteger unsignedInt<unsignedLong unsignedShort<unsignedInt ' +
  'unsignedByte<unsignedShort positiveInteger<nonNegativeInteger ' +
  // Of XML Schema 1.1, which some vendors use.
  'dateTimeStamp<dateTime dayTimeDuration<duration yearMonthDuration<duration';

const lists = 'NMTOKENS<NMTOKEN IDREFS<IDREF ENTITIES<ENTITY';

/** The built-in simple types by local name; `anySimpleType` and `anyType` are not among them. */
export const builtInTypes: ReadonlyMap<string, BuiltInType> = table();

function table(): Map<string, BuiltInType> {
  const types = new Map<string, BuiltInType>();
  for (const name of primitives.split(' ')) {
    types.set(name, { name, base: 'anySimpleType', variety: 'atomic', primitive: name });
  }
  for (const [name, base] of pairs(derived)) {
    types.set(name, { name, base, variety: 'atomic', primitive: types.get(base)?.primitive ?? base });
  }
  for (const [name, itemType] of pairs(lists)) {
    const primitive = types.get(itemType)?.primitive ?? itemType;
    types.set(name, { name, base: 'anySimpleType', variety: 'list', primitive, itemType });
  }
  return types;
}

function pairs(text: string): (readonly [string, string])[] {
  return text.split(' ').map((pair) => pair.split('<') as [string, string]);
}

/** `xs:anyType`, the root of all types. */
export const anyType: ExpandedName = expandedName(xsdNamespace, 'anyType');

/** `xs:anySimpleType`, the root of all simple types. */
export const anySimpleType: ExpandedName = expandedName(xsdNamespace, 'anySimpleType');

/** `xs:error` of XML Schema 1.1, the type without values. */
const error: ExpandedName = expandedName(xsdNamespace, 'error');

/** `xs:anyAtomicType` of XML Schema 1.1. */
export const anyAtomicType: ExpandedName = expandedName(xsdNamespace, 'anyAtomicType');

const prefix = `{${xsdNamespace}}`;

/** The built-in simple type of that expanded name. */
export function builtInType(name: ExpandedName): BuiltInType | undefined {
  return name.startsWith(prefix) ? builtInTypes.get(splitExpandedName(name).local) : undefined;
}

/** True for every type that needs no definition: the built-in simple types and the roots of the hierarchy. */
export function isBuiltIn(name: ExpandedName): boolean {
  return isBuiltInSimple(name) || name === anyType;
}

/** True for the built-in simple types, those without a row of their own (`xs:anySimpleType`, `xs:error`…) included. */
export function isBuiltInSimple(name: ExpandedName): boolean {
  return builtInType(name) !== undefined || name === anySimpleType || name === anyAtomicType || name === error;
}
