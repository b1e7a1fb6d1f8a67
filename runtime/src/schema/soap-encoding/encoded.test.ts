import { type XmlElement, XmlReader, XmlWriter } from '../../xml/index.js';
import {
  type ComplexType,
  choice,
  complexType,
  decodeEncoded,
  EncodedBlocks,
  element,
  encodeEncoded,
  encodeEncodedBlock,
  field,
  sequence,
  XmlDecodeError,
} from '../index.js';
import * as xs from '../xs.js';

const ns = 'urn:rpc';
const person: ComplexType = complexType(ns, 'Person', {
  content: sequence([
    field('', 'name', xs.string),
    field('', 'age', xs.int, { min: 0 }),
    field('', 'friend', () => person, { min: 0, nillable: true }),
  ]),
});
const people = complexType(ns, 'ArrayOfPerson', { soapArray: { itemType: person, rank: '[]', itemName: 'item' } });
const matrix = complexType(ns, 'Matrix', { soapArray: { itemType: xs.int, rank: '[][]', itemName: 'item' } });
const list = complexType(ns, 'List', {
  content: choice([field('', 'a', xs.int), field('', 'b', xs.int)], { max: 5, property: '$items' }),
});
const pair = complexType(ns, 'Pair', {
  content: sequence([field('', 'left', xs.int, { nillable: true }), field('', 'right', xs.int, { nillable: true })]),
});
const call = element(
  ns,
  'call',
  complexType(ns, '', {
    content: sequence([
      field('', 'people', people, { min: 0 }),
      field('', 'chief', person, { min: 0 }),
      field('', 'matrix', matrix, { min: 0 }),
      field('', 'list', list, { min: 0 }),
      field('', 'pair', pair, { min: 0 }),
    ]),
  }),
);

function read(body: string): unknown {
  const reader = new XmlReader(
    `<Body xmlns:r="${ns}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" xmlns:e2="http://www.w3.org/2003/05/soap-encoding">${body}</Body>`,
  );
  reader.next();
  reader.next();
  const value = decodeEncoded(call, reader);
  expect([reader.event, reader.localName]).toEqual([2, 'Body']);
  return value;
}

function write(value: unknown, version: '1.1' | '1.2' = '1.1'): string {
  const writer = new XmlWriter();
  writer.startElement('', 'Body');
  encodeEncoded(call, value, writer, { version });
  writer.endElement();
  return writer.toString();
}

function again(value: unknown, version: '1.1' | '1.2' = '1.1'): unknown {
  const reader = new XmlReader(write(value, version));
  reader.next();
  reader.next();
  return decodeEncoded(call, reader);
}

const ann = { name: 'Ann', age: 5 };

