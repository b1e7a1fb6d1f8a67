const extensible = `<xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>`;
const extensibleAttributes = `<xs:anyAttribute namespace="##other" processContents="lax"/>`;

/** Web Services Addressing 1.0 - Core and SOAP Binding. */
export const addressing2005 = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="http://www.w3.org/2005/08/addressing" targetNamespace="http://www.w3.org/2005/08/addressing" elementFormDefault="qualified">
  <xs:element name="EndpointReference" type="tns:EndpointReferenceType"/>
  <xs:complexType name="EndpointReferenceType">
    <xs:sequence>
      <xs:element name="Address" type="tns:AttributedURIType"/>
      <xs:element ref="tns:ReferenceParameters" minOccurs="0"/>
      <xs:element ref="tns:Metadata" minOccurs="0"/>
      ${extensible}
    </xs:sequence>
    ${extensibleAttributes}
  </xs:complexType>
  <xs:element name="ReferenceParameters" type="tns:ReferenceParametersType"/>
  <xs:complexType name="ReferenceParametersType">
    <xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
    ${extensibleAttributes}
  </xs:complexType>
  <xs:element name="Metadata" type="tns:MetadataType"/>
  <xs:complexType name="MetadataType">
    <xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
    ${extensibleAttributes}
  </xs:complexType>
  <xs:element name="MessageID" type="tns:AttributedURIType"/>
  <xs:element name="RelatesTo" type="tns:RelatesToType"/>
  <xs:complexType name="RelatesToType">
    <xs:simpleContent>
      <xs:extension base="xs:anyURI">
        <xs:attribute name="RelationshipType" type="xs:anyURI" default="http://www.w3.org/2005/08/addressing/reply"/>
        ${extensibleAttributes}
      </xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:element name="ReplyTo" type="tns:EndpointReferenceType"/>
  <xs:element name="From" type="tns:EndpointReferenceType"/>
  <xs:element name="FaultTo" type="tns:EndpointReferenceType"/>
  <xs:element name="To" type="tns:AttributedURIType"/>
  <xs:element name="Action" type="tns:AttributedURIType"/>
  <xs:complexType name="AttributedURIType">
    <xs:simpleContent><xs:extension base="xs:anyURI">${extensibleAttributes}</xs:extension></xs:simpleContent>
  </xs:complexType>
  <xs:attribute name="IsReferenceParameter" type="xs:boolean"/>
</xs:schema>`;

/** Web Services Addressing, submission of August 2004. */
export const addressing2004 = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="http://schemas.xmlsoap.org/ws/2004/08/addressing" targetNamespace="http://schemas.xmlsoap.org/ws/2004/08/addressing" elementFormDefault="qualified">
  <xs:element name="EndpointReference" type="tns:EndpointReferenceType"/>
  <xs:complexType name="EndpointReferenceType">
    <xs:sequence>
      <xs:element name="Address" type="tns:AttributedURI"/>
      <xs:element name="ReferenceProperties" type="tns:ReferencePropertiesType" minOccurs="0"/>
      <xs:element name="ReferenceParameters" type="tns:ReferenceParametersType" minOccurs="0"/>
      <xs:element name="PortType" type="tns:AttributedQName" minOccurs="0"/>
      <xs:element name="ServiceName" type="tns:ServiceNameType" minOccurs="0"/>
      ${extensible}
    </xs:sequence>
    ${extensibleAttributes}
  </xs:complexType>
  <xs:complexType name="ReferencePropertiesType">
    <xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
  </xs:complexType>
  <xs:complexType name="ReferenceParametersType">
    <xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
  </xs:complexType>
  <xs:complexType name="ServiceNameType">
    <xs:simpleContent>
      <xs:extension base="xs:QName"><xs:attribute name="PortName" type="xs:NCName"/>${extensibleAttributes}</xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:element name="MessageID" type="tns:AttributedURI"/>
  <xs:element name="RelatesTo" type="tns:Relationship"/>
  <xs:element name="To" type="tns:AttributedURI"/>
  <xs:element name="Action" type="tns:AttributedURI"/>
  <xs:element name="From" type="tns:EndpointReferenceType"/>
  <xs:element name="ReplyTo" type="tns:EndpointReferenceType"/>
  <xs:element name="FaultTo" type="tns:EndpointReferenceType"/>
  <xs:complexType name="Relationship">
    <xs:simpleContent>
      <xs:extension base="xs:anyURI"><xs:attribute name="RelationshipType" type="xs:QName"/>${extensibleAttributes}</xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:complexType name="AttributedQName">
    <xs:simpleContent><xs:extension base="xs:QName">${extensibleAttributes}</xs:extension></xs:simpleContent>
  </xs:complexType>
  <xs:complexType name="AttributedURI">
    <xs:simpleContent><xs:extension base="xs:anyURI">${extensibleAttributes}</xs:extension></xs:simpleContent>
  </xs:complexType>
  <xs:attribute name="Action" type="xs:anyURI"/>
</xs:schema>`;
