import { withinSeconds } from '../../../../tests/support/processor-time.js';
import {
  attribute,
  complexType,
  element,
  formatSimple,
  list,
  parseSimple,
  patterns,
  restriction,
  type SimpleType,
  union,
  validate,
  validateXml,
} from '../index.js';
import { compareDates } from '../lexical/date-order.js';
import { compilePattern, RegexSyntaxError } from '../regex/regex.js';
import * as xs from '../xs.js';

describe('dates before the year 1', () => {
  it.each(['-0004-02-29', '-2000-02-29', '-12344-02-29', '-0001-02-29', '-0005-02-29', '-2001-02-29'])(
    '%s is in a leap year, by appendix E or by the calendar',
    (text) => {
      expect(parseSimple(xs.date, text)).toBe(text);
    },
  );

  it.each(['-0002-02-29', '-0100-02-29', '-0101-02-29', '0000-01-01'])('%s is not a date', (text) => {
    expect(() => parseSimple(xs.date, text)).toThrow('not a valid date');
  });

  it('are followed at once by those after it', () => {
    expect(compareDates('-0001-12-31T24:00:00Z', '0001-01-01T00:00:00Z', 'dateTime')).toBe(0);
    expect(compareDates('-0001-12-31T23:00:00-01:00', '0001-01-01T00:00:00Z', 'dateTime')).toBe(0);
    expect(compareDates('-0004-02-29', '-0004-03-01', 'date')).toBe(-1);
  });
});

describe('floats', () => {
  const type: SimpleType = restriction('', '', xs.float, { enumeration: ['0.1', '0'] });
  it.each([
    [0.1, true],
    [Math.fround(0.1), true],
    [-0, true],
    [0.10001, false],
  ])('%d is an enumerated 32-bit number: %s', (value, expected) => {
    expect(validate(type, value).length === 0).toBe(expected);
    expect(validate(list('', '', type), [value]).length === 0).toBe(expected);
  });
});

describe('patterns beyond the grammar', () => {
  it.each([
    ['{x}', '{x}'],
    ['[\\w-.]+', 'a-.'],
    ['[a-c-e]+', 'b-e'],
    ['a\\/b', 'a/b'],
    ['[+--]', ','],
    ['\\p{IsHighSurrogates}?\\P{Cs}', 'a'],
  ])('%s is read as most tools do, and says so', (pattern, text) => {
    const compiled = compilePattern(pattern);
    expect(compiled.test(text)).toBe(true);
    expect(compiled.looseness).toBeDefined();
  });

  it.each(['a{1}{2}', '{2}', 'a*{3}', '|{1,}', '\\a'])('%s is none', (pattern) => {
    expect(() => compilePattern(pattern)).toThrow(RegexSyntaxError);
  });

  it.each(['[-a]', '[a-]', '[^-a]', '[--]', '[a-z-[-b]]', '\\{\\}', '[{}]', '[\\--a]', '(a|)'])(
    '%s is within it',
    (pattern) => {
      expect(compilePattern(pattern).looseness).toBeUndefined();
    },
  );
});

