import fc from 'fast-check';
import { runs, thorough } from '../../../../tests/support/thorough.js';
import {
  attribute,
  type ComplexType,
  choice,
  compilePattern,
  complexType,
  element,
  type Facets,
  field,
  formatXml,
  list,
  type ParticleDescriptor,
  patterns,
  restriction,
  type SimpleType,
  sample,
  sequence,
  union,
  validate,
  validateXml,
} from '../index.js';
import * as xs from '../xs.js';

/** `sample` over random types: its result is valid, or it reports that it found nothing. */

const size = fc.integer({ min: 0, max: 12 });

const testedPatterns = [
  '[a-z]*',
  '[A-Z0-9]+',
  '.{3,9}',
  '(ab|cd)*',
  '\\w+',
  '[^x]*',
  '[a-m]{2}[n-z]*',
  '\\i\\c*',
  '(a|b){2,}',
  '.*[0-9].*',
  'x?[a-c ]+',
];
const numberPatterns = ['[0-9]+', '-?[0-9]{2}', '[0-9]*5', '.*[13579]', '-?\\d{1,4}', '(1|-2).*'];

/** Length facets that a value can have. */
const lengths: fc.Arbitrary<Facets> = fc.oneof(
  size.map((length) => ({ length })),
  fc.tuple(size, size).map(([a, b]) => ({ minLength: Math.min(a, b), maxLength: Math.max(a, b) })),
  size.map((minLength) => ({ minLength })),
  size.map((maxLength) => ({ maxLength })),
  fc.constant({}),
);

const patternGroups = fc.array(fc.array(fc.constantFrom(...testedPatterns), { minLength: 1, maxLength: 2 }), {
  maxLength: 2,
});

const strings: fc.Arbitrary<SimpleType> = fc
  .tuple(
    fc.constantFrom<SimpleType>(xs.string, xs.token, xs.normalizedString, xs.NCName, xs.NMTOKEN, xs.Name, xs.anyURI),
    lengths,
    patternGroups,
  )
  .map(([base, facets, groups]) =>
    restriction('', '', base, { ...facets, ...(groups.length > 0 && { patterns: patterns(...groups) }) }),
  );

/** Bounds around numbers of a few digits, and patterns that numbers have. */
const bounds = fc.record(
  {
    minInclusive: fc.integer({ min: -300, max: 100 }).map(String),
    maxInclusive: fc.integer({ min: 100, max: 300 }).map(String),
    totalDigits: fc.integer({ min: 1, max: 6 }),
    patterns: fc
      .constantFrom(['[0-9]+'], ['-?[0-9]{2}'], ['[0-9]*5'], ['.*[13579]'], ['\\d{3}', '-\\d{1,2}'])
      .map((group) => patterns(group)),
  },
  { requiredKeys: [] },
);
const integers: fc.Arbitrary<SimpleType> = fc
  .tuple(fc.constantFrom<SimpleType>(xs.integer, xs.long, xs.int, xs.short), bounds)
  .map(([base, facets]) => restriction('', '', base, facets as Facets));
const exclusive: fc.Arbitrary<SimpleType> = fc
  .tuple(
    fc.constantFrom<SimpleType>(xs.decimal, xs.double, xs.float),
    fc.integer({ min: -1000, max: 1000 }),
    fc.integer({ min: 2, max: 40 }),
    fc.constantFrom(1, 10, 100),
  )
  .map(([base, least, width, scale]) =>
    restriction('', '', base, { minExclusive: String(least / scale), maxExclusive: String((least + width) / scale) }),
  );
const decimals: fc.Arbitrary<SimpleType> = fc
  .tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 3 }))
  .map(([least, width, fractionDigits]) => {
    const bound = (n: number): string => (n / 10 ** fractionDigits).toFixed(fractionDigits);
    return restriction('', '', xs.decimal, {
      minExclusive: bound(least),
      maxExclusive: bound(least + 1 + width),
      fractionDigits,
    });
  });
const dates: fc.Arbitrary<SimpleType> = fc
  .tuple(
    fc.constantFrom<readonly [SimpleType, string, string]>(
      [xs.date, '-06-15', '-06-20'],
      [xs.dateTime, '-06-15T10:00:00', '-06-15T10:00:05'],
      [xs.gYear, '', ''],
      [xs.gYearMonth, '-06', '-08'],
    ),
    fc.integer({ min: 1000, max: 9998 }),
    fc.boolean(),
  )
  .map(([[base, from, to], year, open]) =>
    restriction('', '', base, {
      [open ? 'minExclusive' : 'minInclusive']: `${year}${from}`,
      maxInclusive: `${year + 1}${to}`,
    }),
  );
