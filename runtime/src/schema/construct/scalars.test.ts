import fc from 'fast-check';
import type { SimpleType } from '../descriptor/descriptor.js';
import { XmlDecodeError, XmlEncodeError } from '../descriptor/errors.js';
import { formatXml, parseXml, validate } from '../document/document.js';
import { sample } from '../sample/sample.js';
import * as xs from '../xs.js';
import { attribute, complexType, element, field, list, restriction, scalar, sequence, union } from './construct.js';
import { dateAsDate, dateTimeAsDate, decimalAsNumber, integerAsNumber } from './scalars.js';

class Money {
  readonly cents: bigint;
  constructor(cents: bigint) {
    this.cents = cents;
  }
}

const money: SimpleType<Money> = scalar<Money>(
  restriction('urn:t', 'Money', xs.decimal, { maxInclusive: '100', fractionDigits: 2 }),
  {
    parse: (text) => {
      if (text.startsWith('+')) {
        throw new RangeError('no plus sign please');
      }
      const [whole = '0', fraction = ''] = text.split('.');
      return new Money(BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0')));
    },
    format: (value) => `${value.cents / 100n}.${String(value.cents % 100n).padStart(2, '0')}`,
    accepts: (value) => value instanceof Money,
  },
);

const price = element<{ amount: Money; rest: Money[]; low?: Money }>(
  'urn:t',
  'price',
  complexType('urn:t', '', {
    attributes: [attribute('', 'low', money, { default: '0.5' })],
    content: sequence([field('urn:t', 'amount', money), field('urn:t', 'rest', list('', '', money))]),
  }),
);

describe('a class of the user', () => {
  const text = '<price xmlns="urn:t"><amount>12.5</amount><rest>1 2.25</rest></price>';

  it('is used for elements, attributes, defaults and items of lists', () => {
    const value = parseXml(price, text);
    expect(value).toEqual({ amount: new Money(1250n), rest: [new Money(100n), new Money(225n)], low: new Money(50n) });
    expect(parseXml(price, formatXml(price, value))).toEqual(value);
    expect(formatXml(price, value)).toContain('>12.50<');
  });

  it('is checked against the facets of the type that it stands for', () => {
    const value = { amount: new Money(10_001n), rest: [] };
    expect(validate(price, value)).toMatchObject([{ path: ['amount'], code: 'maxInclusive' }]);
    expect(validate(price, { amount: 12.5, rest: [] })).toMatchObject([{ path: ['amount'] }]);
  });

  it('may refuse a text, with the place of it', () => {
    const bad = text.replace('12.5', '+1');
    expect(() => parseXml(price, bad)).toThrow(XmlDecodeError);
    expect(() => parseXml(price, bad)).toThrow(/\/price\/amount.*no plus sign please/);
    const broken = {
      get cents(): bigint {
        throw new RangeError('broken');
      },
    };
    Object.setPrototypeOf(broken, Money.prototype);
    expect(() => formatXml(price, { amount: broken, rest: [] })).toThrow(XmlEncodeError);
  });

  it('has samples, which are values of the class', () => {
    const value = sample(price) as { amount: unknown };
    expect(value.amount).toBeInstanceOf(Money);
    expect(validate(price, value)).toEqual([]);
  });

  it('distinguishes members of a union', () => {
    const either = element('urn:t', 'either', union('urn:t', '', [money, xs.string]));
    expect(parseXml(either, '<either xmlns="urn:t">7</either>')).toEqual(new Money(700n));
    expect(parseXml(either, '<either xmlns="urn:t">seven</either>')).toBe('seven');
    expect(formatXml(either, new Money(700n))).toContain('7.00');
    expect(formatXml(either, 'seven')).toContain('seven');
  });

  it('counts as equal when its texts do', () => {
    const fixed = element('urn:t', 'fixed', money, { fixed: '3.0' });
    expect(validate(fixed, new Money(300n))).toEqual([]);
    expect(validate(fixed, new Money(301n))).toHaveLength(1);
    const keyed = element(
      'urn:t',
      'all',
      complexType('urn:t', '', { content: sequence([field('urn:t', 'one', money, { max: Infinity })]) }),
      {
        constraints: [
          { kind: 'unique', name: '{urn:t}u', selector: [{ steps: ['{urn:t}one'] }], fields: [[{ steps: [] }]] },
        ],
      },
    );
    expect(validate(keyed, { one: [new Money(1n), new Money(2n)] })).toEqual([]);
    expect(validate(keyed, { one: [new Money(1n), new Money(1n)] })).toHaveLength(1);
  });

  it('gets texts as the type below has them: white space is kept where that keeps it', () => {
    const shout = element(
      'urn:t',
      's',
      scalar<string[]>(xs.string, { parse: (t) => [...t], format: (v) => v.join('') }),
    );
    expect(parseXml(shout, '<s xmlns="urn:t"> a </s>')).toEqual([' ', 'a', ' ']);
  });
});

describe('xs:dateTime as Date', () => {
  const at = element<Date>('', 'at', scalar(xs.dateTime, dateTimeAsDate));
  it.each([
    ['2024-05-31T12:30:00Z', '2024-05-31T12:30:00.000Z', '2024-05-31T12:30:00Z'],
    ['2024-05-31T12:30:00.1234567+02:00', '2024-05-31T10:30:00.123Z', '2024-05-31T10:30:00.123Z'],
    ['2024-05-31T12:30:00', '2024-05-31T12:30:00.000Z', '2024-05-31T12:30:00Z'],
    ['2024-12-31T24:00:00Z', '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z', '0001-01-01T00:00:00Z'],
    ['-0001-12-31T23:00:00-14:00', '0001-01-01T13:00:00.000Z', '0001-01-01T13:00:00Z'],
    ['12024-05-31T12:30:00Z', '+012024-05-31T12:30:00.000Z', '12024-05-31T12:30:00Z'],
  ])('reads %s and writes it in UTC', (text, iso, written) => {
    const value = parseXml(at, `<at>${text}</at>`);
    expect(value.toISOString()).toBe(iso);
    expect(formatXml(at, value)).toContain(`<at>${written}</at>`);
  });

  it.each(['-002420-02-29T23:59:59.999Z', '0000-02-29T00:00:00Z'])('keeps %s, a leap day before the year 1', (text) => {
    const date = new Date(text);
    expect(parseXml(at, formatXml(at, date)).getTime()).toBe(date.getTime());
  });

  it('keeps every instant', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        expect(parseXml(at, formatXml(at, date)).getTime()).toBe(date.getTime());
      }),
    );
  });

  it('refuses values that a Date cannot represent', () => {
    expect(() => parseXml(at, '<at>999999-01-01T00:00:00Z</at>')).toThrow(/out of the range of a Date/);
    expect(() => formatXml(at, new Date(Number.NaN))).toThrow(XmlEncodeError);
    expect(validate(at, '2024-05-31T12:30:00Z')).toHaveLength(1);
  });
});

