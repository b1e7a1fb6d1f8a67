const simpleTypes = (
  'duration dateTime NOTATION time date gYearMonth gYear gMonthDay gDay gMonth boolean base64Binary hexBinary ' +
  'float double anyURI QName string normalizedString token language Name NMTOKEN NCName NMTOKENS ID IDREF ' +
  'ENTITY IDREFS ENTITIES decimal integer nonPositiveInteger negativeInteger long int short byte ' +
  'nonNegativeInteger unsignedLong unsignedInt unsignedShort unsignedByte positiveInteger'
).split(' ');

/** A built-in type that may carry `id` and `href`, and its element. NOTATION has no values without an enumeration. */
function encodedSimpleType(name: string): string {
  const base = name === 'NOTATION' ? 'QName' : name;
  return `  <xs:complexType name="${name}">
    <xs:simpleContent><xs:extension base="xs:${base}"><xs:attributeGroup ref="tns:commonAttributes"/></xs:extension></xs:simpleContent>
  </xs:complexType>
  <xs:element name="${name}" type="tns:${name}"/>`;
}

/** SOAP 1.1, section 5: encoded values and arrays. */
export const soap11Encoding = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="http://schemas.xmlsoap.org/soap/encoding/" targetNamespace="http://schemas.xmlsoap.org/soap/encoding/">
  <xs:attribute name="root">
    <xs:simpleType><xs:restriction base="xs:boolean"><xs:pattern value="0|1"/></xs:restriction></xs:simpleType>
  </xs:attribute>
  <xs:attribute name="arrayType" type="xs:string"/>
  <xs:attribute name="offset" type="tns:arrayCoordinate"/>
  <xs:attribute name="position" type="tns:arrayCoordinate"/>
  <xs:simpleType name="arrayCoordinate"><xs:restriction base="xs:string"/></xs:simpleType>
  <xs:simpleType name="base64"><xs:restriction base="xs:base64Binary"/></xs:simpleType>
  <xs:attributeGroup name="commonAttributes">
    <xs:attribute name="id" type="xs:ID"/>
    <xs:attribute name="href" type="xs:anyURI"/>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:attributeGroup>
  <xs:attributeGroup name="arrayAttributes">
    <xs:attribute ref="tns:arrayType"/>
    <xs:attribute ref="tns:offset"/>
  </xs:attributeGroup>
  <xs:attributeGroup name="arrayMemberAttributes">
    <xs:attribute ref="tns:position"/>
  </xs:attributeGroup>
  <xs:group name="Array">
    <xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
  </xs:group>
  <xs:complexType name="Array">
    <xs:group ref="tns:Array" minOccurs="0"/>
    <xs:attributeGroup ref="tns:arrayAttributes"/>
    <xs:attributeGroup ref="tns:commonAttributes"/>
  </xs:complexType>
  <xs:element name="Array" type="tns:Array"/>
  <xs:group name="Struct">
    <xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
  </xs:group>
  <xs:complexType name="Struct">
    <xs:group ref="tns:Struct" minOccurs="0"/>
    <xs:attributeGroup ref="tns:commonAttributes"/>
  </xs:complexType>
  <xs:element name="Struct" type="tns:Struct"/>
${simpleTypes.map(encodedSimpleType).join('\n')}
  <xs:element name="anyType"/>
</xs:schema>`;

/** SOAP 1.2 Part 2, section 3. */
export const soap12Encoding = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="http://www.w3.org/2003/05/soap-encoding" targetNamespace="http://www.w3.org/2003/05/soap-encoding">
  <!-- Not of SOAP 1.2: WSDLs that took SOAP 1.1's arrays over with the new namespace. -->
  <xs:attribute name="arrayType" type="xs:string"/>
  <xs:attribute name="itemType" type="xs:QName"/>
  <xs:attribute name="arraySize" type="xs:string"/>
  <xs:attribute name="nodeType" type="xs:NMTOKEN"/>
  <xs:attribute name="id" type="xs:ID"/>
  <xs:attribute name="ref" type="xs:IDREF"/>
  <xs:attributeGroup name="commonAttributes">
    <xs:attribute ref="tns:id"/>
    <xs:attribute ref="tns:ref"/>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:attributeGroup>
  <xs:complexType name="Array">
    <xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
    <xs:attribute ref="tns:arraySize"/>
    <xs:attribute ref="tns:itemType"/>
    <xs:attributeGroup ref="tns:commonAttributes"/>
  </xs:complexType>
  <xs:complexType name="Struct">
    <xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
    <xs:attributeGroup ref="tns:commonAttributes"/>
  </xs:complexType>
${simpleTypes.map(encodedSimpleType).join('\n')}
</xs:schema>`;

