import type { Case } from './case.js';

const root = (any: string, before = ''): string =>
  `<xs:element name="r"><xs:complexType><xs:sequence>${before}${any}</xs:sequence></xs:complexType></xs:element>
   <xs:element name="known" type="xs:int"/>`;

const attributes = (any: string): string =>
  `<xs:element name="r"><xs:complexType>${any}</xs:complexType></xs:element><xs:attribute name="known" type="xs:int"/>`;

/** The names that wildcards allow. */
export const wildcards: readonly Case[] = [
  {
    name: 'notNamespace',
    schema: root('<xs:any notNamespace="urn:o ##local" processContents="skip"/>'),
    valid: ['<r><x/></r>', '<r><p:x xmlns:p="urn:p"/></r>'],
    invalid: ['<r><o:x/></r>', '<r><x xmlns=""/></r>', '<r/>'],
  },
  {
    name: 'notQName',
    schema: root('<xs:any notQName="t:a o:b" processContents="skip"/>').replace('<xs:any', '<xs:any xmlns:o="urn:o"'),
    valid: ['<r><b/></r>', '<r><o:a/></r>'],
    invalid: ['<r><a/></r>', '<r><o:b/></r>'],
  },
  {
    name: 'notQName with ##defined',
    schema: root('<xs:any notQName="##defined" processContents="skip" maxOccurs="unbounded"/>'),
    valid: ['<r><unknown/><o:known/></r>'],
    invalid: ['<r><known>1</known></r>', '<r><unknown/><r><unknown/></r></r>'],
  },
  {
    name: 'notQName with ##definedSibling',
    schema: root(
      '<xs:any notQName="##definedSibling" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>',
      '<xs:element name="a" type="xs:int" minOccurs="0"/>',
    ),
    valid: ['<r><a>1</a><b/></r>', '<r><b/></r>', '<r><known>1</known></r>'],
    invalid: ['<r><a>1</a><a>1</a></r>', '<r><b/><a>1</a></r>', '<r><known>x</known></r>'],
  },
  {
    name: '##definedSibling with what may stand in for a sibling',
    schema: `<xs:element name="head" type="xs:int"/><xs:element name="member" type="xs:int" substitutionGroup="t:head"/>
      <xs:element name="r"><xs:complexType><xs:sequence><xs:element ref="t:head"/>
        <xs:any notQName="##definedSibling" processContents="skip" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`,
    valid: ['<r><head>1</head><x/></r>', '<r><member>1</member></r>'],
    invalid: ['<r><head>1</head><member>1</member></r>', '<r><member>1</member><head>1</head></r>'],
  },
  {
    name: 'names that a wildcard for attributes keeps out',
    schema: attributes('<xs:anyAttribute notQName="t:not" processContents="lax"/>'),
    valid: ['<r t:other="1"/>', '<r t:known="1"/>', '<r not="1"/>'],
    invalid: ['<r t:not="1"/>', '<r t:known="x"/>'],
  },
  {
    name: '##defined for attributes',
    schema: attributes('<xs:anyAttribute notQName="##defined" processContents="lax"/>'),
    valid: ['<r t:other="1"/>', '<r known="1"/>'],
    invalid: ['<r t:known="1"/>'],
  },
  {
    name: 'notNamespace for attributes',
    schema: attributes('<xs:anyAttribute notNamespace="##targetNamespace" processContents="skip"/>'),
    valid: ['<r a="1" o:a="1"/>'],
    invalid: ['<r t:a="1"/>'],
  },
  {
    name: 'an attribute wildcard that an extension widens',
    schema: `<xs:complexType name="base"><xs:anyAttribute notQName="t:a t:b" processContents="skip"/></xs:complexType>
      <xs:element name="r"><xs:complexType><xs:complexContent><xs:extension base="t:base">
        <xs:anyAttribute namespace="##targetNamespace" notQName="t:b t:c" processContents="skip"/>
      </xs:extension></xs:complexContent></xs:complexType></xs:element>`,
    valid: ['<r t:a="1" t:c="1" o:b="1"/>'],
    invalid: ['<r t:b="1"/>'],
  },
  {
    name: 'an element before a wildcard that would let it in, too',
    schema: root(
      '<xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/><xs:element name="z" type="xs:int"/>',
    ),
    valid: ['<r><a/><b/><z>1</z></r>', '<r><z>1</z></r>'],
    invalid: ['<r><a/></r>', '<r><z>x</z></r>', '<r><z>1</z><z>2</z></r>', '<r><z>1</z><a/></r>'],
  },
  {
    name: 'an optional element before a wildcard',
    schema: root(
      '<xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/>',
      '<xs:element name="a" type="xs:int" minOccurs="0"/>',
    ),
    valid: ['<r><a>1</a><a>x</a></r>', '<r><b/><a>x</a></r>', '<r/>'],
    invalid: ['<r><a>x</a></r>'],
  },
  {
    name: 'an element and a wildcard to choose from',
    schema: root(
      '<xs:choice maxOccurs="unbounded"><xs:any processContents="skip"/><xs:element name="a" type="xs:int"/></xs:choice>',
    ),
    valid: ['<r><b/><a>1</a><b/></r>'],
    invalid: ['<r><b/><a>x</a></r>', '<r/>'],
  },
];
