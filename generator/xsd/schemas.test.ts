import type { SchemaSet, XsdComplexTypeDefinition, XsdElementDeclaration } from './components.js';
import { codes, components, load, schema } from './fixtures/memory.js';
import { readSchemas } from './schemas.js';

async function sound(input: Parameters<typeof components>[0]): Promise<SchemaSet> {
  const [schemas, diagnostics] = await components(input);
  expect(codes(diagnostics)).toEqual([]);
  return schemas;
}

async function findings(input: Parameters<typeof components>[0]): Promise<readonly string[]> {
  return codes((await components(input))[1]);
}

const element = (schemas: SchemaSet, name: string) => schemas.elements.get(name) as XsdElementDeclaration;
const complexType = (schemas: SchemaSet, name: string) => schemas.types.get(name) as XsdComplexTypeDefinition;

describe('declarations', () => {
  it('reads all symbol spaces, which do not disturb each other', async () => {
    const schemas = await sound(`
      <xs:element name="x" type="tns:x"/><xs:attribute name="x" type="xs:int"/><xs:simpleType name="x"><xs:restriction base="xs:int"/></xs:simpleType>
      <xs:group name="x"><xs:sequence/></xs:group><xs:attributeGroup name="x"/><xs:notation name="x" public="p"/>`);
    for (const space of ['types', 'elements', 'attributes', 'groups', 'attributeGroups', 'notations'] as const) {
      expect([...schemas[space].keys()]).toEqual(['{urn:t}x']);
    }
  });

  it('applies form, block and final, and their defaults', async () => {
    const text = schema(
      `<xs:element name="a" block="restriction" final="#all"/><xs:element name="b"/>
       <xs:complexType name="t"><xs:sequence><xs:element name="c"/><xs:element name="d" form="unqualified"/></xs:sequence></xs:complexType>`,
      'targetNamespace="urn:t" elementFormDefault="qualified" blockDefault="extension substitution" finalDefault="restriction list"',
    );
    const schemas = await sound({ 'a.xsd': text });
    expect(element(schemas, '{urn:t}a')).toMatchObject({ block: ['restriction'], final: ['extension', 'restriction'] });
    expect(element(schemas, '{urn:t}b')).toMatchObject({
      block: ['extension', 'substitution'],
      final: ['restriction'],
    });
    const type = complexType(schemas, '{urn:t}t');
    expect(type.block).toEqual(['extension']);
    expect(type.content).toMatchObject({
      particle: { particles: [{ declaration: { namespace: 'urn:t' } }, { declaration: { namespace: '' } }] },
    });
  });

  it('reads names in the absent namespace, and names outside ASCII', async () => {
    const schemas = await sound({
      'a.xsd': schema('<xs:element name="счёт" type="тип"/><xs:complexType name="тип"/>', ''),
    });
    expect([...schemas.elements.keys()]).toEqual(['{}счёт']);
  });

  it('has a line for each field of structured documentation, without those that others contain', async () => {
    const field = (name: string, text: string): string => `<c:${name}>${text}</c:${name}>`;
    const schemas = await sound(`<xs:element name="e"><xs:annotation><xs:documentation xmlns:c="urn:ccts">
      <c:Component>${field('UniqueID', 'U 1')}${field('DictionaryEntryName', 'Address. Line')}${field('ObjectClass', 'Address')}
      ${field('Definition', 'An   address\n line.')}${field('Empty', '')}</c:Component></xs:documentation></xs:annotation></xs:element>
      <xs:element name="h"><xs:annotation><xs:documentation><p xmlns="http://www.w3.org/1999/xhtml">Text.</p></xs:documentation></xs:annotation></xs:element>`);
    expect(element(schemas, '{urn:t}e').documentation).toBe(
      'An address line.\nUnique ID: U 1\nDictionary entry name: Address. Line',
    );
    expect(element(schemas, '{urn:t}h').documentation).toBe('Text.');
  });

  it.each([
    ['an attribute', ' c:deprecated="true" c:deprecatedReason="Use b."', '', 'Deprecated. Use b.'],
    ['an attribute that denies it', ' c:deprecated="false"', '', undefined],
    ['a version', ' c:deprecatedSince="2.0" c:since="1.2"', '', 'Since: 1.2\n\nDeprecated. Since 2.0.'],
    ['an element of data', '', '<xs:appinfo><c:deprecated/><c:other>deprecated</c:other></xs:appinfo>', 'Deprecated.'],
    ['an element with a value', '', '<xs:appinfo><c:Deprecated c:value="false"/></xs:appinfo>', undefined],
    ['a text of data', '', '<xs:appinfo>deprecated</xs:appinfo>', 'Deprecated.'],
    ['other data', '', '<xs:appinfo>The deprecated ones.<c:x c:value="1">Deprecated.</c:x></xs:appinfo>', undefined],
    [
      'a field with a name',
      '',
      '<xs:documentation><c:DeprecationWarning>Use b.</c:DeprecationWarning></xs:documentation><xs:documentation>A.</xs:documentation>',
      'A.\n\nDeprecated. Use b.',
    ],
    [
      'a field with a reason',
      '',
      '<xs:documentation><c:Definition>(Deprecated) A.</c:Definition><c:Rationale>Deprecated since 2.5. Use b.</c:Rationale></xs:documentation>',
      '(Deprecated) A.\n\nDeprecated. Since 2.5. Use b.',
    ],
  ])('finds what is deprecated: %s', async (_, attributes, annotation, expected) => {
    const schemas = await sound(
      `<xs:element name="e" xmlns:c="urn:c"${attributes}><xs:annotation>${annotation}</xs:annotation></xs:element>`,
    );
    expect(element(schemas, '{urn:t}e').documentation).toBe(expected);
  });

  it('joins documentation and removes its indentation', async () => {
    const schemas = await sound(`<xs:element name="e"><xs:annotation><xs:documentation>
          First
            line.
        </xs:documentation><xs:appinfo>no</xs:appinfo><xs:documentation>Second <b>part</b>.</xs:documentation></xs:annotation></xs:element>`);
    expect(element(schemas, '{urn:t}e').documentation).toBe('First\n  line.\n\nSecond part.');
  });

  it('expands names in the paths of identity constraints', async () => {
    const schemas = await sound(`<xs:element name="e"><xs:complexType/>
      <xs:key name="k"><xs:selector xpath=".//tns:a/b | ./tns:*"/><xs:field xpath="@id|tns:c/@*"/><xs:field xpath="."/></xs:key>
      <xs:keyref name="r" refer="tns:k"><xs:selector xpath="child::x"/><xs:field xpath="attribute::y"/><xs:field xpath="*"/></xs:keyref></xs:element>`);
    const [key, keyref] = element(schemas, '{urn:t}e').identityConstraints;
    expect(key).toMatchObject({
      kind: 'key',
      name: '{urn:t}k',
      selector: [
        { anyDepth: true, steps: ['{urn:t}a', '{}b'] },
        { anyDepth: false, steps: ['{urn:t}*'] },
      ],
      fields: [
        [
          { anyDepth: false, steps: [], attribute: '{}id' },
          { anyDepth: false, steps: ['{urn:t}c'], attribute: '*' },
        ],
        [{ anyDepth: false, steps: [] }],
      ],
    });
    expect(keyref).toMatchObject({
      refer: { name: '{urn:t}k' },
      selector: [{ steps: ['{}x'] }],
      fields: [[{ attribute: '{}y' }], [{ steps: ['*'] }]],
    });
  });
});

