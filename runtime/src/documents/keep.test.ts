import {
  any,
  attribute,
  complexType,
  derivedTypes,
  element,
  list,
  optional,
  record,
  repeated,
  sequence,
} from '../schema/construct/construct.js';
import type { ComplexType } from '../schema/descriptor/descriptor.js';
import * as xs from '../schema/xs.js';
import type { XmlElement } from '../xml/index.js';
import { type DroppedMarkup, elementRoot, type Kept, typeRoot } from './index.js';

interface Line {
  no: number;
  name?: string;
  note?: string[];
}
interface Order {
  line?: Line[];
  kind?: { namespace: string; name: string };
  any?: XmlElement[];
}
const lineType = record<Line>('urn:t', 'Line', () => ({
  attributes: [attribute('', 'no', xs.int)],
  content: sequence([optional('urn:c', 'name', xs.string), repeated('urn:t', 'note', xs.string)]),
}));
const orderType = complexType<Order>('urn:t', 'Order', {
  content: sequence([
    repeated('urn:t', 'line', lineType),
    optional('urn:t', 'kind', xs.QName),
    any({ min: 0, max: 9, list: true, property: 'any' }),
  ]),
});
const order = elementRoot(element<Order>('urn:t', 'order', () => orderType));
const declaration = '<?xml version="1.0" encoding="utf-8"?>';
const all: readonly Kept[] = ['prefixes', 'comments', 'instructions', 'schemaLocation', 'doctype'];
const xsi = 'http://www.w3.org/2001/XMLSchema-instance';

const text = `${declaration}<?style a="b"?><!-- top --><t:order xmlns:t="urn:t" xmlns:k="urn:k" xmlns:i="${xsi}" i:schemaLocation="urn:t t.xsd"><!-- 1 --><t:line no="1"><c:name xmlns:c="urn:c">A</c:name><!-- x --><t:note>x</t:note><?y?><t:note>y</t:note></t:line><!-- 2 --><!-- 2 again --><t:line no="2"/><t:kind>k:a</t:kind><!-- end --></t:order><!-- tail -->`;

/** A value that was read with everything. */
const read = (document = text): Order => order.parse(document, { keep: all });
/** What is inside the root of a document. */
const inside = (value: Order, options = {}): string =>
  /<[a-z]*:?order[^>]*>(.*)<\/[a-z]*:?order>/s.exec(order.format(value, options))?.[1] ?? '';

