import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  alternative,
  any,
  attribute,
  type ComplexType,
  char,
  choice,
  coercingSchema,
  complexType,
  dateTimeAsDate,
  derivedTypes,
  type ElementDescriptor,
  element,
  field,
  fromJson,
  integerAsNumber,
  JsonError,
  list,
  openEnumeration,
  restriction,
  scalar,
  sequence,
  standardSchema,
  type Type,
  toJson,
  toJsonSchema,
  union,
} from '../index.js';
import * as xs from '../xs.js';

const ns = 'urn:j';

function throughText(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json));
}

function fits(target: ElementDescriptor | Type, json: unknown): boolean {
  return new Ajv2020({ strict: false, validateFormats: false }).compile(toJsonSchema(target))(json);
}

function mistake(act: () => unknown): string {
  try {
    return `no mistake: ${JSON.stringify(act())}`;
  } catch (error) {
    if (!(error instanceof JsonError)) {
      throw error;
    }
    return `${error.path} ${error.code}: ${error.reason}`;
  }
}

const base: ComplexType = complexType(ns, 'Base', {
  typeName: 'Base',
  derived: derivedTypes(() => [derived]),
  content: sequence([field(ns, 'id', xs.long)]),
});
const derived: ComplexType = complexType(ns, 'Derived', {
  typeName: 'Derived',
  extends: base,
  content: sequence([field(ns, 'more', xs.base64Binary)]),
});
const amount = complexType(ns, 'Amount', {
  text: xs.decimal,
  attributes: [attribute('', 'currency', xs.string, { default: 'EUR' })],
});
const tree = { namespace: 'urn:x', name: 'a', attributes: [{ namespace: '', name: 'b', value: '1' }], children: ['t'] };

const values: readonly (readonly [title: string, target: ElementDescriptor | Type, value: unknown, json: unknown])[] = [
  ['integers of any size', xs.integer, 12345678901234567890n, '12345678901234567890'],
  ['decimals with all digits', xs.decimal, '1.500000000000000000001', '1.500000000000000000001'],
  ['small integers', xs.int, -5, -5],
  ['NaN', xs.double, Number.NaN, 'NaN'],
  ['the negative zero, which JSON.stringify would make 0', xs.double, -0, '-0'],
  ['infinity', xs.float, Number.NEGATIVE_INFINITY, '-INF'],
  ['octets', xs.base64Binary, Uint8Array.of(1, 2, 255), 'AQL/'],
  ['octets in hexadecimal digits', xs.hexBinary, Uint8Array.of(1, 171), '01AB'],
  ['dates in their lexical form', xs.date, '2026-01-02+14:00', '2026-01-02+14:00'],
  ['names', xs.QName, { namespace: 'urn:x', name: 'a' }, { namespace: 'urn:x', name: 'a' }],
  ['lists', list(ns, 'Longs', xs.long), [1n, 2n], ['1', '2']],
  ['unions', union(ns, 'Either', [xs.boolean, xs.long, xs.string]), 7n, '7'],
  ['enumerations that may grow', openEnumeration(ns, 'Open', xs.token, ['a']), 'a', 'a'],
  ['characters of .NET', char, 'x', 'x'],
  ['mapped dates', scalar(xs.dateTime, dateTimeAsDate), new Date(0), '1970-01-01T00:00:00Z'],
  ['mapped integers', scalar(xs.long, integerAsNumber), 5, '5'],
  [
    'derived types',
    base,
    { $type: 'Derived', id: 1n, more: Uint8Array.of(0) },
    { $type: 'Derived', id: '1', more: 'AA==' },
  ],
  ['simple content', amount, { $value: '1.0', currency: 'USD' }, { $value: '1.0', currency: 'USD' }],
  ['nil', element(ns, 'n', xs.long, { nillable: true }), null, null],
  [
    'nil with attributes',
    element(ns, 'n', amount, { nillable: true }),
    { $nil: true, currency: 'USD' },
    { $nil: true, currency: 'USD' },
  ],
  [
    'choices',
    complexType(ns, 'C', { content: choice([field(ns, 'a', xs.long), field(ns, 'b', xs.boolean)]) }),
    { a: 1n },
    { a: '1' },
  ],
  [
    'repeated choices',
    complexType(ns, 'R', {
      content: choice([field(ns, 'a', xs.long), field(ns, 'b', xs.boolean)], { max: 9, property: '$choice' }),
    }),
    { $choice: [{ a: 1n }, { b: true }, { a: 2n }] },
    { $choice: [{ a: '1' }, { b: true }, { a: '2' }] },
  ],
  [
    'mixed content',
    complexType(ns, 'M', { mixed: true, content: sequence([any()]) }),
    { $content: ['x', tree] },
    { $content: ['x', tree] },
  ],
  [
    'wildcards',
    complexType(ns, 'W', { content: sequence([any({ list: true, max: 9 })]) }),
    { $any: [tree] },
    { $any: [tree] },
  ],
  [
    'open content',
    complexType(ns, 'O', {
      content: sequence([field(ns, 'a', xs.int)]),
      openContent: { mode: 'suffix', namespaces: 'any', process: 'skip' },
    }),
    { a: 1, $open: [tree] },
    { a: 1, $open: [tree] },
  ],
  ['any type', element(ns, 'any', xs.anyType), tree, tree],
  [
    'arrays of SOAP encoding',
    complexType(ns, 'A', { soapArray: { itemType: xs.long, rank: '[]', itemName: 'item' } }),
    [1n, null, 2n],
    ['1', null, '2'],
  ],
  [
    'lists in the place of an object',
    complexType(ns, 'U', {
      unwrap: 'item',
      content: sequence([field(ns, 'item', xs.long, { min: 0, max: 9, list: true })]),
    }),
    [1n, 2n],
    ['1', '2'],
  ],
  [
    'substitution groups',
    complexType(ns, 'S', {
      content: sequence([
        field(ns, 'head', xs.string, { abstract: true, substitutes: () => ({ m: element(ns, 'm', xs.long) }) }),
      ]),
    }),
    { head: { $name: 'm', $value: 3n } },
    { head: { $name: 'm', $value: '3' } },
  ],
];