describe('several documents', () => {
  it('gives a schema without namespace that of each schema that includes it', async () => {
    const chameleon = schema(
      '<xs:element name="e" type="t"/><xs:complexType name="t"><xs:sequence><xs:element ref="e"/></xs:sequence></xs:complexType>',
      'elementFormDefault="qualified"',
    );
    const schemas = await sound({
      'a.xsd': schema(
        '<xs:include schemaLocation="c.xsd"/><xs:import namespace="urn:u" schemaLocation="u.xsd"/><xs:element name="x" type="tns:t"/>',
      ),
      'u.xsd': schema('<xs:include schemaLocation="c.xsd"/>', 'targetNamespace="urn:u"'),
      'c.xsd': chameleon,
    });
    expect([...schemas.types.keys()].sort()).toEqual(['{urn:t}t', '{urn:u}t']);
    expect(element(schemas, '{urn:u}e').type).toMatchObject({ kind: 'named', name: '{urn:u}t' });
  });

  it('reads circular imports and includes, and schemas inside WSDL that refer to each other', async () => {
    await sound({
      'a.xsd': schema(
        '<xs:import namespace="urn:u" schemaLocation="u.xsd"/><xs:include schemaLocation="a.xsd"/><xs:complexType name="t"/>',
      ),
      'u.xsd': schema(
        '<xs:import namespace="urn:t" schemaLocation="a.xsd"/><xs:element name="e" type="tns:t"/>',
        'targetNamespace="urn:u"',
      ),
    });
    const inline = [
      schema(
        '<xs:import namespace="urn:u"/><xs:element name="e" type="u:t"/>',
        'xmlns:u="urn:u" targetNamespace="urn:t"',
      ),
      schema('<xs:complexType name="t"/>', 'targetNamespace="urn:u"'),
      schema('<xs:complexType name="second"/>', 'targetNamespace="urn:u"'),
    ];
    const schemas = await sound({
      'a.wsdl': `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><types>${inline.join('')}</types></definitions>`,
    });
    expect([...schemas.types.keys()]).toEqual(['{urn:u}t', '{urn:u}second']);
  });

  it('keeps the first of identical definitions, with one warning for two schemas of an input', async () => {
    const files = {
      'a.xsd': schema(
        '<xs:element name="int" type="xs:int"/><xs:complexType name="t"><xs:sequence><xs:element name="a" minOccurs="1"/></xs:sequence></xs:complexType>',
        'targetNamespace="urn:t"',
      ),
      'b.xsd':
        '<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><s:element type="s:int" name="int" nillable="false"/><s:complexType name="t"><s:annotation/><s:sequence><s:element name="a"/></s:sequence></s:complexType></s:schema>',
    };
    const [schemas, diagnostics] = await components({
      'in.xsd': schema('<xs:include schemaLocation="a.xsd"/><xs:include schemaLocation="b.xsd"/>'),
      ...files,
    });
    expect(codes(diagnostics)).toEqual(['warning xsd/repeated-definition 1:78']);
    expect([schemas.elements.size, schemas.types.size]).toEqual([1, 1]);
    const [sources] = await load(files, { inputs: ['a.xsd', 'b.xsd'] });
    const [both, ofInputs] = readSchemas(sources);
    expect(codes(ofInputs)).toEqual([]);
    expect([both.elements.size, both.types.size]).toEqual([1, 1]);
  });

  it('keeps the first of two definitions that differ, and says so', async () => {
    const [schemas, diagnostics] = await components(
      '<xs:element name="e" type="xs:int"/>\n<xs:element name="e" type="xs:long"/>',
    );
    expect(element(schemas, '{urn:t}e').type).toMatchObject({ name: '{http://www.w3.org/2001/XMLSchema}int' });
    expect(codes(diagnostics)).toEqual(['error xsd/duplicate-definition 3:1']);
    expect(diagnostics[0]?.notes?.[0]?.span?.line).toBe(2);
  });

  it('redefines a type through its original definition', async () => {
    const schemas = await sound({
      'a.xsd': schema(`<xs:redefine schemaLocation="b.xsd">
        <xs:complexType name="t"><xs:complexContent><xs:extension base="tns:t"><xs:sequence><xs:element name="new"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
        <xs:simpleType name="s"><xs:restriction base="tns:s"><xs:maxLength value="3"/></xs:restriction></xs:simpleType>
        <xs:group name="g"><xs:sequence><xs:group ref="tns:g"/><xs:element name="new"/></xs:sequence></xs:group>
        <xs:attributeGroup name="ag"><xs:attributeGroup ref="tns:ag"/><xs:attribute name="new"/></xs:attributeGroup>
      </xs:redefine>`),
      'b.xsd': schema(`<xs:complexType name="t"><xs:sequence><xs:element name="old"/></xs:sequence></xs:complexType>
        <xs:simpleType name="s"><xs:restriction base="xs:string"/></xs:simpleType><xs:group name="g"><xs:sequence><xs:element name="old"/></xs:sequence></xs:group>
        <xs:attributeGroup name="ag"><xs:attribute name="old"/></xs:attributeGroup>`),
    });
    expect(complexType(schemas, '{urn:t}t').base).toMatchObject({
      kind: 'inline',
      definition: { content: { particle: { particles: [{ declaration: { name: 'old' } }] } } },
    });
    expect(schemas.types.get('{urn:t}s')).toMatchObject({ derivation: { base: { kind: 'inline' } } });
    expect(schemas.groups.get('{urn:t}g')?.model?.particles[0]).toMatchObject({ target: { kind: 'inline' } });
    expect(schemas.attributeGroups.get('{urn:t}ag')?.content.groups[0]).toMatchObject({ kind: 'inline' });
  });

  it('redefines a redefinition', async () => {
    const extend = (location: string, name: string) =>
      schema(
        `<xs:redefine schemaLocation="${location}"><xs:complexType name="t"><xs:complexContent><xs:extension base="tns:t"><xs:sequence><xs:element name="${name}"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType></xs:redefine>`,
      );
    const schemas = await sound({
      'a.xsd': extend('b.xsd', 'a'),
      'b.xsd': extend('c.xsd', 'b'),
      'c.xsd': schema('<xs:complexType name="t"/>'),
    });
    expect(complexType(schemas, '{urn:t}t')).toMatchObject({
      content: { particle: { particles: [{ declaration: { name: 'a' } }] } },
      base: { definition: { content: { particle: { particles: [{ declaration: { name: 'b' } }] } } } },
    });
  });

  it('separates documents that do not belong together', async () => {
    const files = {
      'a.xsd': schema(
        '<xs:include schemaLocation="u.xsd"/>\n<xs:import namespace="urn:v" schemaLocation="u.xsd"/>\n<xs:redefine schemaLocation="t.xsd"><xs:complexType name="none"/><xs:simpleType name="s"><xs:restriction base="xs:int"/></xs:simpleType></xs:redefine>',
      ),
      'u.xsd': schema('', 'targetNamespace="urn:u"'),
      't.xsd': schema('<xs:simpleType name="s"><xs:restriction base="xs:int"/></xs:simpleType>'),
    };
    expect(await findings(files)).toEqual([
      'error xsd/include-namespace 2:29',
      'warning xsd/import-namespace 3:46',
      'error xsd/redefinition-base 4:87',
      'error xsd/unresolved-redefinition 4:59',
    ]);
  });

  it('overrides components as XML Schema 1.1 does', async () => {
    const [schemas, diagnostics] = await components({
      'a.xsd': schema(
        '<xs:override schemaLocation="b.xsd"><xs:element name="e" type="xs:long"/><xs:element name="new"/></xs:override>',
      ),
      'b.xsd': schema('<xs:element name="e" type="xs:int"/><xs:element name="f"/>'),
    });
    expect(codes(diagnostics)).toEqual([]);
    expect(element(schemas, '{urn:t}e').type).toMatchObject({ name: '{http://www.w3.org/2001/XMLSchema}long' });
    // An override without a counterpart is ignored.
    expect([...schemas.elements.keys()].sort()).toEqual(['{urn:t}e', '{urn:t}f']);
  });
});

