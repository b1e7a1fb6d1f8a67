import { thorough } from '../../../tests/support/thorough.js';
import { codes, contractTypes, schema } from '../../xsd/fixtures/memory.js';
import type { ComplexTypeDefinition, ElementParticle, GroupParticle, SimpleTypeDefinition } from '../model.js';
import { positionKey } from '../positions.js';
import type { BuiltTypes } from './build.js';

async function sound(input: Parameters<typeof contractTypes>[0]): Promise<BuiltTypes> {
  const [types, diagnostics] = await contractTypes(input);
  expect(codes(diagnostics)).toEqual([]);
  return types;
}

const type = (types: BuiltTypes, key: string) => types.types.find((candidate) => candidate.key === key);
const complexType = (types: BuiltTypes, key = '{urn:t}t') => type(types, key) as ComplexTypeDefinition;
const simpleType = (types: BuiltTypes, key: string) => type(types, key) as SimpleTypeDefinition;
const keys = (types: BuiltTypes) => types.types.map(({ key }) => key);
const xs = (name: string) => `{http://www.w3.org/2001/XMLSchema}${name}`;
const extension = (base: string, content: string) =>
  `<xs:complexContent><xs:extension base="${base}">${content}</xs:extension></xs:complexContent>`;
const restriction = (base: string, content: string) =>
  `<xs:complexContent><xs:restriction base="${base}">${content}</xs:restriction></xs:complexContent>`;

function particles(definition: ComplexTypeDefinition): readonly string[] {
  const { content } = definition;
  return 'particle' in content
    ? (content.particle as GroupParticle).particles.map((child) => (child.kind === 'element' ? child.name : child.kind))
    : [];
}

describe('anonymous types', () => {
  it('have the path of their declarations as key', async () => {
    const types = await sound(`
      <xs:element name="Order"><xs:complexType><xs:sequence><xs:element name="item"><xs:complexType>
        <xs:attribute name="unit"><xs:simpleType><xs:restriction base="xs:string"/></xs:simpleType></xs:attribute></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>
      <xs:simpleType name="list"><xs:list><xs:simpleType><xs:union><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType><xs:simpleType><xs:restriction base="xs:string"/></xs:simpleType></xs:union></xs:simpleType></xs:list></xs:simpleType>`);
    expect(keys(types)).toEqual([
      '{urn:t}Order#element',
      '{urn:t}Order#element/item#element',
      '{urn:t}Order#element/item#element/unit#attribute',
      '{urn:t}list',
      '{urn:t}list#type/#item',
      '{urn:t}list#type/#item/#member',
      '{urn:t}list#type/#item/~2#member',
    ]);
    expect(type(types, '{urn:t}Order#element/item#element')?.scope).toEqual({
      path: [
        { kind: 'element', name: '{urn:t}Order' },
        { kind: 'element', name: 'item' },
      ],
    });
    expect(types.positions.get(positionKey('type', '{urn:t}list'))).toMatchObject({
      file: 't.xsd',
      line: 5,
      column: 7,
    });
  });

  it('of a group belong to the group, however often it is used', async () => {
    const types =
      await sound(`<xs:group name="g"><xs:sequence><xs:element name="e" minOccurs="0"><xs:complexType><xs:group ref="tns:g"/></xs:complexType></xs:element></xs:sequence></xs:group>
      <xs:complexType name="a"><xs:group ref="tns:g"/></xs:complexType><xs:complexType name="b"><xs:group ref="tns:g" maxOccurs="2"/></xs:complexType>`);
    expect(keys(types)).toEqual(['{urn:t}a', '{urn:t}b', '{urn:t}g#group/e#element']);
    expect(complexType(types, '{urn:t}b').content).toMatchObject({
      particle: {
        kind: 'sequence',
        group: '{urn:t}g',
        maxOccurs: 2,
        particles: [{ type: '{urn:t}g#group/e#element' }],
      },
    });
  });
});