describe('toJson and fromJson', () => {
  it.each(values)('convert %s, in the form of the JSON Schema', (_, target, value, json) => {
    expect(throughText(toJson(target, value))).toEqual(json);
    expect(fromJson(target, json)).toEqual(value);
    expect(fits(target, json)).toBe(true);
  });

  it('choose the type by the attributes where the schema does', () => {
    const long = complexType(ns, 'L', { attributes: [attribute('', 'kind', xs.string)], text: xs.long });
    const flag = complexType(ns, 'F', { attributes: [attribute('', 'kind', xs.string)], text: xs.boolean });
    const either = element(ns, 'v', long, {
      alternatives: [{ ...alternative(flag), holds: (given) => given.some(({ value }) => value === 'flag') }],
    });
    for (const value of [
      { kind: 'flag', $value: true },
      { kind: 'number', $value: 5n },
    ]) {
      const json = throughText(toJson(either, value));
      expect(fromJson(either, json)).toEqual(value);
      expect(fits(either, json)).toBe(true);
    }
    expect(mistake(() => fromJson(either, { kind: 'flag', $value: '5' }))).toMatch('/v/$value wrong-type');
  });
});

describe('an object that says nil', () => {
  const nillable = (type: Type) => element(ns, 'n', type, { nillable: true });
  const plain = complexType(ns, 'Plain', { content: sequence([field(ns, 'id', xs.int)]) });
  const family: ComplexType = complexType(ns, 'Family', {
    typeName: 'Family',
    content: sequence([field(ns, 'id', xs.int)]),
    derived: () => [priced, member],
  });
  const priced = complexType(ns, 'Priced', {
    typeName: 'Priced',
    extends: family,
    attributes: [attribute('', 'price', xs.int, { required: true })],
  });
  const member = complexType(ns, 'Member', { typeName: 'Member', extends: family });
  const shape: ComplexType = complexType(ns, 'Shape', { abstract: true, typeName: 'Shape', derived: () => [circle] });
  const circle = complexType(ns, 'Circle', { typeName: 'Circle', extends: shape });
  const standIn = complexType(ns, 'Money', { typeName: 'Money', text: xs.int });
  const replaced = element(ns, 'r', xs.int, { nillable: true, standIns: () => [standIn] });
  const cases: readonly (readonly [title: string, target: ElementDescriptor, json: object, isTaken: boolean])[] = [
    ['of a type without attributes', nillable(plain), { $nil: true }, false],
    ['of a simple type', nillable(xs.int), { $nil: true }, false],
    ['of a type with attributes', nillable(amount), { $nil: true, currency: 'EUR' }, true],
    ['of a type that one with attributes replaces', nillable(family), { $nil: true }, true],
    ['of one that replaces it', nillable(family), { $nil: true, $type: 'Priced', price: 1 }, true],
    ['of one that needs its attribute', nillable(family), { $nil: true, $type: 'Priced' }, false],
    ['of one without attributes beside it', nillable(family), { $nil: true, $type: 'Member' }, true],
    ['of a type in the place of an abstract one', nillable(shape), { $nil: true, $type: 'Circle' }, true],
    ['of an abstract type', nillable(shape), { $nil: true }, false],
    ['of a type in the place of a simple one', replaced, { $nil: true, $type: 'Money' }, true],
    ['of a type in the place of a simple one, without its name', replaced, { $nil: true }, false],
  ];

  it.each(cases)('%s is read and described alike', (_title, target, json, isTaken) => {
    const isThere = mistake(() => toJson(target, fromJson(target, json))) === `no mistake: ${JSON.stringify(json)}`;
    expect([fits(target, json), isThere]).toEqual([isTaken, isTaken]);
  });

  it.each([
    ['takes null beside it', nillable(amount), true],
    ['takes no null where it needs an attribute', nillable(priced), false],
    ['takes no null where it needs the name of a type', nillable(shape), false],
  ])('%s', (_title, target, isTaken) => {
    const isRead = mistake(() => fromJson(target, null)).startsWith('no mistake');
    expect([fits(target, null), isRead]).toEqual([isTaken, isTaken]);
  });

  it('is null in JSON where null is the only nil', () => {
    expect(toJson(nillable(plain), { $nil: true } as never)).toBeNull();
    expect(mistake(() => fromJson(nillable(plain), { $nil: true }))).toBe(
      '/n/$nil wrong-type: the type has no attributes, so null is its only nil',
    );
  });
});

