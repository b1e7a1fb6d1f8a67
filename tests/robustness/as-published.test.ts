import { createServer } from '@wsdl-codegen/runtime';
import { findings, load, packageOf } from '../features/package.js';

/**
 * Descriptors as they are published, not as they are specified: every flaw costs a diagnostic with its place, and at most the operations
 * that depend on what is wrong.
 */

const soapHttp = 'http://schemas.xmlsoap.org/soap/http';

interface Flaw {
  /** Inserted before the schema's declarations, next to the schemas, or in the place of a name. */
  readonly schema?: string;
  readonly types?: string;
  readonly messages?: string;
  readonly good?: string;
  readonly head?: string;
  readonly imports?: string;
  readonly element?: string;
  readonly operation?: string;
}

/** A service with an operation `Good` and an operation `Bad`, and something wrong about the latter. One declaration a line. */
function published({
  schema = '',
  types = '',
  messages,
  head = '',
  imports = '',
  element = 't:BadRequest',
  operation = '',
}: Flaw): string {
  return `${head}<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:t">
${imports}
<types>${types}
<x:schema targetNamespace="urn:t" elementFormDefault="qualified">
<x:element name="GoodRequest" type="x:string"/>
${schema}
</x:schema></types>
<message name="good"><part name="p" element="t:GoodRequest"/></message>
${messages ?? `<message name="bad"><part name="p" element="${element}"/></message>`}
<portType name="pt">
<operation name="Good"><input message="t:good"/></operation>
<operation name="Bad"><input message="t:bad"/></operation>
${operation}
</portType>
<binding name="b" type="t:pt"><soap:binding transport="${soapHttp}"/>
<operation name="Good"><soap:operation soapAction="urn:good"/><input><soap:body use="literal"/></input></operation>
<operation name="Bad"><soap:operation soapAction="urn:bad"/><input><soap:body use="literal"/></input></operation>
</binding>
<service name="S"><port name="p" binding="t:b"><soap:address location="http://s.example/"/></port></service>
</definitions>`;
}

const bad = '<x:element name="BadRequest" type="x:string"/>';
const both = ['Good', 'Bad'];
const good = ['Good'];