describe('content', () => {
  it('is empty, element-only, mixed or simple', async () => {
    const types =
      await sound(`<xs:complexType name="a"><xs:sequence/></xs:complexType><xs:complexType name="b"><xs:choice minOccurs="0"/></xs:complexType>
      <xs:complexType name="c" mixed="true"/><xs:complexType name="d"><xs:sequence><xs:element name="x" minOccurs="0" maxOccurs="0"/><xs:element name="y" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>
      <xs:complexType name="e"><xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent></xs:complexType><xs:complexType name="f"><xs:choice/></xs:complexType>`);
    expect(types.types.map((definition) => (definition.kind === 'complexType' ? definition.content.kind : ''))).toEqual(
      ['empty', 'empty', 'mixed', 'elementOnly', 'simple', 'elementOnly'],
    );
    expect(complexType(types, '{urn:t}d').content).toMatchObject({
      particle: { particles: [{ name: 'y', minOccurs: 0, maxOccurs: null, type: xs('anyType') }] },
    });
    expect(complexType(types, '{urn:t}e')).toMatchObject({
      base: xs('int'),
      derivation: 'extension',
      content: { type: xs('int') },
    });
  });

  it('keeps nested groups and the branch of a choice that may be empty', async () => {
    const types = await sound(
      `<xs:complexType name="t"><xs:sequence><xs:sequence/><xs:choice maxOccurs="unbounded"><xs:element name="a"/><xs:sequence><xs:element name="b"/><xs:any/></xs:sequence><xs:sequence/></xs:choice></xs:sequence></xs:complexType>`,
    );
    expect(complexType(types).content).toMatchObject({
      particle: {
        particles: [
          {
            kind: 'choice',
            maxOccurs: null,
            particles: [
              { name: 'a' },
              { kind: 'sequence', particles: [{ name: 'b' }, { kind: 'any' }] },
              { kind: 'sequence', particles: [] },
            ],
          },
        ],
      },
    });
  });

  it('of an extension is the addition, of a restriction the whole content', async () => {
    const types =
      await sound(`<xs:complexType name="base"><xs:sequence><xs:element name="a"/></xs:sequence></xs:complexType>
      <xs:complexType name="more">${extension('tns:base', '<xs:sequence><xs:element name="b"/></xs:sequence>')}</xs:complexType>
      <xs:complexType name="same">${extension('tns:base', '')}</xs:complexType>
      <xs:complexType name="less">${restriction('tns:base', '<xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence>')}</xs:complexType>
      <xs:complexType name="any">${extension('xs:anyType', '<xs:sequence><xs:element name="b"/></xs:sequence>')}</xs:complexType>`);
    expect(complexType(types, '{urn:t}more')).toMatchObject({ base: '{urn:t}base', derivation: 'extension' });
    expect(particles(complexType(types, '{urn:t}more'))).toEqual(['b']);
    expect(complexType(types, '{urn:t}same').content).toEqual({ kind: 'elementOnly' });
    expect(complexType(types, '{urn:t}less')).toMatchObject({ base: '{urn:t}base', derivation: 'restriction' });
    expect(particles(complexType(types, '{urn:t}less'))).toEqual(['a']);
    expect(complexType(types, '{urn:t}any').base).toBeUndefined();
    expect(complexType(types, '{urn:t}any').content.kind).toBe('mixed');
    expect(particles(complexType(types, '{urn:t}any'))).toEqual(['any', 'sequence']);
  });

  it('of a redefined type builds on that of the original type', async () => {
    const types = await sound({
      'a.xsd':
        schema(`<xs:redefine schemaLocation="b.xsd"><xs:complexType name="t">${extension('tns:t', '<xs:sequence><xs:element name="new"/></xs:sequence>')}</xs:complexType>
        <xs:group name="g"><xs:sequence><xs:group ref="tns:g"/><xs:element name="new"/></xs:sequence></xs:group></xs:redefine><xs:complexType name="u"><xs:group ref="tns:g"/></xs:complexType>`),
      'b.xsd': schema(
        '<xs:complexType name="t"><xs:sequence><xs:element name="old"/></xs:sequence></xs:complexType><xs:group name="g"><xs:sequence><xs:element name="old"/></xs:sequence></xs:group>',
      ),
    });
    expect(complexType(types).base).toBe('{urn:t}t#type/#base');
    expect(particles(complexType(types, '{urn:t}t#type/#base'))).toEqual(['old']);
    expect(particles(complexType(types, '{urn:t}u'))).toEqual(['sequence', 'new']);
  });

  it('narrows the text of simple content', async () => {
    const types =
      await sound(`<xs:complexType name="t"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="a"/></xs:extension></xs:simpleContent></xs:complexType>
      <xs:complexType name="u"><xs:simpleContent><xs:restriction base="tns:t"><xs:maxLength value="3"/></xs:restriction></xs:simpleContent></xs:complexType>
      <xs:complexType name="v"><xs:simpleContent><xs:extension base="tns:u"/></xs:simpleContent></xs:complexType>
      <xs:complexType name="w"><xs:simpleContent><xs:restriction base="tns:t"><xs:simpleType><xs:restriction base="xs:token"/></xs:simpleType><xs:enumeration value=" a  b "/></xs:restriction></xs:simpleContent></xs:complexType>`);
    expect(complexType(types, '{urn:t}u')).toMatchObject({
      content: { type: '{urn:t}u#type/#content' },
      attributes: [{ name: 'a' }],
    });
    expect(simpleType(types, '{urn:t}u#type/#content')).toMatchObject({
      base: xs('string'),
      builtIn: xs('string'),
      facets: { maxLength: 3 },
    });
    expect(complexType(types, '{urn:t}v').content).toEqual({ kind: 'simple', type: '{urn:t}u#type/#content' });
    expect(simpleType(types, '{urn:t}w#type/#content').facets.enumeration).toEqual([{ value: 'a b' }]);
  });
});

