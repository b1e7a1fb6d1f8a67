/** Types with everything that decides how an element is written, and values for them that are right, nearly right or wrong. Not published. */
import fc from 'fast-check';
import {
  any,
  attribute,
  choice,
  complexType,
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
} from '../schema/index.js';
import * as xs from '../schema/xs.js';

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

type Values = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Objects with these properties: some left out, some that nobody knows, in any order, of a class, or with hidden properties. */
function objects(properties: Values, required: readonly string[]): fc.Arbitrary<unknown> {
  const whole = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, values]) => [name, mostly(values)])),
    { requiredKeys: [...required] },
  );
  return fc.tuple(whole, fc.nat(200), fc.constantFrom(...Object.keys(properties), 'other')).map(disturb);
}

function disturb([whole, how, name]: [Record<string, unknown>, number, string]): unknown {
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
  const one = options.nillable
    ? fc.oneof({ weight: 3, arbitrary: typed.values }, { weight: 1, arbitrary: fc.constant(null) })
    : typed.values;
  return options.list ? fc.array(mostly(one), { maxLength: 3 }) : one;
}

function propertiesOf(fields: readonly Field[]): Values {
  return Object.fromEntries(fields.map((each, i) => [property(i), valuesOf(each)]));
}

const attributes = fc.uniqueArray(
  fc.record({
    namespace: fc.constantFrom('', '', '', 'urn:b'),
    simple: fc.constantFrom(...simples),
    required: fc.boolean(),
    fixed: fc.nat(30).map((n) => (n === 0 ? 'red' : undefined)),
    name: fc.constantFrom('x', 'y', 'z'),
  }),
  { maxLength: 3, selector: ({ name }) => name },
);

/** Records, records of records, choices and simple content. */
const someType: fc.Memo<Typed> = fc.memo((depth) => {
  const inner = depth <= 1 ? someSimple : fc.oneof(someSimple, someType());
  const fields = fc.array(fieldOf(inner), { maxLength: 5 });
  return fc
    .record({ fields, attributes, kind: fc.constantFrom('record', 'record', 'record', 'choice', 'text', 'any') })
    .chain(({ fields, attributes, kind }) => {
      const particles = fields.map(({ namespace, typed, options }, i) =>
        field(namespace, property(i), typed.type, options),
      );
      const first = fields[0]?.typed.type;
      const isText = kind === 'text' && first?.kind === 'simple';
      const name = isText ? 'Text' : 'Record';
      const type = complexType('urn:a', name, {
        attributes: attributes.map(({ namespace, name, simple, required, fixed }) =>
          attribute(namespace, name, simple.type, { required, ...(fixed !== undefined && { fixed }) }),
        ),
        ...(isText ? { text: first } : { content: contentOf(kind, particles) }),
        ...(kind === 'any' && { anyAttribute: { namespaces: 'any', process: 'lax' } as const }),
      });
      const own = isText ? { $value: fields[0]!.typed.values } : propertiesOf(fields);
      const named = Object.fromEntries(attributes.map(({ name, simple }) => [name, simple.values]));
      const required = [
        ...attributes.flatMap(({ name, required }) => (required ? [name] : [])),
        ...(isText ? ['$value'] : fields.flatMap(({ options }, i) => (options.min === 0 ? [] : [property(i)]))),
      ];
      return fc.constant({ type, values: objects({ ...named, ...own }, kind === 'choice' ? [] : required) });
    });
});

function contentOf(kind: string, particles: readonly ParticleDescriptor[]): ReturnType<typeof sequence> {
  if (kind === 'choice') {
    return choice(particles);
  }
  return sequence(kind === 'any' ? [...particles, any({ min: 0, max: Infinity, list: true })] : particles);
}

/** An element and a value for it. */
export const randomElement: fc.Arbitrary<{ readonly element: ElementDescriptor; readonly value: unknown }> = fc
  .tuple(fc.constantFrom(...namespaces), someType(3))
  .chain(([namespace, { type, values }]) =>
    mostly(values).map((value) => ({ element: element(namespace, 'root', type), value })),
  );
