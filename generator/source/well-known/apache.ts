/**
 * Types of Apache SOAP and Axis 1.x, which their services (and ColdFusion's) use without declaring all of them. Documents and
 * elements contain XML; attachments are represented by references to them.
 */
export const apacheSoap = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="http://xml.apache.org/xml-soap" targetNamespace="http://xml.apache.org/xml-soap">
  <xs:complexType name="mapItem">
    <xs:sequence>
      <xs:element name="key" type="xs:anyType" nillable="true"/>
      <xs:element name="value" type="xs:anyType" nillable="true"/>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="Map">
    <xs:sequence><xs:element name="item" type="tns:mapItem" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
  </xs:complexType>
  <xs:complexType name="Vector">
    <xs:sequence><xs:element name="item" type="xs:anyType" nillable="true" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
  </xs:complexType>
  <xs:complexType name="Document">
    <xs:sequence><xs:any processContents="skip" minOccurs="0"/></xs:sequence>
  </xs:complexType>
  <xs:complexType name="Element">
    <xs:sequence><xs:any processContents="skip" minOccurs="0"/></xs:sequence>
  </xs:complexType>
${['DataHandler', 'Image', 'PlainText', 'Multipart', 'Source', 'octet-stream', 'octetstream']
  .map(
    (name) => `  <xs:complexType name="${name}" mixed="true">
    <xs:sequence><xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
    <xs:attribute name="href" type="xs:anyURI"/>
    <xs:anyAttribute processContents="skip"/>
  </xs:complexType>`,
  )
  .join('\n')}
</xs:schema>`;
