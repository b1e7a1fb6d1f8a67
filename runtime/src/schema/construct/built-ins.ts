import type { XmlElement } from '../../xml/interfaces/tree.js';
import { treeContent } from '../content/tree-content.js';
import type { ComplexType, Facets, LexicalContext, QName, SimpleType, Type } from '../descriptor/descriptor.js';
import { schemaNamespace } from '../descriptor/resolve.js';
import { encodeOctets } from '../encode/gaps.js';
import { equalBytes, formatBase64, formatHex, isOctets, parseBase64, parseHex } from '../lexical/binary.js';
import {
  compareDurations,
  type DateKind,
  durationKey,
  hasTimezone,
  isDate,
  isDuration,
  parseDate,
  parseDuration,
} from '../lexical/dates.js';
import { formatQName, isLanguage, isName, isNCName, isNMTOKEN, isQName, parseQName } from '../lexical/names.js';
import {
  fitsFloating,
  formatFloating,
  isDecimal,
  notA,
  parseBigInteger,
  parseDecimal,
  parseFloating,
  parseSmallInteger,
} from '../lexical/numbers.js';
import { planDerived } from '../simple/derived-plan.js';
import { varietyEngine } from '../simple/varieties.js';

/** The built-in types (Part 2, 3). Primitives have lexical mappings; derived types restrict them. */

type Definition<T> = Omit<SimpleType<T>, '~type' | 'kind' | 'variety' | 'namespace' | 'name'>;

/** A type that has everything itself, also what it does not change of its base. */
function atomic<T>(name: string, definition: Definition<T>): SimpleType<T> {
  return {
    ...(definition.base as SimpleType<T> | undefined),
    kind: 'simple',
    variety: 'atomic',
    namespace: schemaNamespace,
    name,
    planner: planDerived,
    ...definition,
  };
}

const same = (text: string): string => text;
const isString = (value: unknown): value is string => typeof value === 'string';

/** `xs:anySimpleType`: any text. */
export const anySimpleType: SimpleType<string> = atomic('anySimpleType', {
  facets: { whiteSpace: 'preserve' },
  parse: same,
  format: same,
  accepts: isString,
});

function stringType(
  name: string,
  base: SimpleType<string>,
  facets?: Facets,
  fits?: (text: string) => boolean,
): SimpleType<string> {
  return atomic<string>(name, {
    base,
    ...(facets === undefined ? {} : { facets }),
    ...(fits === undefined ? {} : checkedText(name, fits)),
  });
}

function checkedText(
  name: string,
  fits: (text: string) => boolean,
): Required<Pick<SimpleType<string>, 'parse' | 'accepts'>> {
  return {
    parse: (text) => checked(text, fits(text), name),
    accepts: (value) => isString(value) && fits(value),
  };
}

const isCollapsed = (text: string): boolean => !/[\t\n\r]|^ | $| {2}/.test(text);

/** `xs:string`: text, with white space kept. */
export const string: SimpleType<string> = atomic('string', { base: anySimpleType });
/** `xs:normalizedString`: text in which tabs and line ends are blanks. */
export const normalizedString: SimpleType<string> = stringType(
  'normalizedString',
  string,
  { whiteSpace: 'replace' },
  (text) => !/[\t\n\r]/.test(text),
);
/** `xs:token`: text with white space collapsed. */
export const token: SimpleType<string> = stringType('token', normalizedString, { whiteSpace: 'collapse' }, isCollapsed);
/** `xs:language`: the tag of a language, like `en-GB`. */
export const language: SimpleType<string> = stringType('language', token, undefined, isLanguage);
/** `xs:Name`: a name of XML, which may contain colons. */
export const Name: SimpleType<string> = stringType('Name', token, undefined, isName);
/** `xs:NCName`: a name of XML without a colon. */
export const NCName: SimpleType<string> = stringType('NCName', Name, undefined, isNCName);
/** `xs:NMTOKEN`: one or more of the characters that names are made of. */
export const NMTOKEN: SimpleType<string> = stringType('NMTOKEN', token, undefined, isNMTOKEN);
/** `xs:ID`: a name without a colon that is unique in its document. */
export const ID: SimpleType<string> = stringType('ID', NCName);
/** `xs:IDREF`: the `xs:ID` of an element of the same document. */
export const IDREF: SimpleType<string> = stringType('IDREF', NCName);
/** `xs:ENTITY`: the name of an entity. */
export const ENTITY: SimpleType<string> = stringType('ENTITY', NCName);
/** `xs:anyURI`: a URI reference as text, with white space collapsed. */
export const anyURI: SimpleType<string> = atomic('anyURI', {
  base: anySimpleType,
  facets: { whiteSpace: 'collapse' },
  ...checkedText('anyURI', isCollapsed),
  key: (value) => `anyURI:${value}`,
});

