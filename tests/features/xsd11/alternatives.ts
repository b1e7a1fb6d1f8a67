import type { Case } from './case.js';

const types = `
  <xs:complexType name="Shape"><xs:sequence/><xs:attribute name="kind" type="xs:string"/><xs:attribute name="n" type="xs:string"/></xs:complexType>
  <xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence><xs:element name="radius" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Square"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence><xs:element name="side" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;

const shape = (...alternatives: readonly string[]): string =>
  `${types}<xs:element name="r" type="t:Shape">${alternatives.join('')}</xs:element>`;
const when = (test: string, type = 't:Circle'): string =>
  `<xs:alternative test="${test.replaceAll('<', '&lt;').replaceAll('"', '&quot;')}" type="${type}"/>`;

/** A test that must choose `Circle` for some attributes, and not for others. */
const chooses = (test: string, yes: readonly string[], no: readonly string[]): Case => ({
  name: `the test ${test}`,
  schema: shape(when(test)),
  valid: [
    ...yes.map((attributes) => `<r ${attributes}><radius>1</radius></r>`),
    ...no.map((attributes) => `<r ${attributes}/>`),
  ],
  invalid: [
    ...yes.map((attributes) => `<r ${attributes}/>`),
    ...no.map((attributes) => `<r ${attributes}><radius>1</radius></r>`),
  ],
});

