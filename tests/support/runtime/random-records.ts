/** Types with everything that decides how an element is written, and values for them that are right, nearly right or wrong. Not published. */
import fc from 'fast-check';
import type { ComplexTypeOptions } from '../../../runtime/src/schema/construct/construct.js';
import {
  any,
  attribute,
  type ComplexType,
  choice,
  complexType,
  derivedTypes,
  type ElementDescriptor,
  element,
  enumeration,
  type FieldOptions,
  field,
  guid,
  list,
  openEnumeration,
  type ParticleDescriptor,
  patterns,
  restriction,
  type SimpleType,
  scalar,
  sequence,
  type Type,
  union,
} from '../../../runtime/src/schema/index.js';
import * as xs from '../../../runtime/src/schema/xs.js';

const namespaces = ['urn:a', 'urn:b', ''] as const;

const text = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.string({ minLength: 30, maxLength: 60 }),
  fc.constantFrom('', ' ', ' a', '<&>"\'', ']]>', '\r\n\t', '😀', 'x'.repeat(50), `${'é'.repeat(45)}&`),
);

interface Simple {
  readonly type: SimpleType;
  readonly values: fc.Arbitrary<unknown>;
}

/** Mostly values of the one kind, and some of the other, among which are wrong ones. */
const often = (right: fc.Arbitrary<unknown>, odd: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 40, arbitrary: right }, { weight: 1, arbitrary: odd });
const oftenOf = (right: readonly unknown[], ...odd: readonly unknown[]): fc.Arbitrary<unknown> =>
  often(fc.constantFrom(...right), fc.constantFrom(...odd));

const anyNumber = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -0, 1e21, 1e-7, Number.NaN, 2 ** 31, -129));
const small = often(fc.integer({ min: -128, max: 127 }), anyNumber);
const bytes = fc.uint8Array({ maxLength: 20 });
const colour = enumeration('urn:a', 'Colour', xs.string, ['red', '', ' x ', '<&>']);
const someText = often(text, fc.constantFrom('\ud800', '\0', `${'x'.repeat(50)}\uffff`));

const simples: readonly Simple[] = [
  { type: xs.string, values: someText },
  { type: xs.token, values: oftenOf(['a', '', '<b> & c', 'é'.repeat(50)], ' a', 'a  b', '\0') },
  { type: xs.anyURI, values: oftenOf(['', 'urn:a?b&c'], ' ') },
  { type: xs.NCName, values: oftenOf(['a', 'é'], '1', 'a:b') },
  { type: xs.boolean, values: fc.boolean() },
  { type: xs.int, values: small },
  { type: xs.byte, values: small },
  { type: xs.double, values: anyNumber },
  { type: xs.float, values: anyNumber },
  { type: xs.long, values: often(fc.bigInt({ min: -10n, max: 10n }), fc.bigInt()) },
  { type: xs.decimal, values: oftenOf(['1', '1.50', '-.5'], '1e5', '', '٣') },
  { type: xs.dateTime, values: oftenOf(['2026-01-02T03:04:05Z'], '2026-02-30T00:00:00', '2026-01-02') },
  { type: xs.date, values: oftenOf(['2026-01-02', '-0001-02-03+14:00'], 'today', ' 2026-01-02') },
  { type: xs.duration, values: oftenOf(['P1D', 'PT1.5S'], 'P') },
  { type: xs.base64Binary, values: bytes },
  { type: xs.hexBinary, values: bytes },
  { type: colour, values: oftenOf(['red', '', ' x ', '<&>'], 'green') },
  { type: openEnumeration('urn:a', 'Open', xs.token, ['a', 'b']), values: oftenOf(['a', 'c', '<'], ' c') },
  { type: enumeration('urn:a', 'Names', xs.NCName, ['a', 'b c']), values: oftenOf(['a'], 'b c', 'c') },
  {
    type: restriction('urn:a', 'Padded', xs.int, { patterns: patterns(['[0-9]{3}']) }),
    values: fc.integer({ min: 0, max: 200 }),
  },
  { type: restriction('urn:a', 'Short', xs.string, { maxLength: 2 }), values: someText },
  { type: guid, values: oftenOf(['00000000-0000-0000-0000-000000000000'], 'x') },
  { type: list('urn:a', 'Ints', xs.int), values: fc.array(small, { maxLength: 3 }) },
  { type: union('urn:a', 'Either', [xs.int, xs.string]), values: fc.oneof(small, someText) },
  { type: xs.QName, values: fc.record({ namespace: fc.constantFrom(...namespaces, 'urn:c'), name: fc.constant('q') }) },
  {
    type: scalar(xs.dateTime, {
      parse: (each: string) => new Date(each),
      format: (each: Date) => each.toISOString(),
      accepts: (each): each is Date => each instanceof Date,
    }),
    values: fc.date({ noInvalidDate: true }),
  },
];