describe('unions', () => {
  const strict = { strict: true };
  const takes = (type: SimpleType, text: string): boolean => {
    try {
      const value = parseSimple(type, text, undefined, strict);
      return validate(type, value).length === 0;
    } catch {
      return false;
    }
  };

  it.each<[SimpleType, unknown, string]>([
    [union('', '', [xs.boolean, xs.int]), 1, '+1'],
    [union('', '', [xs.boolean, xs.int]), 2, '2'],
    [union('', '', [xs.boolean, xs.integer]), 0n, '+0'],
    [union('', '', [xs.NCName, xs.boolean]), true, '1'],
    [union('', '', [xs.int, xs.boolean]), 1, '1'],
    [list('', '', union('', '', [xs.boolean, xs.int])), [true, 1], 'true +1'],
    [union('', '', [xs.int, xs.double]), 1, '1'],
    [restriction('', '', union('', '', [xs.int, xs.float]), { enumeration: ['1.0'] }), 1, '1.0'],
    [restriction('', '', union('', '', [xs.int]), { patterns: patterns(['0\\d+']) }), 7, '07'],
  ])('%# are written as they will be read', (type, value, text) => {
    expect(formatSimple(type, value)).toBe(text);
    expect(parseSimple(type, text, undefined, strict)).toEqual(value);
  });

  it.each<[string, SimpleType[], string, readonly string[], readonly string[]]>([
    ['of two primitive types', [xs.int, xs.float], '1', ['1', ' 01 '], ['1.0', '1E0', '2']],
    ['of one primitive type', [xs.int, xs.decimal], '1', ['1', '1.0', '+1'], ['1.1']],
    ['of texts before numbers', [xs.string, xs.decimal], '1', ['1'], ['01', '1.0']],
    ['of texts after numbers', [xs.decimal, xs.string], 'a', ['a'], ['1', 'b', ' a ']],
  ])('compare enumerated values %s by the member that reads them', (_, members, value, valid, invalid) => {
    const type = restriction('', '', union('', '', members), { enumeration: [value] });
    const lists = restriction('', '', list('', '', union('', '', members)), { enumeration: [value] });
    for (const text of valid) {
      expect([text, takes(type, text), takes(lists, text)]).toEqual([text, true, true]);
    }
    for (const text of invalid) {
      expect([text, takes(type, text)]).toEqual([text, false]);
    }
  });

  it('compare patterns with the text after the accepting member has normalised its white space', () => {
    const facets = { patterns: patterns(['\\S*']) };
    expect(takes(restriction('', '', union('', '', [xs.int, xs.token]), facets), ' 1\n')).toBe(true);
    expect(takes(restriction('', '', union('', '', [xs.int, xs.token]), facets), ' a ')).toBe(true);
    expect(takes(restriction('', '', union('', '', [xs.int, xs.string]), facets), ' 1 ')).toBe(true);
    expect(takes(restriction('', '', union('', '', [xs.int, xs.string]), facets), ' a ')).toBe(false);
  });

  it('cost no more than their depth when they restrict one another', async () => {
    let type: SimpleType = xs.int;
    for (let depth = 0; depth < 100; depth++) {
      type = restriction('', '', union('', '', [xs.boolean, type]), {
        enumeration: ['7', 'x'],
        patterns: patterns(['\\d']),
      });
    }
    await withinSeconds(2, () => {
      expect(parseSimple(type, ' 7 ', undefined, strict)).toBe(7);
      expect(formatSimple(type, 7)).toBe('7');
      expect(takes(type, '8')).toBe(false);
    });
  });

  it('hold references among their members', () => {
    const type = union('', '', [xs.IDREFS, xs.int]);
    const root = element('', 'r', complexType('', '', { attributes: [attribute('', 'id', xs.ID)], text: type }));
    const codes = (text: string): string[] => validateXml(root, text).map(({ code }) => code);
    expect(codes('<r id="a">a a</r>')).toEqual([]);
    expect(codes('<r id="a">7</r>')).toEqual([]);
    expect(codes('<r id="a">a b</r>')).toEqual(['unknown-idref']);
  });
});

describe('open attributes of qualified names', () => {
  const declarations = { attributes: new Map([['a', attribute('', 'a', xs.QName)]]) };
  const root = element('', 'r', complexType('', '', { anyAttribute: { namespaces: 'any', process: 'strict' } }));
  const codes = (text: string): number => validateXml(root, text, { declarations }).length;
  it('are names, whatever their prefix stood for', () => {
    expect(codes('<r xmlns:p="urn:p" a="p:a"/>')).toBe(0);
    expect(codes('<r a="a b"/>')).toBe(1);
    expect(codes('<r a=":a"/>')).toBe(1);
  });
});