const cases: readonly (readonly [
  string,
  Flaw,
  readonly string[],
  readonly string[],
  Readonly<Record<string, string>>?,
])[] = [
  ['an element of a message that nobody declares', {}, good, ['contract/unresolved-element 9:45']],
  ['a message that nobody declares', { schema: bad, messages: '' }, good, ['contract/unresolved-message 12:39']],
  [
    'a prefix that is not declared',
    { schema: bad, element: 'nowhere:BadRequest' },
    both,
    ['wsdl/undeclared-prefix 9:45', 'contract/wrong-namespace 9:45'],
  ],
  [
    'a prefix that is not declared, of a name that is not either',
    { element: 'nowhere:BadRequest' },
    good,
    ['wsdl/undeclared-prefix 9:45', 'contract/unresolved-element 9:45'],
  ],
  [
    'an element with the prefix of XML Schema',
    { schema: bad, element: 'x:BadRequest' },
    both,
    ['contract/wrong-namespace 9:45'],
  ],
  ['an element without a prefix', { schema: bad, element: 'BadRequest' }, both, ['contract/wrong-namespace 9:45']],
  ['a built-in type as an element', { element: 'x:string' }, both, ['contract/part-kind 9:45']],
  [
    'a type as an element',
    { schema: '<x:simpleType name="BadRequest"><x:restriction base="x:string"/></x:simpleType>' },
    both,
    ['contract/part-kind 9:45'],
  ],
  [
    'an element as a type',
    { schema: bad, messages: '<message name="bad"><part name="p" type="t:BadRequest"/></message>' },
    both,
    ['contract/part-kind 9:42'],
  ],
  [
    'two parts of one name',
    {
      schema: bad,
      messages: '<message name="bad"><part name="p" element="t:BadRequest"/><part name="p" type="x:int"/></message>',
    },
    both,
    ['wsdl/duplicate-component 9:60'],
  ],
  [
    'a wrong prefix for a message',
    { schema: bad, messages: '<message name="bad"><part name="p" element="t:BadRequest"/></message>', imports: '' },
    both,
    [],
  ],
  [
    'a type of an element that nobody declares',
    { schema: '<x:element name="BadRequest" type="t:Missing"/>' },
    both,
    ['xsd/unresolved-type 6:36'],
  ],
  [
    'a reference to an element that nobody declares',
    {
      schema:
        '<x:element name="BadRequest"><x:complexType><x:sequence><x:element ref="t:Missing"/></x:sequence></x:complexType></x:element>',
    },
    both,
    ['xsd/unresolved-element 6:73'],
  ],
  [
    'an import that cannot be reached',
    { types: `<x:schema targetNamespace="urn:t"><x:include schemaLocation="nowhere.xsd"/>${bad}</x:schema>` },
    both,
    ['source/missing-import 3:69'],
  ],
  [
    'an import without location that nothing satisfies',
    { types: `<x:schema targetNamespace="urn:t"><x:import namespace="urn:nowhere"/>${bad}</x:schema>` },
    both,
    [],
  ],
  [
    'an import straight under wsdl:types',
    { types: '<x:import namespace="urn:o" schemaLocation="o.xsd"/>', schema: bad },
    both,
    ['wsdl/bare-import 3:8'],
    { 'o.xsd': '<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:o"/>' },
  ],
  ['a declaration that stands there twice', { schema: `${bad}\n${bad}` }, both, ['xsd/repeated-definition 7:1']],
  [
    'two declarations of one name that differ',
    { schema: `${bad}\n<x:element name="BadRequest" type="x:int"/>` },
    both,
    ['xsd/duplicate-definition 7:1'],
  ],
  ['two schemas of one namespace', { types: `<x:schema targetNamespace="urn:t">${bad}</x:schema>` }, both, []],
  ['a DOCTYPE', { head: '<!DOCTYPE definitions [<!ENTITY n "bad">]>', schema: bad }, both, []],
  [
    'a SOAP encoding namespace that is not imported',
    {
      schema:
        '<x:element name="BadRequest" type="t:A"/><x:complexType name="A"><x:complexContent><x:restriction base="e:Array" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"/></x:complexContent></x:complexType>',
    },
    both,
    ['xsd/missing-import 6:105'],
  ],
  [
    'types of Axis that nobody declares',
    {
      messages:
        '<message name="bad"><part name="p" type="a:Map" xmlns:a="http://xml.apache.org/xml-soap"/><part name="q" type="a:Document" xmlns:a="http://xml.apache.org/xml-soap"/></message>',
    },
    both,
    [],
  ],
  [
    'a signature whose schema is not there',
    {
      schema:
        '<x:import namespace="http://www.w3.org/2000/09/xmldsig#" schemaLocation="xmldsig.xsd"/><x:element name="BadRequest"><x:complexType><x:sequence><x:element ref="d:Signature" xmlns:d="http://www.w3.org/2000/09/xmldsig#"/></x:sequence></x:complexType></x:element>',
    },
    both,
    ['xsd/late-import 6:1'],
  ],
  [
    'xml:lang without an import',
    { schema: '<x:element name="BadRequest"><x:complexType><x:attribute ref="xml:lang"/></x:complexType></x:element>' },
    both,
    ['xsd/missing-import 6:63'],
  ],
  [
    'an operation that no binding has',
    { schema: bad, operation: '<operation name="Unbound"><input message="t:good"/></operation>' },
    both,
    [],
  ],
  [
    'a type that is its own base',
    {
      schema:
        '<x:element name="BadRequest" type="t:A"/><x:complexType name="A"><x:complexContent><x:extension base="t:A"/></x:complexContent></x:complexType>',
    },
    both,
    ['xsd/circular 6:42'],
  ],
  [
    'a facet that is no value',
    {
      schema:
        '<x:element name="BadRequest"><x:simpleType><x:restriction base="x:string"><x:maxLength value="many"/></x:restriction></x:simpleType></x:element>',
    },
    both,
    ['xsd/bad-attribute 6:95'],
  ],
  [
    'a pattern that is none',
    {
      schema:
        '<x:element name="BadRequest"><x:simpleType><x:restriction base="x:string"><x:pattern value="(a"/></x:restriction></x:simpleType></x:element>',
    },
    both,
    ['xsd/bad-pattern 6:93'],
  ],
];

