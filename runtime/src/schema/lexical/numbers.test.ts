import fc from 'fast-check';
import { runs } from '../../../../tests/support/thorough.js';
import { compareDecimals, countDigits } from './numbers.js';

const digits = fc.string({ unit: fc.constantFrom('0', '1', '5', '9'), maxLength: 18 });

/** Texts of decimals, with zeros at both ends, and of fewer and more digits than a number has. */
const decimals = fc
  .tuple(fc.constantFrom('', '-', '+'), digits, fc.boolean(), digits)
  .map(([sign, whole, hasPoint, fraction]) => `${sign}${whole}${hasPoint ? `.${fraction}` : ''}`)
  .filter((text) => /[0-9]/.test(text));

/** A decimal with twenty digits after the point, as an integer. */
function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.');
  const value = BigInt(`${whole}${fraction.padEnd(20, '0')}`);
  return text.startsWith('-') ? -value : value;
}

it('orders decimals of any length by their exact values', () => {
  fc.assert(
    fc.property(decimals, decimals, (a, b) => {
      const difference = scaled(a) - scaled(b);
      const order = compareDecimals(a, b);
      expect([order < 0, order > 0]).toEqual([difference < 0n, difference > 0n]);
    }),
    { numRuns: runs(2000) },
  );
});

it('counts the digits of a decimal without zeros at its ends', () => {
  fc.assert(
    fc.property(decimals, (text) => {
      const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.');
      const after = fraction.replace(/0+$/, '').length;
      const total = Math.max(whole.replace(/^0+/, '').length + after, 1);
      expect(countDigits(text)).toEqual({ total, fraction: after });
    }),
  );
});