describe('elements', () => {
  it('that refer to global ones have the declarations of these', async () => {
    const types =
      await sound(`<xs:element name="e" type="xs:int" nillable="true" default=" 5 " block="extension"><xs:annotation><xs:documentation>Doc</xs:documentation></xs:annotation>
      <xs:unique name="u"><xs:selector xpath="."/><xs:field xpath="."/></xs:unique></xs:element>
      <xs:complexType name="t"><xs:sequence><xs:element ref="tns:e" maxOccurs="2"/></xs:sequence></xs:complexType>`);
    const particle = (complexType(types).content as { particle: GroupParticle }).particle
      .particles[0] as ElementParticle;
    expect(particle).toMatchObject({
      ref: true,
      name: 'e',
      namespace: 'urn:t',
      type: xs('int'),
      nillable: true,
      value: { kind: 'default', value: '5' },
      block: ['extension'],
      maxOccurs: 2,
      documentation: 'Doc',
    });
    expect(particle.identityConstraints).toHaveLength(1);
  });

  it('take their type from the head of their substitution group', async () => {
    const types = await sound(
      `<xs:element name="head" abstract="true"><xs:complexType/></xs:element><xs:element name="a" substitutionGroup="tns:head"/><xs:element name="b" substitutionGroup="tns:a" type="tns:t"/><xs:complexType name="t"/>`,
    );
    expect(types.elements.map(({ name, type, substitutionGroup }) => [name, type, substitutionGroup])).toEqual([
      ['{urn:t}a', '{urn:t}head#element', '{urn:t}head'],
      ['{urn:t}b', '{urn:t}t', '{urn:t}a'],
      ['{urn:t}head', '{urn:t}head#element', undefined],
    ]);
  });

  it('have values with expanded names', async () => {
    const types = await sound(`<xs:element name="e" type="xs:QName" fixed="tns:x"/>
      <xs:simpleType name="q"><xs:restriction base="xs:QName"><xs:enumeration value="tns:a"/><xs:enumeration value="b"/></xs:restriction></xs:simpleType>`);
    expect(types.elements[0]?.value).toEqual({ kind: 'fixed', value: '{urn:t}x' });
    expect(simpleType(types, '{urn:t}q').facets.enumeration).toEqual([{ value: '{urn:t}a' }, { value: '{}b' }]);
  });
});

