import { XmlWriter } from '../xml/write/xml-writer.js';
import { validateXml } from './document/validate-xml.js';
import {
  all,
  any,
  attribute,
  type ComplexType,
  char,
  choice,
  complexType,
  derivedTypes,
  type ElementDescriptor,
  element,
  encodeContent,
  enumeration,
  field,
  formatXml,
  list,
  parseXml,
  patterns,
  record,
  restriction,
  scalar,
  sequence,
  standardSchema,
  type UnknownContent,
  union,
  validate,
  XmlDecodeError,
  XmlEncodeError,
} from './index.js';
import * as xs from './xs.js';

const ns = 'urn:test';
const prefixes = new Map([[ns, '']]);
const wrap = (content: string, attributes = ''): string =>
  `<r xmlns="${ns}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"${attributes}>${content}</r>`;
const root = (definition: Parameters<typeof complexType>[2]): ElementDescriptor =>
  element(ns, 'r', complexType(ns, '', definition));
const roundTrip = (type: ElementDescriptor, value: unknown): unknown =>
  parseXml(type, formatXml(type, value, { prefixes }), { strict: true });

function decodeError(run: () => unknown): XmlDecodeError {
  try {
    run();
  } catch (error) {
    if (error instanceof XmlDecodeError) {
      return error;
    }
    throw error;
  }
  throw new Error('it was accepted');
}

function encodeError(run: () => unknown): XmlEncodeError {
  try {
    run();
  } catch (error) {
    if (error instanceof XmlEncodeError) {
      return error;
    }
    throw error;
  }
  throw new Error('it was accepted');
}

