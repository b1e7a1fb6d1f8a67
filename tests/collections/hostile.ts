/** What would run, read a file, begin a request or end a block, if a format took it for more than text. */
export const attacks: readonly string[] = [
  '{{process.exit(9)}}',
  "{{require('node:fs').writeFileSync('pwned', '')}}",
  '{% now %} {# c #} {{ _.password }} {{$guid}} $\u007b1+1} <%= 1 %>',
  '%} {% client.log(1) %}',
  '}',
  "tests { test('pwned', () => {}) }",
  '### pwned',
  '# @import ./secret.http',
  '@password = pwned',
  'GET http://127.0.0.1:9/pwned',
  '< ./secret.txt',
  '> {% pwned() %}',
  "''' */ --> ]]> ` $\u007b1} \\ \" ' </script> [a](javascript:pwned()) ![](http://127.0.0.1:9/)",
];

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`).replaceAll('\n', '&#10;');

/** All of them, with ends of lines of every kind. */
export const attack: string = [...attacks, 'end'].join('\n').replace('tests {', '\u2028tests {');

/** A description whose names, texts, addresses and values are attacks, with credentials in messages and over each binding. */
export const hostileWsdl = `<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"
    xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
    xmlns:t="urn:odd?{{process.exit(9)}}{%now%}" targetNamespace="urn:odd?{{process.exit(9)}}{%now%}">
  <w:types><xs:schema targetNamespace="urn:odd?{{process.exit(9)}}{%now%}" elementFormDefault="qualified">
    <xs:element name="Order.it-now"><xs:complexType><xs:sequence>
      <xs:element name="kind"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="${escaped(attack)}"/></xs:restriction></xs:simpleType></xs:element>
      <xs:element name="password" type="xs:string"/>
    </xs:sequence><xs:attribute name="label" fixed="${escaped('{{process.exit(9)}}')}"/></xs:complexType></xs:element>
    <xs:element name="Größe"><xs:complexType><xs:sequence>
      <xs:element name="constructor" type="xs:int"/><xs:element name="note" type="xs:string" minOccurs="0"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="text" type="xs:string"/>
  </xs:schema></w:types>
  <w:message name="In"><w:part name="p" element="t:Order.it-now"/></w:message>
  <w:message name="Out"><w:part name="p" element="t:Größe"/></w:message>
  <w:message name="GetIn"><w:part name="token" type="xs:string"/><w:part name="a.b" type="xs:string"/></w:message>
  <w:message name="GetOut"><w:part name="p" element="t:text"/></w:message>
  <w:portType name="Odd">
    <w:operation name="Order.it-now"><w:documentation>${escaped(attack)}</w:documentation><w:input message="t:In"/><w:output message="t:Out"/></w:operation>
    <w:operation name="constructor"><w:input message="t:In"/><w:output message="t:Out"/></w:operation>
  </w:portType>
  <w:portType name="OddGet">
    <w:operation name="Find"><w:documentation>${escaped(attack)}</w:documentation><w:input message="t:GetIn"/><w:output message="t:GetOut"/></w:operation>
  </w:portType>
  ${['soap', 'soap12']
    .map(
      (version) => `<w:binding name="${version}" type="t:Odd">
    <${version}:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <w:operation name="Order.it-now"><${version}:operation soapAction="urn:a'b/# @import x ### y"/><w:input><${version}:body use="literal"/></w:input><w:output><${version}:body use="literal"/></w:output></w:operation>
    <w:operation name="constructor"><${version}:operation soapAction="urn:{{process.exit(9)}}"/><w:input><${version}:body use="literal"/></w:input><w:output><${version}:body use="literal"/></w:output></w:operation>
  </w:binding>`,
    )
    .join('\n')}
  <w:binding name="get" type="t:OddGet"><http:binding verb="GET"/><w:operation name="Find"><http:operation location="/find/:id{{process.exit(9)}}"/>
    <w:input><http:urlEncoded/></w:input><w:output><mime:mimeXml part="p"/></w:output></w:operation></w:binding>
  <w:binding name="post" type="t:OddGet"><http:binding verb="POST"/><w:operation name="Find"><http:operation location="/find"/>
    <w:input><mime:content type="application/x-www-form-urlencoded"/></w:input><w:output><mime:mimeXml part="p"/></w:output></w:operation></w:binding>
  <w:service name="Odd-Service.1"><w:documentation>${escaped(attack)}</w:documentation>
    <w:port name="a" binding="t:soap"><soap:address location="http://user:secret@odd.example/soap?{{process.exit(9)}}&amp;key=hidden"/></w:port>
    <w:port name="b" binding="t:soap12"><soap12:address location="http://odd.example/soap12"/></w:port>
    <w:port name="c" binding="t:get"><http:address location="http://odd.example/get"/></w:port>
    <w:port name="d" binding="t:post"><http:address location="http://odd.example/post"/></w:port>
  </w:service>
</w:definitions>
`;