function listType(name: string, itemType: SimpleType<string>): SimpleType<string[]> {
  return {
    kind: 'simple',
    variety: 'list',
    namespace: schemaNamespace,
    name,
    itemType,
    facets: { minLength: 1, whiteSpace: 'collapse' },
    engine: varietyEngine,
    planner: planDerived,
  };
}

/** `xs:NMTOKENS`: a list of `xs:NMTOKEN`, one at least. */
export const NMTOKENS: SimpleType<string[]> = listType('NMTOKENS', NMTOKEN);
/** `xs:IDREFS`: a list of `xs:IDREF`, one at least. */
export const IDREFS: SimpleType<string[]> = listType('IDREFS', IDREF);
/** `xs:ENTITIES`: a list of names of entities, one at least. */
export const ENTITIES: SimpleType<string[]> = listType('ENTITIES', ENTITY);

const collapse: Facets = { whiteSpace: 'collapse' };

/** `xs:boolean`: `true` and `1`, `false` and `0`. */
export const boolean: SimpleType<boolean> = atomic('boolean', {
  base: anySimpleType,
  facets: collapse,
  parse: (text) => {
    if (text === 'true' || text === '1') {
      return true;
    }
    if (text === 'false' || text === '0') {
      return false;
    }
    throw notA(text, 'boolean');
  },
  format: String,
  accepts: (value) => typeof value === 'boolean',
  key: (value) => `boolean:${value}`,
});

/** `xs:decimal`: a decimal number of any length as text, so that no digit is lost. */
export const decimal: SimpleType<string> = atomic<string>('decimal', {
  base: anySimpleType,
  facets: collapse,
  parse: parseDecimal,
  format: same,
  accepts: isDecimal,
});

function compareNumbers<T extends number | bigint>(a: T, b: T): number | undefined {
  return a < b ? -1 : a > b ? 1 : a === b ? 0 : undefined;
}

function sameNumber<T extends number | bigint>(a: T, b: T): boolean {
  return a === b || (typeof a === 'number' && Number.isNaN(a) && Number.isNaN(b as number));
}

function bigInteger(name: string, base: SimpleType, min?: bigint, max?: bigint): SimpleType<bigint> {
  return atomic<bigint>(name, {
    base,
    parse: (text) => parseBigInteger(text, min, max, name),
    format: String,
    accepts: (value) =>
      typeof value === 'bigint' && (min === undefined || value >= min) && (max === undefined || value <= max),
    compare: compareNumbers,
    equals: sameNumber,
  });
}

function smallInteger(name: string, base: SimpleType, min: number, max: number): SimpleType<number> {
  return atomic<number>(name, {
    base,
    parse: (text) => parseSmallInteger(text, min, max, name),
    // `-0` is an integer like any other zero.
    format: (value) => `${value === 0 ? 0 : value}`,
    accepts: (value) => typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max,
    compare: compareNumbers,
    equals: sameNumber,
  });
}

