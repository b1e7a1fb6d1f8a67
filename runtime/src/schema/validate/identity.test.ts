import {
  any,
  attribute,
  type ComplexType,
  complexType,
  type ElementDescriptor,
  element,
  type FieldOptions,
  field,
  type IdentityConstraintDescriptor,
  list,
  type PathDescriptor,
  parseXml,
  restriction,
  type SimpleType,
  sequence,
  type Type,
  union,
  validate,
  validateXml,
  XmlDecodeError,
} from '../index.js';
import * as xs from '../xs.js';

/** Identity constraints (XML Schema Part 1, 3.11.4): `validate`, `validateXml` and a strict `parseXml` say the same of one value. */

const many = { min: 0, max: Number.POSITIVE_INFINITY };
const child = (...steps: string[]): PathDescriptor => ({ steps });
const at = (name: string, ...steps: string[]): PathDescriptor => ({ steps, attribute: name });
const key = (
  kind: IdentityConstraintDescriptor['kind'],
  selector: readonly PathDescriptor[],
  ...fields: readonly PathDescriptor[]
): IdentityConstraintDescriptor => ({ kind, name: kind, selector, fields: fields.map((path) => [path]) });

/** `r` with items `i`, each of which holds `k` of a type, under a constraint. */
function items(
  kind: 'key' | 'unique',
  type: Type,
  options: FieldOptions = {},
  selector: readonly PathDescriptor[] = [child('i')],
): ElementDescriptor {
  const item = complexType('', '', { content: sequence([field('', 'k', type, { min: 0, ...options })]) });
  const content = sequence([field('', 'i', item, many)]);
  return element('', 'r', complexType('', '', { content }), { constraints: [key(kind, selector, child('k'))] });
}

/** Codes and paths, of the value and of its document alike. */
function check(type: ElementDescriptor, content: string): readonly string[] {
  const text = `<r xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:a="urn:1" xmlns:b="urn:1" xmlns:c="urn:2">${content}</r>`;
  const shown = validateXml(type, text).map(({ path, code }) => `${path.join('.')} ${code}`);
  expect(validate(type, parseXml(type, text)).map(({ path, code }) => `${path.join('.')} ${code}`)).toEqual(shown);
  expect(strictly(type, text)).toEqual(shown[0]);
  return shown;
}

/** The first error of a strict reader. */
function strictly(type: ElementDescriptor, text: string): string | undefined {
  try {
    parseXml(type, text, { strict: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof XmlDecodeError)) {
      throw error;
    }
    return `${error.segments.join('.')} ${error.code}`;
  }
}
const listed = (...texts: string[]): string => texts.map((text) => `<i><k>${text}</k></i>`).join('');

describe('a field without a value', () => {
  it.each([
    ['key', '<i/>', ['i.0 key']],
    ['key', '<i><k xsi:nil="true"/></i>', ['i.0.k key']],
    ['key', '<i><k>1</k></i>', []],
    ['unique', '<i/><i/>', []],
    ['unique', '<i><k xsi:nil="true"/></i><i><k xsi:nil="true"/></i>', []],
    ['unique', '<i><k>1</k></i><i><k>1</k></i>', ['i.1 unique']],
  ] as const)('of a %s: %s', (kind, content, expected) => {
    expect(check(items(kind, xs.int, { nillable: true }), content)).toEqual(expected);
  });
});

