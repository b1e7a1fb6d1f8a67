import fc from 'fast-check';
import {
  builtIns,
  char,
  formatSimple,
  guid,
  LexicalError,
  list,
  parseSimple,
  patterns,
  restriction,
  type SimpleType,
  union,
  validate,
} from '../index.js';
import * as xs from '../xs.js';
import { compareDates } from './date-order.js';
import { compareDurations } from './dates.js';
import { collapseWhiteSpace } from './whitespace.js';

const parse = (type: SimpleType, text: string): unknown => parseSimple(type, text);
const refused = (type: SimpleType, text: string): boolean => {
  try {
    parseSimple(type, text);
    return false;
  } catch (error) {
    return error instanceof LexicalError;
  }
};

describe('what a text means', () => {
  it.each<[SimpleType, string, unknown]>([
    [xs.string, ' a\n b ', ' a\n b '],
    [xs.normalizedString, ' a\n b ', ' a  b '],
    [xs.token, ' a\n b ', 'a b'],
    [xs.boolean, ' 1 ', true],
    [xs.boolean, 'false', false],
    [xs.int, ' +007 ', 7],
    [xs.int, '-2147483648', -2147483648],
    [xs.int, '-0', 0],
    [xs.unsignedByte, '255', 255],
    [xs.long, '9223372036854775807', 9223372036854775807n],
    [xs.long, '-9223372036854775808', -9223372036854775808n],
    [xs.unsignedLong, '18446744073709551615', 18446744073709551615n],
    [xs.integer, '123456789012345678901234567890', 123456789012345678901234567890n],
    [xs.decimal, ' 012.500 ', '012.500'],
    [xs.decimal, '.5', '.5'],
    [xs.double, '1e21', 1e21],
    [xs.double, '-INF', Number.NEGATIVE_INFINITY],
    [xs.double, 'NaN', Number.NaN],
    [xs.double, '-0', -0],
    [xs.double, '1.', 1],
    [xs.float, '0.1', 0.1],
    [xs.double, '28364477384374416E294', Number.POSITIVE_INFINITY],
    [xs.double, '-1e400', Number.NEGATIVE_INFINITY],
    [xs.float, '1E104', Number.POSITIVE_INFINITY],
    [xs.float, '-3.5e38', Number.NEGATIVE_INFINITY],
    [xs.float, '3.4028235e38', 3.4028235e38],
    [xs.hexBinary, '0aFF', Uint8Array.of(10, 255)],
    [xs.base64Binary, 'AQ ID', Uint8Array.of(1, 2, 3)],
    [xs.base64Binary, '', new Uint8Array(0)],
    [xs.NMTOKENS, ' a  b ', ['a', 'b']],
    [xs.dateTime, '2020-02-29T24:00:00Z', '2020-02-29T24:00:00Z'],
    [xs.date, '-0004-12-31+14:00', '-0004-12-31+14:00'],
    [xs.date, '12020-01-01', '12020-01-01'],
    [xs.gMonthDay, '--02-29', '--02-29'],
    [xs.gDay, '---31', '---31'],
    [xs.duration, '-P1Y2M3DT4H5M6.7S', '-P1Y2M3DT4H5M6.7S'],
    [char, ' 122 ', 'z'],
    [char, '0', '\0'],
    [guid, ' 0F8FAD5B-d9cb-469f-a165-70867728950e', '0F8FAD5B-d9cb-469f-a165-70867728950e'],
  ])('%# reads', (type, text, value) => {
    expect(parse(type, text)).toEqual(value);
  });

  it.each<[SimpleType, string]>([
    [xs.boolean, 'TRUE'],
    [xs.int, '2147483648'],
    [xs.int, '1.0'],
    [xs.int, ''],
    [xs.int, '-'],
    [xs.int, '1e2'],
    [xs.int, '٣'],
    [xs.byte, '-129'],
    [xs.unsignedInt, '-1'],
    [xs.long, '9223372036854775808'],
    [xs.long, '0x10'],
    [xs.long, ''],
    [xs.unsignedLong, '18446744073709551616'],
    [xs.positiveInteger, '0'],
    [xs.negativeInteger, '0'],
    [xs.nonPositiveInteger, '1'],
    [xs.decimal, '1e2'],
    [xs.decimal, '.'],
    [xs.decimal, '1,5'],
    [xs.double, 'Infinity'],
    [xs.double, '+INF'],
    [xs.double, '0x1'],
    [xs.double, ''],
    [xs.hexBinary, 'abc'],
    [xs.hexBinary, '0g'],
    [xs.base64Binary, 'AQI'],
    [xs.base64Binary, 'AQJ='],
    [xs.base64Binary, 'A==='],
    [xs.base64Binary, 'AQ*='],
    [xs.dateTime, '2020-02-30T00:00:00'],
    [xs.dateTime, '2020-01-01T24:00:01'],
    [xs.dateTime, '2020-01-01'],
    [xs.dateTime, '2020-01-01T00:00:00+14:01'],
    [xs.date, '0000-01-01'],
    [xs.date, '1900-02-29'],
    [xs.date, '02020-01-01'],
    [xs.time, '25:00:00'],
    [xs.gMonthDay, '--02-30'],
    [xs.gMonth, '--13'],
    [xs.duration, 'P'],
    [xs.duration, 'P1YT'],
    [xs.duration, '1Y'],
    [xs.duration, 'P-1Y'],
    [xs.language, 'toolonglanguage'],
    [xs.NCName, 'a:b'],
    [xs.Name, '1a'],
    [xs.NMTOKEN, 'a b'],
    [char, 'z'],
    [char, ''],
    [char, '65536'],
    [guid, '0F8FAD5B'],
  ])('%# refuses', (type, text) => {
    expect(refused(type, text)).toBe(true);
  });
});