describe('toJson', () => {
  it('leaves out what the type does not have', () => {
    expect(toJson(base, { id: 1n, secret: 'x' })).toEqual({ id: '1' });
  });

  it.each([
    [xs.long, 'x', '/long wrong-type: "x" is not a value of type long'],
    [base, { id: '1' }, '/Base/id wrong-type: "1" is not a value of type long; write 1n'],
    [base, { $type: 'Other', id: 1n }, '/Base/$type unknown-type: "Other" is not a type that is allowed here'],
  ])('refuses wrong values with their path', (target, value, message) => {
    expect(mistake(() => toJson(target as Type, value))).toBe(message);
  });

  it('refuses a value that contains itself', () => {
    const node: ComplexType = complexType(ns, 'Node', {
      content: sequence([field(ns, 'next', () => node, { min: 0 })]),
    });
    const value: { next?: unknown } = {};
    value.next = value;
    expect(mistake(() => toJson(node, value))).toMatch(/too-deep/);
  });
});

describe('fromJson', () => {
  const order = element(
    ns,
    'order',
    complexType(ns, 'Order', {
      attributes: [attribute('', 'state', xs.string, { default: 'new' })],
      content: sequence([
        field(ns, 'id', restriction(ns, '', xs.long, { minInclusive: '1' })),
        field(ns, 'note', restriction(ns, '', xs.string, { maxLength: 3 }), { min: 0 }),
        field(ns, 'lines', amount, { min: 0, max: Infinity, list: true }),
      ]),
    }),
  );

  it('fills in lists and default values of attributes, as readers of XML do', () => {
    expect(fromJson(order, { id: '1' })).toEqual({ state: 'new', id: 1n, lines: [] });
  });

  it.each([
    [{}, '/order/id missing-element: element "id" is missing'],
    [{ id: 5 }, '/order/id wrong-type: expected a text of digits, got 5; write "5"'],
    [{ id: '0' }, '/order/id minInclusive: 0 must be at least 1'],
    [{ id: '1', note: 'four' }, '/order/note maxLength: the length is 4, but must be at most 3'],
    [{ id: '1', lines: {} }, '/order/lines wrong-type: expected an array, got an object'],
    [{ id: '1', lines: [{ $value: 'x' }] }, '/order/lines[0]/$value wrong-type: "x" is not a value of type decimal'],
    [{ id: '1', nota: 'x' }, '/order/nota unknown-property: the type has no such property; did you mean "note"?'],
    [[], '/order wrong-type: expected an object, got an array'],
  ])('says what is wrong in %j', (json, message) => {
    expect(mistake(() => fromJson(order, json))).toBe(message);
  });

  it('names all mistakes in one error', () => {
    try {
      fromJson(order, { id: 1, note: 2, lines: [3] });
    } catch (error) {
      expect((error as JsonError).issues.map(({ path }) => path.join('.'))).toEqual(['id', 'note', 'lines.0']);
      expect((error as JsonError).message).toMatch(/ \(and 2 more\)$/);
    }
    expect.assertions(2);
  });

  it('need not check facets', () => {
    expect(fromJson(order, { id: '0' }, { validate: false })).toMatchObject({ id: 0n });
  });

  it('keeps a property that is called __proto__ apart', () => {
    const json = JSON.parse('{"id":"1","__proto__":{"note":"x"}}') as unknown;
    expect(mistake(() => fromJson(order, json))).toMatch('unknown-property');
  });
});