describe('records', () => {
  const exchange = root({
    content: sequence([
      field(ns, 'sessionId', xs.string, { min: 0 }),
      field(ns, 'currency', char),
      field(ns, 'amount', xs.double),
      field(ns, 'tag', xs.token, { min: 0, max: Number.POSITIVE_INFINITY }),
      field(ns, 'note', xs.string, { min: 0, nillable: true }),
    ]),
  });

  it('reads elements under their names, in the order of the schema', () => {
    const value = parseXml(
      exchange,
      wrap('<sessionId> a </sessionId><currency> 122 </currency><amount>1.5</amount><tag>x</tag><tag>y</tag>'),
    );
    expect(value).toEqual({ sessionId: ' a ', currency: 'z', amount: 1.5, tag: ['x', 'y'] });
    expect(Object.keys(value as object)).toEqual(['sessionId', 'currency', 'amount', 'tag']);
  });

  it('gives an absent list as empty and leaves other absent elements out', () => {
    expect(parseXml(exchange, wrap('<currency>65</currency><amount>1</amount>'))).toEqual({
      currency: 'A',
      amount: 1,
      tag: [],
    });
  });

  it('tolerates any order, unknown elements, foreign namespaces and duplicates, and reports them', () => {
    const seen: string[] = [];
    const value = parseXml(
      exchange,
      wrap(
        '<amount>2</amount><x/><currency xmlns="">1</currency><tag>a</tag><currency>66</currency><amount>3</amount><tag>b</tag>text',
        ' extra="1"',
      ),
      { onUnknown: ({ kind, name }) => seen.push(`${kind} ${name}`) },
    );
    expect(value).toEqual({ amount: 2, currency: 'B', tag: ['a', 'b'] });
    expect(seen).toEqual(['attribute extra', 'element x', 'duplicate amount', 'text r', 'element currency']);
  });

  it.each([
    ['<amount>2</amount><currency>66</currency>', 'content-model'],
    ['<currency>66</currency><amount>2</amount><x/>', 'unknown-element'],
    ['<currency>66</currency><amount>2</amount><amount>2</amount>', 'unknown-duplicate'],
    ['<currency>66</currency><amount>2</amount>text', 'unknown-text'],
  ])('refuses %s when strict', (content, code) => {
    expect(decodeError(() => parseXml(exchange, wrap(content), { strict: true })).code).toBe(code);
  });

  it('says where a value is wrong', () => {
    const error = decodeError(() => parseXml(exchange, wrap('<currency>65</currency>\n<amount>abc</amount>')));
    expect(error.path).toBe('/r/amount');
    expect(error.segments).toEqual(['amount']);
    expect(error.line).toBe(2);
    expect(error.message).toContain('"abc" is not a valid double');
  });

  it('refuses a missing required element, or uses the default of its type if the option is set', () => {
    expect(decodeError(() => parseXml(exchange, wrap('<currency>65</currency>'))).path).toBe('/r/amount');
    expect(parseXml(exchange, wrap(''), { missing: 'default' })).toEqual({ currency: '\0', amount: 0, tag: [] });
  });

  it('reads and writes nil as null, also inside lists', () => {
    const type = root({ content: sequence([field(ns, 'a', xs.int, { max: 9, nillable: true })]) });
    expect(roundTrip(type, { a: [1, null, 3] })).toEqual({ a: [1, null, 3] });
    expect(encodeError(() => formatXml(exchange, { currency: 'a', amount: null })).path).toBe('/r/amount');
  });

  it('reads nil on a required string that is not nillable as empty, as .NET does, and on an optional one if asked to', () => {
    const type = root({ content: sequence([field(ns, 'a', xs.string)]) });
    expect(parseXml(type, wrap('<a xsi:nil="true"/>'))).toEqual({ a: '' });
    expect(
      parseXml(exchange, wrap('<sessionId xsi:nil="true"/><currency>65</currency><amount>1</amount>'), {
        nearMisses: 'refuse',
      }),
    ).toMatchObject({ sessionId: '' });
  });

  it('applies defaults to empty elements and insists on fixed values', () => {
    const type = root({
      content: sequence([field(ns, 'a', xs.int, { default: '7' }), field(ns, 'b', xs.decimal, { fixed: '1.0' })]),
      attributes: [attribute('', 'c', xs.boolean, { default: 'true' })],
    });
    expect(parseXml(type, wrap('<a/><b>1.00</b>'))).toEqual({ c: true, a: 7, b: '1.00' });
    expect(decodeError(() => parseXml(type, wrap('<a/><b>2</b>'))).path).toBe('/r/b');
  });

  it('treats names of Object.prototype as names', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const type = root({
      content: sequence(
        names.flatMap((name) => [
          field(ns, name, xs.string, { min: 0 }),
          field(ns, `${name}s`, xs.string, { max: 3, min: 0, property: `${name}s` }),
        ]),
      ),
    });
    expect(formatXml(type, {})).not.toContain('toString');
    const value = parseXml(type, wrap('<__proto__>p</__proto__><toString>t</toString>')) as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(value)).toEqual(
      expect.arrayContaining([
        ['__proto__', 'p'],
        ['toString', 't'],
      ]),
    );
    expect(formatXml(type, value)).toContain('>p</');
    const lists = root({
      content: sequence([field(ns, '__proto__', xs.int, { max: 3 }), field(ns, 'toString', xs.int, { max: 3 })]),
    });
    expect(
      formatXml(lists, parseXml(lists, wrap('<__proto__>1</__proto__><__proto__>2</__proto__><toString>3</toString>'))),
    ).toContain('>2<');
  });

  it('names the property that cannot be written', () => {
    expect(encodeError(() => formatXml(exchange, { currency: 'ab', amount: 1 })).path).toBe('/r/currency');
    expect(encodeError(() => formatXml(exchange, { currency: 'a' })).code).toBe('missing-element');
    expect(encodeError(() => formatXml(exchange, { currency: 'a', amuont: 1 })).message).toBe(
      '/r/amuont: the type has no such property; did you mean "amount"?',
    );
    expect(encodeError(() => formatXml(exchange, { currency: 'a', amount: 1, tag: ['x', 5] })).path).toBe('/r/tag[1]');
    expect(encodeError(() => formatXml(exchange, 5)).message).toContain('expected an object');
    expect(encodeError(() => formatXml(exchange, { sessionId: 'a\0', currency: 'a', amount: 1 })).path).toBe(
      '/r/sessionId',
    );
  });
});

