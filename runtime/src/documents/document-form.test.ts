import { attribute, element, optional, record, repeated, sequence } from '../schema/construct/construct.js';
import type { ComplexType } from '../schema/descriptor/descriptor.js';
import * as xs from '../schema/xs.js';
import { parseTree } from '../xml/index.js';
import {
  type DocumentFormatOptions,
  type DocumentType,
  elementRoot,
  formatBytes,
  typeRoot,
  XmlEncodeError,
} from './index.js';

interface Order {
  id?: string;
  note?: string[];
  inner?: Order;
}
const orderType: ComplexType<Order> = record<Order>('urn:t', 'Order', () => ({
  attributes: [attribute('', 'id', xs.string)],
  content: sequence([repeated('urn:t', 'note', xs.string), optional('urn:u', 'inner', orderType)]),
}));
const order = elementRoot(element<Order>('urn:t', 'order', () => orderType));
const anyOrder = typeRoot(orderType);
const value: Order = { note: ['a', '<b>'], inner: { note: ['c'] } };
const prefixes = { '': 'urn:t' };
const formatted = (options: DocumentFormatOptions, of = value): string => order.format(of, { prefixes, ...options });

describe('schemaLocation', () => {
  it('is written at the root', () => {
    expect(formatted({ schemaLocation: { 'urn:t': 't.xsd', 'urn:u': 'u.xsd', '': 'none.xsd' } })).toContain(
      '<order xmlns="urn:t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:t t.xsd urn:u u.xsd" xsi:noNamespaceSchemaLocation="none.xsd"><note>',
    );
    expect(anyOrder.format({}, { element: 'x', schemaLocation: { '': 'a&b' } })).toMatch(
      /<x xmlns:xsi="[^"]*" xsi:noNamespaceSchemaLocation="a&amp;b"\/>$/,
    );
  });

  it('names namespaces as the document has them, and takes the place of what was kept', () => {
    const document = formatted({
      schemaLocation: { 'urn:t': 't.xsd' },
      namespaces: new Map([['urn:t', 'urn:wire']]),
    });
    expect(document).toContain('xsi:schemaLocation="urn:wire t.xsd"');
    const read = order.parse(formatted({ schemaLocation: { 'urn:t': 'old.xsd' } }), { keep: 'schemaLocation' });
    expect(order.format(read)).toContain('"urn:t old.xsd"');
    expect(order.format(read, { schemaLocation: { 'urn:t': 'new.xsd' } })).not.toContain('old.xsd');
    expect(order.format(read, { schemaLocation: {} })).not.toContain('old.xsd');
  });

  it('refuses white space, which would make another list of it', () => {
    expect(() => formatted({ schemaLocation: { 'urn:t': 'a b.xsd' } })).toThrow(
      new TypeError(
        'The option schemaLocation is not valid: "a b.xsd" has white space, which separates addresses; write it as %20.',
      ),
    );
  });
});

describe('cdata', () => {
  it('makes sections of the texts of some elements', () => {
    expect(formatted({ cdata: ['note'] })).toContain(
      '<note><![CDATA[a]]></note><note><![CDATA[<b>]]></note><ns1:inner xmlns:ns1="urn:u"><note><![CDATA[c]]></note>',
    );
    expect(formatted({ cdata: ['{urn:u}note'] })).not.toContain('CDATA');
    expect(formatted({ cdata: ({ namespace, name }) => `${namespace} ${name}` === 'urn:t note' })).toContain('[<b>]');
  });

  it.each(['', ']]>', ']]', 'a]]>b]]>', '\r', 'a\r\nb\n', '<![CDATA[\r', '<![CDATA[]]>', '😀', ' ', ']]>\r]]>'])(
    '%j is read as it was',
    (note) => {
      const document = formatted({ cdata: ['note'] }, { note: [note] });
      expect(order.parse(document)).toEqual({ note: [note] });
      expect(parseTree(document).children).toHaveLength(1);
    },
  );

  it('has no place for what XML cannot write, and none in attributes', () => {
    expect(() => formatted({ cdata: ['note'] }, { note: ['\0'] })).toThrow(XmlEncodeError);
    expect(formatted({ cdata: ['order'] }, { id: '<' })).toContain('id="&lt;"');
  });

  it('leaves the indentation as it is', () => {
    expect(formatted({ cdata: ['note'], indent: 1 }, { note: ['a'] })).toMatch(
      /\n <note><!\[CDATA\[a]]><\/note>\n<\/order>$/,
    );
  });
});

