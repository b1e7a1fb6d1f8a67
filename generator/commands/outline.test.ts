import { contractOf, wsdl } from '../../tests/support/descriptors.js';
import { describeContract } from './outline.js';

async function outlineOf(content: string): Promise<string> {
  const schema = `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">${content}</x:schema>`;
  const { contract } = await contractOf({ 'a.xsd': schema });
  return describeContract(contract);
}

describe('the outline of a contract', () => {
  it('shows the contents of types and elements, in the notation of TypeScript', async () => {
    const outline = await outlineOf(
      `<x:complexType name="Base" abstract="true"><x:sequence><x:element name="a" type="x:int" minOccurs="0"/></x:sequence><x:attribute name="id" type="x:int"/></x:complexType>
       <x:complexType name="Own"><x:complexContent><x:extension base="t:Base"><x:choice>
         <x:element name="b" type="t:Code" nillable="true"/><x:sequence><x:element name="c" type="x:string" maxOccurs="2"/><x:any/></x:sequence>
       </x:choice></x:extension></x:complexContent></x:complexType>
       <x:simpleType name="Code"><x:restriction base="x:string"><x:enumeration value="x"/><x:enumeration value="y"/></x:restriction></x:simpleType>
       <x:element name="own" type="t:Own"/>`,
    );
    expect(outline.split('\n')).toEqual(
      expect.arrayContaining([
        '  {urn:t}Base (abstract) { a?: int, @id?: int }',
        '  {urn:t}Own extension of Base { (b: Code | nil | (c: string[], any)) }',
        '  {urn:t}Code = "x" | "y"',
        '  {urn:t}own: Own',
      ]),
    );
  });

  it('ends for elements and groups that contain themselves', async () => {
    const outline = await outlineOf(
      `<x:element name="tree"><x:complexType><x:sequence><x:element ref="t:tree" minOccurs="0" maxOccurs="unbounded"/></x:sequence></x:complexType></x:element>
       <x:group name="g"><x:sequence><x:element name="a" minOccurs="0"><x:complexType><x:group ref="t:g"/></x:complexType></x:element></x:sequence></x:group>
       <x:element name="deep"><x:complexType><x:group ref="t:g"/></x:complexType></x:element>`,
    );
    expect(outline).toContain('  {urn:t}tree: { tree?[] }\n');
    expect(outline).toMatch(/ {2}\{urn:t\}deep: .*…/);
  });

  it('names the bindings of an operation that lacks one, and marks operations without an answer', async () => {
    const operation = (name: string, output: string) =>
      `<operation name="${name}"><input message="t:m"/>${output}</operation>`;
    const bound = (name: string, address: string) =>
      `<operation name="${name}">${address}<input/><output/></operation>`;
    const { contract } = await contractOf({
      'a.wsdl': wsdl(
        `<message name="m"><part name="parameters" element="t:Go"/></message><message name="n"/>
         <portType name="pt">${operation('Go', '<output message="t:n"/>')}${operation('Tell', '')}</portType>
         <binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
           ${bound('Go', '<soap:operation soapAction="urn:go"/>')}${bound('Tell', '<soap:operation soapAction="urn:tell"/>')}</binding>
         <binding name="b12" type="t:pt"><s12:binding xmlns:s12="http://schemas.xmlsoap.org/wsdl/soap12/" transport="http://schemas.xmlsoap.org/soap/http"/>
           ${bound('Go', '')}</binding>
         <service name="Svc"><port name="p" binding="t:b"><soap:address location="http://example/"/></port><port name="q" binding="t:b12"/></service>`,
        '<x:element name="Go"><x:complexType><x:sequence><x:element name="n" type="x:int"/></x:sequence></x:complexType></x:element>',
      ),
    });
    const outline = describeContract(contract);
    expect(outline).toMatch(/ {2}Go\(.*\) -> nothing\n/);
    expect(outline).toMatch(/ {2}Tell\(.*\) {2}one-way {2}\[soap11\]\n/);
  });

  it('says which operations begin with the service', async () => {
    const { contract } = await contractOf({
      'a.wsdl': wsdl(
        `<message name="m"><part name="parameters" element="t:Go"/></message>
         <portType name="pt"><operation name="Told"><output message="t:m"/></operation></portType>
         <binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
           <operation name="Told"><soap:operation soapAction="urn:told"/><output><soap:body use="literal"/></output></operation></binding>
         <service name="Svc"><port name="p" binding="t:b"><soap:address location="http://example/"/></port></service>`,
        '<x:element name="Go" type="x:int"/>',
      ),
    });
    expect(describeContract(contract)).toContain('  Told() -> Go  notification\n');
  });
});