describe('groups', () => {
  it('reads a choice as the one branch that is there', () => {
    const type = root({
      content: sequence([
        choice([
          field(ns, 'card', xs.string),
          sequence([field(ns, 'cash', xs.int), field(ns, 'note', xs.string, { min: 0 })]),
        ]),
        field(ns, 'end', xs.int),
      ]),
    });
    expect(roundTrip(type, { card: 'x', end: 1 })).toEqual({ card: 'x', end: 1 });
    expect(roundTrip(type, { cash: 5, note: 'n', end: 1 })).toEqual({ cash: 5, note: 'n', end: 1 });
    expect(parseXml(type, wrap('<end>1</end><cash>5</cash><card>late</card>'))).toEqual({ cash: 5, end: 1 });
    expect(decodeError(() => parseXml(type, wrap('<end>1</end>'))).code).toBe('missing-choice');
    expect(encodeError(() => formatXml(type, { card: 'x', cash: 1, end: 1 })).code).toBe('several-choices');
    expect(encodeError(() => formatXml(type, { end: 1 })).code).toBe('missing-choice');
  });

  it('keeps the order of a repeated choice', () => {
    const type = root({
      content: choice([field(ns, 'line', xs.int), field(ns, 'discount', xs.string)], {
        min: 0,
        max: Number.POSITIVE_INFINITY,
        property: '$items',
      }),
    });
    const value = { $items: [{ line: 1 }, { discount: 'a' }, { line: 2 }] };
    expect(roundTrip(type, value)).toEqual(value);
    expect(parseXml(type, wrap(''))).toEqual({ $items: [] });
    expect(encodeError(() => formatXml(type, { $items: [{}] })).path).toBe('/r/$items[0]');
  });

  it('keeps the occurrences of a repeated sequence apart', () => {
    const type = root({
      content: sequence([
        field(ns, 'head', xs.int),
        sequence([field(ns, 'a', xs.int), field(ns, 'b', xs.int, { min: 0, max: 5 })], {
          max: Number.POSITIVE_INFINITY,
          property: '$items',
        }),
      ]),
    });
    const value = {
      head: 0,
      $items: [
        { a: 1, b: [] },
        { a: 2, b: [3, 4] },
      ],
    };
    expect(roundTrip(type, value)).toEqual(value);
  });

  it('fills one list from several places', () => {
    const type = root({
      content: sequence([
        field(ns, 'a', xs.int, { list: true }),
        field(ns, 'b', xs.int, { min: 0 }),
        field(ns, 'a', xs.int, { list: true, min: 0, max: 3 }),
      ]),
    });
    expect(formatXml(type, { a: [1, 2, 3], b: 9 }, { prefixes })).toContain('<a>1</a><b>9</b><a>2</a><a>3</a>');
    expect(roundTrip(type, { a: [1, 2, 3], b: 9 })).toEqual({ a: [1, 2, 3], b: 9 });
  });

  it('reads all in any order', () => {
    const type = root({ content: all([field(ns, 'a', xs.int), field(ns, 'b', xs.int, { min: 0 })]) });
    expect(parseXml(type, wrap('<b>2</b><a>1</a>'), { strict: true })).toEqual({ a: 1, b: 2 });
  });

  it('keeps the elements that a wildcard allows, with their namespaces', () => {
    const type = root({
      content: sequence([
        field(ns, 'a', xs.int),
        any({ namespaces: { not: [ns, ''] }, process: 'lax', min: 0, max: Number.POSITIVE_INFINITY }),
      ]),
    });
    const text = wrap('<a>1</a><o:x xmlns:o="urn:o" o:k="v"><o:y>t</o:y></o:x>');
    const value = parseXml(type, text, { strict: true }) as { $any: readonly { name: string }[] };
    expect(value.$any).toHaveLength(1);
    expect(value.$any[0]?.name).toBe('x');
    expect(roundTrip(type, value)).toEqual(value);
    expect(parseXml(type, wrap('<a>1</a>'))).toEqual({ a: 1, $any: [] });
    expect(encodeError(() => formatXml(type, { a: 1, $any: ['text'] })).path).toBe('/r/$any[0]');
  });

  it('requires the parts of an optional sequence together', () => {
    const type = root({
      content: sequence([
        sequence([field(ns, 'a', xs.int), field(ns, 'b', xs.int)], { min: 0 }),
        field(ns, 'c', xs.int),
      ]),
    });
    expect(roundTrip(type, { c: 1 })).toEqual({ c: 1 });
    expect(roundTrip(type, { a: 1, b: 2, c: 3 })).toEqual({ a: 1, b: 2, c: 3 });
    expect(decodeError(() => parseXml(type, wrap('<a>1</a><c>1</c>'))).path).toBe('/r/b');
    expect(encodeError(() => formatXml(type, { b: 1, c: 1 })).path).toBe('/r/a');
  });

  it('counts occurrences that repeat inside repeated groups', () => {
    const type = root({
      content: sequence([field(ns, 'a', xs.int, { min: 1, max: 2 })], { min: 2, max: 2, property: '$items' }),
    });
    expect(validateXml(type, wrap('<a>1</a><a>2</a>'))).not.toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'content-model' })]),
    );
    expect(validateXml(type, wrap('<a>1</a>'))).not.toEqual([]);
  });
});