describe('fromJson with coerce', () => {
  it.each([
    [xs.long, '5', 5n],
    [xs.long, ' 5 ', 5n],
    [xs.long, 5, 5n],
    [xs.long, 5n, 5n],
    [xs.int, '5', 5],
    [xs.boolean, 'true', true],
    [xs.boolean, 0, false],
    [xs.decimal, 1.5, '1.5'],
    [xs.double, 'INF', Number.POSITIVE_INFINITY],
    [xs.double, '2.5', 2.5],
    [xs.string, 5, '5'],
    [xs.date, new Date(0), '1970-01-01'],
    [xs.time, new Date(0), '00:00:00.000Z'],
    [xs.dateTime, new Date(0), '1970-01-01T00:00:00.000Z'],
    [xs.base64Binary, Uint8Array.of(1), Uint8Array.of(1)],
    [xs.base64Binary, 'AQ==', Uint8Array.of(1)],
    [xs.QName, '{urn:x}a', { namespace: 'urn:x', name: 'a' }],
    [list(ns, '', xs.long), '1 2', [1n, 2n]],
    [list(ns, '', xs.long), 3, [3n]],
    [union(ns, '', [xs.long, xs.string]), 'x', 'x'],
    [union(ns, '', [xs.long, xs.boolean]), 7, 7n],
    [scalar(xs.dateTime, dateTimeAsDate), new Date(5), new Date(5)],
    [amount, '1.5', { $value: '1.5', currency: 'EUR' }],
  ])('reads for %p the value %p', (target, json, value) => {
    expect(fromJson(target as Type, json, { coerce: true })).toEqual(value);
  });

  it('reads one item for a list, and nothing for null and empty texts of optional parts', () => {
    const form = complexType(ns, 'Form', {
      content: sequence([
        field(ns, 'ids', xs.long, { min: 0, max: 9, list: true }),
        field(ns, 'age', xs.int, { min: 0 }),
        field(ns, 'note', xs.string, { min: 0 }),
      ]),
    });
    expect(fromJson(form, { ids: '1', age: '', note: '' }, { coerce: true })).toEqual({ ids: [1n], note: '' });
    expect(fromJson(form, { ids: null, age: null, note: null }, { coerce: true })).toEqual({ ids: [] });
  });

  it.each([
    [xs.long, 2 ** 60, 'has lost digits'],
    [xs.long, '1.5', 'is not a valid long'],
    [xs.int, {}, 'an object is not a value'],
    [xs.date, new Date(Number.NaN), 'is invalid'],
  ])('refuses for %p what stands for no value', (target, json, message) => {
    expect(mistake(() => fromJson(target as Type, json, { coerce: true }))).toMatch(message);
  });
});

