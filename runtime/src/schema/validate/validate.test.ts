import {
  all,
  any,
  attribute,
  choice,
  complexType,
  type ElementDescriptor,
  element,
  enumeration,
  field,
  formatXml,
  list,
  type ParticleDescriptor,
  parseXml,
  restriction,
  type StandardSchema,
  sequence,
  standardSchema,
  validate,
} from '../index.js';
import * as xs from '../xs.js';

/** The result of `validate`: one issue for each problem, at the place of the mistake, in words that a form can show. */

const many = { min: 0, max: Number.POSITIVE_INFINITY };
const of = (...particles: readonly ParticleDescriptor[]): ElementDescriptor =>
  element('urn:v', 'r', complexType('urn:v', '', { content: sequence(particles) }));
const a = (options = {}): ParticleDescriptor => field('urn:v', 'a', xs.int, options);
const b = (options = {}): ParticleDescriptor => field('urn:v', 'b', xs.int, options);
const c = (options = {}): ParticleDescriptor => field('urn:v', 'c', xs.int, options);

describe('one problem is one issue', () => {
  it.each<[string, ElementDescriptor, unknown, string]>([
    [
      'too few',
      of(a({ min: 2, max: 3 }), choice([b(), c()])),
      { a: [1], b: 1 },
      'a too-few: expected at least 2, got 1',
    ],
    [
      'too many',
      of(a({ min: 2, max: 3 }), choice([b(), c()])),
      { a: [1, 2, 3, 4], b: 1 },
      'a too-many: expected at most 3, got 4',
    ],
    [
      'too few of a group',
      of(choice([b(), c()], { min: 2, max: 3, property: '$items' })),
      { $items: [{ b: 1 }] },
      '$items too-few: expected at least 2, got 1',
    ],
    [
      'too few for a wildcard',
      of(any({ min: 1, max: 2, namespaces: ['urn:o'], process: 'skip' })),
      { $any: [] },
      '$any too-few: expected at least 1, got 0',
    ],
    ['missing', of(a(), choice([b(), c()])), { b: 1 }, 'a missing-element: element "a" is missing'],
    ['no branch', of(a(), choice([b(), c()])), { a: 1 }, ' missing-choice: one of b, c must be present'],
    [
      'two branches',
      of(choice([b(), c()])),
      { b: 1, c: 1 },
      ' several-choices: only one branch of the choice of b, c may be present',
    ],
    [
      'missing in all',
      element('', 'r', complexType('', '', { content: all([a(), b()]) })),
      { a: 1 },
      'b missing-element: element "b" is missing',
    ],
  ])('%s', (_, type, value, expected) => {
    expect(validate(type, value).map(({ path, code, message }) => `${path.join('.')} ${code}: ${message}`)).toEqual([
      expected,
    ]);
  });

  it('inside a valid element, and next to an invalid one', () => {
    const inner = complexType('urn:v', '', { content: choice([sequence([a({ max: 2 }), b()]), c()]) });
    const type = of(field('urn:v', 'x', inner, many), choice([b(), c()]));
    const value = { x: [{ a: [], b: 1 }, { c: 1 }, { a: [1], b: 1 }, { a: [1, 2, 3], b: 2 }], c: 1 };
    expect(validate(type, value).map(({ path, code }) => `${path.join('.')} ${code}`)).toEqual([
      'x.0.a too-few',
      'x.3.a too-many',
    ]);
  });
});

describe('a branch of a choice with an empty array', () => {
  const array = complexType('urn:v', 'ArrayOfInt', {
    unwrap: 'int',
    content: sequence([field('urn:v', 'int', xs.int, many)]),
  });
  const type = of(choice([field('urn:v', 'list', list('', '', xs.int)), field('urn:v', 'array', array), a(many)]), b());

  it.each([{ list: [] }, { array: [] }])('is chosen if the array is the value of its element: %j', (branch) => {
    const value = { ...branch, b: 1 };
    expect(validate(type, value)).toEqual([]);
    expect(parseXml(type, formatXml(type, value), { strict: true })).toEqual(value);
  });

  it('is not chosen if the array contains its elements', () => {
    expect(validate(type, { a: [], list: [1], b: 1 })).toEqual([]);
    expect(validate(type, { a: [1], list: [], b: 1 }).map(({ code }) => code)).toEqual(['several-choices']);
  });
});

describe('an element out of order', () => {
  const ordered = complexType('urn:v', '', {
    content: choice([a(), b()], { ...many, property: '$items' }),
    model: sequence([a(), b()], { min: 0, max: 2 }),
  });
  const type = element('urn:v', 'r', ordered);

  it('is reported at its position, with the elements that are possible there', () => {
    expect(validate(type, { $items: [{ a: 1 }, { a: 2 }] })).toEqual([
      { path: ['$items', 1, 'a'], code: 'content-model', message: 'element "a" does not fit here; expected b' },
    ]);
  });

  it('or is reported as missing at the end of the element that should contain it', () => {
    expect(validate(type, { $items: [{ a: 1 }] })).toEqual([
      { path: [], code: 'content-model', message: 'the content ends too early; expected b' },
    ]);
  });

  it('in mixed content, too', () => {
    const mixed = element('urn:v', 'r', complexType('urn:v', '', { mixed: true, content: sequence([a()]) }));
    const tree = { namespace: 'urn:v', name: 'z', attributes: [], children: [] };
    expect(validate(mixed, { $content: ['text', tree] })).toEqual([
      { path: ['$content', 1], code: 'content-model', message: 'element "z" does not fit here; expected a' },
    ]);
  });
});

/** The interface as the specification of Standard Schema 1.0 has it. */
interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Result<Output> | Promise<Result<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}
type Result<Output> = { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly Issue[] };
interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}
type InferOutput<S extends StandardSchemaV1> = NonNullable<S['~standard']['types']>['output'];

describe('the Standard Schema interface', () => {
  interface Order {
    id: number;
    note?: string | null;
  }
  const Order = complexType<Order>('', 'Order', {
    attributes: [attribute('', 'id', restriction('', '', xs.int, { minInclusive: '1' }), { required: true })],
    content: sequence([field('', 'note', enumeration('', '', xs.string, ['x']), { min: 0, nillable: true })]),
  });
  const order: ElementDescriptor<Order> = element('', 'order', Order);

  it('has the form that libraries expect, for elements and for types', async () => {
    const standard: StandardSchemaV1<Order> = standardSchema(order);
    const typed = standardSchema(Order) satisfies StandardSchema<Order>;
    const ofType: StandardSchemaV1<Order> = typed;
    const output: InferOutput<typeof typed> = { id: 1 };
    expect(ofType['~standard'].version).toBe(1);
    expect(standard['~standard'].vendor).toBe('wsdl-codegen');
    expect(await standard['~standard'].validate(output)).toEqual({ value: output });
  });

  it('gives the value itself, or issues with message and path and nothing else', () => {
    const value = { id: 0, note: 'y' };
    expect(standardSchema(order)['~standard'].validate(value)).toEqual({
      issues: [
        { path: ['id'], message: '0 must be at least 1' },
        { path: ['note'], message: '"y" is not one of the enumerated values' },
      ],
    });
  });

  it.each([undefined, null, 1, 'x', [], () => 0, Symbol('s'), new Date(0), Object.create(null)])(
    'refuses %p without throwing',
    (value) => {
      const result = standardSchema(order)['~standard'].validate(value);
      expect(result.issues?.length).toBeGreaterThan(0);
    },
  );
});
