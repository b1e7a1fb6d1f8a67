import { Ajv2020 } from 'ajv/dist/2020.js';
import { withinSeconds } from '../../../../tests/support/processor-time.js';
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
  patterns,
  restriction,
  sample,
  sequence,
  toJsonSchema,
  union,
  validate,
  validateXml,
} from '../index.js';
import * as xs from '../xs.js';

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

  it.each(['sequence', 'mixed', 'required twice'])(
    'keeps to a model that is narrower than its properties: %s',
    (kind) => {
      const fields = [field(ns, 'a', xs.int), field(ns, 'b', xs.string), field(ns, 'c', xs.date)] as const;
      const [a, b, c] = fields;
      const end = choice([field(ns, 'd', xs.QName), field(ns, 'e', xs.int)], { min: 0 });
      const impossible = sequence([b, field(ns, 'x', xs.error)]);
      const type: ComplexType<{ $items: object[] }> = complexType(ns, 'T', () => ({
        ...(kind === 'mixed' && { mixed: true }),
        attributes: [attribute('', 'id', xs.int, { required: true })],
        content: sequence([choice([...fields], { min: 0, max: Infinity, property: '$items' }), end]),
        model: sequence([
          sequence([a, choice([impossible, b, sequence([c, a])])], {
            min: kind === 'required twice' ? 2 : 0,
            max: Infinity,
          }),
          end,
        ]),
      }));
      const root = element(ns, 'root', type);
      const value = sample(root);
      expect(validate(root, value)).toEqual([]);
      expect(parseXml(root, formatXml(root, value), { strict: true })).toEqual(value);
      expect(JSON.stringify(value).match(/"[ab]"/g)).toHaveLength(kind === 'required twice' ? 4 : 2);
    },
  );

  it.each([
    ['length', restriction(ns, '', xs.string, { length: 20 })],
    ['maxLength', restriction(ns, '', xs.string, { maxLength: 2 })],
    ['pattern', restriction(ns, '', xs.string, { patterns: patterns(['[A-Z]{2}\\d{4}(-(x|y))?']) })],
    ['pattern and length', restriction(ns, '', xs.string, { patterns: patterns(['[A-Z]+']), length: 9 })],
    ['two patterns', restriction(ns, '', xs.string, { patterns: patterns(['[a-z]*'], ['.{3}']) })],
    ['unicode', restriction(ns, '', xs.string, { patterns: patterns(['\\p{IsGothic}\\p{IsThai}']) })],
    ['number pattern', restriction(ns, '', xs.long, { patterns: patterns(['4\\d{15}']) })],
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

  it('refers to the IDs of the sample, also where they come later', () => {
    const link = complexType(ns, 'Link', {
      attributes: [
        attribute('', 'from', xs.IDREF, { required: true }),
        attribute('', 'to', xs.IDREFS, { required: true }),
        attribute('', 'pair', restriction(ns, '', xs.IDREFS, { length: 2 }), { required: true }),
      ],
    });
    const type = element(
      ns,
      'links',
      complexType(ns, 'Links', { content: sequence([field(ns, 'link', link), field(ns, 'node', tree)]) }),
    );
    const value = sample(type);
    expect(validate(type, value)).toEqual([]);
    expect(JSON.stringify(value)).toContain('"to":["id1"],"pair":["id1","id1"]');
  });

  it('says so when no finite value exists', () => {
    const endless: ComplexType = complexType(ns, 'Endless', { content: sequence([field(ns, 'a', () => endless)]) });
    expect(() => sample(endless)).toThrow('contains itself endlessly');
  });

  it('says so of an abstract element, for which others stand', () => {
    const abstract = element('', 'shape', xs.int, { abstract: true });
    const circle = element('', 'circle', xs.int);
    expect(() => sample(abstract)).toThrow(
      new TypeError('there is no value of "shape": it is abstract, and others of its substitution group stand for it'),
    );
    const inside = field('', 'shape', xs.int, { abstract: true, substitutes: () => ({ circle }) });
    const root = element('', 'root', complexType('', '', { content: sequence([inside]) }));
    expect(validate(root, sample(root))).toEqual([]);
  });

  it('ends a type that must contain itself if that may be nil, but not if nil needs an attribute', () => {
    const nilled = (attributes: ComplexType['attributes'] = []): ComplexType => {
      const type: ComplexType = complexType(ns, 'Loop', {
        attributes,
        content: sequence([field(ns, 'next', () => type, { nillable: true })]),
      });
      return type;
    };
    expect(sample(nilled())).toEqual({ next: null });
    expect(() => sample(nilled([attribute('', 'id', xs.string, { required: true })]))).toThrow(
      'contains itself endlessly',
    );
  });

  it('stays small for types that all refer to each other', async () => {
    const types: ComplexType[] = Array.from({ length: 60 }, (_, i) =>
      complexType(ns, `T${i}`, {
        content: sequence(
          Array.from({ length: 60 }, (_unused, k) => field(ns, `f${k}`, () => types[k] ?? xs.string, { min: 0 })),
        ),
      }),
    );
    await withinSeconds(3, () => sample(types[0] ?? xs.string));
  });
});