describe('Standard Schemas', () => {
  const target = complexType<{ id: bigint }>(ns, 'T', { content: sequence([field(ns, 'id', xs.long)]) });

  it('check values as they are, or make them', () => {
    expect(standardSchema(target)['~standard'].validate({ id: '5' }).issues).toHaveLength(1);
    expect(coercingSchema(target)['~standard'].validate({ id: '5' })).toEqual({ value: { id: 5n } });
    expect(coercingSchema(target)['~standard'].validate({ id: 5 })).toEqual({ value: { id: 5n } });
    expect(coercingSchema(target)['~standard'].validate({ id: 'x' })).toEqual({
      issues: [{ message: '"x" is not a valid long', path: ['id'] }],
    });
  });

  it.each([undefined, null, 1, 'x', [], () => 0, Symbol('s'), new Date(0), Object.create(null)])(
    'refuse %p without throwing',
    (value) => {
      expect(coercingSchema(target)['~standard'].validate(value).issues?.length).toBeGreaterThan(0);
    },
  );

  it('give the JSON Schema of a draft', () => {
    const { jsonSchema } = coercingSchema(target)['~standard'];
    expect(jsonSchema.input({ target: 'draft-2020-12' })).toEqual(toJsonSchema(target));
    const older = jsonSchema.output({ target: 'draft-07' });
    expect(older).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#', $ref: '#/definitions/T' });
    expect(new Ajv({ strict: false }).compile(older)({ id: '5' })).toBe(true);
    expect(new Ajv({ strict: false }).compile(older)({ id: 5 })).toBe(false);
    expect(() => jsonSchema.input({ target: 'draft-04' })).toThrow(TypeError);
  });
});

describe('what no descriptor names', () => {
  const open = complexType(ns, 'Open', {
    content: sequence([any()]),
    anyAttribute: { namespaces: 'any', process: 'skip' },
  });
  const json = (part: object) => ({ $any: { ...tree, ...part } });
  it.each([
    ['a name of an element', json({ name: '' }), '/$any'],
    ['a name with a colon', json({ name: 'a:b' }), '/$any'],
    ['a prefix', json({ prefix: '1' }), '/$any'],
    ['a prefix of a declaration', json({ declarations: { '1': 'urn:x' } }), '/$any'],
    ['a name of an inner element', json({ children: [{ ...tree, name: '1' }] }), '/$any/children[0]'],
    ['a name of an attribute', json({ attributes: [{ namespace: '', name: '<', value: '' }] }), '/$any/attributes[0]'],
    [
      'an attribute that is there twice',
      json({ attributes: [...tree.attributes, ...tree.attributes] }),
      '/$any/attributes[1]',
    ],
    [
      'an attribute that is a declaration',
      json({ attributes: [{ namespace: '', name: 'xmlns', value: '' }] }),
      '/$any/attributes[0]',
    ],
    ['a name among other attributes', { ...json({}), $anyAttribute: { $x: '1' } }, '/$anyAttribute/$x'],
  ])('is refused with its place where XML cannot have it: %s', (_title, given, place) => {
    expect(mistake(() => fromJson(open, given))).toContain(`${place} not-writable: `);
    expect(mistake(() => fromJson(open, json({})))).toContain('no mistake');
  });
});

