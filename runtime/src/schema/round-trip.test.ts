import fc from 'fast-check';
import { runs } from '../../../tests/support/thorough.js';
import {
  type AttributeDescriptor,
  any,
  attribute,
  char,
  choice,
  complexType,
  type ElementDescriptor,
  element,
  enumeration,
  field,
  formatXml,
  type GroupParticleDescriptor,
  guid,
  list,
  type ParticleDescriptor,
  parseXml,
  type SimpleType,
  sample,
  sequence,
  type Type,
  union,
  validate,
} from './index.js';
import * as xs from './xs.js';

/**
 * Schemas and values made at random: a written value is read again as the same value, also by the strict decoder, and is
 * valid.
 */

const ns = 'urn:a';
const other = 'urn:b';

/** Text that XML can carry; carriage returns, markup, `]]>` and surrogate pairs turn up often. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.constantFrom(']]>', '\r\n', '\r', '<&>"\'', '😀', '', ' ', '\t'),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''))
  .filter((value) => !/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(value));

interface Typed<T> {
  readonly type: SimpleType<T>;
  readonly values: fc.Arbitrary<unknown>;
}

const colour = enumeration(ns, 'Colour', xs.string, ['red', '', ' x ']);
const simples: readonly Typed<never>[] = [
  { type: xs.string, values: text },
  { type: xs.int, values: fc.oneof(fc.integer(), fc.constantFrom(-2147483648, 2147483647)) },
  {
    type: xs.long,
    values: fc.oneof(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.constantFrom(2n ** 63n - 1n, -(2n ** 63n)),
    ),
  },
  {
    type: xs.double,
    values: fc.oneof(fc.double(), fc.constantFrom(1e21, -0, Number.NaN, Number.POSITIVE_INFINITY, 5e-324)),
  },
  { type: xs.decimal, values: fc.constantFrom('12.50', '-0.0', '+1', '99999999999999999999.000000000000001') },
  { type: xs.boolean, values: fc.boolean() },
  { type: xs.base64Binary, values: fc.uint8Array({ maxLength: 8 }) },
  { type: xs.dateTime, values: fc.constantFrom('2020-02-29T23:59:59.1234567Z', '0001-01-01T00:00:00') },
  {
    type: xs.QName,
    values: fc.record({ namespace: fc.constantFrom(ns, other, 'urn:c'), name: fc.constantFrom('a', 'é') }),
  },
  { type: colour, values: fc.constantFrom('red', '', ' x ') },
  { type: list('', '', xs.int), values: fc.array(fc.integer()) },
  { type: union('', '', [xs.int, xs.boolean]), values: fc.oneof(fc.integer(), fc.boolean()) },
  { type: guid, values: fc.uuid() },
  { type: char, values: fc.nat(65535).map((code) => String.fromCharCode(code)) },
] as unknown as Typed<never>[];

const wireNames = ['a', 'b', 'c', '__proto__', 'constructor', 'toString', 'é', 'x-y', 'valueOf', 'length'];

/** A schema and values of it. */
interface Case<D> {
  readonly descriptor: D;
  /** Properties of the object around it. */
  readonly values: fc.Arbitrary<object>;
}

function typeCase(depth: number): fc.Arbitrary<{ type: Type; values: fc.Arbitrary<unknown> }> {
  const simple = fc.constantFrom(...simples).map(({ type, values }) => ({ type: type as Type, values }));
  return depth === 0
    ? simple
    : fc.oneof({ weight: 3, arbitrary: simple }, { weight: 1, arbitrary: complexCase(depth - 1) });
}

function merge(parts: readonly fc.Arbitrary<object>[]): fc.Arbitrary<object> {
  return parts.length === 0
    ? fc.constant({})
    : fc.tuple(...parts).map((objects) => {
        const merged = {};
        for (const part of objects) {
          for (const [key, value] of Object.entries(part)) {
            Object.defineProperty(merged, key, { value, enumerable: true, configurable: true, writable: true });
          }
        }
        return merged;
      });
}

function property(name: string, values: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  return values.map((value) =>
    Object.defineProperty({}, name, { value, enumerable: true, configurable: true, writable: true }),
  );
}

function fieldCase(name: string, depth: number): fc.Arbitrary<Case<ParticleDescriptor>> {
  return fc
    .tuple(
      typeCase(depth),
      fc.constantFrom(ns, other, ''),
      fc.constantFrom('one', 'optional', 'many', 'some'),
      fc.boolean(),
    )
    .map(([{ type, values }, namespace, occurs, nillable]) => {
      const nil = values.map((value) => nilled(type, value));
      const each = nillable ? fc.oneof({ weight: 4, arbitrary: values }, { weight: 1, arbitrary: nil }) : values;
      switch (occurs) {
        case 'one':
          return { descriptor: field(namespace, name, type, { nillable }), values: property(name, each) };
        case 'optional':
          return {
            descriptor: field(namespace, name, type, { nillable, min: 0 }),
            values: fc.oneof(property(name, each), fc.constant({})),
          };
        case 'many':
          return {
            descriptor: field(namespace, name, type, { nillable, min: 0, max: Number.POSITIVE_INFINITY }),
            values: property(name, fc.array(each, { maxLength: 3 })),
          };
      }
      return {
        descriptor: field(namespace, name, type, { nillable, min: 1, max: 3 }),
        values: property(name, fc.array(each, { minLength: 1, maxLength: 3 })),
      };
    });
}

