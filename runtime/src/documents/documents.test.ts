import {
  attribute,
  derivedTypes,
  element,
  optional,
  record,
  repeated,
  sequence,
} from '../schema/construct/construct.js';
import type { ComplexType } from '../schema/descriptor/descriptor.js';
import * as xs from '../schema/xs.js';
import {
  elementRoot,
  fromJson,
  items,
  jsonSchema,
  sample,
  standardSchema,
  toJson,
  typeRoot,
  validate,
} from './index.js';

interface Order {
  id: number;
  item?: string[];
  note?: string;
}
const orderType = record<Order>('urn:t', 'Order', () => ({
  attributes: [attribute('', 'id', xs.int, { required: true })],
  content: sequence([repeated('urn:t', 'item', xs.string), optional('urn:t', 'note', xs.string)]),
}));
const order = elementRoot(element<Order>('urn:t', 'order', () => orderType));
const anyOrder = typeRoot(orderType);
const text = '<order xmlns="urn:t" id="7"><item>a</item><item>b</item></order>';
const value = { id: 7, item: ['a', 'b'] };

describe('an element as root', () => {
  it('reads texts, and bytes in the encoding that they say', () => {
    expect(order.parse(text)).toEqual(value);
    const utf16 = new Uint8Array(Uint16Array.from(`\ufeff${text}`, (c) => c.charCodeAt(0)).buffer);
    expect(order.parse(utf16)).toEqual(value);
    const latin1 = `<?xml version="1.0" encoding="iso-8859-1"?>${text.replace('>a<', '>é<')}`;
    expect(order.parse(Uint8Array.from(latin1, (c) => c.charCodeAt(0))).item).toEqual(['é', 'b']);
    expect(() => order.parse(Uint8Array.of(0x3c, 0x61, 0xff, 0x2f, 0x3e))).toThrow(
      expect.objectContaining({ name: 'XmlSyntaxError' }),
    );
    expect(() => order.parse(5 as never)).toThrow('A document is a string or a Uint8Array.');
  });

  it('passes over a DOCTYPE without declarations, unless it is to be refused', async () => {
    const typed = `<!DOCTYPE order PUBLIC "-//x//y" "http://x.example/order.dtd">${text}`;
    expect(order.parse(typed)).toEqual(value);
    expect(order.parse(typed, { strict: true, onDropped: () => undefined })).toEqual(value);
    expect(anyOrder.parse(typed)).toEqual(value);
    expect([...validate(order, typed), ...validate(anyOrder, typed)]).toEqual([]);
    const read: unknown[] = [];
    for await (const item of items(order, typed, 'item')) {
      read.push(item);
    }
    expect(read).toEqual(value.item);
    const refused = { doctype: 'refuse' } as const;
    expect(() => order.parse(typed, refused)).toThrow('A DOCTYPE is not allowed');
    expect(validate(order, typed, refused)).toMatchObject([{ code: 'not-well-formed', line: 1, column: 1 }]);
    const declaring = text.replace('<order', '<!DOCTYPE order [<!ENTITY a "b">]><order');
    expect(() => order.parse(declaring)).toThrow('A DOCTYPE with declarations of its own is not allowed');
    expect(validate(order, declaring)).toMatchObject([{ code: 'not-well-formed', column: 17 }]);
  });

  it('writes prefixes and indentation as they are wanted', () => {
    expect(order.format(value, { indent: 2, prefixes: { t: 'urn:t', more: 'urn:more' } })).toBe(
      '<?xml version="1.0" encoding="utf-8"?>\n<t:order xmlns:t="urn:t" xmlns:more="urn:more" id="7">\n  <t:item>a</t:item>\n  <t:item>b</t:item>\n</t:order>',
    );
    expect(() => order.format(value, { prefixes: { '1': 'urn:t' } })).toThrow(/is not an XML name/);
    expect(() => order.format(value, { indnt: 2 } as object)).toThrow('did you mean `indent`?');
  });

  it('tells values from others', () => {
    expect([value, { id: 1 }, { id: 'x' }, null, undefined, 'x', []].map((each) => order.is(each))).toEqual([
      ...[true, true, false, false, false, false, false],
    ]);
  });

  it('needs no `this`', () => {
    const { parse, is } = order;
    expect(is(parse(text))).toBe(true);
  });
});

describe('a type as root', () => {
  it('reads a root of any name, and writes the one that is wanted', () => {
    expect(anyOrder.parse(text.replaceAll('order', 'x'))).toEqual(value);
    expect(anyOrder.format(value, { element: '{urn:t}x', prefixes: { '': 'urn:t' } })).toBe(
      `<?xml version="1.0" encoding="utf-8"?>${text.replaceAll('order', 'x')}`,
    );
    expect(anyOrder.format({ id: 1 }, { element: 'y' })).toContain('<y id="1"/>');
    for (const options of [undefined, {}, { element: 'a:b' }, { element: '{urn:t}' }]) {
      expect(() => anyOrder.format(value, options as never)).toThrow(/is the name of the root element/);
    }
    expect(anyOrder.is(value)).toBe(true);
  });
});

it('a type as root takes types that are derived from it, as the type itself does', () => {
  const base: ComplexType<object> = record('urn:t', 'Base', () => ({
    typeName: 'Base',
    attributes: [attribute('', 'a', xs.int)],
    derived: derivedTypes(() => [more]),
  }));
  const more: ComplexType<object> = record('urn:t', 'More', () => ({
    typeName: 'More',
    extends: () => base,
    attributes: [attribute('', 'b', xs.int)],
  }));
  const root = typeRoot(base);
  for (const name of ['Base', 'More']) {
    const document = `<x xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="t:${name}" xmlns:t="urn:t" a="1"/>`;
    expect(validate(root, document)).toEqual([]);
    const read = root.parse(document);
    expect([read, validate(root, read), fromJson(root, toJson(root, read))]).toEqual([{ $type: name, a: 1 }, [], read]);
  }
});

describe('validate', () => {
  it('has the problems of documents with their places, and of values with their paths', () => {
    expect(validate(order, text)).toEqual([]);
    expect(validate(order, new TextEncoder().encode(text))).toEqual([]);
    expect(validate(order, value)).toEqual([]);
    expect(validate(order, text.replace('"7"', '"x"'))).toMatchObject([{ line: 1, column: 1, path: ['id'] }]);
    expect(validate(order, { id: 'x' })).toMatchObject([{ path: ['id'] }]);
    expect(validate(anyOrder, '<x id="x"/>')).toMatchObject([{ path: ['id'] }]);
    expect(validate(anyOrder, '<x id="1">')).toMatchObject([{ code: 'not-well-formed' }]);
    expect(validate(anyOrder, '<')).toMatchObject([{ code: 'not-well-formed' }]);
  });
});

it('roots are what the functions for descriptors take', async () => {
  const read = [];
  for await (const item of items(order, [text], 'item')) {
    read.push(item);
  }
  expect(read).toEqual(['a', 'b']);
  expect(fromJson(order, toJson(order, value))).toEqual(value);
  expect(order.is(sample(order))).toBe(true);
  expect(jsonSchema(order)).toHaveProperty('$schema');
  expect(await standardSchema(order)['~standard'].validate({ id: 'x' })).toHaveProperty('issues');
});
