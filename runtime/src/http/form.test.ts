import fc from 'fast-check';
import { withinSeconds } from '../../../tests/support/processor-time.js';
import { FormLimitError, formatForm, parseForm, unescapeFormText } from './form.js';

describe('parseForm', () => {
  it.each([
    [
      'fields in order, repeated ones kept',
      'b=1&a=2&b=3',
      [
        ['b', '1'],
        ['a', '2'],
        ['b', '3'],
      ],
    ],
    [
      'a field without = has no value',
      'wsdl&x=',
      [
        ['wsdl', undefined],
        ['x', ''],
      ],
    ],
    ['only the first = separates', 'a=b=c', [['a', 'b=c']]],
    ['empty pieces are left out', '&&a=1&', [['a', '1']]],
    ['+ and %20 are spaces, in names too', 'a+b=c%20d+e', [['a b', 'c d e']]],
    ['%2B is a plus', 'a=%2b', [['a', '+']]],
    ['%XX is UTF-8', 'a=%D0%9F%f0%9f%98%80', [['a', 'П😀']]],
    ['invalid UTF-8 becomes U+FFFD', 'a=%FFx%D0', [['a', '\ufffdx\ufffd']]],
    ['%uXXXX is a UTF-16 unit, pairs included', 'a=%u041F%uD83D%ude00', [['a', 'П😀']]],
    ['half of a pair becomes U+FFFD', 'a=%uD83Dx%uDE00', [['a', '\ufffdx\ufffd']]],
    [
      'a % that begins nothing is a %',
      'a=100%&b=%zz%u12',
      [
        ['a', '100%'],
        ['b', '%zz%u12'],
      ],
    ],
    ['raw characters stay', 'a=Привет', [['a', 'Привет']]],
    ['escaped separators do not separate', 'a=1%262%3D3', [['a', '1&2=3']]],
    ['__proto__ is a name like others', '__proto__=1', [['__proto__', '1']]],
    ['NUL and BOM are kept', 'a=%00%EF%BB%BF', [['a', '\u0000\ufeff']]],
  ])('%s', (_, text, expected) => {
    expect(parseForm(text)).toEqual(expected);
  });

  it('reads bytes in the charset of the form', () => {
    expect(parseForm('a=%CF%F0', { charset: 'windows-1251' })).toEqual([['a', 'Пр']]);
    expect(parseForm('a=%D0%9F', { charset: 'no-such-charset' })).toEqual([['a', 'П']]);
    expect(unescapeFormText('%CF+%F0', 'windows-1251')).toBe('П р');
  });

  it('stops at the bound', () => {
    expect(() => parseForm('a&a&a', { maxFields: 2 })).toThrow(FormLimitError);
    expect(parseForm('a&a', { maxFields: 2 })).toHaveLength(2);
  });

  it('takes time in proportion to the length', () =>
    withinSeconds(2, () => {
      parseForm(`a=${'%'.repeat(1_000_000)}`);
      parseForm(`a=${'%u'.repeat(500_000)}`);
      parseForm(`a=${'%D0'.repeat(300_000)}`, { charset: 'windows-1251' });
    }));
});

describe('formatForm', () => {
  it('escapes all but unreserved characters', () => {
    expect(
      formatForm([
        ['a b', '<>&"\'+=%'],
        ['я', '!*()~-._'],
      ]),
    ).toBe('a%20b=%3C%3E%26%22%27%2B%3D%25&%D1%8F=%21%2A%28%29~-._');
  });

  it('refuses a lone surrogate', () => {
    expect(() => formatForm([['a', '\ud800']])).toThrow(RangeError);
  });

  it('is undone by parseForm and by URLSearchParams', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
        const form = formatForm(pairs);
        expect(parseForm(form)).toEqual(pairs.map(([name, value]) => [name, value]));
        expect([...new URLSearchParams(form)]).toEqual(pairs);
      }),
    );
  });
});