describe('doctype', () => {
  it.each<[DocumentType, string]>([
    [{}, '<!DOCTYPE order>'],
    [{ systemId: 'a.dtd' }, '<!DOCTYPE order SYSTEM "a.dtd">'],
    [{ systemId: 'a".dtd' }, `<!DOCTYPE order SYSTEM 'a".dtd'>`],
    [
      { name: 'order', publicId: "-//A//DTD B's 1.0//EN", systemId: 'http://a.example/b.dtd' },
      `<!DOCTYPE order PUBLIC "-//A//DTD B's 1.0//EN" "http://a.example/b.dtd">`,
    ],
  ])('%j', (doctype, markup) => {
    expect(formatted({ doctype })).toMatch(new RegExp(`^<\\?xml [^>]*\\?>${markup.replace(/[?.]/g, '\\$&')}<order `));
    expect(formatted({ doctype, indent: 2 }).split('\n')[1]).toBe(markup);
  });

  it('names the root with its prefix', () => {
    expect(order.format(value, { doctype: {}, prefixes: { t: 'urn:t' } })).toContain('<!DOCTYPE t:order><t:order ');
    expect(anyOrder.format({}, { element: 'é', doctype: {} })).toContain('<!DOCTYPE é><é/>');
  });

  it.each<[DocumentType, string]>([
    [{ name: 'other' }, 'its name is "other", but the root element is "order"'],
    [{ publicId: 'a' }, 'a public identifier needs a system identifier beside it'],
    [{ publicId: 'ä', systemId: '' }, 'the public identifier "ä" has characters that XML does not allow there'],
    [{ systemId: `'"` }, 'the system identifier "\'\\"" may not have both kinds of quotes'],
    [{ systemId: 'a#b' }, 'the system identifier "a#b" may not have both kinds of quotes, a fragment'],
    [{ systemId: '\0' }, 'the system identifier "\\u0000" may not have'],
  ])('refuses %j', (doctype, problem) => {
    expect(() => formatted({ doctype })).toThrow(`The option doctype is not valid: ${problem}`);
    expect(() => formatted({ doctype })).toThrow(TypeError);
  });
});

describe('formatBytes', () => {
  const euro = { id: '€é', note: ['€é😀<', '\x80'] };

  it.each([
    'utf-8',
    'UTF-8',
    'UTF-16',
    'utf-16le',
    'UTF-16BE',
    'us-ascii',
    'ISO-8859-1',
    'iso-8859-9',
    'iso-8859-15',
    'windows-1252',
    'KOI8-R',
  ])('%s is read as it was', (encoding) => {
    for (const options of [{}, { cdata: ['note'] }]) {
      const bytes = formatBytes(order, euro, { prefixes, encoding, ...options });
      expect(order.parse(bytes)).toEqual(euro);
    }
  });

  const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

  it('declares the encoding, and makes references of characters that it does not have', () => {
    expect(latin(formatBytes(order, euro, { prefixes, encoding: 'ISO-8859-1' }))).toBe(
      '<?xml version="1.0" encoding="ISO-8859-1"?><order xmlns="urn:t" id="&#8364;é"><note>&#8364;é&#128512;&lt;</note><note>&#128;</note></order>',
    );
    expect(latin(formatBytes(order, { id: '€' }, { prefixes, encoding: 'windows-1252' }))).toContain('id="\x80"');
    expect(latin(formatBytes(order, { note: ['€'] }, { prefixes, cdata: ['note'], encoding: 'ascii' }))).toContain(
      '<note><![CDATA[]]>&#8364;<![CDATA[]]></note>',
    );
    expect([...formatBytes(order, {}, { encoding: 'utf-16' }).slice(0, 4)]).toEqual([0xff, 0xfe, 0x3c, 0]);
    expect([...formatBytes(order, {}, { encoding: 'utf-16be' }).slice(0, 2)]).toEqual([0, 0x3c]);
    expect(latin(formatBytes(anyOrder, {}, { element: 'é', encoding: 'latin1' }))).toContain('<é/>');
  });

  it('refuses names, comments and instructions with such characters', () => {
    const of = (document: string): (() => Uint8Array) => {
      const read = order.parse(document, { keep: ['prefixes', 'comments', 'instructions'] });
      return () => formatBytes(order, read, { encoding: 'us-ascii' });
    };
    expect(of('<order xmlns="urn:t"><!-- € --></order>')).toThrow(
      '/order: a comment has the character U+20AC, which the encoding "us-ascii" does not have',
    );
    expect(of('<?a €?><order xmlns="urn:t"/>')).toThrow('an instruction has the character U+20AC');
    expect(of('<é:order xmlns:é="urn:t"/>')).toThrow('a name has the character U+00E9');
    expect(of('<é:order xmlns:é="urn:t"/>')).toThrow(XmlEncodeError);
    const doctype = { systemId: 'é' };
    expect(() => formatBytes(order, {}, { encoding: 'ascii', doctype })).toThrow('the document type has the character');
  });

  it.each(['shift_jis', 'utf-7', 'utf-32', 'x', '', 'iso-8859-12', 'utf-8"'])('refuses the encoding %j', (encoding) => {
    expect(() => formatBytes(order, {}, { encoding })).toThrow(
      `The encoding ${JSON.stringify(encoding)} cannot be written: UTF-8, UTF-16, US-ASCII and encodings of one byte`,
    );
  });

  it('refuses what is no encoding, and options that do not exist', () => {
    expect(() => formatBytes(order, {}, { encoding: 5 } as never)).toThrow(
      'The option `encoding` must be a string, not 5.',
    );
    expect(() => formatBytes(order, {}, { indnt: 5 } as never)).toThrow('did you mean `indent`?');
  });
});