describe('unresolved references', () => {
  it.each([
    ['<xs:element name="e" type="tns:none"/>', 'unresolved-type 2:28'],
    [
      '<xs:complexType name="t"><xs:sequence><xs:element ref="tns:none"/></xs:sequence></xs:complexType>',
      'unresolved-element 2:56',
    ],
    ['<xs:complexType name="t"><xs:attribute ref="tns:none"/></xs:complexType>', 'unresolved-attribute 2:45'],
    ['<xs:complexType name="t"><xs:group ref="tns:none"/></xs:complexType>', 'unresolved-group 2:41'],
    ['<xs:complexType name="t"><xs:attributeGroup ref="tns:none"/></xs:complexType>', 'unresolved-group 2:50'],
    [
      '<xs:element name="e"><xs:keyref name="k" refer="tns:none"><xs:selector xpath="."/><xs:field xpath="."/></xs:keyref></xs:element>',
      'unresolved-key 2:49',
    ],
    ['<xs:element name="e" type="no:prefix"/>', 'undeclared-prefix 2:28'],
    ['<xs:attribute name="a" type="tns:t"/><xs:complexType name="t"/>', 'not-simple 2:30'],
  ])('%s', async (text, code) => {
    expect(await findings(text)).toEqual([`error xsd/${code}`]);
  });

  it('points to the namespace in which the name exists', async () => {
    const [, diagnostics] = await components('<xs:element name="e" type="t"/><xs:complexType name="t"/>');
    expect(diagnostics[0]?.help).toContain('"urn:t"');
  });
});

