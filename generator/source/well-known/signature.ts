const base64 = 'xs:base64Binary';

/** An algorithm by its URI, with parameters of any kind. */
const method = (name: string, more = ''): string => `
  <xs:element name="${name}" type="tns:${name}Type"/>
  <xs:complexType name="${name}Type" mixed="true">
    <xs:sequence>${more}<xs:any namespace="${more === '' ? '##any' : '##other'}" processContents="lax" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
    <xs:attribute name="Algorithm" type="xs:anyURI" use="required"/>
  </xs:complexType>`;

/** XML-Signature Syntax and Processing (of 2002, and unchanged in 1.1 as far as it goes). */
export const xmlSignature = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="http://www.w3.org/2000/09/xmldsig#" targetNamespace="http://www.w3.org/2000/09/xmldsig#" elementFormDefault="qualified">
  <xs:simpleType name="CryptoBinary"><xs:restriction base="${base64}"/></xs:simpleType>
  <xs:simpleType name="HMACOutputLengthType"><xs:restriction base="xs:integer"/></xs:simpleType>
  <xs:simpleType name="DigestValueType"><xs:restriction base="${base64}"/></xs:simpleType>
  <xs:element name="DigestValue" type="tns:DigestValueType"/>
  <xs:element name="Signature" type="tns:SignatureType"/>
  <xs:complexType name="SignatureType">
    <xs:sequence>
      <xs:element ref="tns:SignedInfo"/>
      <xs:element ref="tns:SignatureValue"/>
      <xs:element ref="tns:KeyInfo" minOccurs="0"/>
      <xs:element ref="tns:Object" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence>
    <xs:attribute name="Id" type="xs:ID"/>
  </xs:complexType>
  <xs:element name="SignatureValue" type="tns:SignatureValueType"/>
  <xs:complexType name="SignatureValueType">
    <xs:simpleContent><xs:extension base="${base64}"><xs:attribute name="Id" type="xs:ID"/></xs:extension></xs:simpleContent>
  </xs:complexType>
  <xs:element name="SignedInfo" type="tns:SignedInfoType"/>
  <xs:complexType name="SignedInfoType">
    <xs:sequence>
      <xs:element ref="tns:CanonicalizationMethod"/>
      <xs:element ref="tns:SignatureMethod"/>
      <xs:element ref="tns:Reference" maxOccurs="unbounded"/>
    </xs:sequence>
    <xs:attribute name="Id" type="xs:ID"/>
  </xs:complexType>${method('CanonicalizationMethod')}${method('SignatureMethod', '<xs:element name="HMACOutputLength" type="tns:HMACOutputLengthType" minOccurs="0"/>')}
  <xs:element name="Reference" type="tns:ReferenceType"/>
  <xs:complexType name="ReferenceType">
    <xs:sequence>
      <xs:element ref="tns:Transforms" minOccurs="0"/>
      <xs:element ref="tns:DigestMethod"/>
      <xs:element ref="tns:DigestValue"/>
    </xs:sequence>
    <xs:attribute name="Id" type="xs:ID"/>
    <xs:attribute name="URI" type="xs:anyURI"/>
    <xs:attribute name="Type" type="xs:anyURI"/>
  </xs:complexType>
  <xs:element name="Transforms" type="tns:TransformsType"/>
  <xs:complexType name="TransformsType">
    <xs:sequence><xs:element ref="tns:Transform" maxOccurs="unbounded"/></xs:sequence>
  </xs:complexType>
  <xs:element name="Transform" type="tns:TransformType"/>
  <xs:complexType name="TransformType" mixed="true">
    <xs:choice minOccurs="0" maxOccurs="unbounded">
      <xs:any namespace="##other" processContents="lax"/>
      <xs:element name="XPath" type="xs:string"/>
    </xs:choice>
    <xs:attribute name="Algorithm" type="xs:anyURI" use="required"/>
  </xs:complexType>${method('DigestMethod').replace('##any', '##other')}
  <xs:element name="KeyInfo" type="tns:KeyInfoType"/>
  <xs:complexType name="KeyInfoType" mixed="true">
    <xs:choice maxOccurs="unbounded">
      <xs:element ref="tns:KeyName"/>
      <xs:element ref="tns:KeyValue"/>
      <xs:element ref="tns:RetrievalMethod"/>
      <xs:element ref="tns:X509Data"/>
      <xs:element ref="tns:PGPData"/>
      <xs:element ref="tns:SPKIData"/>
      <xs:element ref="tns:MgmtData"/>
      <xs:any namespace="##other" processContents="lax"/>
    </xs:choice>
    <xs:attribute name="Id" type="xs:ID"/>
  </xs:complexType>
  <xs:element name="KeyName" type="xs:string"/>
  <xs:element name="MgmtData" type="xs:string"/>
  <xs:element name="KeyValue" type="tns:KeyValueType"/>
  <xs:complexType name="KeyValueType" mixed="true">
    <xs:choice>
      <xs:element ref="tns:DSAKeyValue"/>
      <xs:element ref="tns:RSAKeyValue"/>
      <xs:any namespace="##other" processContents="lax"/>
    </xs:choice>
  </xs:complexType>
  <xs:element name="RetrievalMethod" type="tns:RetrievalMethodType"/>
  <xs:complexType name="RetrievalMethodType">
    <xs:sequence><xs:element ref="tns:Transforms" minOccurs="0"/></xs:sequence>
    <xs:attribute name="URI" type="xs:anyURI"/>
    <xs:attribute name="Type" type="xs:anyURI"/>
  </xs:complexType>
  <xs:element name="X509Data" type="tns:X509DataType"/>
  <xs:complexType name="X509DataType">
    <xs:sequence maxOccurs="unbounded">
      <xs:choice>
        <xs:element name="X509IssuerSerial" type="tns:X509IssuerSerialType"/>
        <xs:element name="X509SKI" type="${base64}"/>
        <xs:element name="X509SubjectName" type="xs:string"/>
        <xs:element name="X509Certificate" type="${base64}"/>
        <xs:element name="X509CRL" type="${base64}"/>
        <xs:any namespace="##other" processContents="lax"/>
      </xs:choice>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="X509IssuerSerialType">
    <xs:sequence>
      <xs:element name="X509IssuerName" type="xs:string"/>
      <xs:element name="X509SerialNumber" type="xs:integer"/>
    </xs:sequence>
  </xs:complexType>
  <xs:element name="PGPData" type="tns:PGPDataType"/>
  <xs:complexType name="PGPDataType">
    <xs:choice>
      <xs:sequence>
        <xs:element name="PGPKeyID" type="${base64}"/>
        <xs:element name="PGPKeyPacket" type="${base64}" minOccurs="0"/>
        <xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence>
      <xs:sequence>
        <xs:element name="PGPKeyPacket" type="${base64}"/>
        <xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence>
    </xs:choice>
  </xs:complexType>
  <xs:element name="SPKIData" type="tns:SPKIDataType"/>
  <xs:complexType name="SPKIDataType">
    <xs:sequence maxOccurs="unbounded">
      <xs:element name="SPKISexp" type="${base64}"/>
      <xs:any namespace="##other" processContents="lax" minOccurs="0"/>
    </xs:sequence>
  </xs:complexType>
  <xs:element name="Object" type="tns:ObjectType"/>
  <xs:complexType name="ObjectType" mixed="true">
    <xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:any namespace="##any" processContents="lax"/></xs:sequence>
    <xs:attribute name="Id" type="xs:ID"/>
    <xs:attribute name="MimeType" type="xs:string"/>
    <xs:attribute name="Encoding" type="xs:anyURI"/>
  </xs:complexType>
  <xs:element name="Manifest" type="tns:ManifestType"/>
  <xs:complexType name="ManifestType">
    <xs:sequence><xs:element ref="tns:Reference" maxOccurs="unbounded"/></xs:sequence>
    <xs:attribute name="Id" type="xs:ID"/>
  </xs:complexType>
  <xs:element name="SignatureProperties" type="tns:SignaturePropertiesType"/>
  <xs:complexType name="SignaturePropertiesType">
    <xs:sequence><xs:element ref="tns:SignatureProperty" maxOccurs="unbounded"/></xs:sequence>
    <xs:attribute name="Id" type="xs:ID"/>
  </xs:complexType>
  <xs:element name="SignatureProperty" type="tns:SignaturePropertyType"/>
  <xs:complexType name="SignaturePropertyType" mixed="true">
    <xs:choice maxOccurs="unbounded"><xs:any namespace="##other" processContents="lax"/></xs:choice>
    <xs:attribute name="Target" type="xs:anyURI" use="required"/>
    <xs:attribute name="Id" type="xs:ID"/>
  </xs:complexType>
  <xs:element name="DSAKeyValue" type="tns:DSAKeyValueType"/>
  <xs:complexType name="DSAKeyValueType">
    <xs:sequence>
      <xs:sequence minOccurs="0"><xs:element name="P" type="tns:CryptoBinary"/><xs:element name="Q" type="tns:CryptoBinary"/></xs:sequence>
      <xs:element name="G" type="tns:CryptoBinary" minOccurs="0"/>
      <xs:element name="Y" type="tns:CryptoBinary"/>
      <xs:element name="J" type="tns:CryptoBinary" minOccurs="0"/>
      <xs:sequence minOccurs="0"><xs:element name="Seed" type="tns:CryptoBinary"/><xs:element name="PgenCounter" type="tns:CryptoBinary"/></xs:sequence>
    </xs:sequence>
  </xs:complexType>
  <xs:element name="RSAKeyValue" type="tns:RSAKeyValueType"/>
  <xs:complexType name="RSAKeyValueType">
    <xs:sequence><xs:element name="Modulus" type="tns:CryptoBinary"/><xs:element name="Exponent" type="tns:CryptoBinary"/></xs:sequence>
  </xs:complexType>
</xs:schema>`;

/** XML Linking Language: its attributes. */
export const xlinkSchema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/1999/xlink">
${'type href role arcrole title show actuate label from to'
  .split(' ')
  .map((name) => `  <xs:attribute name="${name}" type="${name === 'href' ? 'xs:anyURI' : 'xs:string'}"/>`)
  .join('\n')}
</xs:schema>`;
