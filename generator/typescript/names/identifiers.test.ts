import fc from 'fast-check';
import {
  camelCase,
  isIdentifierName,
  kebabCase,
  packageNameAfter,
  toIdentifier,
  toUniqueIdentifier,
} from './identifiers.js';

/** Names as XML allows them (NCName, the usual letters). */
const ncName = fc.stringMatching(/^[A-Za-z_а-яÀ-Ö][A-Za-z0-9_.\-а-яÀ-Ö·]{0,12}$/u);

describe('toIdentifier', () => {
  it('keeps names that TypeScript allows', () => {
    expect(['Order', '_x', 'Адрес', 'x1'].map(toIdentifier)).toEqual(['Order', '_x', 'Адрес', 'x1']);
  });

  it('replaces characters that an identifier cannot contain', () => {
    expect(['order-item', 'a.b', '1st', ''].map(toIdentifier)).toEqual(['order_item', 'a_b', '_1st', '_']);
  });

  it('avoids letters that came with the last versions of Unicode', () => {
    // Latin, Cyrillic, Garay, and a Chinese character of extension J.
    const names = ['x\ua7cb', '\u1c89', '\u{10d50}a', '\u{323b0}'];
    expect(names.map(toUniqueIdentifier)).toEqual(['x$$$a7cb$', '$$$1c89$', '$$$10d50$a', '$$$323b0$']);
    expect(names.map(toIdentifier)).toEqual(['x_', '_', '_a', '_']);
    expect(names.some(isIdentifierName)).toBe(false);
    expect(['\ua7d0', '𐐀', '住所'].map(toUniqueIdentifier)).toEqual(['\ua7d0', '𐐀', '住所']);
  });

  it('avoids what a CommonJS module finds around it', () => {
    expect(['exports', '__dirname', '__filename', '__esModule', 'jest'].map(toUniqueIdentifier)).toEqual([
      'exports$',
      '__dirname$',
      '__filename$',
      '__esModule$',
      'jest$',
    ]);
  });

  it('avoids reserved words and predefined types', () => {
    expect(
      ['class', 'string', 'satisfies', 'then', 'Array', 'Promise', 'constructor', '__proto__'].map(toIdentifier),
    ).toEqual(['class_', 'string_', 'satisfies_', 'then_', 'Array_', 'Promise_', 'constructor_', '__proto___']);
  });

  it('gives an identifier for every name', () => {
    fc.assert(fc.property(ncName, (name) => isIdentifierName(toIdentifier(name))));
  });
});

describe('toUniqueIdentifier', () => {
  it('gives different names for different names', () => {
    fc.assert(fc.property(ncName, ncName, (a, b) => a === b || toUniqueIdentifier(a) !== toUniqueIdentifier(b)));
  });

  it('keeps XML names for themselves only', () => {
    fc.assert(
      fc.property(ncName, (name) => {
        const identifier = toUniqueIdentifier(name);
        return identifier === name || identifier.includes('$');
      }),
    );
  });

  it('gives an identifier for every name', () => {
    fc.assert(fc.property(ncName, (name) => isIdentifierName(toUniqueIdentifier(name))));
    expect(['order-item', 'a.b', 'class', 'constructor'].map(toUniqueIdentifier)).toEqual([
      'order$_item',
      'a$$_b',
      'class$',
      'constructor$',
    ]);
  });

  it('avoids words that would break the declaration of a type', () => {
    // `export type as = …` and `type X = intrinsic | null` are syntax errors.
    expect(['as', 'intrinsic', 'keyof'].map(toUniqueIdentifier)).toEqual(['as$', 'intrinsic$', 'keyof$']);
  });
});

describe('camelCase', () => {
  it.each([
    ['TopupAtmCard', 'topupAtmCard'],
    ['GeoCode', 'geoCode'],
    ['GETStatus', 'getStatus'],
    ['IPAddress', 'ipAddress'],
    ['ABC', 'abc'],
    ['already', 'already'],
    ['do-it.now', 'doItNow'],
    ['do_it', 'do_it'],
    ['123', '_123'],
    ['Открыть', 'открыть'],
  ])('turns %s into %s', (name, expected) => {
    expect(camelCase(name)).toBe(expected);
  });
});

describe('kebabCase', () => {
  it.each([
    ['ExchangerApi', 'exchanger-api'],
    ['ATMCardIssue2', 'atm-card-issue2'],
    ['../../etc/passwd', 'etc-passwd'],
    ['eBLBaseComponents', 'e-bl-base-components'],
    ['Адрес', ''],
  ])('turns %s into %s', (name, expected) => {
    expect(kebabCase(name)).toBe(expected);
  });
});

describe('packageNameAfter', () => {
  it.each([
    ['wallet-api', 'wallet-api'],
    ['ExchangerApi', 'exchanger-api'],
    ['orders_v1.2', 'orders-v1-2'],
    ['.hidden~', 'hidden'],
    ['Адрес', ''],
    ['a'.repeat(300), 'a'.repeat(214)],
  ])('makes of %s the name %s', (text, expected) => {
    expect(packageNameAfter(text)).toBe(expected);
  });
});
