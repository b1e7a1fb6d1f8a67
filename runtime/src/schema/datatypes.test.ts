import { list, parseSimple, restriction, type SimpleType, validate } from './index.js';
import { compareDates } from './lexical/dates.js';
import { compilePattern, RegexSyntaxError } from './regex/regex.js';
import * as xs from './xs.js';

describe('dates before the year 1', () => {
  it.each(['-0004-02-29', '-2000-02-29', '-12344-02-29'])('%s is in a leap year (appendix E)', (text) => {
    expect(parseSimple(xs.date, text)).toBe(text);
  });

  it.each(['-0001-02-29', '-0005-02-29', '-0100-02-29', '0000-01-01'])('%s is no date', (text) => {
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
  ])('%s is read as most tools do, and says so', (pattern, text) => {
    const compiled = compilePattern(pattern);
    expect(compiled.test(text)).toBe(true);
    expect(compiled.looseness).toBeDefined();
  });

  it.each(['a{1}{2}', '{2}', 'a*{3}', '|{1,}', '\\a', '\\p{Cs}'])('%s is none', (pattern) => {
    expect(() => compilePattern(pattern)).toThrow(RegexSyntaxError);
  });

  it.each(['[-a]', '[a-]', '[^-a]', '[--]', '[a-z-[-b]]', '\\{\\}', '[{}]', '[\\--a]', '(a|)'])(
    '%s is within it',
    (pattern) => {
      expect(compilePattern(pattern).looseness).toBeUndefined();
    },
  );
});
