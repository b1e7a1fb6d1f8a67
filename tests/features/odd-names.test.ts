import { formatXml, parseXml } from '@wsdl-codegen/runtime';
import { connect } from './connect.js';
import { findings, type InMemoryPackage, load, packageOf, typeCheck } from './package.js';

/** Names of types, messages, operations and services that XML does not allow: Java's inner classes, generics, phrases. */
const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">
  <xs:element name="box">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="item" type="t:Outer$Inner" maxOccurs="unbounded"/>
        <xs:element name="rank" type="t:1st"/>
        <xs:element name="map" type="t:Map &lt; String &gt;"/>
      </xs:sequence>
    </xs:complexType>
  </xs:element>
  <xs:complexType name="Outer$Inner">
    <xs:sequence>
      <xs:element name="name" type="xs:string"/>
      <xs:element name="Inner">
        <xs:complexType>
          <xs:attribute name="a" type="xs:int"/>
        </xs:complexType>
      </xs:element>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="Outer">
    <xs:sequence>
      <xs:element name="Inner">
        <xs:complexType>
          <xs:attribute name="b" type="xs:int"/>
        </xs:complexType>
      </xs:element>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="Foo Bar">
    <xs:complexContent>
      <xs:extension base="t:Outer$Inner">
        <xs:sequence>
          <xs:element name="size" type="xs:int"/>
        </xs:sequence>
      </xs:extension>
    </xs:complexContent>
  </xs:complexType>
  <xs:simpleType name="1st">
    <xs:restriction base="xs:string">
      <xs:enumeration value="first"/>
      <xs:enumeration value="other"/>
    </xs:restriction>
  </xs:simpleType>
  <xs:complexType name="Map &lt;  String &gt;">
    <xs:sequence>
      <xs:element name="key" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence>
  </xs:complexType>
</xs:schema>`;

const soap = 'http://schemas.xmlsoap.org/wsdl/soap/';

/** A service whose names are phrases. Its operations of style rpc have the names given. */
function service(rpcOperation: string, rpcPart: string): string {
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" xmlns:soap="${soap}" targetNamespace="urn:t">
<types>${schema}</types>
<message name="the box"><part name="a box" element="t:box"/></message>
<message name="words"><part name="${rpcPart}" type="t:Outer$Inner"/></message>
<portType name="Box &lt;T&gt;">
<operation name="Send  Box"><input message="t:the box"/><output message="t:the box"/></operation>
<operation name="${rpcOperation}"><input message="t:words"/><output message="t:words"/></operation>
</portType>
<binding name="1st" type="t:Box &lt;T&gt;"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="Send Box"><soap:operation soapAction="urn:send"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
<operation name="${rpcOperation}"><soap:operation soapAction="urn:say" style="rpc"/><input><soap:body use="literal" namespace="urn:t"/></input><output><soap:body use="literal" namespace="urn:t"/></output></operation>
</binding>
<service name="My Boxes"><port name="80" binding="t:1st"><soap:address location="http://s.example/"/></port></service>
</definitions>`;
}

const box = `<box xmlns="urn:t" xmlns:t="urn:t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><item><name>plain</name><Inner a="1"/></item><item xsi:type="t:Foo Bar"><name>derived</name><Inner a="2"/><size>3</size></item><rank>first</rank><map><key>a</key></map></box>`;

describe('types with invalid names', () => {
  let made: InMemoryPackage;
  beforeAll(async () => {
    made = await packageOf({ 'box.xsd': schema });
  });

  it('are accepted, and reported only where they are defined', () => {
    expect(findings(made)).toEqual([
      'xsd/odd-name 11:25',
      'xsd/odd-name 30:25',
      'xsd/odd-name 39:24',
      'xsd/odd-name 45:25',
    ]);
  });

  it('compile', () => {
    expect(typeCheck({ box: made.files })).toBe('');
  }, 60_000);

  it('are read and written, as xsi:type too', () => {
    const element = load(made.files).elements['{urn:t}box'];
    const value = parseXml<Record<string, unknown>>(element, box, { strict: true });
    expect(value).toMatchObject({
      item: [
        { name: 'plain', Inner: { a: 1 } },
        { name: 'derived', Inner: { a: 2 }, size: 3 },
      ],
      rank: 'first',
      map: { key: ['a'] },
    });
    const written = formatXml(element, value);
    expect(written).toMatch(/xsi:type="\w+:Foo Bar"/);
    expect(parseXml(element, written)).toEqual(value);
  });
});

describe('services under names that are none', () => {
  it('work, where no element has such a name', async () => {
    const made = await packageOf({ 'box.wsdl': service('say', 'word') });
    expect(findings(made).filter((line) => !line.includes('/odd-name'))).toEqual([]);
    expect(typeCheck({ box: made.files })).toBe('');
    const exports = load(made.files);
    const value = parseXml(exports.elements['{urn:t}box'], box);
    const { client } = connect(exports, 'My_Boxes', {
      sendBox: (input: unknown) => input,
      say: (input: { word: unknown }) => input.word,
    });
    expect(await client.sendBox(value)).toEqual(value);
    expect(await client.say({ word: { name: 'n', Inner: {} } })).toEqual({ name: 'n', Inner: {} });
  }, 60_000);

  it.each([
    ['say it', 'word', 'the operation'],
    ['say', 'a word', 'a part'],
  ])('lose an operation of style rpc when %s, %s: %s would be an element of that name', async (operation, part) => {
    const made = await packageOf({ 'box.wsdl': service(operation, part) });
    expect(findings(made).filter((line) => !line.includes('/odd-name'))).toEqual([
      expect.stringMatching(/^contract\/unwritable-name \d+:\d+$/),
    ]);
    expect(made.contract.services[0]?.operations.map(({ name }) => name)).toEqual(['Send Box']);
  });
});