describe('how a value is written', () => {
  it.each([
    [1e21, '1E+21'],
    [1e-7, '1E-07'],
    [0.00001, '1E-05'],
    [0.0001, '0.0001'],
    [1e15, '1E+15'],
    [123456789012345, '123456789012345'],
    [123456789012345680, '1.2345678901234568E+17'],
    [0.1, '0.1'],
    [100, '100'],
    [-0, '-0'],
    [5e-324, '5E-324'],
    [1.7976931348623157e308, '1.7976931348623157E+308'],
    [Number.POSITIVE_INFINITY, 'INF'],
    [Number.NaN, 'NaN'],
  ])('double %d as .NET does', (value, text) => {
    expect(formatSimple(xs.double, value)).toBe(text);
  });

  it('refuses values of another type, and integers that have lost digits', () => {
    expect(() => formatSimple(xs.long as SimpleType, 5)).toThrow(LexicalError);
    expect(() => formatSimple(xs.long as SimpleType, 2 ** 63)).toThrow('lost digits');
    expect(() => formatSimple(xs.int, 1.5)).toThrow(LexicalError);
    expect(() => formatSimple(xs.int, Number.NaN)).toThrow(LexicalError);
    expect(() => formatSimple(xs.decimal as SimpleType, 1.5)).toThrow(LexicalError);
    expect(() => formatSimple(char, 'ab')).toThrow(LexicalError);
    expect(() => formatSimple(xs.float, 1e39)).toThrow(LexicalError);
  });
});

const anyDate = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((value) => value.toISOString());
const qualifiers = {
  resolvePrefix: (prefix: string): string | undefined => (prefix === 'p' ? 'urn:p' : ''),
  prefixFor: (): string => 'p',
};

