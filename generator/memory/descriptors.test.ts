import { formatXml, parseXml, type SimpleType, validate } from '@wsdl-codegen/runtime/schema';
import { contractOf, wsdl } from '../../tests/support/descriptors.js';
import { descriptorsOf } from './descriptors.js';

const schema = (content: string): string =>
  `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">${content}</x:schema>`;

async function descriptorsFor(content: string): Promise<ReturnType<typeof descriptorsOf>> {
  const { contract } = await contractOf({ 'a.xsd': schema(content) });
  return descriptorsOf(contract);
}

describe('descriptors made from a contract', () => {
  it('read and write documents, recursive types included', async () => {
    const { elements } = await descriptorsFor(
      `<x:element name="tree" type="t:Tree"/>
       <x:complexType name="Tree"><x:sequence><x:element name="size" type="x:long"/><x:element name="tree" type="t:Tree" minOccurs="0"/></x:sequence></x:complexType>`,
    );
    const tree = elements.get('{urn:t}tree');
    const value = { size: 9007199254740993n, tree: { size: 1n } };
    expect(tree && parseXml(tree, formatXml(tree, value))).toEqual(value);
  });

  it('include named types and global attributes, as declarations for wildcards', async () => {
    const { types, attributes } = await descriptorsFor(
      `<x:simpleType name="Code"><x:restriction base="x:string"><x:maxLength value="2"/></x:restriction></x:simpleType>
       <x:attribute name="code" type="t:Code" default="x"/>`,
    );
    expect(validate(types.get('{urn:t}Code') as SimpleType, 'long')).toHaveLength(1);
    expect(attributes.get('{urn:t}code')).toMatchObject({ namespace: 'urn:t', name: 'code', default: 'x' });
  });

  it('decide which elements are allowed in open content, when it is read strictly', async () => {
    const declarations = await descriptorsFor(
      `<x:element name="known" type="x:int"/>
       <x:element name="box"><x:complexType><x:sequence><x:any processContents="strict"/></x:sequence></x:complexType></x:element>`,
    );
    const box = declarations.elements.get('{urn:t}box');
    const read = (content: string, strict = true): unknown =>
      box && parseXml(box, `<box xmlns="urn:t">${content}</box>`, { strict, declarations });
    expect(read('<known>1</known>')).toMatchObject({ $any: { name: 'known' } });
    expect(() => read('<known>one</known>')).toThrow(/^\/box\/\$any: "one" is not a valid int$/);
    expect(() => read('<other/>')).toThrow('element "{urn:t}other" is not declared');
    expect(read('<other/>', false)).toMatchObject({ $any: { name: 'other' } });
  });

  it('keep names that are members of every object', async () => {
    const { elements } = await descriptorsFor(
      `<x:element name="a"><x:complexType><x:sequence><x:element name="__proto__" type="x:string"/><x:element name="constructor" type="x:int"/></x:sequence></x:complexType></x:element>`,
    );
    const a = elements.get('{urn:t}a');
    const text = '<a xmlns="urn:t"><__proto__>p</__proto__><constructor>1</constructor></a>';
    const value = a && (parseXml(a, text) as object);
    expect(Object.getOwnPropertyDescriptor(value, '__proto__')?.value).toBe('p');
    expect(a && parseXml(a, formatXml(a, value))).toEqual(value);
    expect(a && formatXml(a, value)).toContain('__proto__>p<');
  });

  it('give optional properties names that are not members of every object', async () => {
    const { elements } = await descriptorsFor(
      `<x:element name="a"><x:complexType><x:sequence>
         <x:element name="toString" type="x:int" minOccurs="0"/><x:element name="valueOf" type="x:int"/>
         <x:choice><x:element name="constructor" type="x:int"/><x:element name="b" type="x:int"/></x:choice>
       </x:sequence><x:attribute name="hasOwnProperty" type="x:int"/></x:complexType></x:element>`,
    );
    const a = elements.get('{urn:t}a');
    const full =
      '<a xmlns="urn:t" hasOwnProperty="1"><toString>2</toString><valueOf>3</valueOf><constructor>4</constructor></a>';
    expect(a && parseXml(a, full)).toEqual({
      hasOwnProperty$attr: 1,
      toString$element: 2,
      valueOf: 3,
      constructor$element: 4,
    });
    const least = { valueOf: 1, b: 2 };
    expect(a && validate(a, least)).toEqual([]);
    expect(a && parseXml(a, formatXml(a, least))).toEqual(least);
  });

  it('use scalar mappings, from modules that the caller passes', async () => {
    const { contract } = await contractOf({ 'a.xsd': schema('<x:element name="sum" type="x:decimal"/>') });
    const money = {
      parse: (text: string) => ({ cents: Number(text) * 100 }),
      format: (m: { cents: number }) => String(m.cents / 100),
    };
    const scalars = { 'xs:decimal': { type: 'Money', from: './money.js', mapping: 'money' } };
    const { elements } = descriptorsOf(contract, { scalars, modules: { './money.js': { money } } });
    const sum = elements.get('{urn:t}sum');
    expect(sum && parseXml(sum, '<sum xmlns="urn:t">1.5</sum>')).toEqual({ cents: 150 });
    expect(() => descriptorsOf(contract, { scalars })).toThrow('money');
  });

  it('are services, with the messages that they exchange', async () => {
    const { contract } = await contractOf({
      'a.wsdl': wsdl(
        `<message name="m"><part name="p" element="t:in"/></message>
         <portType name="pt"><operation name="Go"><input message="t:m"/></operation></portType>
         <binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Go"><soap:operation soapAction="urn:go"/><input><soap:body use="literal"/></input></operation></binding>
         <service name="Svc"><port name="p" binding="t:b"><soap:address location="http://example/"/></port></service>`,
        '<x:element name="in" type="x:int"/>',
      ),
    });
    const { elements, services } = descriptorsOf(contract);
    expect([...services.values()]).toMatchObject([
      {
        kind: 'service',
        name: 'Svc',
        operations: { go: { input: { element: elements.get('{urn:t}in') }, soap11: { action: 'urn:go' } } },
      },
    ]);
  });
});
