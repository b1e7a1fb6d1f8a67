/** Types with everything that decides how a value is written, for any build, and values that fit them. */

import type * as schema from '@wsdl-codegen/runtime/schema';
import type {
  ComplexType,
  ComplexTypeOptions,
  ElementDescriptor,
  FieldOptions,
  ParticleDescriptor,
  Type,
} from '@wsdl-codegen/runtime/schema';
import type * as xs from '@wsdl-codegen/runtime/xs';
import fc from 'fast-check';
import { someTree, text } from './trees.js';

/** What a build makes types with. */
export interface Library {
  readonly schema: typeof schema;
  readonly xs: typeof xs;
}

/** A type as each build makes it, and values of it. */
interface Shape {
  readonly describe: (library: Library) => Type;
  readonly values: fc.Arbitrary<unknown>;
}

/** An element, and a value that can be written as it and is read as the same again. */
export interface Writable {
  readonly describe: (library: Library) => ElementDescriptor;
  readonly value: unknown;
}

const oneOf = (...values: readonly unknown[]): fc.Arbitrary<unknown> => fc.constantFrom(...values);
const anyDouble = fc.oneof(fc.double(), oneOf(0, -0, 1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY, 5e-324));
const anyInt = fc.oneof(fc.integer(), oneOf(0, -0, 2147483647, -2147483648));
const bytes = fc.oneof(fc.uint8Array({ maxLength: 8 }), fc.uint8Array({ minLength: 100, maxLength: 120 }));

const simples: readonly Shape[] = [
  { describe: ({ xs }) => xs.string, values: text },
  { describe: ({ xs }) => xs.token, values: oneOf('a', '', '<b> & c', ']]>', 'é'.repeat(50)) },
  { describe: ({ xs }) => xs.anyURI, values: oneOf('', 'urn:a?b&c', 'http://h/<x>') },
  { describe: ({ xs }) => xs.NCName, values: oneOf('a', 'é', '__proto__', 'a.b-c') },
  { describe: ({ xs }) => xs.boolean, values: fc.boolean() },
  { describe: ({ xs }) => xs.int, values: anyInt },
  { describe: ({ xs }) => xs.long, values: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }) },
  { describe: ({ xs }) => xs.double, values: anyDouble },
  { describe: ({ xs }) => xs.float, values: oneOf(0, -0, 1.5, Number.NaN, Number.NEGATIVE_INFINITY, 3.25e10) },
  { describe: ({ xs }) => xs.decimal, values: oneOf('12.50', '-0.0', '+1', '.5', '99999999999999999999.01') },
  { describe: ({ xs }) => xs.dateTime, values: oneOf('2020-02-29T23:59:59.1234567Z', '0001-01-01T00:00:00') },
  { describe: ({ xs }) => xs.date, values: oneOf('2026-01-02', '-0001-02-03+14:00') },
  { describe: ({ xs }) => xs.duration, values: oneOf('P1D', '-PT1.5S') },
  { describe: ({ xs }) => xs.base64Binary, values: bytes },
  { describe: ({ xs }) => xs.hexBinary, values: bytes },
  {
    describe: ({ xs }) => xs.QName,
    values: fc.record({ namespace: fc.constantFrom('', 'urn:a', 'urn:c'), name: fc.constantFrom('q', 'é') }),
  },
  {
    describe: ({ schema, xs }) => schema.enumeration('urn:a', 'Colour', xs.string, ['red', '', ' x ', '<&>']),
    values: oneOf('red', '', ' x ', '<&>'),
  },
  {
    describe: ({ schema, xs }) =>
      schema.restriction('urn:a', 'Padded', xs.int, { patterns: schema.patterns(['[0-9]{3}']) }),
    values: fc.integer({ min: 0, max: 999 }),
  },
  { describe: ({ schema, xs }) => schema.list('urn:a', 'Ints', xs.int), values: fc.array(anyInt, { maxLength: 3 }) },
  {
    describe: ({ schema, xs }) => schema.list('urn:a', 'Tokens', xs.NMTOKEN),
    values: fc.array(oneOf('a', '1', '-'), { maxLength: 3 }),
  },
  {
    describe: ({ schema, xs }) => schema.union('urn:a', 'Either', [xs.int, xs.boolean]),
    values: fc.oneof(anyInt, fc.boolean()),
  },
  { describe: ({ schema }) => schema.guid, values: fc.uuid() },
  { describe: ({ schema }) => schema.char, values: fc.nat(65535).map((code) => String.fromCharCode(code)) },
  {
    describe: ({ schema, xs }) => schema.scalar(xs.dateTime, schema.dateTimeAsDate),
    values: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
  },
];