describe('circles', () => {
  const extend = (name: string, base: string) =>
    `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="tns:${base}"/></xs:complexContent></xs:complexType>`;

  it.each([
    ['types', `${extend('a', 'b')}${extend('b', 'a')}`],
    ['a union of itself', '<xs:simpleType name="u"><xs:union memberTypes="xs:int tns:u"/></xs:simpleType>'],
    [
      'groups',
      '<xs:group name="a"><xs:sequence><xs:choice><xs:group ref="tns:a"/></xs:choice></xs:sequence></xs:group>',
    ],
    [
      'attribute groups',
      '<xs:attributeGroup name="a"><xs:attributeGroup ref="tns:b"/></xs:attributeGroup><xs:attributeGroup name="b"><xs:attributeGroup ref="tns:a"/></xs:attributeGroup>',
    ],
    [
      'substitution groups',
      '<xs:element name="a" substitutionGroup="tns:b"/><xs:element name="b" substitutionGroup="tns:a"/>',
    ],
  ])('of %s are found', async (_, text) => {
    expect((await findings(text)).map((code) => code.replace(/ \d.*/, ''))).toEqual(['error xsd/circular']);
  });

  it('do not exist if there is an element in between', async () => {
    await sound(
      '<xs:group name="g"><xs:sequence><xs:element name="e" minOccurs="0"><xs:complexType><xs:group ref="tns:g"/></xs:complexType></xs:element></xs:sequence></xs:group>',
    );
  });

  it('are found in chains of any length', async () => {
    const chain = Array.from({ length: 20_000 }, (_, i) => extend(`t${i}`, `t${i + 1}`));
    expect(await findings(`${chain.join('')}<xs:complexType name="t20000"/>`)).toEqual([]);
  });
});

