/** .NET's own simple types of `.asmx` services. */
export const microsoftTypes = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://microsoft.com/wsdl/types/">
  <xs:simpleType name="char"><xs:restriction base="xs:unsignedShort"/></xs:simpleType>
  <xs:simpleType name="guid">
    <xs:restriction base="xs:string">
      <xs:pattern value="[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"/>
    </xs:restriction>
  </xs:simpleType>
</xs:schema>`;

const serializationUri = 'http://schemas.microsoft.com/2003/10/Serialization/';

const builtIn = (
  'anyType anyURI base64Binary boolean byte dateTime decimal double float int long QName short string ' +
  'unsignedByte unsignedInt unsignedLong unsignedShort'
).split(' ');

/** Simple types and attributes of WCF's data contracts. */
export const serializationSchema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="${serializationUri}" targetNamespace="${serializationUri}" elementFormDefault="qualified" attributeFormDefault="qualified">
${builtIn.map((name) => `  <xs:element name="${name}" nillable="true" type="xs:${name}"/>`).join('\n')}
  <xs:element name="char" nillable="true" type="tns:char"/>
  <xs:element name="duration" nillable="true" type="tns:duration"/>
  <xs:element name="guid" nillable="true" type="tns:guid"/>
  <xs:simpleType name="char"><xs:restriction base="xs:int"/></xs:simpleType>
  <xs:simpleType name="duration">
    <xs:restriction base="xs:duration">
      <xs:pattern value="\\-?P(\\d*D)?(T(\\d*H)?(\\d*M)?(\\d*(\\.\\d*)?S)?)?"/>
      <xs:minInclusive value="-P10675199DT2H48M5.4775808S"/>
      <xs:maxInclusive value="P10675199DT2H48M5.4775807S"/>
    </xs:restriction>
  </xs:simpleType>
  <xs:simpleType name="guid">
    <xs:restriction base="xs:string">
      <xs:pattern value="[\\da-fA-F]{8}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{12}"/>
    </xs:restriction>
  </xs:simpleType>
  <xs:attribute name="FactoryType" type="xs:QName"/>
  <xs:attribute name="Id" type="xs:ID"/>
  <xs:attribute name="Ref" type="xs:IDREF"/>
</xs:schema>`;

/** Arrays of built-in types as WCF's data contracts name them: `ArrayOfstring`. */
export const serializationArrays = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="${serializationUri}Arrays" xmlns:ser="${serializationUri}" targetNamespace="${serializationUri}Arrays" elementFormDefault="qualified">
${[
  ...builtIn.map((name) => ['xs', name] as const),
  ...(['char', 'duration', 'guid'] as const).map((name) => ['ser', name] as const),
]
  .map(([prefix, name]) => arrayOf(prefix, name))
  .join('\n')}
</xs:schema>`;

function arrayOf(prefix: string, name: string): string {
  const nillable = ['string', 'anyType', 'anyURI', 'base64Binary', 'QName'].includes(name) ? ' nillable="true"' : '';
  return `  <xs:complexType name="ArrayOf${name}">
    <xs:sequence><xs:element minOccurs="0" maxOccurs="unbounded" name="${name}"${nillable} type="${prefix}:${name}"/></xs:sequence>
  </xs:complexType>
  <xs:element name="ArrayOf${name}" nillable="true" type="tns:ArrayOf${name}"/>`;
}
