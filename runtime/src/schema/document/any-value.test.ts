import { parseTree } from '../../xml/index.js';
import {
  type ComplexType,
  char,
  complexType,
  derivedTypes,
  element,
  field,
  formatXml,
  fromTree,
  parseXml,
  sequence,
  toTree,
  typeOfTree,
  XmlDecodeError,
} from '../index.js';
import * as xs from '../xs.js';

const ns = 'urn:data';
interface Item {
  Id: string;
}
interface Letter extends Item {
  Airmail: boolean;
}
const Item: ComplexType<Item> = complexType(ns, 'Item', {
  typeName: 'Item',
  derived: derivedTypes(() => [Letter]),
  content: sequence([field(ns, 'Id', xs.string)]),
});
const Letter: ComplexType<Letter> = complexType(ns, 'Letter', {
  typeName: 'Letter',
  extends: () => Item,
  content: sequence([field(ns, 'Airmail', xs.boolean)]),
});
const item = element<Item | (Letter & { $type: 'Letter' })>(ns, 'Item', Item);
const int = element('', 'value', xs.int);
const holder = element(
  ns,
  'Holder',
  complexType<{ held: unknown }>(ns, '', { content: sequence([field(ns, 'held', xs.anyType, { nillable: true })]) }),
);
const xsi = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';
const held = (attributes: string, content: string) => {
  const text = `<Holder xmlns="${ns}" xmlns:d="${ns}" xmlns:xs="http://www.w3.org/2001/XMLSchema" ${xsi}><held ${attributes}>${content}</held></Holder>`;
  return (parseXml(holder, text) as { held: ReturnType<typeof parseTree> }).held;
};

describe('a value of an element that may have any type', () => {
  it.each([
    ['i:type="xs:int"', '{http://www.w3.org/2001/XMLSchema}int'],
    ['i:type=" d:Letter "', `{${ns}}Letter`],
    ['i:type="Letter"', `{${ns}}Letter`],
    ['i:type="unknown:Letter"', undefined],
    ['i:type="__proto__:Letter"', undefined],
    ['', undefined],
  ])('with %j says its type', (attributes, type) => {
    expect(typeOfTree(held(attributes, ''))).toBe(type);
  });

  it('is read by the type that it names, whatever its element is called', () => {
    expect(fromTree(int, held('i:type="xs:int"', ' 5 '))).toBe(5);
    const letter = held('i:type="d:Letter"', '<Id>1</Id><Airmail>true</Airmail>');
    expect(fromTree(item, letter)).toEqual({ $type: 'Letter', Id: '1', Airmail: true });
    expect(() => fromTree(int, held('', 'five'))).toThrow(XmlDecodeError);
  });

  it.each([
    ['a built-in type', toTree(int, 5), int, 5],
    ['the declared type', toTree(item, { Id: '1' }), item, { $type: 'Item', Id: '1' }],
    [
      'a derived one',
      toTree(item, { $type: 'Letter', Id: 'a\r\nb', Airmail: false }),
      item,
      { $type: 'Letter', Id: 'a\r\nb', Airmail: false },
    ],
  ])('is written with its type: %s', (_, tree, read, value) => {
    const text = formatXml(holder, { held: tree });
    expect(text).toMatch(/<\w*:?held [^>]*type="/);
    const back = (parseXml(holder, text) as { held: ReturnType<typeof parseTree> }).held;
    expect(back.name).toBe('held');
    expect(typeOfTree(back)).toBe(typeOfTree(tree));
    expect(fromTree<unknown>(read, back)).toEqual(value);
  });

  it('may state the type by another name', () => {
    const type = '{http://schemas.microsoft.com/2003/10/Serialization/}char';
    const tree = toTree(element('', 'c', char), 'z', { type });
    expect([typeOfTree(tree), tree.children, fromTree(element('', 'c', char), tree)]).toEqual([type, ['122'], 'z']);
  });

  it('declares a prefix of its own, and fills in placeholders', () => {
    const type = complexType<{ $value: string }>('{api}', 'T', { text: xs.string });
    const tree = toTree(element('{api}', 'e', type), { $value: 'v' }, { namespaces: new Map([['{api}', 'urn:wire']]) });
    expect([tree.namespace, typeOfTree(tree)]).toEqual(['urn:wire', '{urn:wire}T']);
    const back = new Map([['urn:wire', '{api}']]);
    expect(fromTree(element('{api}', 'e', type), tree, { namespaces: back })).toEqual({ $value: 'v' });
  });
});

it('a tree that declares a default namespace is written under a name without namespace, and means the same', () => {
  const document = parseTree(
    '<t:item xmlns:t="urn:t" xmlns="urn:d"><name type="x">text</name>between<other xmlns="">no</other></t:item>',
  );
  const root = element('', 'item', xs.anyType);
  const text = formatXml(root, document);
  expect(text).toContain('<item');
  const again = parseTree(text);
  expect(again.namespace).toBe('');
  const names = again.children.map((child) =>
    typeof child === 'string' ? child : `{${child.namespace}}${child.name}`,
  );
  expect(names).toEqual(['{urn:d}name', 'between', '{}other']);
});