/** `xs:integer`: an integer of any length, a `bigint`. */
export const integer: SimpleType<bigint> = bigInteger('integer', decimal);
/** `xs:nonPositiveInteger`: zero or an integer below, a `bigint`. */
export const nonPositiveInteger: SimpleType<bigint> = bigInteger('nonPositiveInteger', integer, undefined, 0n);
/** `xs:negativeInteger`: an integer below zero, a `bigint`. */
export const negativeInteger: SimpleType<bigint> = bigInteger('negativeInteger', nonPositiveInteger, undefined, -1n);
/** `xs:long`: a signed 64-bit integer, a `bigint`. */
export const long: SimpleType<bigint> = bigInteger('long', integer, -(2n ** 63n), 2n ** 63n - 1n);
/** `xs:int`: a number from -2147483648 to 2147483647. */
export const int: SimpleType<number> = smallInteger('int', long, -2147483648, 2147483647);
/** `xs:short`: a number from -32768 to 32767. */
export const short: SimpleType<number> = smallInteger('short', int, -32768, 32767);
/** `xs:byte`: a number from -128 to 127. */
export const byte: SimpleType<number> = smallInteger('byte', short, -128, 127);
/** `xs:nonNegativeInteger`: zero or an integer above, a `bigint`. */
export const nonNegativeInteger: SimpleType<bigint> = bigInteger('nonNegativeInteger', integer, 0n);
/** `xs:unsignedLong`: an unsigned 64-bit integer, a `bigint`. */
export const unsignedLong: SimpleType<bigint> = bigInteger('unsignedLong', nonNegativeInteger, 0n, 2n ** 64n - 1n);
/** `xs:unsignedInt`: a number from 0 to 4294967295. */
export const unsignedInt: SimpleType<number> = smallInteger('unsignedInt', unsignedLong, 0, 4294967295);
/** `xs:unsignedShort`: a number from 0 to 65535. */
export const unsignedShort: SimpleType<number> = smallInteger('unsignedShort', unsignedInt, 0, 65535);
/** `xs:unsignedByte`: a number from 0 to 255. */
export const unsignedByte: SimpleType<number> = smallInteger('unsignedByte', unsignedShort, 0, 255);
/** `xs:positiveInteger`: an integer above zero, a `bigint`. */
export const positiveInteger: SimpleType<bigint> = bigInteger('positiveInteger', nonNegativeInteger, 1n);

function floating(name: 'float' | 'double', reduce: (value: number) => number): SimpleType<number> {
  return atomic<number>(name, {
    base: anySimpleType,
    facets: collapse,
    parse: (text, context) => parseFloating(text, name, context.overflow),
    format: formatFloating,
    accepts: (value) => typeof value === 'number' && fitsFloating(value, name),
    compare: (a, b) => compareNumbers(reduce(a), reduce(b)),
    equals: (a, b) => sameNumber(reduce(a), reduce(b)),
    // -0 is written as 0.
    key: (value) => `${name}:${reduce(value)}`,
  });
}

/** Values keep the digits of the wire; they are compared as the 32-bit numbers that they stand for. */
export const float: SimpleType<number> = floating('float', Math.fround);
/** `xs:double`: a 64-bit floating-point number, with `NaN` and infinities. */
export const double: SimpleType<number> = floating('double', (value) => value);

/** `xs:duration`: text like `P1Y2M3DT4H5M6S`. */
export const duration: SimpleType<string> = atomic('duration', {
  base: anySimpleType,
  facets: collapse,
  parse: parseDuration,
  format: same,
  accepts: isDuration,
  compare: compareDurations,
  equals: (a, b) => compareDurations(a, b) === 0,
  key: (value) => `duration:${durationKey(value)}`,
});

function dateType(kind: DateKind): SimpleType<string> {
  return atomic<string>(kind, {
    base: anySimpleType,
    facets: collapse,
    parse: (text) => parseDate(text, kind),
    format: same,
    accepts: (value) => isDate(value, kind),
  });
}

/** `xs:dateTime`: text like `2026-01-31T12:00:00Z`, with or without a time zone. */
export const dateTime: SimpleType<string> = dateType('dateTime');
/** `xs:time`: text like `12:00:00`, with or without a time zone. */
export const time: SimpleType<string> = dateType('time');
/** `xs:date`: text like `2026-01-31`, with or without a time zone. */
export const date: SimpleType<string> = dateType('date');
/** `xs:gYearMonth`: a month of one year, text like `2026-01`. */
export const gYearMonth: SimpleType<string> = dateType('gYearMonth');
/** `xs:gYear`: a year, text like `2026`. */
export const gYear: SimpleType<string> = dateType('gYear');
/** `xs:gMonthDay`: a day of each year, text like `--01-31`. */
export const gMonthDay: SimpleType<string> = dateType('gMonthDay');
/** `xs:gDay`: a day of each month, text like `---31`. */
export const gDay: SimpleType<string> = dateType('gDay');
/** `xs:gMonth`: a month of each year, text like `--01`. */
export const gMonth: SimpleType<string> = dateType('gMonth');

function binary(
  name: string,
  parse: (text: string) => Uint8Array,
  format: (bytes: Uint8Array) => string,
): SimpleType<Uint8Array> {
  return atomic<Uint8Array>(name, {
    base: anySimpleType,
    facets: collapse,
    parse,
    format,
    accepts: isOctets,
    equals: equalBytes,
    key: (value) => `${name}:${formatHex(value)}`,
    lengthOf: (value) => value.length,
    octets: encodeOctets,
  });
}