describe('simple types', () => {
  it('merge facets down the chain', async () => {
    const types = await sound(`
      <xs:simpleType name="a"><xs:restriction base="xs:decimal"><xs:pattern value="a"/><xs:pattern value="b"/><xs:minInclusive value="1"/><xs:maxInclusive value="9"/><xs:totalDigits value="4"/></xs:restriction></xs:simpleType>
      <xs:simpleType name="b"><xs:restriction base="tns:a"><xs:pattern value="c"/><xs:maxExclusive value="5"/><xs:fractionDigits value="1"/></xs:restriction></xs:simpleType>
      <xs:simpleType name="c"><xs:restriction base="tns:b"><xs:enumeration value="1"/><xs:enumeration value="2"/></xs:restriction></xs:simpleType>
      <xs:simpleType name="d"><xs:restriction base="tns:c"><xs:enumeration value="2"/></xs:restriction></xs:simpleType>`);
    expect(simpleType(types, '{urn:t}d')).toMatchObject({
      variety: 'atomic',
      base: '{urn:t}c',
      builtIn: xs('decimal'),
    });
    expect(simpleType(types, '{urn:t}d').facets).toEqual({
      patterns: [['a', 'b'], ['c']],
      minInclusive: '1',
      maxExclusive: '5',
      totalDigits: 4,
      fractionDigits: 1,
      enumeration: [{ value: '2' }],
    });
  });

  it('keep variety, items and members when they are restricted', async () => {
    const types =
      await sound(`<xs:simpleType name="l"><xs:list itemType="xs:int"/></xs:simpleType><xs:simpleType name="l2"><xs:restriction base="tns:l"><xs:length value="2"/></xs:restriction></xs:simpleType>
      <xs:simpleType name="u"><xs:union memberTypes="xs:int tns:l"/></xs:simpleType><xs:simpleType name="u2"><xs:restriction base="tns:u"><xs:enumeration value="1"/></xs:restriction></xs:simpleType>
      <xs:simpleType name="n"><xs:restriction base="xs:NMTOKENS"><xs:maxLength value="2"/></xs:restriction></xs:simpleType>`);
    expect(simpleType(types, '{urn:t}l2')).toMatchObject({
      variety: 'list',
      base: '{urn:t}l',
      itemType: xs('int'),
      facets: { length: 2 },
    });
    expect(simpleType(types, '{urn:t}u')).toMatchObject({
      variety: 'union',
      base: xs('anySimpleType'),
      memberTypes: [xs('int'), '{urn:t}l'],
    });
    expect(simpleType(types, '{urn:t}u2')).toMatchObject({
      variety: 'union',
      base: '{urn:t}u',
      memberTypes: [xs('int'), '{urn:t}l'],
    });
    expect(simpleType(types, '{urn:t}n')).toMatchObject({
      variety: 'list',
      base: xs('NMTOKENS'),
      itemType: xs('NMTOKEN'),
    });
  });
});

describe('attributes', () => {
  it('include those of groups, are complete in restrictions, and are sorted', async () => {
    const types =
      await sound(`<xs:attributeGroup name="g"><xs:attribute name="z" use="required" type="xs:int"/><xs:attributeGroup ref="tns:h"/></xs:attributeGroup><xs:attributeGroup name="h"><xs:attribute ref="tns:y" fixed="2"/></xs:attributeGroup>
      <xs:attribute name="y" type="xs:int" default="1"/>
      <xs:complexType name="a"><xs:attribute name="a"/><xs:attribute name="b"/><xs:attributeGroup ref="tns:g"/></xs:complexType>
      <xs:complexType name="b">${extension('tns:a', '<xs:attribute name="c"/>')}</xs:complexType>
      <xs:complexType name="c">${restriction('tns:b', '<xs:attribute name="a" use="required"/><xs:attribute name="b" use="prohibited"/><xs:attribute name="q" use="prohibited"/>')}</xs:complexType>`);
    const uses = (key: string) =>
      complexType(types, key).attributes.map(({ name, namespace, use }) => `${namespace}:${name}:${use}`);
    expect(uses('{urn:t}a')).toEqual([':a:optional', ':b:optional', 'urn:t:y:optional', ':z:required']);
    expect(complexType(types, '{urn:t}a').attributes[2]).toMatchObject({
      value: { kind: 'fixed', value: '2' },
      type: xs('int'),
    });
    expect(uses('{urn:t}b')).toEqual([':c:optional']);
    expect(uses('{urn:t}c')).toEqual([
      ':a:required',
      ':b:prohibited',
      ':c:optional',
      'urn:t:y:optional',
      ':z:required',
    ]);
  });

  it('have an effective wildcard: groups narrow it, extensions widen it', async () => {
    const types =
      await sound(`<xs:attributeGroup name="g"><xs:anyAttribute namespace="urn:a urn:b" processContents="skip"/></xs:attributeGroup>
      <xs:complexType name="a"><xs:attributeGroup ref="tns:g"/><xs:anyAttribute namespace="urn:b urn:c" processContents="lax"/></xs:complexType>
      <xs:complexType name="b">${extension('tns:a', '<xs:anyAttribute namespace="##local"/>')}</xs:complexType>
      <xs:complexType name="c">${extension('tns:b', '')}</xs:complexType><xs:complexType name="d">${restriction('tns:c', '')}</xs:complexType>`);
    expect(complexType(types, '{urn:t}a').anyAttribute).toEqual({
      namespaces: { kind: 'enumeration', namespaces: ['urn:b'] },
      processContents: 'lax',
    });
    const united = { namespaces: { kind: 'enumeration', namespaces: ['', 'urn:b'] }, processContents: 'strict' };
    expect(complexType(types, '{urn:t}b').anyAttribute).toEqual(united);
    expect(complexType(types, '{urn:t}c').anyAttribute).toEqual(united);
    expect(complexType(types, '{urn:t}d').anyAttribute).toBeUndefined();
  });
});

