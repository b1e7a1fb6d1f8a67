import { codes, contractTypes } from '../../xsd/fixtures/memory.js';
import type { ComplexTypeDefinition } from '../model.js';

async function typeOf(declarations: string, key = '{urn:t}T'): Promise<ComplexTypeDefinition> {
  const [{ types }, diagnostics] = await contractTypes(declarations);
  expect(codes(diagnostics)).toEqual([]);
  return types.find((each) => each.key === key) as ComplexTypeDefinition;
}

const type = (content: string, name = 'T', attributes = ''): string =>
  `<xs:complexType name="${name}" ${attributes}>${content}</xs:complexType>`;
const complex = (how: 'extension' | 'restriction', base: string, content = ''): string =>
  `<xs:complexContent><xs:${how} base="${base}">${content}</xs:${how}></xs:complexContent>`;
const sequence = (name: string): string => `<xs:sequence><xs:element name="${name}" type="xs:string"/></xs:sequence>`;

describe('a complex type', () => {
  it('that names no base restricts xs:anyType, without naming it', async () => {
    const found = await typeOf(type(sequence('a')));
    expect(found).toMatchObject({ derivation: 'restriction', content: { kind: 'elementOnly' } });
    expect(found.base).toBeUndefined();
  });

  it('that extends another names it and has the particle that is added', async () => {
    const found = await typeOf(type(sequence('a'), 'Base') + type(complex('extension', 'tns:Base', sequence('b'))));
    expect(found).toMatchObject({
      base: '{urn:t}Base',
      derivation: 'extension',
      content: { kind: 'elementOnly', particle: { particles: [{ name: 'b' }] } },
    });
  });

  it('that extends another by nothing has element-only content without a particle', async () => {
    const found = await typeOf(type(sequence('a'), 'Base') + type(complex('extension', 'tns:Base')));
    expect(found.content).toEqual({ kind: 'elementOnly' });
  });

  it('that restricts another has its whole content', async () => {
    const found = await typeOf(type(sequence('a'), 'Base') + type(complex('restriction', 'tns:Base', sequence('a'))));
    expect(found).toMatchObject({ derivation: 'restriction', content: { particle: { particles: [{ name: 'a' }] } } });
  });

  it('is mixed if the schema says so, or if its base is mixed and it adds nothing', async () => {
    const base = type(sequence('a'), 'Base', 'mixed="true"');
    expect((await typeOf(base, '{urn:t}Base')).content.kind).toBe('mixed');
    expect((await typeOf(base + type(complex('extension', 'tns:Base')))).content.kind).toBe('mixed');
  });

  it('keeps abstract, block and final', async () => {
    const found = await typeOf(type('', 'T', 'abstract="true" block="extension" final="#all"'));
    expect(found).toMatchObject({ abstract: true, block: ['extension'], final: ['extension', 'restriction'] });
  });
});

describe('simple content', () => {
  it('has the simple type of its text', async () => {
    const found = await typeOf(type('<xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent>'));
    expect(found.content).toEqual({ kind: 'simple', type: '{http://www.w3.org/2001/XMLSchema}int' });
  });

  it('has the text of the type that it extends', async () => {
    const base = type('<xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent>', 'Base');
    const found = await typeOf(base + type('<xs:simpleContent><xs:extension base="tns:Base"/></xs:simpleContent>'));
    expect(found).toMatchObject({ base: '{urn:t}Base', content: { type: '{http://www.w3.org/2001/XMLSchema}int' } });
  });

  it('gives facets that a restriction adds a simple type of their own', async () => {
    const base = type('<xs:simpleContent><xs:extension base="xs:string"/></xs:simpleContent>', 'Base');
    const narrow = type(
      '<xs:simpleContent><xs:restriction base="tns:Base"><xs:maxLength value="3"/></xs:restriction></xs:simpleContent>',
    );
    const [{ types }] = await contractTypes(base + narrow);
    expect(types.map(({ key }) => key)).toEqual(['{urn:t}Base', '{urn:t}T', '{urn:t}T#type/#content']);
    expect(types[2]).toMatchObject({ kind: 'simpleType', facets: { maxLength: 3 } });
  });
});
