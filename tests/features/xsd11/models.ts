import type { Case } from './case.js';

const int = (name: string, more = ''): string => `<xs:element name="${name}" type="xs:int" ${more}/>`;
const root = (content: string): string =>
  `<xs:element name="r"><xs:complexType>${content}</xs:complexType></xs:element>`;
const open = (mode: string, any: string): string => `<xs:openContent mode="${mode}"><xs:any ${any}/></xs:openContent>`;

/** `xs:all` and open content. */
export const models: readonly Case[] = [
  {
    name: 'xs:all with elements that repeat',
    schema: root(`<xs:all>${int('a', 'maxOccurs="unbounded"')}${int('b', 'minOccurs="2" maxOccurs="3"')}</xs:all>`),
    valid: ['<r><a>1</a><b>1</b><b>2</b></r>', '<r><b>1</b><a>1</a><b>2</b><a>2</a><b>3</b></r>'],
    invalid: [
      '<r><a>1</a><b>1</b></r>',
      '<r><b>1</b><b>2</b></r>',
      '<r><a>1</a><b>1</b><b>1</b><b>1</b><b>1</b></r>',
      '<r><a>1</a><b>1</b><b>1</b><c>1</c></r>',
    ],
  },
  {
    name: 'xs:all with a wildcard',
    schema: root(
      `<xs:all>${int('a')}${int('b', 'minOccurs="0"')}<xs:any processContents="skip" namespace="##targetNamespace" minOccurs="0" maxOccurs="2"/></xs:all>`,
    ),
    valid: ['<r><a>1</a></r>', '<r><x/><a>1</a><b>1</b><y/></r>', '<r><a>1</a><a>x</a></r>', '<r><x/><y/><a>1</a></r>'],
    invalid: [
      '<r><x/></r>',
      '<r><a>x</a></r>',
      '<r><a>1</a><x/><y/><z/></r>',
      '<r><a>1</a><o:x/></r>',
      '<r><x/><b>x</b><a>1</a></r>',
    ],
  },
  {
    name: 'xs:all with a group',
    schema: `<xs:group name="g"><xs:all>${int('b')}${int('c', 'minOccurs="0"')}</xs:all></xs:group>
      ${root(`<xs:all>${int('a')}<xs:group ref="t:g"/></xs:all>`)}`,
    valid: ['<r><a>1</a><b>1</b></r>', '<r><c>1</c><a>1</a><b>1</b></r>'],
    invalid: ['<r><a>1</a></r>', '<r><b>1</b></r>', '<r><a>1</a><b>1</b><b>1</b></r>'],
  },
  {
    name: 'xs:all that extends xs:all',
    schema: `<xs:complexType name="base"><xs:all>${int('a')}</xs:all></xs:complexType>
      <xs:element name="r"><xs:complexType><xs:complexContent><xs:extension base="t:base">
        <xs:all>${int('b')}${int('c', 'minOccurs="0"')}</xs:all></xs:extension></xs:complexContent></xs:complexType></xs:element>`,
    valid: ['<r><a>1</a><b>1</b></r>', '<r><c>1</c><b>1</b><a>1</a></r>'],
    invalid: ['<r><a>1</a></r>', '<r><b>1</b></r>', '<r><b>1</b><a>1</a><b>1</b></r>'],
  },
  {
    name: 'open content between',
    schema: root(
      `${open('interleave', 'processContents="lax"')}<xs:sequence>${int('a')}${int('b', 'minOccurs="0"')}</xs:sequence>`,
    ),
    valid: ['<r><a>1</a></r>', '<r><x/><a>1</a><y/><b>1</b><o:z/></r>', '<r><a>1</a><x/><a>x</a></r>'],
    invalid: ['<r><x/></r>', '<r><a>x</a></r>', '<r><b>1</b><x/></r>', '<r><a>1</a><x/><b>x</b></r>'],
  },
  {
    name: 'open content at the end',
    schema: root(
      `${open('suffix', 'namespace="##other" processContents="lax"')}<xs:sequence>${int('a')}${int('b', 'minOccurs="0"')}</xs:sequence>`,
    ),
    valid: ['<r><a>1</a></r>', '<r><a>1</a><o:x/><o:y/></r>', '<r><a>1</a><b>1</b><o:x/></r>'],
    invalid: ['<r><o:x/><a>1</a></r>', '<r><a>1</a><x/></r>', '<r><a>1</a><o:x/><b>1</b></r>', '<r><o:x/></r>'],
  },
  {
    name: 'open content of a type that is empty',
    schema: root(open('interleave', 'processContents="skip" notQName="t:no"')),
    valid: ['<r/>', '<r><x/><o:y>text</o:y></r>'],
    invalid: ['<r><no/></r>', '<r>text</r>'],
  },
  {
    name: 'open content in a choice that repeats',
    schema: root(
      `${open('interleave', 'namespace="##other" processContents="skip"')}<xs:choice maxOccurs="unbounded">${int('a')}${int('b')}</xs:choice>`,
    ),
    valid: ['<r><a>1</a><o:x/><b>1</b><a>1</a></r>'],
    invalid: ['<r><o:x/></r>', '<r><a>1</a><c/></r>'],
  },
  {
    name: 'open content beside a wildcard of the content',
    schema: root(
      `${open('suffix', 'namespace="##other" processContents="skip"')}<xs:sequence>${int('a')}<xs:any namespace="##targetNamespace" processContents="skip" minOccurs="0"/></xs:sequence>`,
    ),
    valid: ['<r><a>1</a><x/><o:y/></r>', '<r><a>1</a><o:y/></r>'],
    invalid: ['<r><a>1</a><x/><x/></r>', '<r><a>1</a><o:y/><x/></r>'],
  },
  {
    name: 'open content that a restriction leaves out',
    schema: `<xs:complexType name="base">${open('interleave', 'processContents="lax"')}
        <xs:sequence>${int('a', 'maxOccurs="unbounded"')}</xs:sequence></xs:complexType>
      <xs:element name="r"><xs:complexType><xs:complexContent><xs:restriction base="t:base">
        <xs:sequence>${int('a')}</xs:sequence></xs:restriction></xs:complexContent></xs:complexType></xs:element>
      <xs:element name="s" type="t:base"/>`,
    valid: ['<r><a>1</a></r>', '<s><x/><a>1</a><y/><a>2</a></s>'],
    invalid: ['<r><a>1</a><x/></r>', '<s><x/></s>'],
  },
  {
    name: 'open content of mixed content',
    schema: `<xs:element name="r"><xs:complexType mixed="true">${open('interleave', 'namespace="##other" processContents="skip"')}
      <xs:sequence>${int('a')}</xs:sequence></xs:complexType></xs:element>`,
    valid: ['<r>x<a>1</a>y<o:x/>z</r>', '<r><o:x/><a>1</a></r>'],
    invalid: ['<r>x<o:x/></r>', '<r><a>1</a><b/></r>'],
  },
  {
    name: 'open content that an extension inherits and widens',
    schema: `<xs:complexType name="base">${open('suffix', 'namespace="urn:o" processContents="skip"')}
        <xs:sequence>${int('a')}</xs:sequence></xs:complexType>
      <xs:element name="r"><xs:complexType><xs:complexContent><xs:extension base="t:base">
        <xs:sequence>${int('b')}</xs:sequence></xs:extension></xs:complexContent></xs:complexType></xs:element>
      <xs:element name="w"><xs:complexType><xs:complexContent><xs:extension base="t:base">
        ${open('interleave', 'namespace="urn:p" processContents="skip"')}
        <xs:sequence>${int('b')}</xs:sequence></xs:extension></xs:complexContent></xs:complexType></xs:element>`,
    valid: ['<r><a>1</a><b>1</b><o:x/></r>', '<w><o:x/><a>1</a><p:x xmlns:p="urn:p"/><b>1</b></w>'],
    invalid: [
      '<r><a>1</a><o:x/><b>1</b></r>',
      '<r><a>1</a><b>1</b><p:x xmlns:p="urn:p"/></r>',
      '<w><a>1</a><b>1</b><q:x xmlns:q="urn:q"/></w>',
    ],
  },
  {
    name: 'open content by default',
    schema: `<xs:defaultOpenContent mode="suffix"><xs:any namespace="##other" processContents="skip"/></xs:defaultOpenContent>
      ${root(`<xs:sequence>${int('a')}</xs:sequence>`)}
      <xs:element name="closed"><xs:complexType><xs:openContent mode="none"/><xs:sequence>${int('a')}</xs:sequence></xs:complexType></xs:element>
      <xs:element name="empty"><xs:complexType/></xs:element>
      <xs:element name="text"><xs:complexType><xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent></xs:complexType></xs:element>`,
    valid: ['<r><a>1</a><o:x/></r>', '<closed><a>1</a></closed>', '<empty/>', '<text>1</text>'],
    invalid: [
      '<r><o:x/><a>1</a></r>',
      '<closed><a>1</a><o:x/></closed>',
      '<empty><o:x/></empty>',
      '<text>1<o:x/></text>',
    ],
  },
  {
    name: 'open content by default, of empty types, too',
    schema: `<xs:defaultOpenContent appliesToEmpty="true"><xs:any namespace="##other" processContents="skip"/></xs:defaultOpenContent>
      <xs:element name="r"><xs:complexType/></xs:element>`,
    valid: ['<r/>', '<r><o:x/></r>'],
    invalid: ['<r><x/></r>', '<r>x</r>'],
  },
];