/** Conditional type assignment. */
export const alternatives: readonly Case[] = [
  {
    name: 'the first alternative whose test holds gives the type',
    schema: shape(when("@kind='circle'"), when("@kind='square'", 't:Square'), when("@kind='circle'", 'xs:error')),
    valid: [
      '<r kind="circle"><radius>1</radius></r>',
      '<r kind="square"><side>1</side></r>',
      '<r kind="other"/>',
      '<r/>',
      '<r xsi:type="t:Circle"><radius>1</radius></r>',
    ],
    invalid: [
      '<r kind="circle"><side>1</side></r>',
      '<r kind="circle"/>',
      '<r kind="other"><side>1</side></r>',
      '<r kind="circle" xsi:type="t:Square"><side>1</side></r>',
    ],
  },
  {
    name: 'a default alternative, and xs:error',
    schema: shape(when("@kind='circle'"), '<xs:alternative type="xs:error"/>'),
    valid: ['<r kind="circle"><radius>1</radius></r>'],
    invalid: ['<r kind="square"/>', '<r/>'],
  },
  {
    name: 'an anonymous type of an alternative',
    schema: shape(
      `<xs:alternative test="@n"><xs:complexType><xs:complexContent><xs:restriction base="t:Shape"><xs:sequence/>
        <xs:attribute name="n" type="t:Short" use="required"/><xs:attribute name="kind" use="prohibited"/></xs:restriction></xs:complexContent></xs:complexType></xs:alternative>`,
    ).concat(
      '<xs:simpleType name="Short"><xs:restriction base="xs:string"><xs:maxLength value="1"/></xs:restriction></xs:simpleType>',
    ),
    valid: ['<r n="1"/>', '<r kind="x"/>'],
    invalid: ['<r n="xx"/>', '<r n="1" kind="x"/>'],
  },
  {
    name: 'alternatives of a local element, inside of repeated content',
    schema: `${types}<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="s" type="t:Shape" maxOccurs="unbounded">
      ${when("@kind='circle'")}</xs:element></xs:sequence></xs:complexType></xs:element>`,
    valid: ['<r><s kind="circle"><radius>1</radius></s><s/></r>'],
    invalid: ['<r><s kind="circle"/></r>', '<r><s/><s><radius>1</radius></s></r>'],
  },
  {
    name: 'alternatives with simple content',
    schema: `<xs:complexType name="V"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="type" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>
      <xs:complexType name="I"><xs:simpleContent><xs:restriction base="t:V"><xs:maxLength value="3"/></xs:restriction></xs:simpleContent></xs:complexType>
      <xs:element name="r" type="t:V">${when("@type='short'", 't:I')}</xs:element>`,
    valid: ['<r>long text</r>', '<r type="short">abc</r>'],
    invalid: ['<r type="short">long text</r>'],
  },
  {
    name: 'inherited attributes choose the type of a simple element',
    schema: `<xs:element name="r"><xs:complexType><xs:sequence><xs:element name="m"><xs:complexType><xs:sequence>
        <xs:element name="v" type="t:U">${when("@type='date'", 'xs:date')}${when("@type='int'", 'xs:int')}</xs:element>
      </xs:sequence><xs:attribute name="type" inheritable="true"/></xs:complexType></xs:element></xs:sequence>
      <xs:attribute name="type" inheritable="true"/><xs:attribute name="other"/></xs:complexType></xs:element>
      <xs:simpleType name="U"><xs:union memberTypes="xs:date xs:int xs:string"/></xs:simpleType>`,
    valid: [
      '<r type="date"><m><v>2024-01-01</v></m></r>',
      '<r type="date"><m type="int"><v>5</v></m></r>',
      '<r><m><v>text</v></m></r>',
      '<r other="date"><m><v>text</v></m></r>',
    ],
    invalid: [
      '<r type="date"><m><v>text</v></m></r>',
      '<r type="date"><m type="int"><v>2024-01-01</v></m></r>',
      '<r><m type="int"><v>x</v></m></r>',
    ],
  },
  {
    name: 'alternatives of an element of any type',
    schema: `${types}<xs:element name="r">${when("@kind='circle'")}${when("@kind='text'", 'xs:error')}</xs:element>`,
    valid: ['<r kind="circle"><radius>1</radius></r>', '<r kind="x"><radius>x</radius></r>', '<r>text</r>'],
    invalid: ['<r kind="circle"><radius>x</radius></r>', '<r kind="circle"/>', '<r kind="text"/>'],
  },
  {
    name: 'alternatives of a member of a substitution group, and of an element that a wildcard lets in',
    schema: `${types}<xs:element name="h" type="t:Shape" abstract="true"/>
      <xs:element name="m" type="t:Shape" substitutionGroup="t:h">${when("@kind='circle'")}</xs:element>
      <xs:element name="r"><xs:complexType><xs:sequence><xs:element ref="t:h"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="w"><xs:complexType><xs:sequence><xs:any/></xs:sequence></xs:complexType></xs:element>`,
    valid: [
      '<r><m kind="circle"><radius>1</radius></m></r>',
      '<r><m/></r>',
      '<w><m kind="circle"><radius>1</radius></m></w>',
    ],
    invalid: ['<r><m kind="circle"/></r>', '<r><m><radius>1</radius></m></r>', '<w><m kind="circle"/></w>'],
  },
  {
    name: 'alternatives of a child of mixed content, which inherits the attribute',
    schema: `${types}<xs:element name="m" type="t:Shape">${when("@kind='circle'")}</xs:element>
      <xs:element name="r"><xs:complexType mixed="true"><xs:sequence><xs:element ref="t:m"/></xs:sequence>
        <xs:attribute name="kind" type="xs:string" inheritable="true"/></xs:complexType></xs:element>`,
    valid: ['<r>a<m/>b</r>', '<r kind="circle"><m><radius>1</radius></m></r>', '<r kind="circle"><m kind="x"/></r>'],
    invalid: ['<r kind="circle">a<m/></r>', '<r><m><radius>1</radius></m></r>'],
  },
  {
    name: 'alternatives of an element that may be nil',
    schema: shape(when("@kind='circle'")).replace('name="r"', 'name="r" nillable="true"'),
    valid: ['<r kind="circle" xsi:nil="true"/>', '<r xsi:nil="true"/>', '<r kind="circle"><radius>1</radius></r>'],
    invalid: ['<r kind="circle" xsi:nil="true"><radius>1</radius></r>', '<r kind="circle"/>'],
  },
  chooses('@kind', ['kind=""', 'kind="x"'], ['', 'n="1"']),
  chooses('not(@kind)', ['', 'n="1"'], ['kind="x"']),
  chooses("@kind='a' or @kind='b'", ['kind="a"', 'kind="b"'], ['kind="c"', '']),
  chooses("@kind='a' and @n='1'", ['kind="a" n="1"'], ['kind="a"', 'n="1"']),
  chooses("not(@kind='a' or (@n))", ['kind="b"', ''], ['kind="a"', 'n="1"']),
  chooses('@kind != "a"', ['kind="b"'], ['kind="a"', '']),
  chooses('@n = 1', ['n="1"', 'n="01.0"'], ['n="2"', '', 'n="x"']),
  chooses('@n > 10 and @n <= 20', ['n="11"', 'n="20"'], ['n="10"', 'n="9"', 'n="21"', 'n="x"']),
  chooses('xs:integer(@n) ge 10', ['n="10"', 'n=" 11 "'], ['n="9"', 'n="10.5"', 'n="x"', '']),
  chooses('@n cast as xs:integer = 3', ['n="3"', 'n="03"'], ['n="4"', 'n="3.5"']),
  chooses('xs:boolean(@n)', ['n="true"', 'n="1"'], ['n="false"', 'n="0"', 'n="x"']),
  chooses("@kind eq 'a'", ['kind="a"'], ['kind="b"', '']),
  chooses("'b' lt @kind", ['kind="c"'], ['kind="a"', '']),
  chooses('xs:date(@n) < xs:date("2024-01-01")', ['n="2023-12-31"'], ['n="2024-01-01"', 'n="x"']),
  chooses('@kind = @n', ['kind="1" n="1"'], ['kind="1" n="1.0"', 'kind="1"']),
  chooses('@xml:lang', [], ['', 'kind="x"']),
  chooses('@*', ['kind="a"', 'n="1"'], ['']),
];