describe('xs:date as Date', () => {
  const day = element<Date>('', 'day', scalar(xs.date, dateAsDate));
  it('is midnight in UTC, whatever the zone', () => {
    expect(parseXml(day, '<day>2024-05-31+02:00</day>').toISOString()).toBe('2024-05-31T00:00:00.000Z');
    expect(formatXml(day, new Date('2024-05-31T23:59:59Z'))).toContain('<day>2024-05-31</day>');
  });
});

describe('numbers', () => {
  const decimal = element<number>('', 'n', scalar(xs.decimal, decimalAsNumber));
  const long = element<number>('', 'n', scalar(xs.long, integerAsNumber));

  it('are written as decimals without exponent, and read back the same', () => {
    expect(formatXml(decimal, 1e21)).toContain('<n>1000000000000000000000</n>');
    expect(formatXml(decimal, -1.5e-7)).toContain('<n>-0.00000015</n>');
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n)),
        (n) => {
          expect(parseXml(decimal, formatXml(decimal, n))).toBe(n);
        },
      ),
    );
  });

  it('are refused where digits would be lost from an integer', () => {
    expect(parseXml(long, '<n>9007199254740991</n>')).toBe(9007199254740991);
    expect(() => parseXml(long, '<n>9007199254740993</n>')).toThrow(/beyond the integers/);
    expect(() => formatXml(long, 2 ** 53)).toThrow(XmlEncodeError);
    expect(() => formatXml(decimal, Number.POSITIVE_INFINITY)).toThrow(XmlEncodeError);
  });
});
