import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  any,
  attribute,
  builtIns,
  type ComplexType,
  choice,
  complexType,
  element,
  enumeration,
  field,
  formatXml,
  list,
  parseXml,
  restriction,
  sample,
  sequence,
  toJsonSchema,
  union,
  validate,
  validateXml,
} from './index.js';
import * as xs from './xs.js';

const ns = 'urn:test';

describe('sample', () => {
  const withValues = [...builtIns.values()].filter((type) => type !== xs.error);

  it.each(withValues.flatMap((type) => (type.kind === 'simple' ? [[type.name, type] as const] : [])))(
    '%s is valid',
    (name, type) => {
      // An ENTITY or IDREF alone has nothing to refer to.
      const codes = validate(type, sample(type)).map(({ code }) => code);
      expect(codes).toEqual(name.startsWith('IDREF') ? ['unknown-idref'] : []);
    },
  );

  it.each([
    ['length', restriction(ns, '', xs.string, { length: 20 })],
    ['maxLength', restriction(ns, '', xs.string, { maxLength: 2 })],
    ['pattern', restriction(ns, '', xs.string, { patterns: [['[A-Z]{2}\\d{4}(-(x|y))?']] })],
    ['pattern and length', restriction(ns, '', xs.string, { patterns: [['[A-Z]+']], length: 9 })],
    ['two patterns', restriction(ns, '', xs.string, { patterns: [['[a-z]*'], ['.{3}']] })],
    ['unicode', restriction(ns, '', xs.string, { patterns: [['\\p{IsGothic}\\p{IsThai}']] })],
    ['number pattern', restriction(ns, '', xs.long, { patterns: [['4\\d{15}']] })],
    ['bounds', restriction(ns, '', xs.int, { minInclusive: '500', maxInclusive: '510' })],
    [
      'exclusive bounds',
      restriction(ns, '', xs.decimal, { minExclusive: '0', maxExclusive: '0.002', fractionDigits: 3 }),
    ],
    ['big bounds', restriction(ns, '', xs.integer, { minExclusive: '99999999999999999999' })],
    ['date bounds', restriction(ns, '', xs.date, { minInclusive: '2050-06-01' })],
    ['enumeration', enumeration(ns, '', xs.token, ['b', 'a'])],
    ['list', restriction(ns, '', list('', '', xs.int), { length: 3 })],
    ['union', union(ns, '', [restriction(ns, '', xs.int, { minInclusive: '7' }), xs.token])],
    ['octets', restriction(ns, '', xs.base64Binary, { length: 5 })],
  ])('keeps to %s', (_name, type) => {
    expect(validate(type, sample(type))).toEqual([]);
  });

  const tree: ComplexType = complexType(ns, 'Tree', {
    typeName: 'Tree',
    attributes: [attribute('', 'id', xs.ID, { required: true }), attribute('', 'n', xs.int)],
    content: sequence([
      choice([field(ns, 'left', () => tree), field(ns, 'leaf', xs.string)]),
      field(ns, 'more', () => tree, { min: 0, max: 4 }),
      choice([field(ns, 'x', xs.int), field(ns, 'y', xs.boolean)], { min: 2, max: 5, property: '$items' }),
      any({ namespaces: { not: [ns] }, process: 'skip', min: 1, max: 2 }),
    ]),
  });

  it.each([true, false])('makes values of complex types, optional parts %s', (optional) => {
    const type = element(ns, 'tree', tree);
    const value = sample(type, { optional });
    expect(validate(type, value)).toEqual([]);
    expect(validate(type, parseXml(type, formatXml(type, value), { strict: true }))).toEqual([]);
  });

  it('says so when no finite value exists', () => {
    const endless: ComplexType = complexType(ns, 'Endless', { content: sequence([field(ns, 'a', () => endless)]) });
    expect(() => sample(endless)).toThrow('without end');
  });

  it('ends a type that must hold itself where that may be nil, but not where nil needs an attribute', () => {
    const nilled = (attributes: ComplexType['attributes'] = []): ComplexType => {
      const type: ComplexType = complexType(ns, 'Loop', {
        attributes,
        content: sequence([field(ns, 'next', () => type, { nillable: true })]),
      });
      return type;
    };
    expect(sample(nilled())).toEqual({ next: null });
    expect(() => sample(nilled([attribute('', 'id', xs.string, { required: true })]))).toThrow('without end');
  });

  it('stays small for types that all refer to each other', () => {
    const types: ComplexType[] = Array.from({ length: 60 }, (_, i) =>
      complexType(ns, `T${i}`, {
        content: sequence(
          Array.from({ length: 60 }, (_unused, k) => field(ns, `f${k}`, () => types[k] ?? xs.string, { min: 0 })),
        ),
      }),
    );
    const started = process.cpuUsage();
    sample(types[0] ?? xs.string);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(3000);
  });
});

describe('toJsonSchema', () => {
  const point = complexType(ns, 'Point', {
    content: sequence([
      field(ns, 'x', xs.int),
      field(ns, 'label', restriction(ns, '', xs.string, { maxLength: 5 }), { min: 0, nillable: true }),
      field(ns, 'tags', enumeration(ns, '', xs.string, ['a', 'b']), { max: 3 }),
      choice([field(ns, 'up', xs.boolean), field(ns, 'down', xs.double)]),
    ]),
  });
  const check = new Ajv2020({ strict: false }).compile(toJsonSchema(element(ns, 'p', point)));

  it('accepts what the schema accepts', () => {
    expect(check({ x: 1, label: null, tags: ['a'], up: true })).toBe(true);
    expect(check({ x: 1, tags: ['b'], down: 1.5 })).toBe(true);
  });

  it.each([
    { tags: ['a'], up: true },
    { x: 1.5, tags: ['a'], up: true },
    { x: 1, tags: ['c'], up: true },
    { x: 1, tags: [], up: true },
    { x: 1, tags: ['a'], up: true, down: 1 },
    { x: 1, label: 'too long', tags: ['a'], up: true },
  ])('refuses %j', (value) => {
    expect(check(value)).toBe(false);
  });

  it('describes recursive types once', () => {
    const node: ComplexType = complexType(ns, 'Node', {
      content: sequence([field(ns, 'next', () => node, { min: 0 })]),
    });
    expect(toJsonSchema(node)).toMatchObject({
      $ref: '#/$defs/Node',
      $defs: { Node: { properties: { next: { $ref: '#/$defs/Node' } } } },
    });
  });
});

describe('a wildcard that takes declared elements only', () => {
  const open = element(
    'urn:t',
    'open',
    complexType('urn:t', '', { content: sequence([any({ namespaces: 'any', process: 'strict' })]) }),
  );
  const leaf = element('urn:t', 'leaf', xs.int);

  it('holds a declared element when there is one to know of', () => {
    const declarations = { elements: new Map([['{urn:t}leaf', leaf]]) };
    const value = sample(open, { declarations });
    expect(formatXml(open, value)).toMatch(/<(\w+:)?leaf[^>]*>\d+</);
    expect(validateXml(open, formatXml(open, value), { declarations })).toEqual([]);
  });
});
