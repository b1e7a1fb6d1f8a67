/** A small service that has something of everything that a comparison of contracts tells apart. */
const types = `
<x:simpleType name="Status"><x:restriction base="x:string">
  <x:enumeration value="open"/>
  <x:enumeration value="sent"/>
</x:restriction></x:simpleType>
<x:simpleType name="Code"><x:restriction base="x:string"><x:maxLength value="10"/></x:restriction></x:simpleType>
<x:complexType name="Item"><x:sequence>
  <x:element name="code" type="t:Code"/>
  <x:element name="count" type="x:int"/>
  <x:element name="hint" type="x:string" minOccurs="0"/>
</x:sequence><x:attribute name="tag" type="x:string"/></x:complexType>
<x:complexType name="Payment"><x:sequence>
  <x:element name="amount" type="x:decimal"/>
</x:sequence></x:complexType>
<x:complexType name="CardPayment"><x:complexContent><x:extension base="t:Payment"><x:sequence>
  <x:element name="card" type="x:string"/>
</x:sequence></x:extension></x:complexContent></x:complexType>
<x:complexType name="Order"><x:sequence>
  <x:element name="id" type="x:int"/>
  <x:element name="note" type="x:string" minOccurs="0"/>
  <x:element name="item" type="t:Item" minOccurs="0" maxOccurs="unbounded"/>
  <x:element name="status" type="t:Status"/>
  <x:element name="payment" type="t:Payment"/>
  <x:choice><x:element name="mail" type="x:string"/><x:element name="phone" type="x:string"/></x:choice>
</x:sequence></x:complexType>
<x:complexType name="Receipt"><x:sequence>
  <x:element name="number" type="x:long"/>
  <x:element name="state" type="t:Status"/>
  <x:element name="remark" type="x:string" minOccurs="0"/>
  <x:element name="entry" type="t:Item" maxOccurs="unbounded"/>
</x:sequence></x:complexType>
<x:element name="Place"><x:complexType><x:sequence><x:element name="order" type="t:Order"/></x:sequence></x:complexType></x:element>
<x:element name="PlaceResponse"><x:complexType><x:sequence><x:element name="receipt" type="t:Receipt"/></x:sequence></x:complexType></x:element>
<x:element name="Find"><x:complexType><x:sequence><x:element name="id" type="x:int"/></x:sequence></x:complexType></x:element>
<x:element name="FindResponse"><x:complexType><x:sequence><x:element name="order" type="t:Order" minOccurs="0"/></x:sequence></x:complexType></x:element>
<x:element name="NotFound"><x:complexType><x:sequence><x:element name="reason" type="x:string"/></x:sequence></x:complexType></x:element>`;

const operation = (name: string, fault = ''): string =>
  `<operation name="${name}"><input message="t:${name}In"/><output message="t:${name}Out"/>${fault}</operation>`;
const bound = (name: string, fault = ''): string =>
  `<operation name="${name}"><soap:operation soapAction="urn:t/${name}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>${fault}</operation>`;
const messages = (name: string): string =>
  `<message name="${name}In"><part name="parameters" element="t:${name}"/></message>
<message name="${name}Out"><part name="parameters" element="t:${name}Response"/></message>`;

const shop = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" xmlns:x="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" targetNamespace="urn:t">
<types><x:schema targetNamespace="urn:t" elementFormDefault="qualified">${types}</x:schema></types>
${messages('Place')}
${messages('Find')}
<message name="NotFoundFault"><part name="detail" element="t:NotFound"/></message>
<portType name="Shop">
${operation('Place')}
${operation('Find', '<fault name="NotFound" message="t:NotFoundFault"/>')}
</portType>
<binding name="Shop" type="t:Shop"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${bound('Place')}
${bound('Find', '<fault name="NotFound"><soap:fault name="NotFound" use="literal"/></fault>')}
</binding>
<service name="Shop"><port name="Shop" binding="t:Shop"><soap:address location="http://localhost/shop"/></port></service>
</definitions>`;

/** A replacement of a text that the document contains. */
export type Edit = readonly [from: string | RegExp, to: string];

/** The WSDL of the service after some edits, each of which must change something. */
export function shopWsdl(...edits: readonly Edit[]): string {
  return edits.reduce((text, [from, to]) => {
    const edited = text.replace(from, to);
    if (edited === text) {
      throw new Error(`the edit of ${String(from)} changes nothing`);
    }
    return edited;
  }, shop);
}