describe('derivation', () => {
  const shape: ComplexType = complexType(ns, 'Shape', {
    typeName: 'Shape',
    abstract: true,
    derived: derivedTypes(() => [circle, square]),
    content: sequence([field(ns, 'id', xs.int)]),
  });
  const circle: ComplexType = complexType(ns, 'Circle', {
    typeName: 'Circle',
    extends: shape,
    content: sequence([field(ns, 'r', xs.double)]),
  });
  const square: ComplexType = complexType(ns, 'Square', {
    typeName: 'Square',
    extends: () => shape,
    content: sequence([field(ns, 'a', xs.double)]),
  });
  const type = root({ content: sequence([field(ns, 'shape', shape, { max: 9 })]) });

  it('distinguishes derived types by $type', () => {
    const value = {
      shape: [
        { $type: 'Circle', id: 1, r: 2 },
        { $type: 'Square', id: 2, a: 3 },
      ],
    };
    expect(roundTrip(type, value)).toEqual(value);
    expect(formatXml(type, value)).toMatch(/xsi:type="(\w+:)?Circle"/);
  });

  it('refuses an abstract type, and names that are not derived from it', () => {
    expect(decodeError(() => parseXml(type, wrap('<shape><id>1</id></shape>'))).code).toBe('abstract-type');
    expect(encodeError(() => formatXml(type, { shape: [{ id: 1 }] })).code).toBe('abstract-type');
    expect(encodeError(() => formatXml(type, { shape: [{ $type: 'Blob', id: 1 }] })).path).toBe('/r/shape[0]');
    const text = wrap('<shape xsi:type="Blob"><id>1</id></shape>');
    expect(decodeError(() => parseXml(type, text, { strict: true })).code).toBe('unknown-type');
  });

  it('reports ignored types with their names and places', () => {
    const seen: unknown[] = [];
    const text = wrap('<shape xsi:type="o:Blob" xmlns:o="urn:o"><id>1</id></shape>');
    const onUnknown = ({ kind, namespace, name, path }: UnknownContent) => seen.push([kind, namespace, name, path]);
    // The type that was declared is abstract.
    expect(decodeError(() => parseXml(type, text, { onUnknown })).code).toBe('abstract-type');
    expect(seen).toEqual([['type', 'urn:o', 'Blob', '/r/shape[0]']]);
    expect(() => parseXml(type, text, { strict: true })).toThrow('/r/shape[0]: "{urn:o}Blob" is not a type');
  });

  it('names the member of a substitution group', () => {
    const head = { namespace: ns, name: 'head' };
    const member = element(ns, 'member', xs.int);
    const group = root({
      content: sequence([
        field(ns, head.name, xs.string, {
          max: 9,
          abstract: true,
          substitutes: () => ({ member, other$: element('urn:o', 'other', xs.string) }),
        }),
      ]),
    });
    const value = {
      head: [
        { $name: 'member', $value: 5 },
        { $name: 'other$', $value: 'x' },
      ],
    };
    expect(roundTrip(group, value)).toEqual(value);
    expect(decodeError(() => parseXml(group, wrap('<head>x</head>'), { strict: true })).code).toBe('unknown-element');
    expect(encodeError(() => formatXml(group, { head: [{ $name: 'head', $value: 'x' }] })).code).toBe(
      'unknown-element',
    );
  });
});