const others: fc.Arbitrary<SimpleType> = fc.oneof(
  lengths.map((facets) => restriction('', '', xs.hexBinary, facets)),
  lengths.map((facets) => restriction('', '', xs.base64Binary, facets)),
  fc.constantFrom<SimpleType>(
    restriction('', '', xs.boolean, { patterns: patterns(['[01]']) }),
    restriction('', '', xs.date, { patterns: patterns(['20[3-9][0-9]-1[0-2]-[0-9]{2}']) }),
    restriction('', '', xs.time, { patterns: patterns(['1[0-9]:[0-9]{2}:00Z']), minExclusive: '15:00:00Z' }),
    restriction('', '', xs.duration, { minExclusive: 'P1Y', maxInclusive: 'P2Y' }),
    restriction('', '', xs.anyURI, { patterns: patterns(['urn:[a-z]{3}:.+']) }),
    restriction('', '', xs.language, { patterns: patterns(['[a-z]{2}-[A-Z]{2}']) }),
  ),
);
const atomic = fc.oneof(strings, integers, exclusive, decimals, dates, others);
const lists: fc.Arbitrary<SimpleType> = fc
  .tuple(fc.oneof(integers, decimals, dates), lengths)
  .map(([item, facets]) => restriction('', '', list('', '', item), facets) as SimpleType);
const unions: fc.Arbitrary<SimpleType> = fc
  .array(fc.oneof(atomic, lists), { minLength: 1, maxLength: 3 })
  .map((members) => union('', '', members) as SimpleType);
const enumerations: fc.Arbitrary<SimpleType> = fc
  .tuple(fc.uniqueArray(fc.stringMatching(/^[a-c]{1,4}$/), { minLength: 1, maxLength: 4 }), lengths)
  .map(([values, facets]) => restriction('', '', xs.token, { ...facets, enumeration: values }));
const simple = fc.oneof(atomic, atomic, lists, unions, enumerations);

/** Complex types with simple types, groups and lists in them. */
function complex(depth: number): fc.Arbitrary<ComplexType> {
  const names = ['a', 'b', 'c', 'd'];
  const type: fc.Arbitrary<SimpleType | ComplexType> = depth === 0 ? simple : fc.oneof(simple, complex(depth - 1));
  const particle = (name: string): fc.Arbitrary<ParticleDescriptor> =>
    fc
      .tuple(type, fc.constantFrom({}, { min: 0 }, { min: 0, max: 3 }, { min: 2, max: 3 }, { nillable: true }))
      .map(([of, options]) => field('', name, of, options));
  const attributes = fc
    .tuple(fc.oneof(integers, decimals, enumerations), fc.boolean())
    .map(([of, required]) => [attribute('', 'k', of, { required })]);
  const group = fc
    .tuple(fc.tuple(...names.map(particle)), fc.constantFrom('sequence', 'choice', 'both', 'repeated'))
    .map(([[a, b, c, d], kind]): ParticleDescriptor => {
      if (kind === 'sequence') {
        return sequence([a, b, c, d] as ParticleDescriptor[]);
      }
      if (kind === 'choice') {
        return choice([a, b, c, d] as ParticleDescriptor[]);
      }
      const inner = choice(
        [c, d] as ParticleDescriptor[],
        kind === 'repeated' ? { min: 1, max: 4, property: '$items' } : {},
      );
      return sequence([a as ParticleDescriptor, b as ParticleDescriptor, inner]);
    });
  return fc.oneof(
    fc.tuple(attributes, group).map(([own, content]) => complexType('', 'T', { attributes: own, content })),
    fc.tuple(attributes, simple).map(([own, text]) => complexType('', 'T', { attributes: own, text })),
  );
}

/** The result of `sample`, or undefined if it reports that it found nothing. */
function sampleOf(type: SimpleType | ComplexType, seed?: number): { readonly value: unknown } | undefined {
  try {
    return { value: sample(type, seed === undefined ? {} : { seed }) };
  } catch (error) {
    if (error instanceof TypeError && /there is no value/.test(error.message)) {
      return undefined;
    }
    throw error;
  }
}