it.each(cases.map((each) => [each[0], each] as const))('%s costs what depends on it', async (_, each) => {
  const [, flaw, operations, expected, others = {}] = each;
  const made = await packageOf({ 's.wsdl': published(flaw), ...others });
  const found = findings(made);
  expect(made.contract.services.map((service) => service.operations.map(({ name }) => name))).toEqual([operations]);
  expect({ found, at: found.map((each) => each.includes(' ')) }).toEqual({
    found: expected,
    at: expected.map(() => true),
  });
  const exports = load(made.files);
  expect(Object.keys(exports.S.operations)).toEqual(operations.map((name) => name.toLowerCase()));
});

it.each([
  ['an element that is written nearly so', { schema: '<x:element name="BadReqest"/>' }, '{urn:t}BadReqest'],
  [
    'an element of another namespace',
    { types: '<x:schema targetNamespace="urn:o"><x:element name="BadRequest"/></x:schema>' },
    '{urn:o}BadRequest',
  ],
  [
    'a message',
    { schema: bad, messages: '<message name="baad"><part name="p" element="t:BadRequest"/></message>' },
    '{urn:t}baad',
  ],
])('says which one was probably meant: %s', async (_, flaw, name) => {
  const { diagnostics } = await packageOf({ 's.wsdl': published(flaw) });
  const help = diagnostics.find(({ code }) => code.startsWith('contract/unresolved'))?.help;
  expect(help).toContain(`did you mean ${name}?`);
});

it('a DOCTYPE that points to a file is told of, and the file is never read', async () => {
  const made = await packageOf({
    's.wsdl': published({ head: '<!DOCTYPE definitions SYSTEM "/etc/passwd">', schema: bad }),
  });
  expect(findings(made)).toEqual([]);
  expect(made.diagnostics.map(({ code, span }) => `${code} ${span?.line}:${span?.column}`)).toContain(
    'source/external-dtd 1:1',
  );
});

it('types of the drafts of XML Schema are those that they became', async () => {
  const text = published({ schema: '<x:element name="BadRequest" type="x:timeInstant"/>' });
  const made = await packageOf({ 's.wsdl': text.replace('2001/XMLSchema', '1999/XMLSchema') });
  expect(findings(made)).toEqual(['source/corrected-namespace 1:80', 'xsd/draft-type 6:36']);
  const request = made.contract.elements.find(({ name }) => name === '{urn:t}BadRequest');
  expect(request?.type).toBe('{http://www.w3.org/2001/XMLSchema}dateTime');
});

it('operations with the same action and element are told of, and cost no other', async () => {
  const text = published({ schema: bad, element: 't:GoodRequest' }).replace(
    'soapAction="urn:bad"',
    'soapAction="urn:good"',
  );
  const made = await packageOf({ 's.wsdl': text });
  expect(findings(made)).toEqual(['contract/same-request 12:1']);
  const { S, SClient, s } = load(made.files);
  expect(Object.keys(S.operations)).toEqual(['good', 'bad']);
  expect(() => createServer({ services: [s({ good: () => undefined, bad: () => undefined })] })).not.toThrow();
  expect(SClient).toBeDefined();
});
