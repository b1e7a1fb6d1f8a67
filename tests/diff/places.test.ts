import { withMemberPositions } from '../../generator/contract/member-positions.js';
import type { ContractPositions } from '../../generator/contract/positions.js';
import { diffContracts } from '../../generator/diff/diff.js';
import { type HashedReading, readContract } from '../../generator/disk-pipeline.js';
import { memoryDisk } from '../../generator/xsd/fixtures/memory.js';

/** Changes are at the lines of the members that changed. */

const lines = [
  '<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">',
  '<w:types><x:schema targetNamespace="urn:t">',
  '<x:complexType name="Order"><x:sequence>',
  '<x:element name="id" type="x:int"/>',
  '<x:element name="lines"><x:complexType><x:sequence>',
  '<x:element name="id" type="x:string"/>',
  '</x:sequence></x:complexType></x:element>',
  '<x:group ref="t:Shared"/>',
  '</x:sequence>',
  '<x:attribute name="state" type="t:State"/>',
  '<x:attributeGroup ref="t:Marks"/>',
  '</x:complexType>',
  '<x:group name="Shared"><x:sequence>',
  '<x:element name="note" type="x:string"/>',
  '</x:sequence></x:group>',
  '<x:attributeGroup name="Marks">',
  '<x:attribute name="mark" type="x:int"/>',
  '</x:attributeGroup>',
  '<x:simpleType name="State"><x:restriction base="x:string">',
  '<x:enumeration value="open"/>',
  '<x:enumeration value="paid"/>',
  '</x:restriction></x:simpleType>',
  '</x:schema></w:types>',
  '<w:message name="In">',
  '<w:part name="order" type="t:Order"/>',
  '<w:part name="count" type="x:int"/>',
  '</w:message>',
  '<w:message name="Out"><w:part name="count" type="x:int"/></w:message>',
  '<w:portType name="P">',
  '<w:operation name="Place"><w:input message="t:In"/><w:output message="t:Out"/></w:operation>',
  '</w:portType>',
  '<w:binding name="B" type="t:P"><s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>',
  '<w:operation name="Place"><s:operation soapAction="p"/><w:input><s:body use="literal" namespace="urn:t"/></w:input><w:output><s:body use="literal" namespace="urn:t"/></w:output></w:operation></w:binding>',
  '<w:service name="S"><w:port name="P" binding="t:B"><s:address location="http://h/"/></w:port></w:service>',
  '</w:definitions>',
];

async function read(text: string): Promise<HashedReading & { readonly places: ContractPositions }> {
  const [reading] = await readContract(
    ['t.wsdl'],
    {},
    { workingFolder: '/work', read: memoryDisk({ 't.wsdl': text }) },
  );
  return { ...reading, places: withMemberPositions(reading.positions, reading.sources) };
}

/** The changes when a line is replaced: their codes, and their lines before and now. */
async function placesAfter(line: string, replacement: string): Promise<readonly (readonly unknown[])[]> {
  const text = lines.join('\n');
  expect(text).toContain(line);
  const [old, now] = [await read(text), await read(text.replace(line, replacement))];
  const options = { oldPositions: old.places, newPositions: now.places };
  return diffContracts(old.contract, now.contract, options).changes.map((change) => [
    change.code,
    change.old?.line,
    change.new?.line,
  ]);
}

it.each<[string, string, string, readonly unknown[]]>([
  ['an element', lines[3] as string, '<x:element name="id" type="x:long"/>', ['element-type-changed', 4, 4]],
  [
    'an element with a new name',
    lines[3] as string,
    '\n<x:element name="key" type="x:int"/>',
    ['element-renamed', 4, 5],
  ],
  ['a new element', lines[3] as string, `${lines[3]}\n<x:element name="n" type="x:int"/>`, ['element-added', 3, 5]],
  ['an element that is gone', `${lines[3]}\n`, '', ['element-removed', 4, 3]],
  [
    'an element of an anonymous type',
    lines[5] as string,
    '<x:element name="id" type="x:int"/>',
    ['element-type-changed', 6, 6],
  ],
  [
    'an element of a group',
    lines[13] as string,
    '<x:element name="note" type="x:string" minOccurs="0"/>',
    ['element-became-optional', 14, 14],
  ],
  [
    'an attribute',
    lines[9] as string,
    '<x:attribute name="state" type="t:State" use="required"/>',
    ['attribute-became-required', 10, 10],
  ],
  [
    'an attribute of a group',
    lines[16] as string,
    '<x:attribute name="mark" type="x:string"/>',
    ['attribute-type-changed', 17, 17],
  ],
  [
    'a new value',
    lines[20] as string,
    `${lines[20]}\n<x:enumeration value="sent"/>`,
    ['enumeration-value-added', 19, 22],
  ],
  ['a value that is gone', `${lines[20]}\n`, '', ['enumeration-value-removed', 21, 19]],
  ['a part', lines[25] as string, '<w:part name="count" type="x:string"/>', ['part-type-changed', 26, 26]],
  [
    'a part of the answer',
    lines[27] as string,
    (lines[27] as string).replace('x:int', 'x:string'),
    ['part-type-changed', 28, 28],
  ],
])('the place of a change is the line of %s', async (_, line, replacement, place) => {
  expect(await placesAfter(line, replacement)).toContainEqual(place);
});

it('the place of a change that is about no member is that of its type', async () => {
  const text = lines[2] as string;
  expect(await placesAfter(text, text.replace('name="Order"', 'name="Order" abstract="true"'))).toContainEqual([
    'type-abstract-changed',
    3,
    3,
  ]);
});