describe('SOAP arrays', () => {
  const soap =
    'targetNamespace="urn:t" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"';
  const arrayOf = (content: string) =>
    `<xs:complexType name="t">${restriction('soapenc:Array', content)}</xs:complexType><xs:complexType name="Item"/>`;

  it.each([
    [
      '<xs:attribute ref="soapenc:arrayType" wsdl:arrayType="tns:Item[][,]"/>',
      { itemType: '{urn:t}Item', rank: '[][,]', itemName: 'item' },
    ],
    [
      '<xs:attribute ref="soapenc:arrayType" wsdl:arrayType="xs:string[5]"/>',
      { itemType: xs('string'), rank: '[]', itemName: 'item' },
    ],
    [
      '<xs:sequence><xs:element name="entry" type="tns:Item" maxOccurs="unbounded"/></xs:sequence>',
      { itemType: '{urn:t}Item', rank: '[]', itemName: 'entry' },
    ],
    ['', { itemType: xs('anyType'), rank: '[]', itemName: 'item' }],
  ])('%s', async (content, expected) => {
    const types = await sound({ 'a.xsd': schema(arrayOf(content), soap) });
    expect(complexType(types).soapArray).toEqual(expected);
  });

  it('stay arrays when they are derived from', async () => {
    const derived = `${arrayOf('<xs:attribute ref="soapenc:arrayType" wsdl:arrayType="tns:Item[]"/>')}<xs:complexType name="u">${restriction('tns:t', '')}</xs:complexType>`;
    const types = await sound({ 'a.xsd': schema(derived, soap) });
    expect(complexType(types, '{urn:t}u').soapArray).toMatchObject({ itemType: '{urn:t}Item' });
  });
});

