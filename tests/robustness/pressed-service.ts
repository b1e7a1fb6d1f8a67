/** A service that takes what costs most to read, and messages that make the most of it. */

const wsdl = (content: string): string =>
  `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:pressed" targetNamespace="urn:pressed" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/">${content}</definitions>`;

const encoding = 'use="encoded" namespace="urn:pressed" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"';

/** Its descriptor: an operation for literal messages, one for encoded ones, and one over GET. */
export const descriptor: string = wsdl(`
<types><x:schema targetNamespace="urn:pressed" elementFormDefault="qualified">
<x:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/>
<x:element name="Take"><x:complexType><x:sequence>
  <x:element name="text" type="x:string" minOccurs="0"/>
  <x:element name="bytes" type="x:base64Binary" minOccurs="0"/>
  <x:element name="numbers" minOccurs="0"><x:simpleType><x:list itemType="x:int"/></x:simpleType></x:element>
  <x:element name="names" minOccurs="0"><x:simpleType><x:list itemType="x:QName"/></x:simpleType></x:element>
  <x:element name="n" type="x:int" minOccurs="0" maxOccurs="unbounded" nillable="true"/>
  <x:element name="any" type="x:anyType" minOccurs="0" maxOccurs="unbounded"/>
  <x:element name="base" type="t:Base" minOccurs="0" maxOccurs="unbounded"/>
  <x:element name="one" minOccurs="0" maxOccurs="unbounded"><x:simpleType><x:union memberTypes="x:int x:dateTime x:double x:duration x:string"/></x:simpleType></x:element>
  <x:any minOccurs="0" maxOccurs="unbounded" namespace="##other" processContents="lax"/>
</x:sequence></x:complexType></x:element>
<x:element name="TakeResponse"><x:complexType/></x:element>
<x:complexType name="Base" abstract="true"><x:sequence><x:element name="a" type="x:string" minOccurs="0"/></x:sequence></x:complexType>
<x:complexType name="Derived"><x:complexContent><x:extension base="t:Base"><x:sequence><x:element name="b" type="x:string" minOccurs="0"/></x:sequence></x:extension></x:complexContent></x:complexType>
<x:complexType name="Ints"><x:complexContent><x:restriction base="soapenc:Array"><x:attribute ref="soapenc:arrayType" wsdl:arrayType="x:int[]"/></x:restriction></x:complexContent></x:complexType>
<x:complexType name="Node"><x:sequence><x:element name="v" type="x:string" minOccurs="0"/><x:element name="l" type="t:Node" minOccurs="0"/><x:element name="r" type="t:Node" minOccurs="0"/></x:sequence></x:complexType>
<x:complexType name="Nodes"><x:complexContent><x:restriction base="soapenc:Array"><x:attribute ref="soapenc:arrayType" wsdl:arrayType="t:Node[]"/></x:restriction></x:complexContent></x:complexType>
<x:element name="string" type="x:string"/>
</x:schema></types>
<message name="TakeIn"><part name="p" element="t:Take"/></message><message name="TakeOut"><part name="p" element="t:TakeResponse"/></message>
<message name="PutIn"><part name="ints" type="t:Ints"/><part name="node" type="t:Node"/><part name="nodes" type="t:Nodes"/><part name="any" type="x:anyType"/></message><message name="PutOut"/>
<message name="AskIn"><part name="what" type="x:string"/></message><message name="AskOut"><part name="Body" element="t:string"/></message>
<portType name="Literal"><operation name="Take"><input message="t:TakeIn"/><output message="t:TakeOut"/></operation></portType>
<portType name="Encoded"><operation name="Put"><input message="t:PutIn"/><output message="t:PutOut"/></operation></portType>
<portType name="Http"><operation name="Ask"><input message="t:AskIn"/><output message="t:AskOut"/></operation></portType>
<binding name="L" type="t:Literal"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Take"><soap:operation soapAction="take"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<binding name="E" type="t:Encoded"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Put"><soap:operation soapAction="put"/><input><soap:body ${encoding}/></input><output><soap:body ${encoding}/></output></operation></binding>
<binding name="H" type="t:Http"><http:binding verb="GET"/><operation name="Ask"><http:operation location="/Ask"/><input><http:urlEncoded/></input><output><mime:mimeXml part="Body"/></output></operation></binding>
<service name="Pressed"><port name="L" binding="t:L"><soap:address location="http://h/Pressed.asmx"/></port><port name="E" binding="t:E"><soap:address location="http://h/Pressed.asmx"/></port><port name="H" binding="t:H"><http:address location="http://h/Pressed.asmx"/></port></service>`);