describe('other content', () => {
  it('has simple content in $value, with the attributes as further properties', () => {
    const type = root({
      text: xs.decimal,
      attributes: [
        attribute('', 'unit', xs.NMTOKEN, { required: true }),
        attribute('urn:x', 'n', xs.long, { property: 'n' }),
      ],
    });
    expect(roundTrip(type, { unit: 'EUR', n: 9007199254740993n, $value: '1.50' })).toEqual({
      unit: 'EUR',
      n: 9007199254740993n,
      $value: '1.50',
    });
    expect(decodeError(() => parseXml(type, wrap('1'))).path).toBe('/r/unit');
    expect(encodeError(() => formatXml(type, { $value: '1' })).path).toBe('/r/unit');
  });

  it('keeps attributes that a wildcard allows by expanded name', () => {
    const anyAttribute = { namespaces: 'any', process: 'lax' } as const;
    const type = root({ anyAttribute });
    const value = { $anyAttribute: { a: '1', '{urn:x}b': '2', __proto__: '3' } };
    expect(roundTrip(type, value)).toEqual(value);
    const attributes = [attribute('', 'k', xs.int)];
    const declaring = element(ns, 'r', record(ns, 'R', { anyAttribute, attributes }));
    expect(roundTrip(declaring, { ...value, k: 1 })).toEqual({ ...value, k: 1 });
    const lone = element(ns, 'r', record(ns, 'R', { anyAttribute }));
    expect(() => formatXml(lone, value)).toThrow('the type "R" needs complexType in the place of record');
  });

  it('keeps mixed content node by node', () => {
    const type = root({
      mixed: true,
      content: choice([field(ns, 'b', xs.string)], { min: 0, max: Number.POSITIVE_INFINITY }),
      attributes: [attribute('', 'k', xs.int)],
    });
    const value = parseXml(type, wrap('one <b>two</b> three', ' k="1"')) as { $content: readonly unknown[] };
    expect(value.$content).toHaveLength(3);
    expect(roundTrip(type, value)).toEqual(value);
    expect(validateXml(type, wrap('<c/>'))).not.toEqual([]);
  });

  it('keeps anyType as a tree under the name of the element', () => {
    const type = root({ content: sequence([field(ns, 'x', xs.anyType)]) });
    const value = parseXml(type, wrap('<x k="1"><y>t</y></x>'));
    expect(value).toMatchObject({ x: { name: 'x', attributes: [{ name: 'k', value: '1' }] } });
    expect(roundTrip(type, value)).toEqual(value);
    expect(
      formatXml(type, { x: { namespace: '', name: 'other', attributes: [], children: [] } }, { prefixes }),
    ).toMatch(/<x\/>|<x><\/x>|<x \/>/);
  });

  it('reads lists, unions and mapped scalars', () => {
    const size = union<number | 'small' | 'large'>(ns, 'Size', [
      xs.int,
      enumeration(ns, 'Word', xs.token, ['small', 'large']),
    ]);
    const day = scalar<Date>(xs.date, {
      parse: (text) => new Date(`${text}T00:00:00Z`),
      format: (value) => value.toISOString().slice(0, 10),
      accepts: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
    });
    const type = root({ content: sequence([field(ns, 'sizes', list(ns, '', size)), field(ns, 'day', day)]) });
    const value = { sizes: [1, 'small', 3], day: new Date('2020-02-29T00:00:00Z') };
    expect(roundTrip(type, value)).toEqual(value);
    expect(validate(type, value)).toEqual([]);
    expect(decodeError(() => parseXml(type, wrap('<sizes>1 medium</sizes><day>2020-02-29</day>'))).path).toBe(
      '/r/sizes',
    );
    expect(decodeError(() => parseXml(type, wrap('<sizes/><day>2020-13-30</day>'))).path).toBe('/r/day');
  });

  it('writes and reads qualified names with the prefixes that they need', () => {
    const type = root({
      content: sequence([field(ns, 'q', xs.QName, { max: 5 })]),
      attributes: [attribute('', 'a', xs.QName)],
    });
    const value = {
      a: { namespace: 'urn:a', name: 'x' },
      q: [
        { namespace: ns, name: 'y' },
        { namespace: 'urn:b', name: 'z' },
      ],
    };
    expect(roundTrip(type, value)).toEqual(value);
    expect(decodeError(() => parseXml(type, wrap('<q>u:x</q>'))).message).toContain('not declared');
  });

  it('refuses elements inside a simple value and a wrong root', () => {
    const type = root({ content: sequence([field(ns, 'a', xs.string)]) });
    expect(decodeError(() => parseXml(type, wrap('<a>x<b/></a>'))).path).toBe('/r/a');
    expect(decodeError(() => parseXml(type, '<other/>')).code).toBe('wrong-root');
  });

  it('checks enumerations when reading and when writing', () => {
    const type = root({ content: sequence([field(ns, 'c', enumeration(ns, 'C', xs.string, ['a', 'b']))]) });
    expect(parseXml(type, wrap('<c>a</c>'))).toEqual({ c: 'a' });
    expect(decodeError(() => parseXml(type, wrap('<c>x</c>'))).path).toBe('/r/c');
    expect(encodeError(() => formatXml(type, { c: 'x' })).path).toBe('/r/c');
  });
});