interface Field {
  readonly namespace: string;
  readonly shape: Shape;
  readonly options: FieldOptions;
}

const simple: fc.Arbitrary<Shape> = fc.constantFrom(...simples);

function fieldOf(shape: fc.Arbitrary<Shape>): fc.Arbitrary<Field> {
  return fc.record({
    namespace: fc.constantFrom('urn:a', 'urn:a', 'urn:b', ''),
    shape,
    options: fc.constantFrom<FieldOptions>({}, {}, { min: 0 }, { min: 0, max: 9, list: true }, { nillable: true }),
  });
}

const property = (i: number): string => `p${i}`;

function valuesOf({ shape, options }: Field): fc.Arbitrary<unknown> {
  const one = options.nillable ? fc.oneof({ weight: 3, arbitrary: shape.values }, oneOf(null)) : shape.values;
  return options.list ? fc.array(one, { maxLength: 3 }) : one;
}

type Values = fc.Arbitrary<Record<string, unknown>>;

function objectOf(fields: readonly Field[]): Values {
  const all = fields.map((each, i) => [property(i), valuesOf(each)] as const);
  const requiredKeys = fields.flatMap(({ options }, i) => (options.min === 0 ? [] : [property(i)]));
  return fc.record(Object.fromEntries(all), { requiredKeys, noNullPrototype: true });
}

function particlesOf(library: Library, fields: readonly Field[]): ParticleDescriptor[] {
  return fields.map(({ namespace, shape, options }, i) =>
    library.schema.field(namespace, property(i), shape.describe(library), options),
  );
}

const listOptions = { min: 0, max: Number.POSITIVE_INFINITY };

/** How the fields of a type are its content, and what else it has. */
interface Kind {
  readonly options: (library: Library, particles: ParticleDescriptor[]) => ComplexTypeOptions;
  readonly values: (fields: readonly Field[]) => fc.Arbitrary<unknown>;
}

const withMembers = (
  fields: readonly Field[],
  members: Record<string, fc.Arbitrary<unknown>>,
  requiredKeys: string[] = [],
): Values =>
  fc
    .tuple(objectOf(fields), fc.record(members, { requiredKeys, noNullPrototype: true }))
    .map(([first, rest]) => ({ ...first, ...rest }));

const kinds: readonly Kind[] = [
  { options: ({ schema }, particles) => ({ content: schema.sequence(particles) }), values: objectOf },
  {
    options: ({ schema, xs }, particles) => ({
      content: schema.sequence(particles),
      attributes: [schema.attribute('', 'x', xs.string), schema.attribute('urn:b', 'y', xs.int)],
      anyAttribute: { namespaces: 'any', process: 'lax' },
    }),
    values: (fields) =>
      withMembers(fields, { x: text, y: anyInt, $anyAttribute: oneOf({}, { other: '<\n' }, { '{urn:z}other': '"' }) }),
  },
  {
    options: ({ schema }, particles) => ({ content: schema.choice(particles) }),
    values: (fields) =>
      fields.length === 0
        ? fc.constant({})
        : fc.oneof(...fields.map((each, i) => fc.record({ [property(i)]: valuesOf(each) }))),
  },
  {
    // Occurrences are told apart by what each of them has.
    options: ({ schema, xs }, particles) => ({
      content: schema.sequence([schema.field('urn:a', 'first', xs.int), ...particles], {
        ...listOptions,
        property: '$items',
      }),
    }),
    values: (fields) =>
      fc.record({ $items: fc.array(withMembers(fields, { first: anyInt }, ['first']), { maxLength: 3 }) }),
  },
  {
    options: ({ schema }, particles) => ({
      content: schema.sequence([...particles, schema.any({ min: 0, namespaces: ['urn:any'], process: 'lax' })]),
    }),
    values: (fields) => withMembers(fields, { $any: someTree('urn:any') }),
  },
  {
    options: ({ schema }, particles) => ({
      content: schema.sequence([...particles, schema.any({ ...listOptions, namespaces: ['urn:any'], process: 'lax' })]),
    }),
    values: (fields) => withMembers(fields, { $any: fc.array(someTree('urn:any'), { maxLength: 3 }) }),
  },
  {
    options: ({ schema }, particles) => ({ mixed: true, content: schema.choice(particles, listOptions) }),
    values: () => fc.record({ $content: fc.array(fc.oneof(text, someTree()), { maxLength: 4 }) }),
  },
  {
    options: ({ schema }, particles) => ({ content: schema.sequence(particles.slice(0, 1)) }),
    values: (fields) => objectOf(fields.slice(0, 1)),
  },
  {
    options: ({ schema, xs }, particles) => {
      const members = {
        m: schema.element('urn:b', 'm', xs.string),
        n: schema.element('urn:c', 'n', schema.complexType('urn:c', 'N', {})),
      };
      const heads = { abstract: true, substitutes: () => members, ...listOptions, list: true };
      return { content: schema.sequence([...particles, schema.field('urn:a', 'heads', xs.string, heads)]) };
    },
    values: (fields) =>
      withMembers(fields, {
        heads: fc.array(oneOf({ $name: 'm', $value: 'x' }, { $name: 'n', $value: {} }), { maxLength: 3 }),
      }),
  },
];