const wrong = fc.constantFrom<unknown>(
  null,
  undefined,
  'text',
  1,
  1n,
  true,
  {},
  [],
  { $nil: true },
  { $value: 'x' },
  { $type: 'T' },
);

/** A type, and values for it. */
interface Typed {
  readonly type: Type;
  readonly values: fc.Arbitrary<unknown>;
}

const mostly = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 100, arbitrary: right }, { weight: 1, arbitrary: wrong });

type Value = Record<string, unknown>;
type Values = fc.Arbitrary<Value>;

/** Objects with these properties, of which some may be left out. */
function someOf(properties: Readonly<Record<string, fc.Arbitrary<unknown>>>, required: readonly string[]): Values {
  const each = Object.entries(properties).map(([name, values]) => [name, mostly(values)] as const);
  return fc.record(Object.fromEntries(each), { requiredKeys: [...required] });
}

/** Objects as they mostly are, and some with what nobody knows, in another order, of a class, or with hidden properties. */
function disturbed(values: Values): fc.Arbitrary<unknown> {
  return fc.tuple(values, fc.nat(200), fc.nat(5)).map(([whole, how, which]) => {
    const names = Object.keys(whole);
    return disturb(whole, how, names[which % (names.length + 1)] ?? 'other');
  });
}

function disturb(whole: Value, how: number, name: string): unknown {
  switch (how) {
    case 0:
      return { ...whole, unknown: 1 };
    case 1:
      return { ...whole, unknown: undefined };
    case 2:
    case 3:
      return Object.fromEntries(Object.entries(whole).reverse());
    case 4:
      return Object.assign(Object.create(null), whole);
    case 5:
      return Object.assign(Object.create({ inherited: true }), whole);
    case 6:
      return Object.create(whole);
    case 7:
      return Object.defineProperty({ ...whole }, name, { value: whole[name], enumerable: false });
    case 8:
      return Object.defineProperty({ ...whole }, name, { get: () => whole[name], enumerable: true });
    case 9:
      return { ...whole, [name]: undefined };
    case 10:
      return { ...whole, $nil: true };
    case 11:
      return { ...whole, $type: name === 'other' ? 'Derived' : undefined };
    case 12:
      return { ...whole, $anyAttribute: { other: 'x', '{urn:z}other': '<' }, $open: [] };
    default:
      return whole;
  }
}

interface Field {
  readonly namespace: string;
  readonly typed: Typed;
  readonly options: FieldOptions;
}

const someSimple: fc.Arbitrary<Typed> = fc.constantFrom(...simples);

function fieldOf(typed: fc.Arbitrary<Typed>): fc.Arbitrary<Field> {
  const options = fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom<FieldOptions>({}, { min: 0 }, { min: 0, max: 5, list: true }) },
    {
      weight: 20,
      arbitrary: fc.constantFrom<FieldOptions>(
        { nillable: true },
        { min: 0, absent: 'null' },
        { space: 'preserve' },
        { default: 'red' },
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom<FieldOptions>({ fixed: 'red' }, { abstract: true }) },
  );
  return fc.record({ namespace: fc.constantFrom(...namespaces), typed, options });
}

const property = (i: number): string => `p${i}`;

