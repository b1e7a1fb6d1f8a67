import { type Case, schemaText } from './case.js';

const key = (kind: string, name: string, refer = ''): string =>
  `<xs:${kind} name="${name}" ${refer}><xs:selector xpath="t:i"/><xs:field xpath="@k"/></xs:${kind}>`;
const list = `<xs:sequence><xs:element name="i" maxOccurs="unbounded"><xs:complexType><xs:attribute name="k"/></xs:complexType></xs:element></xs:sequence>`;

/** Features of declarations. */
export const declarations: readonly Case[] = [
  {
    name: 'an element that joins several substitution groups',
    schema: `<xs:element name="a" type="xs:int" abstract="true"/><xs:element name="b" type="xs:int"/>
      <xs:element name="m" substitutionGroup="t:a t:b" type="xs:int"/>
      <xs:element name="r"><xs:complexType><xs:sequence><xs:element ref="t:a"/><xs:element ref="t:b"/></xs:sequence></xs:complexType></xs:element>`,
    valid: ['<r><m>1</m><b>2</b></r>', '<r><m>1</m><m>2</m></r>'],
    invalid: ['<r><a>1</a><b>2</b></r>', '<r><b>1</b><b>2</b></r>', '<r><m>x</m><b>1</b></r>'],
  },
  {
    name: 'an identity constraint that two elements share',
    schema: `<xs:element name="r"><xs:complexType>${list}</xs:complexType>${key('unique', 'u')}</xs:element>
      <xs:element name="s"><xs:complexType>${list}</xs:complexType><xs:unique ref="t:u"/></xs:element>`,
    valid: ['<r><i k="1"/><i k="2"/></r>', '<s><i k="1"/><i/></s>'],
    invalid: ['<r><i k="1"/><i k="1"/></r>', '<s><i k="1"/><i k="1"/></s>'],
  },
  {
    name: 'a default namespace for paths',
    schema: `<xs:element name="r"><xs:complexType>${list}</xs:complexType>
      <xs:unique name="u"><xs:selector xpath="i"/><xs:field xpath="@k"/></xs:unique></xs:element>`,
    attributes: 'xpathDefaultNamespace="##targetNamespace"',
    valid: ['<r><i k="1"/><i k="2"/></r>'],
    invalid: ['<r><i k="1"/><i k="1"/></r>'],
  },
  {
    name: 'attributes by default',
    schema: `<xs:attributeGroup name="g"><xs:attribute name="id" type="xs:int" use="required"/></xs:attributeGroup>
      <xs:element name="r"><xs:complexType><xs:attribute name="own"/></xs:complexType></xs:element>
      <xs:element name="n"><xs:complexType defaultAttributesApply="false"/></xs:element>
      <xs:complexType name="base"/>
      <xs:element name="e"><xs:complexType><xs:complexContent><xs:extension base="t:base"/></xs:complexContent></xs:complexType></xs:element>`,
    attributes: 'defaultAttributes="t:g"',
    valid: ['<r id="1" own="x"/>', '<n/>', '<e id="1"/>'],
    invalid: ['<r/>', '<r id="x"/>', '<n id="1"/>', '<e/>'],
  },
  {
    name: 'a namespace of a local declaration',
    schema: `<xs:complexType name="base"><xs:sequence><xs:any minOccurs="0" processContents="lax"/></xs:sequence>
        <xs:anyAttribute processContents="lax"/></xs:complexType>
      <xs:element name="r"><xs:complexType><xs:complexContent><xs:restriction base="t:base"><xs:sequence>
        <xs:element name="e" targetNamespace="urn:o" type="xs:int"/></xs:sequence>
        <xs:attribute name="a" targetNamespace="urn:o" type="xs:int"/>
      </xs:restriction></xs:complexContent></xs:complexType></xs:element>`,
    valid: ['<r><o:e>1</o:e></r>', '<r o:a="1"><o:e>1</o:e></r>'],
    invalid: ['<r><e>1</e></r>', '<r><o:e>x</o:e></r>', '<r o:a="x"><o:e>1</o:e></r>'],
  },
  {
    name: 'an override',
    schema: `<xs:override schemaLocation="b.xsd"><xs:complexType name="T"><xs:attribute name="new" type="xs:int" use="required"/></xs:complexType>
        <xs:element name="nothing" type="xs:int"/></xs:override>`,
    others: { 'b.xsd': schemaText({ schema: '<xs:complexType name="T"/><xs:element name="r" type="t:T"/>' }) },
    valid: ['<r new="1"/>'],
    invalid: ['<r/>', '<nothing>1</nothing>'],
  },
  {
    name: 'conditional inclusion',
    schema: `<xs:element name="r" type="xs:int" vc:minVersion="1.1"/><xs:element name="r" type="xs:date" vc:maxVersion="1.1"/>
      <xs:element name="s" type="xs:dateTimeStamp" vc:typeAvailable="xs:dateTimeStamp"/>
      <xs:element name="s" type="xs:dateTime" vc:typeUnavailable="xs:dateTimeStamp"/>`,
    valid: ['<r>1</r>', '<s>2024-01-01T00:00:00Z</s>'],
    invalid: ['<r>2024-01-01</r>', '<s>2024-01-01T00:00:00</s>'],
  },
  {
    name: 'built-in types',
    schema: `<xs:element name="r"><xs:complexType><xs:sequence>
      <xs:element name="a" type="xs:dateTimeStamp" minOccurs="0"/><xs:element name="b" type="xs:yearMonthDuration" minOccurs="0"/>
      <xs:element name="c" type="xs:dayTimeDuration" minOccurs="0"/><xs:element name="d" type="xs:anyAtomicType" minOccurs="0"/>
      </xs:sequence></xs:complexType></xs:element>`,
    valid: ['<r><a>2024-01-01T00:00:00+01:00</a><b>P1Y</b><c>PT1H</c><d>anything</d></r>', '<r><c>-P1DT0.5S</c></r>'],
    invalid: ['<r><a>2024-01-01T00:00:00</a></r>', '<r><b>P1D</b></r>', '<r><c>P1M</c></r>', '<r><c>P</c></r>'],
  },
  {
    name: 'the facet explicitTimezone',
    schema: `<xs:simpleType name="S"><xs:restriction base="xs:time"><xs:explicitTimezone value="required"/></xs:restriction></xs:simpleType>
      <xs:element name="r" type="t:S"/>
      <xs:element name="s"><xs:simpleType><xs:restriction base="xs:date"><xs:explicitTimezone value="prohibited"/></xs:restriction></xs:simpleType></xs:element>`,
    valid: ['<r>09:00:00Z</r>', '<s>2024-01-01</s>'],
    invalid: ['<r>09:00:00</r>', '<s>2024-01-01Z</s>'],
  },
  {
    name: 'overriding components, for which the defaults of the overridden schema hold',
    schema: `<xs:override schemaLocation="o.xsd"><xs:complexType name="T"><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType></xs:override>
      <xs:element name="r" type="t:T"/>`,
    others: {
      'o.xsd': `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" defaultAttributes="t:g" elementFormDefault="qualified">
        <xs:defaultOpenContent mode="suffix"><xs:any namespace="urn:o" processContents="skip"/></xs:defaultOpenContent>
        <xs:attributeGroup name="g"><xs:attribute name="d" type="xs:int"/></xs:attributeGroup>
        <xs:complexType name="T"><xs:sequence/></xs:complexType></xs:schema>`,
    },
    valid: ['<r><b>1</b></r>', '<r d="1"><b>1</b><o:x/></r>'],
    invalid: ['<r d="a"><b>1</b></r>', '<r><b>1</b><c/></r>', '<r/>'],
  },
  {
    name: 'attributes of xsi that a schema refers to',
    schema: `<xs:import namespace="http://www.w3.org/2001/XMLSchema-instance"/>
      <xs:element name="r"><xs:complexType><xs:sequence/>
        <xs:attribute xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ref="xsi:schemaLocation"/>
        <xs:attribute xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ref="xsi:nil"/></xs:complexType></xs:element>`,
    valid: ['<r/>', '<r xsi:schemaLocation="urn:t a.xsd"/>'],
    invalid: ['<r a="1"/>', '<r xsi:nil="true"/>'],
  },
  {
    name: 'xsi:type that narrows xs:anyAtomicType',
    schema: '<xs:element name="r" type="xs:anyAtomicType"/>',
    valid: ['<r xsi:type="xs:int">5</r>', '<r>5</r>'],
    invalid: ['<r xsi:type="xs:int">five</r>', '<r xsi:type="xs:NMTOKENS">a b</r>'],
  },
  {
    name: 'xs:all that extends an optional one',
    schema: `<xs:complexType name="B"><xs:all minOccurs="0"><xs:element name="a" type="xs:int"/></xs:all></xs:complexType>
      <xs:complexType name="D"><xs:complexContent><xs:extension base="t:B"><xs:all minOccurs="0"><xs:element name="b" type="xs:int"/></xs:all></xs:extension></xs:complexContent></xs:complexType>
      <xs:element name="r" type="t:D"/>`,
    valid: ['<r/>', '<r><b>1</b><a>2</a></r>'],
    invalid: ['<r><c/></r>'],
  },
];