const someShape: fc.Memo<Shape> = fc.memo((depth) => {
  const inner = depth <= 1 ? simple : fc.oneof({ weight: 2, arbitrary: simple }, someShape(), treeShape);
  const fields = fc.array(fieldOf(inner), { maxLength: 4 });
  const complex = fc.record({ fields, kind: fc.constantFrom(...kinds) }).map(({ fields: own, kind }) => ({
    describe: (library: Library) =>
      library.schema.complexType('urn:a', 'Type', kind.options(library, particlesOf(library, own))),
    values: kind.values(own),
  }));
  const others = [textContent, derivedShape(fields), listShape(inner)];
  return fc.oneof({ weight: 8, arbitrary: complex }, ...others.map((arbitrary) => ({ weight: 1, arbitrary })));
});

/** Elements of any type. */
const treeShape: fc.Arbitrary<Shape> = fc.constant({
  describe: ({ schema }) => schema.tree(),
  values: someTree(),
});

/** Text with attributes. */
const textContent: fc.Arbitrary<Shape> = simple.map((shape) => ({
  describe: (library) =>
    library.schema.complexType('urn:a', 'Text', {
      text: shape.describe(library) as never,
      attributes: [library.schema.attribute('', 'x', library.xs.string)],
    }),
  values: fc.record({ $value: shape.values, x: text }, { requiredKeys: ['$value'] }),
}));

/** A type and one that extends it, whose values name it. */
function derivedShape(fields: fc.Arbitrary<readonly Field[]>): fc.Arbitrary<Shape> {
  return fields.map((own) => ({
    describe: (library) => {
      const { schema, xs } = library;
      const base: ComplexType = schema.complexType('urn:a', 'Base', {
        content: schema.sequence(particlesOf(library, own)),
        typeName: 'Base',
        derived: schema.derivedTypes(() => [more]),
      });
      const content = schema.sequence([schema.field('urn:b', 'more', xs.string, { min: 0 })]);
      const more: ComplexType = schema.complexType('urn:c', 'Derived', { typeName: 'Derived', extends: base, content });
      return base;
    },
    values: fc
      .tuple(objectOf(own), oneOf({}, { $type: 'Derived' }, { $type: 'Derived', more: 'x' }))
      .map(([first, rest]) => ({ ...first, ...(rest as object) })),
  }));
}

/** A list in the place of the object that would contain nothing else. */
function listShape(items: fc.Arbitrary<Shape>): fc.Arbitrary<Shape> {
  return items.map((shape) => ({
    describe: (library) => {
      const item = library.schema.repeated('urn:a', 'item', shape.describe(library));
      return library.schema.complexType('urn:a', 'List', { content: library.schema.sequence([item]), unwrap: 'item' });
    },
    values: fc.array(shape.values, { maxLength: 3 }),
  }));
}

/** Elements, each with a value that fits. */
export const writables: fc.Arbitrary<Writable> = fc
  .tuple(fc.constantFrom('urn:a', 'urn:b', ''), someShape(3))
  .chain(([namespace, { describe, values }]) =>
    values.map((value) => ({
      describe: (library) => library.schema.element(namespace, 'root', describe(library)),
      value,
    })),
  );
