/** A service with objects, lists, a declared fault and a header block, over both versions of SOAP. */
export function shopWsdl(address: string): string {
  const binding = (version: string, suffix: string): string => `
  <w:binding name="Shop${suffix}" type="t:Shop">
    <${version}:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <w:operation name="PlaceOrder">
      <${version}:operation soapAction="urn:shop/PlaceOrder"/>
      <w:input><${version}:body use="literal"/><${version}:header message="t:Account" part="account" use="literal"/></w:input>
      <w:output><${version}:body use="literal"/></w:output>
      <w:fault name="OutOfStock"><${version}:fault name="OutOfStock" use="literal"/></w:fault>
    </w:operation>
  </w:binding>`;
  return `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shop" name="Shop"
    targetNamespace="urn:shop">
  <w:types>
    <xs:schema targetNamespace="urn:shop" elementFormDefault="qualified">
      <xs:element name="Account"><xs:complexType><xs:sequence>
        <xs:element name="user" type="xs:string"/><xs:element name="password" type="xs:string"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="PlaceOrder"><xs:complexType><xs:sequence>
        <xs:element name="id" type="xs:long"/>
        <xs:element name="password" type="xs:string"/>
        <xs:element name="kind"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="new"/><xs:enumeration value="again"/></xs:restriction></xs:simpleType></xs:element>
        <xs:element name="photo" type="xs:base64Binary" minOccurs="0"/>
        <xs:element name="customer" type="t:Customer" minOccurs="0"/>
        <xs:element name="lines" type="t:Line" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:complexType name="Customer"><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType>
      <xs:complexType name="Line"><xs:sequence>
        <xs:element name="sku" type="xs:string"/><xs:element name="count" type="xs:int"/>
      </xs:sequence></xs:complexType>
      <xs:element name="PlaceOrderResponse"><xs:complexType><xs:sequence>
        <xs:element name="id" type="xs:long"/><xs:element name="total" type="xs:decimal"/><xs:element name="receipt" type="xs:base64Binary" minOccurs="0"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="OutOfStock"><xs:complexType><xs:sequence><xs:element name="left" type="xs:long"/></xs:sequence></xs:complexType></xs:element>
    </xs:schema>
  </w:types>
  <w:message name="PlaceOrder"><w:part name="parameters" element="t:PlaceOrder"/></w:message>
  <w:message name="PlaceOrderResponse"><w:part name="parameters" element="t:PlaceOrderResponse"/></w:message>
  <w:message name="OutOfStock"><w:part name="fault" element="t:OutOfStock"/></w:message>
  <w:message name="Account"><w:part name="account" element="t:Account"/></w:message>
  <w:portType name="Shop"><w:operation name="PlaceOrder">
    <w:input message="t:PlaceOrder"/><w:output message="t:PlaceOrderResponse"/><w:fault name="OutOfStock" message="t:OutOfStock"/>
  </w:operation></w:portType>${binding('soap', '11')}${binding('soap12', '12')}
  <w:service name="Shop">
    <w:port name="Shop11" binding="t:Shop11"><soap:address location="${address}"/></w:port>
    <w:port name="Shop12" binding="t:Shop12"><soap12:address location="${address}"/></w:port>
  </w:service>
</w:definitions>
`;
}
