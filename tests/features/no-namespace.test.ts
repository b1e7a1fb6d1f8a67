import { connect } from './connect.js';
import { type Exports, load, packageOf } from './package.js';

const base = `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema">
  <x:complexType name="Base"><x:sequence><x:element name="a" type="x:string"/></x:sequence></x:complexType>
  <x:complexType name="Derived"><x:complexContent><x:extension base="Base"><x:sequence><x:element name="b" type="x:string"/></x:sequence></x:extension></x:complexContent></x:complexType>
</x:schema>`;

const echo = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" xmlns:x="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" targetNamespace="urn:t">
<types><x:schema xmlns="" targetNamespace="urn:t" elementFormDefault="qualified"><x:import schemaLocation="base.xsd"/>
  <x:element name="Echo"><x:complexType><x:sequence>
    <x:element name="thing" type="Base" minOccurs="0"/>
    <x:element name="name" type="x:QName" minOccurs="0"/>
    <x:element name="names" minOccurs="0"><x:simpleType><x:list itemType="x:QName"/></x:simpleType></x:element>
    <x:element name="data" type="x:base64Binary" minOccurs="0"/>
  </x:sequence><x:attribute name="kind" type="x:QName"/></x:complexType></x:element>
</x:schema></types>
<message name="m"><part name="parameters" element="t:Echo"/></message>
<portType name="pt"><operation name="Echo"><input message="t:m"/><output message="t:m"/></operation></portType>
${['soap', 'soap12'].map((version) => `<binding name="${version}" type="t:pt"><${version}:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Echo"><${version}:operation soapAction="urn:echo"/><input><${version}:body use="literal"/></input><output><${version}:body use="literal"/></output></operation></binding>`).join('')}
<service name="Echoes"><port name="p" binding="t:soap"><soap:address location="http://echo.example/s"/></port><port name="p12" binding="t:soap12"><soap12:address location="http://echo.example/s"/></port></service>
</definitions>`;

const plain = { namespace: '', name: 'plain' };
const ours = { namespace: 'urn:t', name: 'ours' };
const derived = { $type: 'Derived', a: '1', b: '2' };

describe('names in no namespace arrive as they were sent, though the Body has a default namespace', () => {
  let exports: Exports;
  beforeAll(async () => {
    exports = load((await packageOf({ 'echo.wsdl': echo, 'base.xsd': base }, { packageName: 'echo' })).files);
  });

  const cases: ReadonlyArray<readonly [string, object]> = [
    ['xsi:type of a type', { thing: derived }],
    ['a qualified name as text', { name: plain }],
    ['a qualified name in an attribute', { kind: plain }],
    ['a list that also has a name in the default namespace', { names: [ours, plain, ours] }],
    ['an attribute and a text', { kind: ours, name: plain, thing: derived }],
  ];

  describe.each(['soap11', 'soap12'] as const)('over %s', (binding) => {
    it.each(cases)('%s', async (_, input) => {
      let received: unknown;
      const echoed = (value: unknown): unknown => {
        received = value;
        return value;
      };
      const { client } = connect(exports, 'Echoes', { echo: echoed }, { client: { binding } });
      expect(await client.echo(input)).toEqual(input);
      expect(received).toEqual(input);
    });
  });

  it('without such a name the default namespace stays', async () => {
    const { client, last } = connect(exports, 'Echoes', { echo: (value: unknown) => value });
    await client.echo({ name: ours });
    expect(last.request).toContain('<Echo xmlns="urn:t"><name>ours</name></Echo>');
    expect(last.response).toContain('<Echo xmlns="urn:t"><name>ours</name></Echo>');
  });

  it('a binary value outside the envelope is packed once', async () => {
    const { client, last } = connect(
      exports,
      'Echoes',
      { echo: (value: unknown) => value },
      { client: { mtom: true } },
    );
    const input = { name: plain, data: Uint8Array.of(1, 2, 3) };
    expect(await client.echo(input)).toEqual(input);
    for (const text of [last.request, last.response]) {
      expect(text.match(/Content-ID:/g)).toHaveLength(2);
    }
  });
});
