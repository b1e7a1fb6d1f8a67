import type { TypeKey } from '../../contract/model.js';
import {
  expandedName,
  microsoftTypesNamespace,
  serializationNamespace,
  splitExpandedName,
  xsdNamespace,
} from '../../contract/names.js';
import {
  keyword,
  runtimeType,
  schemaModule,
  type TypeExpression,
  type ValueExpression,
  xsModule,
} from './expression.js';

/**
 * How the values of a built-in simple type appear in TypeScript. `text` is a string that is the value itself; `lexical` is a
 * string that is one of several spellings of the value (decimals, dates), so it never becomes a literal type; `none` has no
 * values at all.
 */
export type ValueFamily =
  | 'text'
  | 'lexical'
  | 'number'
  | 'bigint'
  | 'boolean'
  | 'binary'
  | 'qname'
  | 'tree'
  | 'list'
  | 'none';

const families: Readonly<Record<ValueFamily, string>> = {
  text: 'string normalizedString token language Name NCName NMTOKEN ID IDREF ENTITY anyURI anySimpleType anyAtomicType',
  lexical:
    'decimal duration dateTime time date gYearMonth gYear gMonthDay gDay gMonth dateTimeStamp dayTimeDuration yearMonthDuration',
  number: 'int short byte unsignedInt unsignedShort unsignedByte float double',
  bigint: 'integer nonPositiveInteger negativeInteger nonNegativeInteger positiveInteger long unsignedLong',
  boolean: 'boolean',
  binary: 'base64Binary hexBinary',
  qname: 'QName NOTATION',
  tree: 'anyType',
  list: 'NMTOKENS IDREFS ENTITIES',
  none: 'error',
};

const familyOf = new Map<TypeKey, ValueFamily>(
  Object.entries(families).flatMap(([family, names]) =>
    names.split(' ').map((name) => [expandedName(xsdNamespace, name), family as ValueFamily] as const),
  ),
);

/** Types of .NET that the runtime has. A `char` is the same number on the wire in services of ASP.NET and of WCF. */
const microsoft: ReadonlySet<TypeKey> = new Set([
  ...['char', 'guid'].map((name) => expandedName(microsoftTypesNamespace, name)),
  expandedName(serializationNamespace, 'char'),
]);

/** Elements that need no module: `xs:schema`, to which .NET's inputs refer, is a tree wherever it occurs. */
export const builtInElements: ReadonlySet<string> = new Set([expandedName(xsdNamespace, 'schema')]);

/** The family of a built-in type; undefined for any other. */
export function builtInFamily(key: TypeKey): ValueFamily | undefined {
  return microsoft.has(key) ? 'text' : familyOf.get(key);
}

/** The TypeScript type of a family's values. */
export function familyType(family: ValueFamily): TypeExpression {
  switch (family) {
    case 'text':
    case 'lexical':
      return keyword('string');
    case 'number':
    case 'bigint':
    case 'boolean':
      return keyword(family);
    case 'binary':
      return { kind: 'global', name: 'Uint8Array', arguments: [] };
    case 'qname':
      return runtimeType('QName');
    case 'tree':
      return runtimeType('XmlElement');
    case 'list':
      return { kind: 'array', item: keyword('string') };
    case 'none':
      return keyword('never');
  }
}

/** The runtime's descriptor of a built-in type: `xs.int`, `char`. */
export function builtInDescriptor(key: TypeKey): ValueExpression {
  const { local } = splitExpandedName(key);
  return microsoft.has(key)
    ? { kind: 'import', from: schemaModule, name: local }
    : { kind: 'import', from: xsModule, name: local, namespace: 'xs' };
}
