import {
  attribute,
  complexType,
  element,
  field,
  likelyTexts,
  restriction,
  type SimpleType,
  sample,
  sequence,
  validate,
} from '../index.js';
import * as xs from '../xs.js';

/** Samples are values that a person would write, by the words in the names of elements and attributes. */

const sampleOf = (name: string, type: SimpleType, seed?: number): unknown =>
  sample(element('', name, type), seed === undefined ? {} : { seed });

it.each<readonly [string, SimpleType, unknown]>([
  ['TransactionTimeOutValueInMilliseconds', xs.long, 30000n],
  ['timeout_ms', xs.int, 30000],
  ['TimeoutSeconds', xs.unsignedByte, 30],
  ['delayMinutes', xs.positiveInteger, 15n],
  ['TTL', xs.int, 30],
  ['birthYear', xs.short, 2024],
  ['totalPrice', xs.decimal, '19.99'],
  ['price', xs.int, 120],
  ['customerEmail', xs.string, 'anna@example.org'],
  ['e-mail', xs.token, 'anna@example.org'],
  ['homepageURL', xs.anyURI, 'https://www.example.org/'],
  ['CurrencyCode', xs.string, 'EUR'],
  ['first_name', xs.string, 'Anna'],
  ['lastName', xs.normalizedString, 'Miller'],
  ['orderDate', xs.string, '2024-01-15'],
  ['note', xs.string, 'string'],
  ['emailConfirmed', xs.boolean, true],
  ['constructor', xs.string, 'string'],
  ['id', xs.long, 1n],
])('%s', (name, type, expected) => {
  expect(sampleOf(name, type)).toEqual(expected);
});

it('facets hold', () => {
  const few = restriction('', '', xs.int, { maxInclusive: '100' });
  const short = restriction('', '', xs.string, { maxLength: 3 });
  const all = element(
    '',
    'r',
    complexType('', '', {
      attributes: [attribute('', 'timeoutMs', few, { required: true }), attribute('', 'email', short)],
      content: sequence([
        field('', 'countryCode', restriction('', '', xs.string, { length: 2 })),
        field('', 'phone', short),
      ]),
    }),
  );
  for (const options of [{}, { seed: 1 }, { seed: 2 }]) {
    expect(validate(all, sample(all, options))).toEqual([]);
  }
});

it('a seed chooses among the likely values, and the same one every time', () => {
  const seeds = Array.from({ length: 20 }, (_, seed) => seed);
  const values = seeds.map((seed) => sampleOf('email', xs.string, seed));
  expect(new Set(values)).toEqual(new Set(likelyTexts('email', 'text')));
  expect(seeds.map((seed) => sampleOf('email', xs.string, seed))).toEqual(values);
});