describe('structure', () => {
  it.each([
    ['<xs:element/>', 'missing-attribute 2:1'],
    ['<xs:element name="a:b"/>', 'bad-name 2:19'],
    ['<xs:element name="e" nillable="yes"/>', 'bad-attribute 2:32'],
    ['<xs:element name="e" block="list"/>', 'bad-attribute 2:29'],
    ['<xs:element name="e" type="a:b:c"/>', 'bad-attribute 2:28'],
    ['<xs:complexType name="t"><xs:sequence minOccurs="-1"/></xs:complexType>', 'bad-attribute 2:50'],
    ['<xs:complexType name="t"><xs:sequence minOccurs="3" maxOccurs="2"/></xs:complexType>', 'occurrence-range 2:64'],
    ['<xs:complexType name="t"><xs:sequence minOccurs="3"/></xs:complexType>', 'occurrence-range 2:50'],
    ['<xs:complexType name="t"><xs:anyAttribute namespace="##all"/></xs:complexType>', 'bad-attribute 2:54'],
    ['<xs:complexType name="t"><xs:attribute name="a" use="always"/></xs:complexType>', 'bad-attribute 2:54'],
    ['<xs:simpleType name="s"/>', 'missing-child 2:1'],
    ['<xs:element name="e" ref="tns:e"/>', 'unknown-attribute 2:27'],
    ['<xs:element name="e" minOccurs="0"/>', 'unknown-attribute 2:33'],
    ['<xs:element name="e">text</xs:element>', 'stray-text 2:1'],
    ['<xs:element name="e"/><other/>', 'misplaced 2:23'],
    ['<xs:simpleType name="s"><xs:union/></xs:simpleType>', 'missing-type 2:25'],
    [
      '<xs:simpleType name="s"><xs:restriction base="xs:int"><xs:pattern/></xs:restriction></xs:simpleType>',
      'missing-attribute 2:55',
    ],
    [
      '<xs:element name="e" type="xs:int"><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:element>',
      'type-twice 2:28',
    ],
    ['<xs:complexType name="t"><xs:complexContent/></xs:complexType>', 'missing-child 2:26'],
    ['<xs:element name="e" default="1" fixed="2"/>', 'default-and-fixed 2:41'],
    ['<xs:element name="e"><xs:key name="k"><xs:selector xpath="."/></xs:key></xs:element>', 'missing-child 2:22'],
    [
      '<xs:element name="e"><xs:key name="k"><xs:selector xpath="//a"/><xs:field xpath="."/></xs:key></xs:element>',
      'bad-xpath 2:59',
    ],
    [
      '<xs:element name="e"><xs:key name="k"><xs:selector xpath="@a"/><xs:field xpath="."/></xs:key></xs:element>',
      'bad-xpath 2:59',
    ],
    ['<xs:sequence/>', 'misplaced 2:1'],
    ['<xs:complexType name="t"><xs:element name="e"/></xs:complexType>', 'misplaced 2:26'],
    ['<xs:complexType name="t"><xs:sequence/><xs:choice/></xs:complexType>', 'misplaced 2:40'],
  ])('%s', async (text, code) => {
    expect(await findings(text)).toEqual([`error xsd/${code}`]);
  });
});