describe('a field that selects', () => {
  const leaf = complexType('', '', { text: xs.int, attributes: [attribute('', 'id', xs.int, { default: '7' })] });
  const branch = complexType('', '', { content: sequence([field('', 'leaf', xs.int)]) });

  it('an element with simple content has its text', () => {
    expect(check(items('key', leaf), '<i><k id="1">5</k></i><i><k id="2">5</k></i>')).toEqual(['i.1 key']);
  });

  it('an element with other content is an error', () => {
    expect(check(items('unique', branch), '<i><k><leaf>1</leaf></k></i>')).toEqual(['i.0 unique']);
  });

  it('several elements is an error', () => {
    expect(check(items('unique', xs.int, many), '<i><k>1</k><k>2</k></i>')).toEqual(['i.0 unique']);
  });

  it('any attribute selects those of xsi, too', () => {
    const item = complexType('', '', { content: sequence([field('', 'k', leaf, { nillable: true })]) });
    const content = sequence([field('', 'i', item, many)]);
    const type = element('', 'r', complexType('', '', { content }), {
      constraints: [key('unique', [child('i', 'k')], at('*'))],
    });
    expect(check(type, '<i><k id="1">5</k></i><i><k id="2">5</k></i>')).toEqual([]);
    expect(check(type, '<i><k id="1" xsi:nil="true"/></i>')).toEqual(['i.0.k unique']);
  });

  it('an attribute that has a default counts it, where the value leaves it out too', () => {
    const item = complexType('', '', { content: sequence([field('', 'k', leaf)]) });
    const type = element('', 'r', complexType('', '', { content: sequence([field('', 'i', item, many)]) }), {
      constraints: [key('key', [child('i')], at('id', 'k'))],
    });
    expect(check(type, '<i><k id="7">1</k></i><i><k>2</k></i>')).toEqual(['i.1 key']);
    expect(validate(type, { i: [{ k: { $value: 1 } }, { k: { $value: 2 } }] }).map(({ code }) => code)).toEqual([
      'key',
    ]);
  });
});

describe('values are the same in their value space', () => {
  const short = restriction('', '', xs.string, { maxLength: 2 });
  it.each<[string, SimpleType, string, string, boolean]>([
    ['decimals', xs.decimal, '1.0', '+01', true],
    ['decimals', xs.decimal, '1.0', '1.1', false],
    ['QNames', xs.QName, 'a:x', 'b:x', true],
    ['QNames', xs.QName, 'a:x', 'c:x', false],
    ['lists', list('', '', xs.decimal), '1 2.0', '1.0 2', true],
    ['lists', list('', '', xs.decimal), '1 2', '2 1', false],
    ['unions', union('', '', [xs.int, short]), '5', '05', true],
    ['unions', union('', '', [xs.boolean, xs.decimal]), '1', '1.0', false],
    ['dates', xs.dateTime, '2024-01-01T12:00:00Z', '2024-01-01T13:00:00+01:00', true],
    ['octets', xs.hexBinary, '0a', '0A', true],
    ['strings', xs.string, 'a', 'a ', false],
  ])('%s of %#', (_, type, one, other, same) => {
    expect(check(items('unique', type), listed(one, other))).toEqual(same ? ['i.1 unique'] : []);
  });

  it('across the types of a key and of its reference: the member of a union that takes the text counts', () => {
    const content = sequence([
      field(
        '',
        'i',
        complexType('', '', { attributes: [attribute('', 'k', union('', '', [short, xs.anyURI]))] }),
        many,
      ),
      field('', 'ref', xs.anyURI, many),
    ]);
    const type = element('', 'r', complexType('', '', { content }), {
      constraints: [key('key', [child('i')], at('k')), { ...key('keyref', [child('ref')], child()), refer: 'key' }],
    });
    expect(check(type, '<i k="urn:a"/><ref>urn:a</ref>')).toEqual([]);
    expect(check(type, '<i k="ab"/><ref>ab</ref>')).toEqual(['ref.0 keyref']);
  });
});

describe('selectors', () => {
  const node: ComplexType = complexType('', 'Node', () => ({
    attributes: [attribute('', 'id', xs.int)],
    content: sequence([field('', 'n', () => node, many), field('', 'm', () => node, many)]),
  }));
  const under = (...selector: PathDescriptor[]): ElementDescriptor =>
    element('', 'r', node, { constraints: [key('unique', selector, at('id'))] });

  it('reach any depth with .//', () => {
    const deep = '<n id="1"><n><n id="1"/></n></n>';
    expect(check(under({ steps: ['n'], anyDepth: true }), deep)).toEqual(['n.0.n.0.n.0 unique']);
    expect(check(under(child('n')), deep)).toEqual([]);
  });

  it('take one of several paths with |, and an element once', () => {
    const both = '<n id="1"/><m id="1"/>';
    expect(check(under(child('n'), child('m')), both)).toEqual(['m.0 unique']);
    expect(check(under(child('n'), child('*')), '<n id="1"/>')).toEqual([]);
  });
});