const openContent = `<xs:sequence><xs:any namespace="##any" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>`;

/** SOAP 1.1, section 4: envelope, header, body and fault, and the attributes that header entries carry. */
export const soap11Envelope = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="http://schemas.xmlsoap.org/soap/envelope/" targetNamespace="http://schemas.xmlsoap.org/soap/envelope/">
  <xs:element name="Envelope" type="tns:Envelope"/>
  <xs:complexType name="Envelope">
    <xs:sequence>
      <xs:element ref="tns:Header" minOccurs="0"/>
      <xs:element ref="tns:Body"/>
      <xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/>
    </xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
  <xs:element name="Header" type="tns:Header"/>
  <xs:complexType name="Header">${openContent}<xs:anyAttribute namespace="##other" processContents="lax"/></xs:complexType>
  <xs:element name="Body" type="tns:Body"/>
  <xs:complexType name="Body">${openContent}<xs:anyAttribute namespace="##any" processContents="lax"/></xs:complexType>
  <xs:attribute name="mustUnderstand">
    <xs:simpleType><xs:restriction base="xs:boolean"><xs:pattern value="0|1"/></xs:restriction></xs:simpleType>
  </xs:attribute>
  <xs:attribute name="actor" type="xs:anyURI"/>
  <xs:simpleType name="encodingStyle"><xs:list itemType="xs:anyURI"/></xs:simpleType>
  <xs:attribute name="encodingStyle" type="tns:encodingStyle"/>
  <xs:attributeGroup name="encodingStyle"><xs:attribute ref="tns:encodingStyle"/></xs:attributeGroup>
  <xs:element name="Fault" type="tns:Fault"/>
  <xs:complexType name="Fault" final="extension">
    <xs:sequence>
      <xs:element name="faultcode" type="xs:QName"/>
      <xs:element name="faultstring" type="xs:string"/>
      <xs:element name="faultactor" type="xs:anyURI" minOccurs="0"/>
      <xs:element name="detail" type="tns:detail" minOccurs="0"/>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="detail">${openContent}<xs:anyAttribute namespace="##any" processContents="lax"/></xs:complexType>
</xs:schema>`;

/** SOAP 1.2 Part 1, section 5, as far as other schemas refer to it. */
export const soap12Envelope = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="http://www.w3.org/2003/05/soap-envelope" targetNamespace="http://www.w3.org/2003/05/soap-envelope" elementFormDefault="qualified">
  <xs:element name="Envelope" type="tns:Envelope"/>
  <xs:complexType name="Envelope">
    <xs:sequence><xs:element ref="tns:Header" minOccurs="0"/><xs:element ref="tns:Body"/></xs:sequence>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
  <xs:element name="Header" type="tns:Header"/>
  <xs:complexType name="Header">${openContent}<xs:anyAttribute namespace="##other" processContents="lax"/></xs:complexType>
  <xs:element name="Body" type="tns:Body"/>
  <xs:complexType name="Body">${openContent}<xs:anyAttribute namespace="##other" processContents="lax"/></xs:complexType>
  <xs:attribute name="mustUnderstand" type="xs:boolean"/>
  <xs:attribute name="role" type="xs:anyURI"/>
  <xs:attribute name="relay" type="xs:boolean"/>
  <xs:attribute name="encodingStyle" type="xs:anyURI"/>
  <xs:element name="Fault" type="tns:Fault"/>
  <xs:complexType name="Fault" final="extension">
    <xs:sequence>
      <xs:element name="Code" type="tns:faultcode"/>
      <xs:element name="Reason" type="tns:faultreason"/>
      <xs:element name="Node" type="xs:anyURI" minOccurs="0"/>
      <xs:element name="Role" type="xs:anyURI" minOccurs="0"/>
      <xs:element name="Detail" type="tns:detail" minOccurs="0"/>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="faultcode">
    <xs:sequence>
      <xs:element name="Value" type="xs:QName"/>
      <xs:element name="Subcode" type="tns:subcode" minOccurs="0"/>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="subcode">
    <xs:sequence>
      <xs:element name="Value" type="xs:QName"/>
      <xs:element name="Subcode" type="tns:subcode" minOccurs="0"/>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="faultreason">
    <xs:sequence><xs:element name="Text" type="tns:reasontext" maxOccurs="unbounded"/></xs:sequence>
  </xs:complexType>
  <xs:complexType name="reasontext">
    <xs:simpleContent><xs:extension base="xs:string"><xs:attribute ref="xml:lang" use="required"/></xs:extension></xs:simpleContent>
  </xs:complexType>
  <xs:complexType name="detail">${openContent}<xs:anyAttribute namespace="##other" processContents="lax"/></xs:complexType>
</xs:schema>`;