describe('a tree', () => {
  const root = element(ns, 'any', xs.anyType);
  const [attributeOfTree] = tree.attributes;
  const whole = {
    ...tree,
    prefix: 'p',
    attributes: [{ ...attributeOfTree, prefix: 'q' }],
    declarations: { p: 'urn:x' },
  };
  const takes = new Ajv2020({ strict: false }).compile(toJsonSchema(root));

  it('has all that a reader keeps of one, and its schema says so', () => {
    expect(fromJson(root, whole, { validate: false })).toEqual(whole);
    expect(takes(whole)).toBe(true);
  });

  it.each([
    ['itself', { ...tree, nam: 'x' }, '/any/nam'],
    ['its children', { ...tree, children: ['t', { ...tree, text: 't' }] }, '/any/children[1]/text'],
    ['its attributes', { ...tree, attributes: [{ ...attributeOfTree, vale: '1' }] }, '/any/attributes[0]/vale'],
  ])('is refused with its place where %s has what no tree has, as its schema refuses it', (_title, json, place) => {
    expect(mistake(() => fromJson(root, json))).toBe(`${place} unknown-property: trees of XML have no such property`);
    expect(takes(json)).toBe(false);
  });

  it.each([
    ['prefix', { ...tree, prefix: 1 }],
    ['prefix of an attribute', { ...tree, attributes: [{ ...attributeOfTree, prefix: null }] }],
    ['declaration', { ...tree, declarations: 0 }],
    ['declared namespace', { ...tree, declarations: { p: 1 } }],
  ])('is refused with a wrong %s, as its schema refuses it', (_title, json) => {
    expect(mistake(() => fromJson(root, json))).toContain(' wrong-type: expected an ');
    expect(takes(json)).toBe(false);
  });
});

describe('all mistakes of a value', () => {
  const line = complexType('', 'Line', { content: sequence([field('', 'id', xs.int), field('', 'note', xs.string)]) });
  const order = complexType('', 'Order', {
    content: sequence([
      field('', 'title', restriction('', '', xs.string, { maxLength: 3 })),
      field('', 'line', line, { list: true, min: 1, max: 2 }),
    ]),
  });
  const places = (json: unknown): readonly string[] => {
    try {
      fromJson(order, json);
      return [];
    } catch (error) {
      return (error as JsonError).issues.map(({ path, code }) => `${path.join('/')} ${code}`);
    }
  };

  it('are told at once, whichever rule each of them breaks', () => {
    expect([...places({ title: 'long', line: [{ id: 'x', note: '' }, { id: 2 }], more: 1 })].sort()).toEqual([
      expect.stringContaining('line/0/id '),
      'line/1/note missing-element',
      'more unknown-property',
      'title maxLength',
    ]);
  });

  it('are told once, and not also what follows from them', () => {
    expect(places({ title: 'a', line: 'x' })).toHaveLength(1);
    expect(places({ title: 'a', line: [{ id: {}, note: 1 }] })).toHaveLength(2);
  });

  it('are no longer looked for where very many values could not be read', () => {
    const line = (id: unknown): object => ({ id, note: '' });
    const found = places({ title: 'a', line: Array.from({ length: 3000 }, () => line('x')) });
    expect(found).toHaveLength(1000);
    expect(found.filter((each) => !/^line\/[0-9]+\/id wrong-type$/.test(each))).toEqual([]);
  });

  it('are no longer looked for where very many values break a rule', () => {
    const found = places({ title: 'a', line: Array.from({ length: 3000 }, () => ({ id: 1 })) });
    expect(found).toHaveLength(1000);
    expect(found.filter((each) => !/^line\/[0-9]+\/note missing-element$/.test(each))).toEqual(['line too-many']);
    expect(places({ title: 'long', line: Array.from({ length: 900 }, () => ({ id: 1 })) })).toHaveLength(902);
  });
});