describe('validate', () => {
  it('finds every problem, each with its path', () => {
    const type = root({
      content: sequence([
        field(ns, 'name', restriction(ns, '', xs.string, { maxLength: 3, patterns: patterns(['[a-z]+']) })),
        field(ns, 'n', restriction(ns, '', xs.long, { minInclusive: '10' }), { max: 2 }),
        choice([field(ns, 'a', xs.int), field(ns, 'b', xs.int)]),
      ]),
    });
    expect(
      validate(type, { name: 'ABCD', n: [9n, 10n, 11n], a: 1, b: 2, typo: 1 }).map(
        ({ path, code }) => `${path.join('.')} ${code}`,
      ),
    ).toEqual([
      'typo unknown-property',
      'name patterns',
      'name maxLength',
      'n too-many',
      'n.0 minInclusive',
      ' several-choices',
    ]);
    expect(validate(type, { name: 'abc', n: [10n], a: 1 })).toEqual([]);
  });

  it('checks keys, references to them, and IDs', () => {
    const item = complexType(ns, 'Item', {
      attributes: [attribute('', 'id', xs.ID), attribute('', 'ref', xs.IDREF)],
      content: sequence([field(ns, 'code', xs.decimal), field(ns, 'parent', xs.decimal, { min: 0 })]),
    });
    const type = element(
      ns,
      'r',
      complexType(ns, '', { content: sequence([field(ns, 'item', item, { max: Number.POSITIVE_INFINITY })]) }),
      {
        constraints: [
          { kind: 'key', name: 'code', selector: [{ steps: [`{${ns}}item`] }], fields: [[{ steps: [`{${ns}}code`] }]] },
          {
            kind: 'keyref',
            name: 'parent',
            refer: 'code',
            selector: [{ anyDepth: true, steps: [`{${ns}}item`] }],
            fields: [[{ steps: [`{${ns}}parent`] }]],
          },
        ],
      },
    );
    expect(
      validate(type, {
        item: [
          { id: 'a', code: '1', parent: '2.0' },
          { ref: 'a', code: '2' },
        ],
      }),
    ).toEqual([]);
    expect(
      validate(type, {
        item: [
          { id: 'a', code: '1' },
          { id: 'a', ref: 'b', code: '1.0', parent: '3' },
        ],
      })
        .map(({ code }) => code)
        .sort(),
    ).toEqual(['duplicate-id', 'key', 'keyref', 'unknown-idref']);
  });

  it('refuses a field that selects anything but one simple value', () => {
    const type = element(
      ns,
      'r',
      complexType(ns, '', {
        content: sequence([
          field(ns, 'a', complexType(ns, '', { content: sequence([field(ns, 'b', xs.int, { max: 2 })]) })),
        ]),
      }),
      {
        constraints: [
          { kind: 'unique', name: 'complex', selector: [{ steps: [] }], fields: [[{ steps: [`{${ns}}a`] }]] },
          { kind: 'unique', name: 'many', selector: [{ steps: ['*'] }], fields: [[{ steps: [`{${ns}}b`] }]] },
        ],
      },
    );
    expect(validate(type, { a: { b: [1, 2] } }).map(({ message }) => message)).toEqual([
      'a field of "complex" selects an element without a simple value',
      'a field of "many" selects several values',
    ]);
  });

  it('never finds a choice without branches satisfied', () => {
    const type = root({ content: choice([]) });
    expect(validateXml(type, wrap(''))).not.toEqual([]);
    expect(parseXml(type, wrap(''))).toEqual({});
  });

  it('ends for values that contain themselves', () => {
    const node: ComplexType = complexType(ns, 'Node', {
      content: sequence([field(ns, 'a', () => node, { min: 0 }), field(ns, 'b', () => node, { min: 0 })]),
    });
    const loop: { a?: unknown; b?: unknown } = {};
    loop.a = loop;
    loop.b = loop;
    const type = element(ns, 'r', node);
    expect(encodeError(() => formatXml(type, loop)).code).toBe('too-deep');
    expect(validate(type, loop).map(({ code }) => code)).toContain('too-deep');
  });

  it('can be made a Standard Schema', () => {
    const type = standardSchema(root({ content: sequence([field(ns, 'a', xs.int)]) }));
    expect(type['~standard']).toMatchObject({ version: 1, vendor: 'wsdl-codegen' });
    expect(type['~standard'].validate({ a: 1 })).toEqual({ value: { a: 1 } });
    expect(type['~standard'].validate({ a: 'x' })).toMatchObject({ issues: [{ path: ['a'] }] });
  });
});