describe('a reference to a key', () => {
  const target = complexType('', '', { attributes: [attribute('', 'id', xs.int)] });
  const scopeType = complexType('', '', {
    content: sequence([field('', 'i', target, many), field('', 'ref', xs.int, many)]),
  });
  const ofScope = [key('key', [child('i')], at('id'))];
  const reference = (selector: PathDescriptor): IdentityConstraintDescriptor => ({
    ...key('keyref', [selector], child()),
    refer: 'key',
  });
  const scopes = (inner: readonly IdentityConstraintDescriptor[], outer: readonly IdentityConstraintDescriptor[]) =>
    element(
      '',
      'r',
      complexType('', '', {
        content: sequence([field('', 's', scopeType, { ...many, constraints: inner }), field('', 'ref', xs.int, many)]),
      }),
      { constraints: outer },
    );

  it('does not see the keys of other scopes', () => {
    const type = scopes([...ofScope, reference(child('ref'))], []);
    expect(check(type, '<s><i id="1"/><ref>1</ref></s><s><i id="1"/></s>')).toEqual([]);
    expect(check(type, '<s><i id="1"/></s><s><i id="2"/><ref>1</ref></s>')).toEqual(['s.1.ref.0 keyref']);
  });

  it('sees the keys of elements below', () => {
    const type = scopes(ofScope, [reference(child('ref'))]);
    expect(check(type, '<s><i id="1"/></s><s><i id="2"/></s><ref>2</ref>')).toEqual([]);
    expect(check(type, '<s><i id="1"/></s><ref>3</ref>')).toEqual(['ref.0 keyref']);
  });

  it('does not find a key that means different elements in different scopes', () => {
    const type = scopes(ofScope, [reference(child('ref'))]);
    expect(check(type, '<s><i id="1"/></s><s><i id="1"/><i id="2"/></s><ref>2</ref>')).toEqual([]);
    expect(check(type, '<s><i id="1"/></s><s><i id="1"/></s><ref>1</ref>')).toEqual(['ref.0 keyref']);
  });
});

it('names places as the value has them, if a list replaces the object around it', () => {
  const array = complexType('', 'ArrayOfInt', { unwrap: 'int', content: sequence([field('', 'int', xs.int, many)]) });
  const type = element('', 'r', complexType('', '', { content: sequence([field('', 'a', array)]) }), {
    constraints: [key('unique', [child('a', 'int')], child())],
  });
  expect(validate(type, { a: [1, 2, 1] }).map(({ path }) => path)).toEqual([['a', 2]]);
});

it('paths lead through elements of open content that nobody declares', () => {
  const item = element('', 'item', complexType('', '', { attributes: [attribute('', 'id', xs.int)] }));
  const content = sequence([field('', 'ref', xs.int, { min: 0 }), any({ process: 'lax', ...many })]);
  const root = element('', 'r', complexType('', '', { content }), {
    constraints: [
      key('key', [child('box', 'item')], at('id')),
      { ...key('keyref', [child('ref')], child()), refer: 'key' },
    ],
  });
  const declarations = { elements: new Map([['{}item', item]]) };
  const codes = (text: string): readonly string[] =>
    validateXml(root, `<r>${text}</r>`, { declarations }).map(({ code }) => code);
  expect(codes('<ref>1</ref><box><item id="1"/></box>')).toEqual([]);
  expect(codes('<ref>2</ref><box><item id="1"/></box>')).toEqual(['keyref']);
  expect(codes('<box><item id="1"/></box><box><item id="1"/></box>')).toEqual(['key']);
});

it.each(['key', 'unique', 'keyref'] as const)(
  'a field of a %s may not select several elements, whatever they contain',
  (kind) => {
    const part = complexType('', '', { attributes: [attribute('', 'id', xs.int)] });
    const item = complexType('', '', { content: sequence([field('', 'part', part, many)]) });
    const root = element('', 'r', complexType('', '', { content: sequence([field('', 'i', item, many)]) }), {
      constraints: [{ ...key(kind, [child('i')], child('part')), ...(kind === 'keyref' && { refer: 'none' }) }],
    });
    expect(check(root, '<i><part/><part/></i>')).toEqual([`i.0 ${kind}`]);
  },
);