const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: fc.string({ unit: 'binary' }),
  normalizedString: fc.string().map((text) => text.replace(/[\t\n\r]/g, ' ')),
  token: fc.string().map(collapseWhiteSpace),
  language: fc.constantFrom('en', 'de-CH', 'x-klingon'),
  Name: fc.constantFrom('a', ':b', 'é-1', '𠀀x'),
  NCName: fc.constantFrom('a', '_b', 'é.1'),
  NMTOKEN: fc.constantFrom('1', 'a:b', '-'),
  NMTOKENS: fc.array(fc.constantFrom('1', 'a:b'), { minLength: 1 }),
  ID: fc.constantFrom('a', 'b'),
  IDREF: fc.constantFrom('a', 'b'),
  IDREFS: fc.array(fc.constantFrom('a', 'b'), { minLength: 1 }),
  ENTITY: fc.constantFrom('a', 'b'),
  ENTITIES: fc.array(fc.constantFrom('a', 'b'), { minLength: 1 }),
  anyURI: fc.webUrl(),
  anySimpleType: fc.string(),
  anyAtomicType: fc.string(),
  dateTimeStamp: anyDate,
  dayTimeDuration: fc.nat().map((seconds) => `P1DT${seconds}S`),
  yearMonthDuration: fc.nat().map((months) => `P${months}M`),
  boolean: fc.boolean(),
  decimal: fc.tuple(fc.bigInt(), fc.nat()).map(([whole, fraction]) => `${whole}.${fraction}`),
  integer: fc.bigInt(),
  nonPositiveInteger: fc.bigInt({ max: 0n }),
  negativeInteger: fc.bigInt({ max: -1n }),
  long: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  int: fc.integer(),
  short: fc.integer({ min: -32768, max: 32767 }),
  byte: fc.integer({ min: -128, max: 127 }),
  nonNegativeInteger: fc.bigInt({ min: 0n }),
  unsignedLong: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  unsignedInt: fc.integer({ min: 0, max: 4294967295 }),
  unsignedShort: fc.nat(65535),
  unsignedByte: fc.nat(255),
  positiveInteger: fc.bigInt({ min: 1n }),
  float: fc.float(),
  double: fc.double(),
  duration: fc.tuple(fc.nat(), fc.nat()).map(([months, seconds]) => `P${months}MT${seconds}.5S`),
  dateTime: anyDate,
  time: anyDate.map((text) => text.slice(11)),
  date: anyDate.map((text) => text.slice(0, 10)),
  gYearMonth: anyDate.map((text) => text.slice(0, 7)),
  gYear: anyDate.map((text) => text.slice(0, 4)),
  gMonthDay: anyDate.map((text) => `-${text.slice(4, 10)}`),
  gDay: anyDate.map((text) => `--${text.slice(7, 10)}`),
  gMonth: anyDate.map((text) => `-${text.slice(4, 7)}Z`),
  hexBinary: fc.uint8Array(),
  base64Binary: fc.uint8Array(),
  QName: fc.constantFrom('a', 'b').map((name) => ({ namespace: 'urn:p', name })),
  NOTATION: fc.constantFrom('a', 'b').map((name) => ({ namespace: 'urn:p', name })),
};

describe('every built-in type', () => {
  const simple = [...builtIns].flatMap(([name, type]) =>
    type.kind === 'simple' && name !== 'error' ? [[name, type] as const] : [],
  );

  it.each(simple)('%s reads what it writes', (name, type) => {
    const arbitrary = values[name];
    if (arbitrary === undefined) {
      throw new Error(`no values for ${name}`);
    }
    fc.assert(
      fc.property(arbitrary, (value) => {
        expect(parseSimple(type, formatSimple(type, value, qualifiers), qualifiers)).toEqual(value);
      }),
      { numRuns: 60 },
    );
  });
});

describe('types of XML Schema 1.1', () => {
  it.each([
    ['dateTimeStamp', xs.dateTimeStamp, '2024-01-15T09:30:00Z', '2024-01-15T09:30:00'],
    ['dateTimeStamp', xs.dateTimeStamp, '2024-01-15T09:30:00+02:00', '2024-01-15'],
    ['yearMonthDuration', xs.yearMonthDuration, '-P1Y2M', 'P1Y2D'],
    ['yearMonthDuration', xs.yearMonthDuration, 'P14M', 'PT1M'],
    ['dayTimeDuration', xs.dayTimeDuration, 'P1DT2M', 'P1M'],
    ['dayTimeDuration', xs.dayTimeDuration, '-PT0.5S', 'P1Y'],
  ] as const)('%s', (_, type, valid, invalid) => {
    expect(parseSimple(type, valid)).toBe(valid);
    expect(() => parseSimple(type, invalid)).toThrow(LexicalError);
    expect(type.accepts?.(valid)).toBe(true);
    expect(type.accepts?.(invalid)).toBe(false);
  });

  it('error has no values', () => {
    expect(() => parseSimple(xs.error, '')).toThrow(LexicalError);
  });

  it.each([
    ['dateTime', xs.dateTime, '2024-01-15T09:30:00'],
    ['date', xs.date, '2024-01-15'],
    ['time', xs.time, '09:30:00'],
    ['gYearMonth', xs.gYearMonth, '2024-01'],
    ['gYear', xs.gYear, '2024'],
    ['gMonthDay', xs.gMonthDay, '--01-15'],
    ['gDay', xs.gDay, '---15'],
    ['gMonth', xs.gMonth, '--01'],
  ] as const)('%s with explicitTimezone has one, or has none', (_, type, text) => {
    const required = restriction('', '', type, { explicitTimezone: 'required' });
    const prohibited = restriction('', '', type, { explicitTimezone: 'prohibited' });
    const strict = { strict: true };
    for (const zone of ['Z', '-05:00']) {
      expect(parseSimple(required, text + zone, undefined, strict)).toBe(text + zone);
      expect(() => parseSimple(prohibited, text + zone, undefined, strict)).toThrow('must not have a time zone');
    }
    expect(parseSimple(prohibited, text, undefined, strict)).toBe(text);
    expect(() => parseSimple(required, text, undefined, strict)).toThrow('must have a time zone');
  });
});