describe('keep', () => {
  it('writes again what was read, and the value is the same as without it', () => {
    expect(order.format(read())).toBe(text);
    expect(read()).toEqual(order.parse(text));
    expect(Reflect.ownKeys(read())).toEqual(Reflect.ownKeys(order.parse(text)));
    expect(order.format(read(), { indent: 1 }).split('\n').slice(0, 6)).toEqual([
      declaration,
      '<?style a="b"?>',
      '<!-- top -->',
      `<t:order xmlns:t="urn:t" xmlns:k="urn:k" xmlns:i="${xsi}" i:schemaLocation="urn:t t.xsd">`,
      ' <!-- 1 -->',
      ' <t:line no="1">',
    ]);
  });

  it.each<[Kept, RegExp, RegExp]>([
    ['prefixes', /<t:line/, /<!--|<\?[^x]|schemaLocation/],
    ['comments', /<!-- 1 -->/, /<t:|<\?[^x]|schemaLocation/],
    ['instructions', /<\?style a="b"\?>.*<\?y\?>/, /<t:|<!--|schemaLocation/],
    ['schemaLocation', /xsi:schemaLocation="urn:t t.xsd"/, /<t:|<!--|<\?[^x]/],
  ])('%s alone', (keep, there, notThere) => {
    const document = order.format(order.parse(text, { keep }));
    expect(document).toMatch(there);
    expect(document).not.toMatch(notThere);
  });

  it('keeps nothing by default', () => {
    const value = order.parse(text);
    expect(order.format(value)).toBe(order.format({ ...value }));
    expect(order.format(value)).not.toMatch(/<t:|<!--/);
  });

  it('comments go with what they are before, and leave with it', () => {
    const moved = read();
    moved.line?.reverse();
    expect(inside(moved)).toMatch(
      /^<!-- 2 --><!-- 2 again --><t:line no="2"\/><!-- 1 --><t:line no="1">.*<\/t:line><t:kind>/,
    );
    const without = read();
    without.line?.shift();
    expect(inside(without)).toMatch(/^<!-- 2 --><!-- 2 again --><t:line no="2"\/><t:kind>k:a<\/t:kind><!-- end -->$/);
  });

  it('a new object has none, also where it takes the place of another', () => {
    const value = read();
    value.line = [{ no: 7 }, ...(value.line ?? []).slice(1)];
    expect(inside(value)).toMatch(/^<t:line no="7"\/><!-- 2 -->/);
    expect(inside(value, { like: value })).toMatch(/^<!-- 1 --><t:line no="7"\/><!-- 2 -->/);
  });

  it('new items have none', () => {
    const value = read();
    value.line?.splice(1, 0, { no: 5, name: 'new' });
    value.line?.[0]?.note?.unshift('new');
    expect(inside(value)).toContain(
      '</c:name><t:note>new</t:note><!-- x --><t:note>x</t:note><?y?><t:note>y</t:note></t:line><t:line no="5"><c:name xmlns:c="urn:c">new</c:name></t:line><!-- 2 -->',
    );
  });

  it('texts that were changed in their place have what was there, and others what was before an equal one', () => {
    const notes = (change: (list: string[]) => string[]): string => {
      const value = read();
      const [line] = value.line ?? [];
      line!.note = change(line?.note ?? []);
      return /<\/c:name>(.*?)<\/t:line>/.exec(inside(value))?.[1] ?? '';
    };
    expect(notes(() => ['x', 'changed'])).toBe('<!-- x --><t:note>x</t:note><?y?><t:note>changed</t:note>');
    expect(notes(() => ['y', 'x'])).toBe('<?y?><t:note>y</t:note><!-- x --><t:note>x</t:note>');
    expect(notes(() => ['y', 'z'])).toBe('<?y?><t:note>y</t:note><t:note>z</t:note>');
    expect(notes(() => ['z'])).toBe('<t:note>z</t:note>');
    expect(notes(() => ['a', 'b', 'c'])).toBe('<t:note>a</t:note><t:note>b</t:note><t:note>c</t:note>');
  });

  it('copies have what was kept if they are said to be like what was read', () => {
    const value = read();
    const copy = structuredClone(value);
    expect(order.format(copy)).not.toMatch(/<!--|<t:/);
    expect(order.format(copy, { like: value })).toBe(text);
    const changed = { ...value, line: (value.line ?? []).map((line) => ({ ...line, name: 'B' })) };
    expect(order.format(changed, { like: value })).toContain(
      '<!-- 2 --><!-- 2 again --><t:line no="2"><c:name xmlns:c="urn:c">B</c:name></t:line><t:kind>k:a</t:kind><!-- end -->',
    );
    expect(() => order.format(value, { like: copy })).toThrow(
      new TypeError('The option like is not valid: it is no value that was read with `keep`.'),
    );
  });

  it('what moves into another document takes along what is before it, and has the prefixes of that', () => {
    const into = order.parse('<order xmlns="urn:t"/>', { keep: all });
    into.line = read().line ?? [];
    expect(order.format(into)).toMatch(/<order xmlns="urn:t"><!-- 1 --><line no="1">.*<!-- x --><note>/);
    expect(order.parse(order.format(into)).line).toEqual(order.parse(text).line);
  });

  it('one object in two places has its comments once', () => {
    const value = read();
    value.line?.push(value.line[1]!);
    expect(inside(value).match(/<!-- 2 -->/g)).toHaveLength(1);
  });

  it('prefixes of the options come before those that were kept', () => {
    const document = order.format(read(), { prefixes: { o: 'urn:t', t: 'urn:other' } });
    expect(document).toContain('<o:order xmlns:k="urn:k"');
    expect(document).toContain('<o:line no="2"/>');
    expect(order.parse(document)).toEqual(order.parse(text));
  });

  it('names in values have the prefixes that they had, and new ones those of the document', () => {
    const document = `${declaration}<order xmlns="urn:t" xmlns:t="urn:t"><kind>t:a</kind></order>`;
    const value = order.parse(document, { keep: 'prefixes' });
    expect(order.format(value)).toBe(document);
    value.kind = { namespace: 'urn:new', name: 'b' };
    expect(order.parse(order.format(value)).kind).toEqual(value.kind);
    value.kind = { namespace: '', name: 'b' };
    expect(order.parse(order.format(value)).kind).toEqual(value.kind);
  });

  it('keeps prefixes that hide others, default namespaces that end, and the prefixes of attributes', () => {
    const type = record<{ a?: string; b?: string; q?: unknown }>('urn:t', 'Names', () => ({
      attributes: [attribute('urn:x', 'a', xs.string), attribute('urn:x', 'q', list('', '', xs.QName))],
      content: sequence([optional('', 'b', xs.string)]),
    }));
    const root = elementRoot(element('urn:t', 'root', () => type));
    for (const document of [
      '<root xmlns="urn:t" xmlns:p="urn:x" xmlns:q="urn:x" p:a="1"><b xmlns="">c</b></root>',
      '<root xmlns="urn:t" xmlns:p="urn:x" xmlns:q="urn:x" q:a="1" p:q="q:a q:b"/>',
      '<p:root xmlns:p="urn:t" xmlns:q="urn:x" q:a="1"><b xmlns:p="urn:x">c</b></p:root>',
    ]) {
      expect(root.format(root.parse(document, { keep: 'prefixes' }))).toBe(declaration + document);
    }
  });

  it('any name is a prefix', () => {
    const document = `${declaration}<__proto__:order xmlns:__proto__="urn:t" xmlns:constructor="urn:c" xmlns:xml="http://www.w3.org/XML/1998/namespace"><__proto__:line><constructor:name>A</constructor:name></__proto__:line></__proto__:order>`;
    expect(order.format(read(document))).toBe(document.replace(/ xmlns:xml="[^"]*"/, ''));
  });

  it('types that documents name keep their prefixes', () => {
    const base: ComplexType<object> = record('urn:t', 'Base', () => ({
      typeName: 'Base',
      derived: derivedTypes(() => [more]),
    }));
    const more: ComplexType<object> = record('urn:t', 'More', () => ({ typeName: 'More', extends: () => base }));
    const document = `${declaration}<x xmlns:i="${xsi}" xmlns:a="urn:t" xmlns:b="urn:t" i:type="a:More"><!-- c --></x>`;
    const root = typeRoot(base);
    const value = root.parse(document, { keep: all });
    expect(root.format(value, { element: 'x' })).toBe(document);
    expect(root.format(value, { element: '{urn:y}y' })).toContain('i:type="a:More"><!-- c --></ns1:y>');
  });

  it('keeps comments in content that is open', () => {
    const open =
      '<w:a xmlns:w="urn:w"><!-- 1 --><w:b><!-- 2 --><w:c/></w:b><w:d>text<!-- 3 --><w:e><!-- 4 --></w:e></w:d></w:a>';
    const document = `${declaration}<order xmlns="urn:t">${open}</order>`;
    expect(order.format(read(document))).toBe(document);
  });

  it('keeps comments within a text as long as it is the same', () => {
    const notes = (inside: string): string => `${declaration}<order xmlns="urn:t"><line>${inside}</line></order>`;
    const document = notes('<note><!-- 1 -->a<?b?>&amp;<!-- 2 --></note><note>c\n<!-- 3 --> d</note>');
    const value = read(document);
    expect(order.format(value)).toBe(document);
    expect(order.format(value, { indent: 1 })).toContain('\n  <note><!-- 1 -->a<?b?>&amp;<!-- 2 --></note>\n');
    value.line![0]!.note![0] = 'changed';
    expect(order.format(value)).toBe(notes('<note>changed</note><note>c\n<!-- 3 --> d</note>'));
    const sections = notes('<note><![CDATA[a]]><!-- 1 --><![CDATA[<b>]]></note>');
    expect(order.format(read(sections), { cdata: ['note'] })).toBe(sections);
  });

  it('keeps comments of mixed content where its texts are the same', () => {
    const root = elementRoot(
      element('', 'p', () =>
        complexType('', 'P', { mixed: true, content: sequence([any({ min: 0, max: 9, list: true })]) }),
      ),
    );
    const document = `${declaration}<p><!-- 1 -->a <!-- 2 --><b/> <!-- 3 -->\n<i><!-- 4 -->c</i><!-- 5 -->d<u/><!-- 6 --><s/>e</p>`;
    const value = root.parse(document, { keep: all }) as { $content: unknown[] };
    expect(root.format(value)).toBe(document);
    value.$content[0] = 'A ';
    value.$content.splice(3, 1);
    expect(root.format(value)).toBe(`${declaration}<p>A <b/> <!-- 3 -->\nd<u/><!-- 6 --><s/>e</p>`);
  });

  it('a number that is written in another way does not keep the comments within it', () => {
    const dropped: string[] = [];
    const root = elementRoot(
      element('', 'a', () => record('', 'A', () => ({ content: sequence([repeated('', 'n', xs.int)]) }))),
    );
    const options = { keep: all, onDropped: (markup: DroppedMarkup) => dropped.push(markup.text) };
    const value = root.parse('<a><n>1<!-- 1 -->0</n><n>0<!-- 2 -->5</n></a>', options);
    expect(root.format(value)).toBe(`${declaration}<a><n>1<!-- 1 -->0</n><n>5</n></a>`);
    expect(dropped).toEqual([' 2 ']);
  });

  it('is written as what the program calls namespaces', () => {
    const named = new Map([['urn:wire', 'urn:t']]);
    const document = `${declaration}<w:order xmlns:w="urn:wire"><!-- 1 --><w:line no="1"/><a xmlns="urn:wire"/></w:order>`;
    const value = order.parse(document, { keep: all, namespaces: named });
    expect(order.format(value, { namespaces: new Map([['urn:t', 'urn:wire']]) })).toBe(document);
  });

  it('a value that cannot be written as it was read keeps nothing, and says what was there', () => {
    const dropped: string[] = [];
    const options = { keep: all, onDropped: ({ text: each }: DroppedMarkup) => dropped.push(each) };
    const root = elementRoot(element('', 'a', () => xs.string));
    expect(root.parse('<!-- 1 --><a><!-- 2 -->b</a><!-- 3 -->', options)).toBe('b');
    expect(dropped).toEqual([' 1 ', ' 2 ', ' 3 ']);
  });

  it('a DOCTYPE stays, with the name that the root has then, unless options give another', () => {
    const document = text.replace('<?style', `<!-- < --><!DOCTYPE t:order PUBLIC "-//x" '<a>"?>'><?style`);
    expect(order.format(read(document))).toBe(document);
    expect(order.format(order.parse(document, { keep: 'doctype' }))).toMatch(
      /^<\?xml[^>]*\?><!DOCTYPE (\w+:order) PUBLIC "-\/\/x" '<a>"\?>'><\1 /,
    );
    expect(order.format(read(document), { doctype: {} })).toBe(
      document.replace(/ PUBLIC.*?'>/, '>').replace(/(<!--.*?-->)(<!D[^>]*>)/, '$2$1'),
    );
    const dropped: unknown[] = [];
    order.parse(document, { keep: 'comments', onDropped: ({ kind, text: inner }) => dropped.push([kind, inner]) });
    expect(dropped[0]).toEqual(['doctype', ` t:order PUBLIC "-//x" '<a>"?>'`]);
  });

  it('line ends of comments are those of XML, and CDATA and references are no comments', () => {
    const document =
      '<order xmlns="urn:t"><!-- a\r\nb --><line><note>&lt;!-- <![CDATA[<!-- no -->]]></note></line></order>';
    expect(order.format(read(document))).toContain('<!-- a\nb --><line><note>&lt;!-- &lt;!-- no --&gt;</note></line>');
  });
});

describe('onDropped', () => {
  it('is called for everything that is not kept, with its place, in the order of the document', () => {
    const dropped: DroppedMarkup[] = [];
    const document = `\ufeff${declaration}\n<!-- a --><order xmlns="urn:t">\r\n <?b c?><line><note>x<!-- d --></note></line></order><?e?>`;
    order.parse(document, { onDropped: (markup) => dropped.push(markup) });
    expect(dropped).toEqual([
      { kind: 'comment', text: ' a ', line: 2, column: 1, offset: 39 },
      { kind: 'instruction', text: 'b c', line: 3, column: 2, offset: 73 },
      { kind: 'comment', text: ' d ', line: 3, column: 22, offset: 93 },
      { kind: 'instruction', text: 'e', line: 3, column: 54, offset: 125 },
    ]);
    const left: string[] = [];
    order.parse(document, { keep: 'comments', onDropped: (markup) => left.push(markup.text) });
    expect(left).toEqual(['b c', 'e']);
  });

  it('tells of what stood in what the schema does not have', () => {
    const dropped: string[] = [];
    const document = '<order xmlns="urn:t"><line><other><!-- 1 --><x/></other></line><!-- 2 --></order>';
    order.parse(document, { keep: 'comments', onDropped: (markup) => dropped.push(markup.text) });
    expect(dropped).toEqual([' 1 ']);
  });
});

it('options that do not exist, and words that are not known, are refused', () => {
  expect(() => order.parse(text, { keep: 'prefix' } as never)).toThrow(
    /^The option `keep` must be "prefixes" or "comments"/,
  );
  expect(() => order.parse(text, { keeps: 'prefixes' } as never)).toThrow('did you mean `keep`?');
  expect(() => order.parse('<order', { keep: all })).toThrow(expect.objectContaining({ name: 'XmlSyntaxError' }));
  expect(() => order.parse('<other/>', { keep: all })).toThrow(expect.objectContaining({ code: 'wrong-root' }));
});