/** `xs:hexBinary`: bytes, written in hexadecimal digits. */
export const hexBinary: SimpleType<Uint8Array> = binary('hexBinary', parseHex, formatHex);
/** `xs:base64Binary`: bytes, written in base64. */
export const base64Binary: SimpleType<Uint8Array> = binary('base64Binary', parseBase64, formatBase64);

function nameType(name: string): SimpleType<QName> {
  return atomic<QName>(name, {
    base: anySimpleType,
    facets: collapse,
    parse: (text: string, context: LexicalContext) => parseQName(text, context),
    format: (value: QName, context: LexicalContext) => formatQName(value, context),
    accepts: isQName,
    equals: (a, b) => a.namespace === b.namespace && a.name === b.name,
    key: ({ namespace, name }) => `QName:{${namespace}}${name}`,
  });
}

/** `xs:QName`: a qualified name, with the namespace that its prefix stands for. */
export const QName_: SimpleType<QName> = nameType('QName');
/** `xs:NOTATION`: the qualified name of a notation; types that restrict it list the names. */
export const NOTATION: SimpleType<QName> = nameType('NOTATION');

function narrowed(name: string, base: SimpleType<string>, parse: (text: string) => string): SimpleType<string> {
  return atomic<string>(name, {
    base,
    parse: (text) => parse(text),
    accepts: (value) => isString(value) && isParsable(value, parse),
  });
}

function isParsable(text: string, parse: (text: string) => string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

function checked(text: string, fits: boolean, name: string): string {
  if (!fits) {
    throw notA(text, name);
  }
  return text;
}

/** `xs:anyAtomicType` of XML Schema 1.1: any text, as `xs:anySimpleType`. */
export const anyAtomicType: SimpleType<string> = atomic('anyAtomicType', { base: anySimpleType });

/** `xs:dateTimeStamp` of XML Schema 1.1: a `dateTime` with time zone. */
export const dateTimeStamp: SimpleType<string> = narrowed('dateTimeStamp', dateTime, (text) =>
  checked(parseDate(text, 'dateTime'), hasTimezone(text), 'dateTimeStamp'),
);

/** `xs:yearMonthDuration` of XML Schema 1.1: only years and months. */
export const yearMonthDuration: SimpleType<string> = narrowed('yearMonthDuration', duration, (text) =>
  checked(parseDuration(text), !/[DT]/.test(text), 'yearMonthDuration'),
);

/** `xs:dayTimeDuration` of XML Schema 1.1: only days, hours, minutes and seconds. */
export const dayTimeDuration: SimpleType<string> = narrowed('dayTimeDuration', duration, (text) =>
  checked(parseDuration(text), !/[YM]/.test(text.split('T')[0] ?? ''), 'dayTimeDuration'),
);

/** `xs:error` of XML Schema 1.1: the type without values. */
export const error: SimpleType<never> = {
  kind: 'simple',
  variety: 'union',
  namespace: schemaNamespace,
  name: 'error',
  memberTypes: [],
  engine: varietyEngine,
  planner: planDerived,
};

/** `xs:anyType`: any element, kept as a tree. */
export const anyType: ComplexType<XmlElement> = {
  kind: 'complex',
  namespace: schemaNamespace,
  name: 'anyType',
  tree: true,
  engine: treeContent,
};

/** Every built-in type by its local name. */
export const builtIns: ReadonlyMap<string, Type> = new Map<string, Type>(
  [
    ...[anySimpleType, string, normalizedString, token, language, Name, NCName, NMTOKEN, NMTOKENS, ID, IDREF, IDREFS],
    ...[
      ENTITY,
      ENTITIES,
      anyURI,
      boolean,
      decimal,
      integer,
      nonPositiveInteger,
      negativeInteger,
      long,
      int,
      short,
      byte,
    ],
    ...[nonNegativeInteger, unsignedLong, unsignedInt, unsignedShort, unsignedByte, positiveInteger, float, double],
    ...[duration, dateTime, time, date, gYearMonth, gYear, gMonthDay, gDay, gMonth, hexBinary, base64Binary],
    ...[QName_, NOTATION, anyType, anyAtomicType, dateTimeStamp, dayTimeDuration, yearMonthDuration, error],
  ].map((type) => [type.name, type as Type]),
);