/** The attributes of a value, of an element that is nil. */
function nilled(type: Type, value: unknown): unknown {
  if (type.kind === 'simple' || typeof value !== 'object' || value === null) {
    return null;
  }
  const names = (type.attributes ?? []).map(({ property }) => property);
  const kept = Object.entries(value).filter(([name]) => names.includes(name) || name === '$anyAttribute');
  return kept.some(([name]) => name !== '$anyAttribute') ? { $nil: true, ...Object.fromEntries(kept) } : null;
}

const tree = fc
  .record({ k: fc.string({ unit: fc.constantFrom('a', '<', '"') }), child: text.filter((value) => value !== '') })
  .map(({ k, child }) => ({
    namespace: 'urn:any',
    name: 'any',
    prefix: 'o',
    attributes: [{ namespace: '', name: 'k', value: k }],
    children: [child],
  }));

function contentCase(depth: number): fc.Arbitrary<Case<GroupParticleDescriptor>> {
  const names = fc.shuffledSubarray(wireNames, { minLength: 1, maxLength: 5 });
  return names.chain((chosen) =>
    fc
      .tuple(
        fc.tuple(...chosen.map((name) => fieldCase(name, depth))),
        fc.constantFrom('sequence', 'choice', 'items', 'mixed'),
      )
      .map(([fields, kind]) => {
        const descriptors = fields.map(({ descriptor }) => descriptor);
        const all = merge(fields.map(({ values }) => values));
        switch (kind) {
          case 'sequence':
            return { descriptor: sequence(descriptors), values: all };
          case 'choice':
            return {
              descriptor: sequence([
                choice(
                  descriptors.map((descriptor) =>
                    sequence([field(ns, `k-${'name' in descriptor ? descriptor.name : ''}`, xs.int), descriptor]),
                  ),
                ),
              ]),
              values: fc.oneof(
                ...fields.map(({ values, descriptor }) =>
                  merge([property(`k-${'name' in descriptor ? descriptor.name : ''}`, fc.integer()), values]),
                ),
              ),
            };
          case 'items': {
            const item = fc.oneof(
              ...fields.map(({ values, descriptor }) =>
                merge([property(`k-${'name' in descriptor ? descriptor.name : ''}`, fc.integer()), values]),
              ),
            );
            return {
              descriptor: choice(
                descriptors.map((descriptor) =>
                  sequence([field(ns, `k-${'name' in descriptor ? descriptor.name : ''}`, xs.int), descriptor]),
                ),
                { min: 0, max: Number.POSITIVE_INFINITY, property: '$items' },
              ),
              values: property('$items', fc.array(item, { maxLength: 4 })),
            };
          }
        }
        return {
          descriptor: sequence([...descriptors, any({ namespaces: ['urn:any'], process: 'skip', min: 0, max: 4 })]),
          values: merge([all, property('$any', fc.array(tree, { maxLength: 3 }))]),
        };
      }),
  );
}

function attributeCase(): fc.Arbitrary<Case<readonly AttributeDescriptor[]>> {
  return fc
    .array(fc.tuple(fc.constantFrom(...simples), fc.constantFrom('', other), fc.boolean()), { maxLength: 3 })
    .map((parts) => ({
      descriptor: parts.map(([{ type }, namespace, required], i) =>
        attribute(namespace, `at${i}`, type as SimpleType, { required }),
      ),
      values: merge(
        parts.map(([{ values }, , required], i) =>
          required ? property(`at${i}`, values) : fc.oneof(property(`at${i}`, values), fc.constant({})),
        ),
      ),
    }));
}

function complexCase(depth: number): fc.Arbitrary<{ type: Type; values: fc.Arbitrary<unknown> }> {
  return fc.tuple(contentCase(depth), attributeCase()).map(([content, attributes]) => ({
    type: complexType(ns, '', { attributes: attributes.descriptor, content: content.descriptor }),
    values: merge([attributes.values, content.values]),
  }));
}

/** Decoded trees carry the prefixes in scope. */
function withoutDeclarations(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withoutDeclarations);
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (key === 'declarations' ? [] : [[key, withoutDeclarations(part)]])),
  );
}

const cases: fc.Arbitrary<{ type: ElementDescriptor; value: unknown }> = complexCase(2).chain(({ type, values }) =>
  values.map((value) => ({ type: element(ns, 'root', type), value })),
);

describe('any schema and value', () => {
  it('are written, read again as the same value, and valid', () => {
    fc.assert(
      fc.property(cases, ({ type, value }) => {
        expect(validate(type, value)).toEqual([]);
        const xml = formatXml(type, value);
        expect(withoutDeclarations(parseXml(type, xml, { strict: true }))).toEqual(value);
        expect(withoutDeclarations(parseXml(type, xml))).toEqual(value);
      }),
      { numRuns: runs(400) },
    );
  });

  it('have a sample that is valid and survives writing and reading', () => {
    fc.assert(
      fc.property(complexCase(2), fc.boolean(), ({ type }, optional) => {
        const root = element(ns, 'root', type);
        const value = sample(root, { optional });
        expect(validate(root, value)).toEqual([]);
        expect(parseXml(root, formatXml(root, value), { strict: true })).toEqual(value);
      }),
      { numRuns: runs(200) },
    );
  });

  it('never read arbitrary children as something of another type', () => {
    fc.assert(
      fc.property(cases, cases, (one, two) => {
        let value: unknown;
        try {
          value = parseXml(one.type, formatXml(two.type, two.value));
        } catch (error) {
          expect((error as Error).name).toBe('XmlDecodeError');
          return;
        }
        // Values that a lenient decoder accepts have the types of the schema, so they can be written.
        expect(() => parseXml(one.type, formatXml(one.type, value))).not.toThrow();
      }),
      { numRuns: runs(200) },
    );
  });
});