function valuesOf({ typed, options }: Field): fc.Arbitrary<unknown> {
  const one =
    options.nillable || options.absent === 'null'
      ? fc.oneof({ weight: 3, arbitrary: typed.values }, { weight: 1, arbitrary: fc.constant(null) })
      : typed.values;
  return options.list ? fc.array(mostly(one), { maxLength: 3 }) : one;
}

function propertiesOf(fields: readonly Field[]): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(fields.map((each, i) => [property(i), valuesOf(each)]));
}

const attributes = fc.uniqueArray(
  fc.record({
    namespace: fc.constantFrom('', '', '', 'http://www.w3.org/XML/1998/namespace', 'urn:b'),
    simple: fc.constantFrom(...simples),
    required: fc.boolean(),
    fixed: fc.nat(30).map((n) => (n === 0 ? 'red' : undefined)),
    name: fc.constantFrom('x', 'y', 'z'),
  }),
  { maxLength: 3, selector: ({ name }) => name },
);

const kinds = [
  'record',
  'record',
  'choice',
  'nested',
  'repeated',
  'text',
  'any',
  'substituted',
  'derived',
  'list',
] as const;

/** Records, records of records, groups of all kinds, and simple content. */
const someType: fc.Memo<Typed> = fc.memo((depth) => {
  const inner = depth <= 1 ? someSimple : fc.oneof(someSimple, someType());
  const some = fc.array(fieldOf(inner), { maxLength: 5 });
  const many = fc.array(fieldOf(someSimple), { minLength: 10, maxLength: 14 });
  const fields = fc.oneof({ weight: 9, arbitrary: some }, { weight: 1, arbitrary: many });
  return fc
    .record({ fields, drawn: attributes, kind: fc.constantFrom(...kinds) })
    .map(({ fields: own, drawn, kind }) => {
      const { options, values } = contentOf(kind, own);
      const declared = drawn.map(({ namespace, name, simple, required, fixed }) =>
        attribute(namespace, name, simple.type, { required, ...(fixed !== undefined && { fixed }) }),
      );
      const required = drawn.flatMap((each) => (each.required ? [each.name] : []));
      const named = someOf(Object.fromEntries(drawn.map(({ name, simple }) => [name, simple.values])), required);
      const all = fc.tuple(named, values).map(([first, second]) => ({ ...first, ...second }));
      return kind === 'derived'
        ? derived({ ...options, attributes: declared }, all)
        : { type: complexType('urn:a', 'Record', { ...options, attributes: declared }), values: disturbed(all) };
    });
});

/** A type, one that extends it, and values that say of which they are. */
function derived(options: ComplexTypeOptions, values: Values): Typed {
  const base: ComplexType = complexType('urn:a', 'Base', {
    ...options,
    typeName: 'Base',
    derived: derivedTypes(() => [more]),
  });
  const content = sequence([field('urn:b', 'more', xs.string, { min: 0 })]);
  const more: ComplexType = complexType('urn:c', 'Derived', { typeName: 'Derived', extends: base, content });
  const named = fc.constantFrom({}, { $type: 'Derived' }, { $type: 'Derived', more: 'x' }, { $type: 'Base' });
  return { type: base, values: disturbed(fc.tuple(named, values).map(([first, rest]) => ({ ...first, ...rest }))) };
}

interface Content {
  readonly options: ComplexTypeOptions;
  readonly values: Values;
}

function contentOf(kind: (typeof kinds)[number], fields: readonly Field[]): Content {
  const particles = fields.map(({ namespace, typed, options }, i) =>
    field(namespace, property(i), typed.type, options),
  );
  const properties = propertiesOf(fields);
  const values = someOf(
    properties,
    fields.flatMap(({ options }, i) => (options.min === 0 ? [] : [property(i)])),
  );
  switch (kind) {
    case 'record':
    case 'derived':
      return { options: { content: sequence(particles) }, values };
    case 'choice':
      return { options: { content: choice(particles) }, values: oneOf(properties) };
    case 'nested':
      return nested(particles, values);
    case 'repeated':
      return repeated(particles, oneOf(properties), values);
    case 'text':
      return simpleContent(fields) ?? contentOf('record', fields);
    case 'any': {
      const anyAttribute = { namespaces: 'any', process: 'lax' } as const;
      return {
        options: { content: sequence([...particles, any({ min: 0, max: Infinity, list: true })]), anyAttribute },
        values,
      };
    }
    case 'list': {
      const [first] = fields;
      const items = field(first?.namespace ?? '', 'item', first?.typed.type ?? xs.string, {
        min: 0,
        max: 9,
        list: true,
      });
      return { options: { content: sequence([items]), unwrap: 'item' }, values: fc.constant({}) };
    }
    case 'substituted':
      return substituted(particles, values);
  }
}