describe('broken schemas', () => {
  it('still result in usable types', async () => {
    const [types] =
      await contractTypes(`<xs:complexType name="t"><xs:sequence><xs:element name="a" type="tns:none"/><xs:element ref="tns:none"/><xs:group ref="tns:none"/></xs:sequence><xs:attribute ref="tns:none"/><xs:attributeGroup ref="tns:none"/></xs:complexType>
      <xs:complexType name="u">${extension('tns:none', '<xs:sequence><xs:element name="b"/></xs:sequence>')}</xs:complexType>
      <xs:simpleType name="s"><xs:restriction base="tns:none"><xs:length value="many"/></xs:restriction></xs:simpleType>
      <xs:complexType name="v"><xs:simpleContent><xs:extension base="tns:t"/></xs:simpleContent></xs:complexType>`);
    expect(particles(complexType(types))).toEqual(['a', 'none']);
    expect(complexType(types).attributes).toMatchObject([{ name: 'none', type: xs('anySimpleType') }]);
    expect(complexType(types, '{urn:t}u').base).toBeUndefined();
    expect(simpleType(types, '{urn:t}s')).toMatchObject({ base: xs('anySimpleType'), facets: {} });
    expect(complexType(types, '{urn:t}v').content).toEqual({ kind: 'simple', type: xs('anySimpleType') });
  });

  it('are cut where they are circular', async () => {
    const [types] =
      await contractTypes(`<xs:complexType name="a">${extension('tns:b', '')}</xs:complexType><xs:complexType name="b">${extension('tns:a', '')}</xs:complexType>
      <xs:simpleType name="s"><xs:union memberTypes="tns:s xs:int"/></xs:simpleType>
      <xs:group name="g"><xs:sequence><xs:element name="e"/><xs:group ref="tns:g"/></xs:sequence></xs:group><xs:complexType name="t"><xs:group ref="tns:g"/></xs:complexType>
      <xs:attributeGroup name="ag"><xs:attribute name="a"/><xs:attributeGroup ref="tns:ag"/></xs:attributeGroup><xs:complexType name="u"><xs:attributeGroup ref="tns:ag"/></xs:complexType>
      <xs:element name="h" substitutionGroup="tns:i"/><xs:element name="i" substitutionGroup="tns:h"/>`);
    expect(
      [complexType(types, '{urn:t}a').base, complexType(types, '{urn:t}b').base].filter((base) => base !== undefined),
    ).toHaveLength(1);
    expect(particles(complexType(types))).toEqual(['e']);
    expect(complexType(types, '{urn:t}u').attributes).toHaveLength(1);
    expect(types.elements.filter(({ substitutionGroup }) => substitutionGroup !== undefined)).toHaveLength(1);
  });

  it('do not grow beyond bounds', async () => {
    const groups = Array.from(
      { length: 40 },
      (_, i) =>
        `<xs:group name="g${i}"><xs:sequence><xs:group ref="tns:g${i + 1}"/><xs:group ref="tns:g${i + 1}"/></xs:sequence></xs:group>`,
    );
    const [types, diagnostics] = await contractTypes(
      `${groups.join('')}<xs:group name="g40"><xs:sequence><xs:element name="e"/></xs:sequence></xs:group><xs:complexType name="t"><xs:group ref="tns:g0"/></xs:complexType>`,
    );
    expect(diagnostics.map(({ code }) => code)).toEqual(['contract/content-too-large']);
    expect(complexType(types).content).toMatchObject({ particle: { kind: 'any' } });
    const chain = Array.from(
      { length: 5000 },
      (_, i) => `<xs:group name="g${i}"><xs:sequence><xs:group ref="tns:g${i + 1}"/></xs:sequence></xs:group>`,
    );
    const [, deep] = await contractTypes(
      `${chain.join('')}<xs:group name="g5000"><xs:sequence/></xs:group><xs:complexType name="t"><xs:group ref="tns:g0"/></xs:complexType>`,
    );
    expect(deep.map(({ code }) => code)).toEqual(['contract/content-too-large']);
  });

  it('do not inherit endlessly', async () => {
    const length = thorough ? 3000 : 1000;
    const chain = Array.from(
      { length },
      (_, i) =>
        `<xs:complexType name="t${i}">${extension(`tns:t${i + 1}`, `<xs:attribute name="a${i}"/>`)}</xs:complexType>`,
    );
    const [types, diagnostics] = await contractTypes(`${chain.join('')}<xs:complexType name="t${length}"/>`);
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(['contract/derivation-too-deep']));
    expect(diagnostics).toHaveLength(length / 500);
    expect(types.types).toHaveLength(length + 1);
  });

  it('may have names of JavaScript objects', async () => {
    const types = await sound(
      `<xs:element name="constructor" type="tns:__proto__"/><xs:complexType name="__proto__"><xs:sequence><xs:element name="toString"/></xs:sequence><xs:attribute name="hasOwnProperty"/></xs:complexType>`,
    );
    expect(types.elements[0]).toMatchObject({ name: '{urn:t}constructor', type: '{urn:t}__proto__' });
    expect(particles(complexType(types, '{urn:t}__proto__'))).toEqual(['toString']);
  });
});

it('gives the same result for any order of the declarations', async () => {
  const declarations = [
    '<xs:element name="e" type="tns:c"/>',
    `<xs:complexType name="c">${extension('tns:b', '<xs:sequence><xs:element ref="tns:e" minOccurs="0"/></xs:sequence>')}</xs:complexType>`,
    '<xs:complexType name="b"><xs:attribute name="x" type="tns:s"/></xs:complexType>',
    '<xs:simpleType name="s"><xs:restriction base="tns:r"/></xs:simpleType>',
    '<xs:simpleType name="r"><xs:restriction base="xs:int"><xs:maxInclusive value="3"/></xs:restriction></xs:simpleType>',
  ];
  const forward = await sound(declarations.join(''));
  const backward = await sound(declarations.reverse().join(''));
  expect({ ...backward, positions: undefined }).toEqual({ ...forward, positions: undefined });
});