describe('order', () => {
  it('compares dates exactly, and is undefined where a missing zone makes it so', () => {
    expect(compareDates('2020-01-01T00:00:00Z', '2020-01-01T01:00:00+01:00', 'dateTime')).toBe(0);
    expect(compareDates('2020-01-01T00:00:00.10', '2020-01-01T00:00:00.1', 'dateTime')).toBe(0);
    expect(compareDates('2020-01-01T24:00:00', '2020-01-02T00:00:00', 'dateTime')).toBe(0);
    expect(compareDates('2020-01-01T12:00:00', '2020-01-01T12:00:00Z', 'dateTime')).toBeUndefined();
    expect(compareDates('2020-01-01T12:00:00', '2020-01-03T12:00:00Z', 'dateTime')).toBe(-1);
    expect(compareDates('2020-01-05', '2020-01-03Z', 'date')).toBe(1);
    expect(compareDates('-0001-12-31', '0001-01-01', 'date')).toBe(-1);
    expect(compareDates('99999999999-01-01', '9999-01-01', 'date')).toBe(1);
  });

  it('agrees with the clock', () => {
    fc.assert(
      fc.property(anyDate, anyDate, (a, b) => {
        expect(compareDates(a, b, 'dateTime')).toBe(Math.sign(Date.parse(a) - Date.parse(b)));
      }),
    );
  });

  it('compares durations where all months agree', () => {
    expect(compareDurations('P1Y', 'P12M')).toBe(0);
    expect(compareDurations('P1D', 'PT24H')).toBe(0);
    expect(compareDurations('P1M', 'P30D')).toBeUndefined();
    expect(compareDurations('P1M', 'P27D')).toBe(1);
    expect(compareDurations('P1M', 'P32D')).toBe(-1);
    expect(compareDurations('PT0.10S', 'PT0.1S')).toBe(0);
    expect(compareDurations('-P1Y', 'P1D')).toBe(-1);
  });
});