/** Mostly one of the properties. */
function oneOf(properties: Readonly<Record<string, fc.Arbitrary<unknown>>>): Values {
  const each = Object.entries(properties).map(([name, values]) => fc.record({ [name]: mostly(values) }));
  return each.length === 0
    ? fc.constant({})
    : fc.oneof({ weight: 20, arbitrary: fc.oneof(...each) }, someOf(properties, []));
}

/** Fields, then a choice of two sequences that begin alike, of a single element and of an optional group. */
function nested(particles: readonly ParticleDescriptor[], values: Values): Content {
  const group = choice([
    sequence([field('urn:a', 'a', xs.string), field('urn:b', 'b', xs.int)]),
    sequence([field('urn:a', 'a', xs.string), field('urn:a', 'c', xs.string, { min: 0, max: 3, list: true })]),
    field('urn:b', 'd', xs.int),
    sequence([field('', 'e', xs.string), field('', 'f', xs.string)], { min: 0 }),
  ]);
  const parts = fc.constantFrom<Value>(
    ...[
      {},
      { a: '1' },
      { a: '<', b: 2 },
      { a: '1', c: ['x', ''] },
      { a: '1', c: [] },
      { d: 3 },
      { e: '', f: '' },
      { e: '' },
    ],
    { a: '1', d: 2 },
    { c: ['x'] },
    { d: 3, c: [] },
  );
  return {
    options: { content: sequence([...particles, group]) },
    values: fc.tuple(values, parts).map(([first, second]) => ({ ...first, ...second })),
  };
}

function repeated(particles: readonly ParticleDescriptor[], one: Values, all: Values): Content {
  const options = { min: 0, max: Infinity, property: '$items' };
  const items = (each: Values): fc.Arbitrary<unknown> => fc.array(mostly(disturbed(each)), { maxLength: 3 });
  return {
    options: {
      content: sequence([choice(particles, options), sequence(particles, { ...options, property: '$others' })]),
    },
    values: someOf({ $items: items(one), $others: items(all) }, []),
  };
}

function simpleContent([first]: readonly Field[]): Content | undefined {
  return first?.typed.type.kind === 'simple'
    ? { options: { text: first.typed.type }, values: someOf({ $value: first.typed.values }, ['$value']) }
    : undefined;
}

function substituted(particles: readonly ParticleDescriptor[], values: Values): Content {
  const members = { m: element('urn:b', 'm', xs.string), n: element('urn:c', 'n', complexType('urn:c', 'N', {})) };
  const options = { abstract: true, min: 0, substitutes: () => members };
  const content = sequence([
    ...particles,
    field('urn:a', 'head', xs.string, options),
    field('urn:a', 'heads', xs.string, { ...options, max: 5, list: true }),
  ]);
  const member = mostly(
    fc.constantFrom<unknown>(
      { $name: 'm', $value: 'x' },
      { $name: 'n', $value: {} },
      { $name: 'm', $value: 1 },
      { $name: 'o' },
    ),
  );
  const heads = someOf({ head: member, heads: fc.array(member, { maxLength: 3 }) }, []);
  return { options: { content }, values: fc.tuple(values, heads).map(([first, second]) => ({ ...first, ...second })) };
}

/** An element and a value for it. */
export const randomElement: fc.Arbitrary<{ readonly element: ElementDescriptor; readonly value: unknown }> = fc
  .tuple(fc.constantFrom(...namespaces), someType(3))
  .chain(([namespace, { type, values }]) =>
    mostly(values).map((value) => ({ element: element(namespace, 'root', type), value })),
  );
