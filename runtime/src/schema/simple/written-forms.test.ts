import fc from 'fast-check';
import { withinSeconds } from '../../../../tests/support/processor-time.js';
import { runs } from '../../../../tests/support/thorough.js';
import type { SimpleType } from '../index.js';
import { formatSimple, list, parseSimple, patterns, restriction } from '../index.js';
import * as xs from '../xs.js';

/** What is read strictly is written so that it can be read strictly again: with another text, if a pattern refuses the usual one. */

const roundTrips = (type: SimpleType, text: string): void => {
  const value = parseSimple(type, text, undefined, { strict: true });
  const written = formatSimple(type, value);
  expect(parseSimple(type, written, undefined, { strict: true })).toEqual(value);
};

/** The pattern of texts that have the same shape: digits for digits. */
function shapeOf(text: string): string {
  return text.replace(/[-+.]/g, '\\$&').replace(/[0-9]/g, '\\d');
}
const digits = fc.stringMatching(/^[0-9]{1,6}$/);
const floats = fc
  .tuple(
    fc.constantFrom('', '-', '+'),
    fc.oneof(
      digits,
      fc.tuple(digits, digits).map(([whole, fraction]) => `${whole}.${fraction}`),
      digits.map((fraction) => `.${fraction}`),
      digits.map((whole) => `${whole}.`),
    ),
    fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][-+]?[0-9]{1,2}$/)),
  )
  .map((parts) => parts.join(''));
const integers = fc.stringMatching(/^[-+]?[0-9]{1,12}$/);
const texts: ReadonlyMap<SimpleType, fc.Arbitrary<string>> = new Map<SimpleType, fc.Arbitrary<string>>([
  [xs.double, floats],
  [xs.float, fc.oneof(floats, fc.constantFrom('INF', '-INF', 'NaN')).filter((text) => Math.abs(Number(text)) < 1e38)],
  [xs.integer, integers],
  [xs.short, fc.stringMatching(/^[-+]?0{0,4}[0-9]{1,4}$/)],
  [xs.boolean, fc.constantFrom('true', 'false', '1', '0')],
  [xs.hexBinary, fc.stringMatching(/^([0-9a-fA-F]{2}){0,4}$/)],
  [xs.decimal, fc.stringMatching(/^[-+]?[0-9]{1,5}\.[0-9]{0,5}$/)],
]);
const typed = fc.constantFrom(...texts.keys());
/** Hexadecimal digits are compared as they are, since `\d` does not stand for letters. */
const patternOf = (type: SimpleType, text: string): string => (type === xs.hexBinary ? text : shapeOf(text));

it('a value whose pattern asks for one shape is written in that shape', () => {
  fc.assert(
    fc.property(
      typed.chain((type) => (texts.get(type) as fc.Arbitrary<string>).map((text) => [type, text] as const)),
      ([type, text]) => roundTrips(restriction('', '', type, { patterns: patterns([patternOf(type, text)]) }), text),
    ),
    { numRuns: runs(1000) },
  );
});

it('zero keeps a sign that the pattern asks for', () => {
  for (const text of ['-0', '+0', '-000', '00']) {
    roundTrips(restriction('', '', xs.integer, { patterns: patterns([shapeOf(text)]) }), text);
  }
});

it('each item of a list is written in the shape that the pattern of the list has for it', () => {
  fc.assert(
    fc.property(
      typed.chain((type) =>
        fc
          .array(texts.get(type) as fc.Arbitrary<string>, { minLength: 1, maxLength: 10 })
          .map((items) => [type, items.filter((text) => text !== '')] as const),
      ),
      ([type, items]) => {
        const pattern = items.map((text) => patternOf(type, text)).join(' ');
        roundTrips(restriction('', '', list('', '', type), { patterns: patterns([pattern]) }), items.join(' '));
      },
    ),
    { numRuns: runs(100) },
  );
});

it('a list of floating-point numbers of several shapes is written in these shapes', () => {
  const pattern = String.raw`\d{1}E\-\d{2} \d{2}E\-\d{1} \d{1}\.\d{2}E\d{1} \d{1}\.\d{3}E\d{2} \d{1}\.\d{4}E\-\d{2} \d{1}\.\d{5}E\-\d{1}`;
  const type = restriction('', '', list('', '', xs.float), { patterns: patterns([pattern]) });
  roundTrips(type, '6E-15 42E-3 2.10E5 9.000E11 1.2345E-10 7.00000E-3');
});

it('a value without a text that fits is written as usual, soon', async () => {
  const type = restriction('', '', xs.double, { patterns: patterns(['[0-9.]*[2-8]']) });
  await withinSeconds(20, () => {
    for (let i = 0; i < 20; i++) {
      expect(formatSimple(type, 1e300 + i)).toBe('1E+300');
    }
  });
});