describe('facets', () => {
  const codes = (type: SimpleType, value: unknown): string[] => validate(type, value).map(({ code }) => code);
  const simple = (base: SimpleType, facets: Parameters<typeof restriction>[3]): SimpleType =>
    restriction('urn:t', 't', base, facets);

  it.each<[string, SimpleType, unknown, string[]]>([
    ['code points', simple(xs.string, { length: 1 }), '😀', []],
    ['octets', simple(xs.base64Binary, { maxLength: 1 }), Uint8Array.of(1, 2), ['maxLength']],
    ['items', simple(list('', '', xs.int), { minLength: 2 }), [1], ['minLength']],
    ['a list of no items', xs.NMTOKENS, [], ['minLength']],
    [
      'decimals without rounding',
      simple(xs.decimal, { maxInclusive: '0.30000000000000000001' }),
      '0.30000000000000000002',
      ['maxInclusive'],
    ],
    ['decimals by value', simple(xs.decimal, { enumeration: ['1.0'] }), '01.00', []],
    ['bigints', simple(xs.long, { maxExclusive: '9007199254740993' }), 9007199254740993n, ['maxExclusive']],
    ['bigints below', simple(xs.long, { maxExclusive: '9007199254740993' }), 9007199254740992n, []],
    [
      'incomparable dates',
      simple(xs.dateTime, { minInclusive: '2020-01-01T00:00:00Z' }),
      '2020-01-01T00:00:00',
      ['minInclusive'],
    ],
    ['durations', simple(xs.duration, { maxInclusive: 'P1M' }), 'P27D', []],
    ['NaN below a bound', simple(xs.double, { maxInclusive: '1' }), Number.NaN, ['maxInclusive']],
    ['-INF', simple(xs.double, { minExclusive: '-INF' }), Number.NEGATIVE_INFINITY, ['minExclusive']],
    ['total digits', simple(xs.decimal, { totalDigits: 3 }), '0012.50', []],
    [
      'too many digits',
      simple(xs.decimal, { totalDigits: 3, fractionDigits: 1 }),
      '12.55',
      ['totalDigits', 'fractionDigits'],
    ],
    ['digits of integers', simple(xs.integer, { totalDigits: 2 }), -100n, ['totalDigits']],
    [
      'names by expanded name',
      simple(xs.QName, { enumeration: ['{urn:a}x'], maxLength: 1 }),
      { namespace: 'urn:a', name: 'x' },
      [],
    ],
    ['lists by items', simple(list('', '', xs.int), { enumeration: ['1  2'] }), [1, 2], []],
    ['binary by octets', simple(xs.hexBinary, { enumeration: ['0a'] }), Uint8Array.of(10), []],
    [
      'all groups of patterns',
      simple(simple(xs.string, { patterns: patterns(['a.*']) }), { patterns: patterns(['.*b', '.*c']) }),
      'xb',
      ['patterns'],
    ],
    ['one of a group', simple(xs.string, { patterns: patterns(['a+', 'b+']) }), 'bb', []],
    ['unions', simple(union('', '', [xs.int, xs.boolean]), { enumeration: ['1', 'false'] }), false, []],
    [
      'unions outside',
      simple(union('', '', [xs.int, xs.boolean]), { enumeration: ['1', 'false'] }),
      true,
      ['enumeration'],
    ],
  ])('%s', (_name, type, value, expected) => {
    expect(codes(type, value)).toEqual(expected);
  });

  it('use the first member of a union that accepts a text', () => {
    const small = simple(xs.int, { maxInclusive: '9' });
    const type = union('', '', [small, xs.boolean, xs.token]);
    expect(['5', '10', 'true', 'x'].map((text) => parse(type, text))).toEqual([5, '10', true, 'x']);
    expect(formatSimple(type, 5)).toBe('5');
    expect(codes(type, 10)).toEqual(['wrong-type']);
  });

  it.each<[SimpleType, unknown, string, string]>([
    [xs.long, 7n, '[0-9]{5}', '00007'],
    [xs.int, -7, '-[0-9]{3}', '-007'],
    [xs.double, 0.01, '...[Ee]..', '1.0E-2'],
    [xs.double, 1.5, '[0-9]\\.[0-9]{2}', '1.50'],
    [xs.double, 1.5, '[a-z]+', '1.5'],
    [xs.hexBinary, Uint8Array.of(171, 1), '[0-9a-f]*', 'ab01'],
    [xs.base64Binary, Uint8Array.of(0, 1, 2), '[a-z]*', 'AAEC'],
    [list('', '', xs.double), [1500, 250], '(\\d\\.\\dE\\d ?)+', '1.5E3 2.5E2'],
    [list('', '', xs.boolean), [true, false], '[01 ]*', '1 0'],
    [list('', '', xs.token), ['a', 'b'], '[x ]*', 'a b'],
  ])('writes a value in the form that its pattern asks for (%#)', (base, value, pattern, text) => {
    expect(formatSimple(simple(base, { patterns: patterns([pattern]) }), value)).toBe(text);
  });

  it('has texts of their own for characters in forms', () => {
    expect(char.formMapping?.parse('1')).toBe('1');
    expect(() => char.formMapping?.parse('12')).toThrow(LexicalError);
    expect(formatSimple(char, 'z')).toBe('122');
  });
});