describe('facets', () => {
  const restrict = (base: string, facets: string) =>
    `<xs:simpleType name="s"><xs:restriction base="${base}">\n${facets}</xs:restriction></xs:simpleType>`;

  it.each([
    ['xs:int', '<xs:length value="1"/>', 'facet-not-applicable 3:19'],
    ['xs:boolean', '<xs:enumeration value="true"/>', 'facet-not-applicable 3:24'],
    ['xs:string', '<xs:maxInclusive value="1"/>', 'facet-not-applicable 3:25'],
    ['tns:u', '<xs:length value="1"/>', 'facet-not-applicable 3:19'],
    ['tns:l', '<xs:totalDigits value="1"/>', 'facet-not-applicable 3:24'],
    ['xs:string', '<xs:length value="x"/>', 'bad-attribute 3:19'],
    ['xs:int', '<xs:totalDigits value="0"/>', 'bad-attribute 3:24'],
    ['xs:string', '<xs:whiteSpace value="trim"/>', 'bad-attribute 3:23'],
    ['xs:string', '<xs:length value="1"/><xs:length value="1"/>', 'facet-twice 3:41'],
    ['xs:string', '<xs:minLength value="2"/><xs:maxLength value="1"/>', 'facet-range 3:47'],
    ['xs:decimal', '<xs:minInclusive value="2"/><xs:minExclusive value="1"/>', 'facet-conflict 3:53'],
  ])('of %s: %s', async (base, facets, code) => {
    const others =
      '<xs:simpleType name="u"><xs:union memberTypes="xs:int"/></xs:simpleType><xs:simpleType name="l"><xs:list itemType="xs:int"/></xs:simpleType>';
    expect(await findings(`${restrict(base, facets)}${others}`)).toEqual([`error xsd/${code}`]);
  });

  it('apply according to the primitive type', async () => {
    await sound(
      `${restrict('tns:l', '<xs:length value="1"/><xs:enumeration value="1 2"/>')}<xs:simpleType name="l"><xs:list itemType="xs:int"/></xs:simpleType>`,
    );
    await sound(restrict('xs:NMTOKENS', '<xs:minLength value="1"/><xs:maxLength value="1"/>'));
  });
});