describe('SOAP encoding', () => {
  it('reads arrays whatever their items are called', () => {
    expect(
      read(
        '<r:call><people e:arrayType="r:Person[2]"><item><name>A</name></item><x><name>B</name></x></people></r:call>',
      ),
    ).toEqual({
      people: [{ name: 'A' }, { name: 'B' }],
    });
  });

  it('reads arrays whose xsi:type says only that they are arrays, strictly as well', () => {
    const reader = new XmlReader(write({ people: [ann] }));
    reader.next();
    reader.next();
    const unknown: unknown[] = [];
    expect(decodeEncoded(call, reader, { strict: true, onUnknown: (each) => unknown.push(each) })).toEqual({
      people: [ann],
    });
    expect(unknown).toEqual([]);
  });

  it('reads references, in either version, to elements anywhere', () => {
    const value = { people: [ann, ann], chief: ann };
    expect(
      read(
        '<r:call><people e:arrayType="r:Person[2]"><item href="#1"/><item href="#1"/></people><chief href="#1"/></r:call><multiRef id="1" e:root="0" xsi:type="q:Person" xmlns:q="urn:rpc"><name>Ann</name><age href="#2"/></multiRef><multiRef id="2">5</multiRef>',
      ),
    ).toEqual(value);
    expect(
      read(
        '<r:call><people><item e2:ref="a"/><item e2:ref="a"/></people><chief e2:id="a"><name>Ann</name><age>5</age></chief></r:call>',
      ),
    ).toEqual(value);
  });

  it.each([
    ['<r:call><chief href="#x"/></r:call>', 'unknown-reference'],
    [
      '<r:call><chief href="#1"/></r:call><multiRef id="1"><name>A</name><friend href="#1"/></multiRef>',
      'cyclic-reference',
    ],
    [
      `<r:call><chief href="#0"/></r:call>${Array.from({ length: 30 }, (_, i) => `<multiRef id="${i}"><friend href="#${i + 1}"/><friend href="#${i + 1}"/></multiRef>`).join('')}<multiRef id="30"/>`,
      'too-many-references',
    ],
    ['<r:call><chief><name>A</name><age>x</age></chief></r:call>', 'invalid-value'],
  ])('refuses %s', (body, code) => {
    let error: unknown;
    try {
      read(body);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(XmlDecodeError);
    expect((error as XmlDecodeError).code).toBe(code);
  });

  it('reads references to references, each with the prefixes of the place to which it leads', () => {
    const typed = complexType(ns, 'Typed', { content: sequence([field('', 'name', xs.QName)]) });
    const outer = element(ns, 'call', complexType(ns, '', { content: sequence([field('', 'value', typed)]) }));
    const reader = new XmlReader(
      `<Body xmlns:p="urn:outside"><r:call xmlns:r="${ns}"><value href="#1" xmlns:p="urn:here"/></r:call><m id="1" href="#2" xmlns:p="urn:between"/><m id="2"><name href="#3"/></m><m id="3" xmlns:p="urn:there">p:x</m></Body>`,
    );
    reader.next();
    reader.next();
    expect(decodeEncoded(outer, reader)).toEqual({ value: { name: { namespace: 'urn:there', name: 'x' } } });
  });

  it('gives open content the declarations that it needs where references lead', () => {
    const open = element(ns, 'call', complexType(ns, '', { content: sequence([field('', 'any', xs.anyType)]) }));
    const reader = new XmlReader(
      `<Body xmlns:a="urn:wire" xmlns:q="urn:q"><r:call xmlns:r="${ns}"><any><a:x href="#1"/><a:y a:z="1"/></any></r:call><m id="1" kind="k" xmlns:q="urn:q2">q:t</m></Body>`,
      { namespaces: new Map([['urn:wire', 'urn:program']]) },
    );
    reader.next();
    reader.next();
    expect(decodeEncoded<{ any: XmlElement }>(open as never, reader).any.children).toEqual([
      {
        namespace: 'urn:wire',
        name: 'x',
        attributes: [{ namespace: '', name: 'kind', value: 'k' }],
        children: ['q:t'],
        declarations: { a: 'urn:wire', q: 'urn:q2' },
      },
      {
        namespace: 'urn:wire',
        prefix: 'a',
        name: 'y',
        attributes: [{ namespace: 'urn:wire', prefix: 'a', name: 'z', value: '1' }],
        children: [],
      },
    ]);
  });

  it.each<[string, string]>([
    ['names of elements', `<m id="1"><name>A</name><${'n'.repeat(50_000)}/></m>`],
    ['names of attributes', `<m id="1" ${'n'.repeat(50_000)}=""><name>A</name></m>`],
    ['attributes', `<m id="1" ${Array.from({ length: 200 }, (_, i) => `a${i}=""`).join(' ')}><name>A</name></m>`],
    ['prefixes', `<m id="1" xmlns:${'n'.repeat(50_000)}="urn:x"><name>A</name></m>`],
    ['namespaces', `<m id="1" xmlns:n="${'n'.repeat(1000)}"><name>A</name>${'<n:x/>'.repeat(200)}</m>`],
    ['texts', `<m id="1"><name>${'n'.repeat(50_000)}</name></m>`],
    ['elements', `<m id="1"><name>A</name>${'<x/>'.repeat(1000)}</m>`],
    ['texts between elements', `<m id="1"><name>A</name>${'<x/>\n'.repeat(1000)}</m>`],
  ])('refuses references that repeat many %s', (_, target) => {
    const people = (count: number): string =>
      `<r:call><people>${'<item href="#1"/>'.repeat(count)}</people></r:call>${target}`;
    expect(() => read(people(5))).not.toThrow();
    expect(() => read(people(1000))).toThrow('too much content');
  });

  it('does not count targets to which only one reference leads', () => {
    const many = Array.from({ length: 60_000 }, (_, i) => i);
    const body = `<r:call><people>${many.map((i) => `<item href="#${i}"/>`).join('')}</people></r:call>${many.map((i) => `<m id="${i}"><name>A</name></m>`).join('')}`;
    expect(read(body)).toMatchObject({ people: { length: 60_000 } });
  });

  it('reads nil elements as left out if the type is not nillable, whatever its content is', () => {
    expect(read('<r:call><chief><name>A</name><age xsi:nil="true"/></chief></r:call>')).toEqual({
      chief: { name: 'A' },
    });
    expect(read('<r:call><list><a xsi:nil="1"/><b>1</b><a>2</a></list></r:call>')).toEqual({
      list: { $items: [{ b: 1 }, { a: 2 }] },
    });
    expect(() => read('<r:call><chief><name xsi:nil="true"/></chief></r:call>')).toThrow('"name" is missing');
  });

  it('reads an accessor that is left out as null where it may be nil', () => {
    expect(read('<r:call><list><b>1</b></list><pair><left>1</left></pair></r:call>')).toEqual({
      list: { $items: [{ b: 1 }] },
      pair: { left: 1, right: null },
    });
  });

  it('writes types and array sizes', () => {
    const xml = write({ people: [ann], matrix: [[1, 2], [3]] });
    expect(xml).toMatch(/encodingStyle="http:\/\/schemas.xmlsoap.org\/soap\/encoding\/"/);
    expect(xml).toMatch(/<people[^>]* \w+:arrayType="\w+:Person\[1\]"/);
    expect(xml).toMatch(/<age xsi:type="xsd:int">5<\/age>/);
    expect(xml).toMatch(/\w+:arrayType="\w+:int\[\]\[2\]"/);
    expect(xml).toMatch(/\w+:arrayType="\w+:int\[1\]"/);
  });

  it.each(['1.1', '1.2'] as const)(
    'writes an object that occurs twice once, and reads it in both places (%s)',
    (version) => {
      const value = {
        people: [ann, { name: 'Bob', friend: ann }],
        chief: { name: 'C', friend: null },
        matrix: [[1], [], [2, 3]],
      };
      expect(write(value, version).match(/Ann/g)).toHaveLength(1);
      expect(again(value, version)).toEqual(value);
    },
  );

  it('writes values that contain themselves, which a decoder into a tree cannot read', () => {
    const loop: { name: string; friend?: unknown } = { name: 'L' };
    loop.friend = loop;
    expect(write({ chief: loop }).match(/href="#id1"/g)).toHaveLength(2);
    expect(() => again({ chief: loop })).toThrow(XmlDecodeError);
  });
});

describe('blocks beside messages', () => {
  const block = element(ns, 'block', person);
  const limits = { maxDepth: 20_000 };
  const blocks = (document: string): readonly unknown[] => {
    const open = (): XmlReader => new XmlReader(document, { limits });
    const [reader, encoded] = [open(), new EncodedBlocks(open)];
    reader.next();
    const values: unknown[] = [];
    while (reader.next() === 1 && reader.localName === 'block') {
      values.push(encoded.decode(block, reader));
    }
    return values;
  };
  const several = (count: number, inside: string): string => `<r:block href="#a"/>`.repeat(count) + inside;
  const codeOf = (inside: string): string => {
    try {
      blocks(`<all xmlns:r="${ns}">${inside}</all>`);
    } catch (error) {
      if (error instanceof XmlDecodeError) {
        return error.code;
      }
      throw error;
    }
    return 'none';
  };

  it('share the bounds on the targets of references', () => {
    const wide = `<multiRef id="a"><name>A</name>${'<x/>'.repeat(30_000)}</multiRef>`;
    expect(codeOf(several(2, wide))).toBe('none');
    expect(codeOf(several(9, wide))).toBe('too-many-references');
  });

  it('are refused, not overflowing, where a raised limit of the reader lets them nest deeper', () => {
    const deep = '<x>'.repeat(15_000) + '</x>'.repeat(15_000);
    expect(codeOf(`<r:block><name>A</name>${deep}</r:block>`)).toBe('too-many-references');
    expect(codeOf(several(1, `<multiRef id="a"><name>A</name>${deep}</multiRef>`))).toBe('too-many-references');
  });

  it('contain repeated values in full', () => {
    const writer = new XmlWriter();
    const both = { name: 'A', friend: { name: 'B' } };
    encodeEncodedBlock(element(ns, 'pair', people), [both, both], writer);
    expect(writer.toString().match(/<name /g)).toHaveLength(4);
    expect(writer.toString()).not.toMatch(/href|multiRef/);
  });
});
