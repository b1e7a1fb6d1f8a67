/** Text that would be a script if a page took it for markup. */
export const hostile = '</p><script>globalThis.hit = 1</script><img src=x onerror="globalThis.hit = 1">';

const escapedHostile = hostile.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

/** A small service of our own with most constructs that pages show. */
export const library = `<?xml version="1.0" encoding="utf-8"?>
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"
  xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:library" targetNamespace="urn:library">
  <documentation>Lends books.</documentation>
  <types>
    <xs:schema targetNamespace="urn:library" elementFormDefault="qualified">
      <xs:element name="Find">
        <xs:complexType>
          <xs:sequence>
            <xs:element name="title" type="t:Title"/>
            <xs:element name="genre" type="t:Genre" minOccurs="0" default="novel"/>
          </xs:sequence>
        </xs:complexType>
      </xs:element>
      <xs:element name="FindResponse">
        <xs:complexType>
          <xs:sequence>
            <xs:element name="FindResult" type="t:Item" minOccurs="0" maxOccurs="unbounded"/>
          </xs:sequence>
        </xs:complexType>
      </xs:element>
      <xs:element name="Remind" type="t:Book"/>
      <xs:element name="Unknown" type="xs:string"/>
      <xs:element name="Session" type="xs:string"/>
      <xs:simpleType name="Title">
        <xs:restriction base="xs:string"><xs:maxLength value="80"/><xs:pattern value="[^&lt;&gt;]*"/></xs:restriction>
      </xs:simpleType>
      <xs:simpleType name="Genre">
        <xs:restriction base="xs:string">
          <xs:enumeration value="novel"><xs:annotation><xs:documentation>A long story.</xs:documentation></xs:annotation></xs:enumeration>
          <xs:enumeration value="a &lt;b&gt; &amp; &quot;c&quot;"/>
        </xs:restriction>
      </xs:simpleType>
      <xs:complexType name="Item" abstract="true">
        <xs:annotation><xs:documentation>${escapedHostile}</xs:documentation></xs:annotation>
        <xs:sequence><xs:element name="title" type="t:Title"/></xs:sequence>
        <xs:attribute name="id" type="xs:long" use="required"/>
        <xs:attribute name="shelf"><xs:simpleType><xs:restriction base="xs:string"><xs:length value="3"/></xs:restriction></xs:simpleType></xs:attribute>
      </xs:complexType>
      <xs:complexType name="Book">
        <xs:complexContent>
          <xs:extension base="t:Item">
            <xs:sequence>
              <xs:choice>
                <xs:element name="author" type="xs:string"/>
                <xs:element name="editors">
                  <xs:complexType><xs:sequence><xs:element name="editor" type="xs:string" maxOccurs="9" nillable="true"/></xs:sequence></xs:complexType>
                </xs:element>
              </xs:choice>
              <xs:element name="sequel" type="t:Book" minOccurs="0"/>
            </xs:sequence>
          </xs:extension>
        </xs:complexContent>
      </xs:complexType>
      <xs:complexType name="book"><xs:sequence><xs:any processContents="lax" minOccurs="0"/></xs:sequence></xs:complexType>
    </xs:schema>
  </types>
  <message name="FindIn"><part name="parameters" element="t:Find"/></message>
  <message name="FindOut"><part name="parameters" element="t:FindResponse"/></message>
  <message name="FindHeader"><part name="session" element="t:Session"/></message>
  <message name="RemindIn"><part name="parameters" element="t:Remind"/></message>
  <message name="UnknownOut"><part name="detail" element="t:Unknown"/></message>
  <message name="GetIn"><part name="title" type="xs:string"/></message>
  <message name="GetOut"><part name="Body" element="t:Unknown"/></message>
  <portType name="LibrarySoap">
    <operation name="Find">
      <documentation>Finds items &amp; more. ${escapedHostile}</documentation>
      <input message="t:FindIn"/><output message="t:FindOut"/><fault name="Unknown" message="t:UnknownOut"/>
    </operation>
    <operation name="Remind"><input message="t:RemindIn"/></operation>
  </portType>
  <portType name="LibraryGet"><operation name="Get"><input message="t:GetIn"/><output message="t:GetOut"/></operation></portType>
  <binding name="LibrarySoap" type="t:LibrarySoap">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Find">
      <soap:operation soapAction="urn:library/Find"/>
      <input><soap:body use="literal"/><soap:header message="t:FindHeader" part="session" use="literal"/></input>
      <output><soap:body use="literal"/></output>
      <fault name="Unknown"><soap:fault name="Unknown" use="literal"/></fault>
    </operation>
    <operation name="Remind"><soap:operation soapAction="urn:library/Remind"/><input><soap:body use="literal"/></input></operation>
  </binding>
  <binding name="LibraryGet" type="t:LibraryGet">
    <http:binding verb="GET"/>
    <operation name="Get">
      <http:operation location="/Get"/>
      <input><http:urlEncoded/></input><output><mime:mimeXml part="Body"/></output>
    </operation>
  </binding>
  <service name="Library">
    <documentation>Lends books.</documentation>
    <port name="LibrarySoap" binding="t:LibrarySoap"><soap:address location="https://library.example/Library.asmx"/></port>
    <port name="LibraryGet" binding="t:LibraryGet"><http:address location="https://library.example/Library.asmx"/></port>
  </service>
</definitions>
`;