describe('a sample that would be large', () => {
  /** Types of which each has `width` required members of the next one. */
  function nested(levels: number, width: number): ComplexType {
    let type: ComplexType = complexType(ns, 'T', { content: sequence([field(ns, 'v', xs.int)]) });
    for (let level = 0; level < levels; level++) {
      const inner = type;
      type = complexType(ns, `T${level}`, {
        content: sequence(Array.from({ length: width }, (_, i) => field(ns, `f${i}`, inner))),
      });
    }
    return type;
  }

  it.each([
    [30, 2],
    [8, 12],
    [1, 20_000],
  ])('is refused: %d levels of %d required members', (levels, width) => {
    expect(() => sample(nested(levels, width))).toThrow(RangeError);
  });

  it('is made on request', () => {
    const type = nested(11, 2);
    expect(() => sample(type, { maxElements: 1000 })).toThrow('more than 1000 elements');
    expect(validate(type, sample(type))).toEqual([]);
    expect(validate(nested(14, 2), sample(nested(14, 2), { maxElements: 100_000 }))).toEqual([]);
  });

  it('has no optional part that makes it so', () => {
    const type = complexType(ns, 'Root', {
      content: sequence([field(ns, 'a', xs.int), field(ns, 'b', nested(30, 2), { min: 0 })]),
    });
    expect(sample(type)).toEqual({ a: 1 });
  });

  it.each<[string, ComplexType]>([
    [
      'elements that must be repeated',
      complexType(ns, 'R', { content: sequence([field(ns, 'r', xs.int, { min: 1e9, max: 1e9 })]) }),
    ],
    [
      'groups that must be repeated',
      complexType(ns, 'G', { content: sequence([field(ns, 'r', xs.int)], { min: 1e9, max: 1e9, property: '$items' }) }),
    ],
    [
      'wildcards that must be repeated',
      complexType(ns, 'W', { content: sequence([any({ namespaces: 'any', process: 'lax', min: 1e9, max: 1e9 })]) }),
    ],
    ['levels', nested(5000, 1)],
  ])('is refused for its number of %s', (_, type) => {
    expect(() => sample(type)).toThrow(RangeError);
  });

  it('is refused for the length of its texts', () => {
    const long = restriction(ns, '', xs.string, { minLength: 100_000 });
    const type = complexType(ns, 'L', {
      content: sequence(Array.from({ length: 20 }, (_, i) => field(ns, `f${i}`, long))),
    });
    expect(() => sample(type)).toThrow('characters');
    expect(validate(type, sample(type, { maxCharacters: 3_000_000 }))).toEqual([]);
  });

  it('is refused where mixed content repeats it as text', () => {
    let type: ComplexType = complexType(ns, 'M', { mixed: true, content: sequence([field(ns, 'v', xs.int)]) });
    for (let level = 0; level < 40; level++) {
      const inner = type;
      type = complexType(ns, `M${level}`, {
        mixed: true,
        content: sequence([field(ns, 'a', inner), field(ns, 'b', inner)]),
      });
    }
    expect(() => sample(type)).toThrow(RangeError);
  });

  it('is given up if every branch leads to a type that contains itself', () => {
    const endless: ComplexType = complexType(ns, 'E', { content: sequence([field(ns, 'e', () => endless)]) });
    let type: ComplexType = endless;
    for (let level = 0; level < 40; level++) {
      const inner = type;
      type = complexType(ns, `E${level}`, { content: choice([field(ns, 'a', inner), field(ns, 'b', inner)]) });
    }
    expect(() => sample(type)).toThrow(RangeError);
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

describe('a wildcard that allows only declared elements', () => {
  const open = element(
    'urn:t',
    'open',
    complexType('urn:t', '', { content: sequence([any({ namespaces: 'any', process: 'strict' })]) }),
  );
  const leaf = element('urn:t', 'leaf', xs.int);

  it('contains a declared element if one is known', () => {
    const declarations = { elements: new Map([['{urn:t}leaf', leaf]]) };
    const value = sample(open, { declarations });
    expect(formatXml(open, value)).toMatch(/<(\w+:)?leaf[^>]*>\d+</);
    expect(validateXml(open, formatXml(open, value), { declarations })).toEqual([]);
  });
});

describe('a wildcard for which no element is declared', () => {
  const strictAny = any({ namespaces: ['urn:none'], process: 'strict' });
  const declarations = { elements: new Map([['{urn:t}leaf', element('urn:t', 'leaf', xs.int)]]) };

  it('is left out with the optional element around it', () => {
    const box = complexType('', '', { content: sequence([strictAny]) });
    const content = sequence([field('', 'a', xs.int), field('', 'box', box, { min: 0 })]);
    const root = element('', 'r', complexType('', '', { content }));
    const value = sample(root, { declarations });
    expect(Object.keys(value as object)).toEqual(['a']);
    expect(validateXml(root, formatXml(root, value), { declarations })).toEqual([]);
  });

  it('contains any element where it is required', () => {
    const root = element('', 'r', complexType('', '', { content: sequence([strictAny]) }));
    expect(formatXml(root, sample(root, { declarations }))).toContain('urn:none');
  });
});

describe('samples satisfy identity constraints', () => {
  const step = (...steps: string[]) => ({ steps });
  const code = restriction(ns, '', xs.string, { maxLength: 8 });
  const item = complexType('', '', { content: sequence([field('', 'code', code), field('', 'size', xs.int)]) });

  it('with different values for a key', () => {
    const content = sequence([field('', 'i', item, { min: 3, max: 5 })]);
    const root = element('', 'r', complexType('', '', { content }), {
      constraints: [
        { kind: 'key', name: 'k', selector: [step('i')], fields: [[step('code')]] },
        { kind: 'unique', name: 'u', selector: [step('i')], fields: [[step('size')]] },
      ],
    });
    expect(validate(root, sample(root))).toEqual([]);
  });

  it('with equal values for a reference', () => {
    const content = sequence([field('', 'i', item, { min: 1 }), field('', 'ref', code)]);
    const root = element('', 'r', complexType('', '', { content }), {
      constraints: [
        { kind: 'key', name: 'k', selector: [step('i')], fields: [[step('code')]] },
        { kind: 'keyref', name: 'ref', refer: 'k', selector: [step('ref')], fields: [[step()]] },
      ],
    });
    expect(validate(root, sample(root))).toEqual([]);
  });
});