/** Types of which one value is known: facets are chosen around it. */
const known: fc.Arbitrary<SimpleType> = fc.oneof(
  fc
    .tuple(fc.stringMatching(/^[a-dA-C0-2]{1,9}$/), fc.subarray(testedPatterns), fc.nat(3), fc.nat(3), fc.boolean())
    .map(([text, patterns, below, above, exact]) =>
      restriction('', '', xs.string, {
        ...(exact
          ? { length: text.length }
          : { minLength: Math.max(0, text.length - below), maxLength: text.length + above }),
        ...matching(patterns, text),
      }),
    ),
  fc
    .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.subarray(numberPatterns), fc.nat(20), fc.nat(20))
    .map(([number, patterns, below, above]) =>
      restriction('', '', xs.int, {
        minInclusive: String(number - below),
        maxExclusive: String(number + above + 1),
        totalDigits: String(Math.abs(number)).length,
        ...matching(patterns, String(number)),
      }),
    ),
  fc
    .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: 0, max: 4 }), fc.nat(20), fc.nat(20))
    .map(([units, digits, below, above]) => {
      const text = (n: number): string => (n / 10 ** digits).toFixed(digits);
      return restriction('', '', xs.decimal, {
        minExclusive: text(units - below - 1),
        maxInclusive: text(units + above),
        fractionDigits: digits,
      });
    }),
  fc
    .tuple(
      fc.date({ min: new Date('1000-01-02T00:00:00Z'), max: new Date('9990-01-01T00:00:00Z'), noInvalidDate: true }),
      fc.integer({ min: 1, max: 100 }),
    )
    .map(([date, seconds]) => {
      const text = (time: number): string => new Date(time).toISOString();
      return restriction('', '', xs.dateTime, {
        minExclusive: text(date.getTime() - seconds * 1000),
        maxExclusive: text(date.getTime() + seconds * 1000),
      });
    }),
);

function matching(sources: readonly string[], text: string): Facets {
  const groups = sources.filter((pattern) => compilePattern(pattern).test(text)).map((pattern) => [pattern]);
  return groups.length === 0 ? {} : { patterns: patterns(...groups) };
}

const knownOrListOf = fc.oneof(
  known,
  fc
    .tuple(known, fc.integer({ min: 0, max: 5 }))
    .map(([item, length]): SimpleType => restriction('', '', list('', '', item), { length })),
);

describe('a sample', () => {
  it('of a simple type is valid, or there is said to be none', () => {
    fc.assert(
      fc.property(simple, (type) => {
        const made = sampleOf(type);
        if (made !== undefined) {
          expect(validate(type, made.value)).toEqual([]);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('with a seed is valid, the same every time, and found where one without a seed is', () => {
    fc.assert(
      fc.property(fc.oneof(simple, complex(1)), fc.nat(), (type, seed) => {
        const made = sampleOf(type, seed);
        expect(made !== undefined).toBe(sampleOf(type) !== undefined);
        expect(sampleOf(type, seed)).toEqual(made);
        if (made !== undefined) {
          expect(validate(type as SimpleType, made.value)).toEqual([]);
        }
      }),
      // Each makes three samples, and many are searched for long.
      { numRuns: thorough ? 500 : 20 },
    );
  });

  it('is found where facets leave room for few values', () => {
    fc.assert(
      fc.property(knownOrListOf, (type) => {
        expect(validate(type, sample(type))).toEqual([]);
      }),
      { numRuns: runs(400) },
    );
  });

  it('of a complex type is valid, read strictly, and the same every time', () => {
    fc.assert(
      fc.property(complex(2), fc.boolean(), (type, withOptional) => {
        const root = element('', 'r', type);
        let value: unknown;
        try {
          value = sample(root, { optional: withOptional });
        } catch (error) {
          expect(String(error)).toMatch(/^TypeError: there is no value of "r"/);
          return;
        }
        expect(validate(root, value)).toEqual([]);
        expect(validateXml(root, formatXml(root, value))).toEqual([]);
        expect(sample(root, { optional: withOptional })).toEqual(value);
      }),
      { numRuns: runs(300) },
    );
  });

  it('leaves out parts without a value, and reports those that are required', () => {
    const never = restriction('', 'Never', xs.int, { minInclusive: '5', maxInclusive: '4' });
    const of = (options: object): ComplexType =>
      complexType('', 'Holder', {
        attributes: [attribute('', 'k', never)],
        content: choice([sequence([field('', 'a', never)]), field('', 'b', xs.int, options)]),
      });
    expect(sample(of({}))).toEqual({ b: 1 });
    expect(() => sample(complexType('', 'Holder', { content: sequence([field('', 'a', never)]) }))).toThrow(
      'there is no value of "Holder": it needs a value of "Never", and none was found',
    );
    expect(() => sample(never)).toThrow(TypeError);
  });
});