it('reads imports that come too late', async () => {
  const late = schema(
    '<xs:element name="e" type="u:t"/>\n<xs:import namespace="urn:u" schemaLocation="u.xsd"/>',
    'xmlns:u="urn:u"',
  );
  const files = { 'a.xsd': late, 'u.xsd': schema('<xs:complexType name="t"/>', 'targetNamespace="urn:u"') };
  expect(await findings(files)).toEqual(['warning xsd/late-import 3:1']);
});

describe('XML Schema 1.1', () => {
  it('is read without its assertions', async () => {
    expect(
      await findings(`<xs:complexType name="t"><xs:sequence/><xs:assert test="true()"/></xs:complexType>
        <xs:simpleType name="s"><xs:restriction base="xs:int"><xs:assertion test="true()"/></xs:restriction></xs:simpleType>`),
    ).toEqual(['warning xsd/version-1.1 2:40', 'warning xsd/version-1.1 3:63']);
  });

  it.each([
    ['minVersion="1.1"', true],
    ['minVersion="1.2"', false],
    ['maxVersion="1.1"', false],
    ['maxVersion="1.2"', true],
    ['typeAvailable="xs:dateTimeStamp xs:int"', true],
    ['typeAvailable="xs:int xs:precisionDecimal"', false],
    ['typeUnavailable="xs:int xs:precisionDecimal"', true],
    ['typeUnavailable="xs:int"', false],
    ['facetAvailable="xs:explicitTimezone"', true],
    ['facetAvailable="xs:maxScale"', false],
    ['facetAvailable="xs:assertion"', false],
    ['facetUnavailable="xs:maxScale"', true],
    ['facetUnavailable="xs:length"', false],
  ])('evaluates vc:%s: %s', async (condition, included) => {
    const text = schema(
      `<xs:element name="e" type="xs:int" vc:${condition}/><xs:element name="f" type="xs:long"/>`,
      'targetNamespace="urn:t" xmlns:vc="http://www.w3.org/2007/XMLSchema-versioning"',
    );
    const [schemas, diagnostics] = await components({ 'a.xsd': text });
    expect(codes(diagnostics)).toEqual(included ? [] : ['info xsd/conditional-exclusion 2:1']);
    expect(schemas.elements.has('{urn:t}e')).toBe(included);
  });
});

describe('an unresolved name', () => {
  it.each([
    ['<xs:element name="e" type="tns:Adress"/><xs:complexType name="Address"/>', 'did you mean "Address"?'],
    ['<xs:element name="e" type="xs:strng"/>', 'did you mean "string"?'],
    ['<xs:element name="e" type="Address"/><xs:complexType name="Address"/>', 'of the namespace "urn:t"?'],
    ['<xs:complexType name="t"><xs:group ref="tns:Item"/></xs:complexType><xs:group name="Items"/>', 'mean "Items"?'],
    ['<xs:element name="e" type="tns:Quite"/><xs:complexType name="Other"/>', 'pass the schema that declares it'],
  ])('%s: is reported with its probable meaning', async (declarations, expected) => {
    const [, diagnostics] = await components(declarations);
    expect(diagnostics.find(({ code }) => code.startsWith('xsd/unresolved'))?.help).toContain(expected);
  });
});