describe('open content under validation', () => {
  const known = element('urn:k', 'known', restriction('urn:k', 'Small', xs.int, { maxInclusive: '9' }));
  const declarations = { elements: new Map([['{urn:k}known', known]]) };
  const issues = (type: ElementDescriptor, content: string): string[] =>
    validateXml(type, wrap(content), { declarations }).map(({ path, code }) => `${path.join('.')} ${code}`);

  it.each([
    ['strict', ['$any.0 undeclared-element', '$any.2 invalid-value']],
    ['lax', ['$any.2 invalid-value']],
    ['skip', []],
  ] as const)('a %s wildcard', (process, expected) => {
    const type = root({ content: sequence([any({ process, max: 9 })]) });
    expect(issues(type, '<u xmlns="urn:u"/><known xmlns="urn:k">1</known><known xmlns="urn:k">10</known>')).toEqual(
      expected,
    );
  });

  it('elements of mixed content', () => {
    const type = root({ mixed: true, content: sequence([field(ns, 'a', xs.int)]) });
    expect(issues(type, 'x<a>1</a>y')).toEqual([]);
    expect(issues(type, 'x<a>1.5</a>y')).toEqual(['$content.1 invalid-value']);
  });

  it('what anyType holds, where it says its type', () => {
    const type = root({ content: sequence([field(ns, 'x', xs.anyType)]) });
    const typed = (text: string): string =>
      `<x xmlns:xs="http://www.w3.org/2001/XMLSchema" xsi:type="xs:int">${text}</x>`;
    expect(issues(type, typed('5'))).toEqual([]);
    expect(issues(type, typed('five'))).toEqual(['x invalid-value']);
    expect(issues(type, '<x><known xmlns="urn:k">10</known></x>')).toEqual(['x.children.0 invalid-value']);
  });

  it('a type that an element of simple type names', () => {
    const type = root({ content: sequence([field(ns, 'n', xs.decimal)]) });
    const typed = (name: string, text: string): string =>
      `<n xmlns:xs="http://www.w3.org/2001/XMLSchema" xsi:type="xs:${name}">${text}</n>`;
    expect(issues(type, typed('byte', '5'))).toEqual([]);
    expect(issues(type, typed('byte', '500'))).toEqual(['n invalid-value']);
    expect(issues(type, typed('string', '5'))).toEqual(['n unknown-type']);
  });
});

describe('xsi:nil, strictly', () => {
  const type = complexType('', '', { attributes: [attribute('', 'k', xs.int, { required: true })] });
  const root = element(
    '',
    'r',
    complexType('', '', {
      content: sequence([
        field('', 'plain', xs.int, { min: 0 }),
        field('', 'nil', xs.int, { min: 0, nillable: true }),
        field('', 'fixed', xs.int, { min: 0, nillable: true, fixed: '1' }),
        field('', 'keyed', type, { min: 0, nillable: true }),
        field('', 'empty', complexType('', '', {}), { min: 0 }),
      ]),
    }),
  );
  const codes = (content: string): readonly string[] =>
    validateXml(root, `<r xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</r>`).map(
      ({ code }) => code,
    );

  it.each([
    ['<nil xsi:nil="true"/>', []],
    ['<nil xsi:nil="false">1</nil>', []],
    ['<plain xsi:nil="false">1</plain>', ['not-nillable']],
    ['<nil xsi:nil="true" k="1"/>', ['unknown-attribute']],
    ['<empty/>', []],
    ['<empty> </empty>', ['unknown-text']],
    ['<fixed xsi:nil="true"/>', ['fixed']],
    ['<keyed xsi:nil="true" k="1"/>', []],
    ['<keyed xsi:nil="true" k="1" other="1"/>', ['unknown-attribute']],
  ])('%s', (content, expected) => {
    expect(codes(content)).toEqual(expected);
  });
});

it('paths of content without an element begin with its first property', () => {
  const parts = complexType('', '', {
    content: sequence([field('', 'one', complexType('', 'One', { content: sequence([field('', 'n', xs.int)]) }))]),
  });
  const error = encodeError(() => encodeContent(parts, { one: { n: 'x' } }, new XmlWriter()));
  expect(error.path).toBe('/one/n');
});