/** Path of the service. */
export const path = '/Pressed.asmx';

/** A request that is short and harmless. */
export const askPath: string = `${path}/Ask?what=x`;

/** A SOAP 1.1 request. */
export interface HeavyRequest {
  readonly action: string;
  readonly body: string;
}

function envelope(body: string): string {
  return `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:c="http://schemas.xmlsoap.org/soap/encoding/"><e:Body>${body}</e:Body></e:Envelope>`;
}

const take = (content: string): HeavyRequest => ({
  action: 'take',
  body: envelope(`<Take xmlns="urn:pressed" xmlns:t="urn:pressed">${content}</Take>`),
});
const put = (content: string, beside = ''): HeavyRequest => ({
  action: 'put',
  body: envelope(`<t:Put xmlns:t="urn:pressed">${content}</t:Put>${beside}`),
});
const numbered = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

/** Messages of about so many bytes, by what there is much of in them. */
export const heavyRequests: Readonly<Record<string, (bytes: number) => HeavyRequest>> = {
  text: (bytes) => take(`<text>${'a'.repeat(bytes)}</text>`),
  'carriage returns': (bytes) => take(`<text>${'\r'.repeat(bytes)}</text>`),
  references: (bytes) => take(`<text>${'&#65;'.repeat(bytes / 5)}</text>`),
  sections: (bytes) => take(`<text>${'<![CDATA[x]]>'.repeat(bytes / 13)}</text>`),
  base64: (bytes) => take(`<bytes>${'AAAA'.repeat(bytes / 4)}</bytes>`),
  'numbers of a list': (bytes) => take(`<numbers>${'1 '.repeat(bytes / 2)}</numbers>`),
  'names of a list': (bytes) => take(`<names>${'a '.repeat(bytes / 2)}</names>`),
  elements: (bytes) => take('<n>1</n>'.repeat(bytes / 8)),
  'elements that are nil': (bytes) => take('<n i:nil="1"/>'.repeat(bytes / 14)),
  trees: (bytes) => take('<any/>'.repeat(bytes / 6)),
  'deep trees': (bytes) => take(`<any>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</any>`.repeat(bytes / 711)),
  'derived types': (bytes) => take('<base i:type="t:Derived"/>'.repeat(bytes / 26)),
  'texts that fit no member of a union but the last': (bytes) => take('<one>z</one>'.repeat(bytes / 12)),
  'open content': (bytes) => take(`<o xmlns="urn:o">${'<a/>'.repeat(bytes / 4)}</o>`),
  attributes: (bytes) => {
    const one = `<o xmlns="urn:o" ${numbered(120, (index) => `a${index}="" `)}/>`;
    return take(one.repeat(bytes / one.length));
  },
  'declarations of namespaces': (bytes) => {
    const one = `<o xmlns="urn:o" ${numbered(120, (index) => `xmlns:a${index}="u" `)}/>`;
    return take(one.repeat(bytes / one.length));
  },
  'different names': (bytes) => take(numbered(bytes / 10, (index) => `<a${index.toString(36)}/>`)),
  'items of an encoded array': (bytes) =>
    put(`<ints c:arrayType="x:int[2147483647]" i:type="c:Array">${'<i>1</i>'.repeat(bytes / 8)}</ints>`),
  'references to one value': (bytes) =>
    put(`<nodes>${'<i href="#n"/>'.repeat(bytes / 14)}</nodes>`, '<m id="n"><v>1</v></m>'),
  'references to a value with a long name': (bytes) =>
    put(`<nodes>${'<i href="#n"/>'.repeat(400)}</nodes>`, `<m id="n" ${'a'.repeat(bytes - 6000)}=""/>`),
  'references that double': () =>
    put(
      '<node href="#n0"/>',
      `${numbered(20, (index) => `<m id="n${index}"><l href="#n${index + 1}"/><r href="#n${index + 1}"/></m>`)}<m id="n20"/>`,
    ),
  'a type that is not there': (bytes) => take(`<base i:type="${'t'.repeat(bytes)}:X"/>`),
};
