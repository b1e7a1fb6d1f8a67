/** The service that hostile requests and answers are made for: every kind of type and binding that bytes can reach. */

/** Namespace of its types. */
export const namespace = 'urn:l';

const many = 'minOccurs="0" maxOccurs="unbounded"';

const content = `
<x:element name="s" type="x:string" minOccurs="0"/><x:element name="i" type="x:integer" minOccurs="0"/>
<x:element name="d" type="x:decimal" minOccurs="0"/><x:element name="f" type="x:double" minOccurs="0"/>
<x:element name="b" type="x:base64Binary" ${many}/><x:element name="h" type="x:hexBinary" minOccurs="0"/>
<x:element name="dt" type="x:dateTime" minOccurs="0"/><x:element name="dur" type="x:duration" minOccurs="0"/>
<x:element name="q" type="x:QName" minOccurs="0"/><x:element name="uri" type="x:anyURI" minOccurs="0"/>
<x:element name="tok" type="x:token" minOccurs="0"/><x:element name="lang" type="x:language" minOccurs="0"/>
<x:element name="list" minOccurs="0"><x:simpleType><x:list itemType="x:int"/></x:simpleType></x:element>
<x:element name="qs" minOccurs="0"><x:simpleType><x:list itemType="x:QName"/></x:simpleType></x:element>
<x:element name="ids" minOccurs="0" type="x:NMTOKENS"/>
<x:element name="e" type="t:Colour" minOccurs="0"/><x:element name="p" type="t:Code" minOccurs="0"/>
<x:element name="n" type="x:int" ${many} nillable="true"/><x:element name="any" type="x:anyType" ${many}/>
<x:element name="base" type="t:Base" ${many}/>
<x:element name="un" ${many}><x:simpleType><x:union memberTypes="x:int x:dateTime x:double x:duration x:string"/></x:simpleType></x:element>
<x:element name="bad" ${many}><x:simpleType><x:union memberTypes="x:int x:dateTime x:double x:duration"/></x:simpleType></x:element>
<x:element name="tree" type="t:Tree" minOccurs="0"/><x:element name="mixed" type="t:Mixed" minOccurs="0"/>
<x:element name="data" minOccurs="0"><x:complexType><x:sequence><x:element ref="x:schema"/><x:any/></x:sequence></x:complexType></x:element>
<x:any minOccurs="0" maxOccurs="unbounded" namespace="##other" processContents="lax"/>`;

const message = `<x:complexType><x:sequence>${content}</x:sequence><x:anyAttribute processContents="lax"/></x:complexType>`;

const schema = `<x:schema targetNamespace="urn:l" elementFormDefault="qualified">
<x:element name="Echo">${message}</x:element><x:element name="EchoResponse">${message}</x:element>
<x:complexType name="Base" abstract="true"><x:sequence><x:element name="a" type="x:string" minOccurs="0"/></x:sequence></x:complexType>
<x:complexType name="User"><x:complexContent><x:extension base="t:Base"><x:sequence><x:element name="name" type="x:string" minOccurs="0"/></x:sequence></x:extension></x:complexContent></x:complexType>
<x:complexType name="Tree"><x:sequence><x:element name="label" type="x:string" minOccurs="0"/><x:element name="child" type="t:Tree" ${many}/></x:sequence></x:complexType>
<x:complexType name="Mixed" mixed="true"><x:sequence><x:element name="b" type="x:string" ${many}/></x:sequence></x:complexType>
<x:simpleType name="Colour"><x:restriction base="x:string"><x:enumeration value="red"/><x:enumeration value="green"/></x:restriction></x:simpleType>
<x:simpleType name="Code"><x:restriction base="x:string"><x:pattern value="([a-z]+ ?)+[0-9]"/></x:restriction></x:simpleType>
<x:complexType name="Ints"><x:complexContent><x:restriction base="c:Array"><x:attribute ref="c:arrayType" w:arrayType="x:int[]"/></x:restriction></x:complexContent></x:complexType>
<x:complexType name="Node"><x:sequence><x:element name="v" type="x:string" minOccurs="0" form="unqualified"/><x:element name="l" type="t:Node" minOccurs="0" form="unqualified"/><x:element name="r" type="t:Node" minOccurs="0" form="unqualified"/></x:sequence></x:complexType>
<x:complexType name="Nodes"><x:complexContent><x:restriction base="c:Array"><x:attribute ref="c:arrayType" w:arrayType="t:Node[]"/></x:restriction></x:complexContent></x:complexType>
<x:element name="Refused" type="t:Tree"/><x:element name="Ticket" type="t:Tree"/>
<x:element name="anyType" type="x:anyType"/><x:element name="string" type="x:string"/>
</x:schema>`;

const messages = `
<message name="EI"><part name="parameters" element="t:Echo"/></message><message name="EO"><part name="parameters" element="t:EchoResponse"/></message>
<message name="HI"><part name="ticket" element="t:Ticket"/></message><message name="RF"><part name="refused" element="t:Refused"/></message>
<message name="GI"><part name="s" type="x:string"/><part name="n" type="x:int"/></message><message name="GO"><part name="Body" element="t:anyType"/></message>
<message name="PI"><part name="ints" type="t:Ints"/><part name="node" type="t:Node"/><part name="nodes" type="t:Nodes"/><part name="any" type="x:anyType"/></message>
<message name="PO"><part name="ints" type="t:Ints"/><part name="node" type="t:Node"/><part name="nodes" type="t:Nodes"/><part name="any" type="x:anyType"/></message>`;

const ports = `
<portType name="P"><operation name="Echo"><input message="t:EI"/><output message="t:EO"/><fault name="refused" message="t:RF"/></operation></portType>
<portType name="G"><operation name="Look"><input message="t:GI"/><output message="t:GO"/></operation></portType>
<portType name="Q"><operation name="Put"><input message="t:PI"/><output message="t:PO"/></operation></portType>`;

const soapBinding = (name: string, prefix: string): string => `
<binding name="${name}" type="t:P"><${prefix}:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="Echo"><${prefix}:operation soapAction="urn:l/Echo"/>
<input><${prefix}:header message="t:HI" part="ticket" use="literal"/><${prefix}:body use="literal"/></input>
<output><${prefix}:body use="literal"/></output><fault name="refused"><${prefix}:fault name="refused" use="literal"/></fault></operation></binding>`;

const httpBinding = (name: string, verb: string, input: string): string => `
<binding name="${name}" type="t:G"><http:binding verb="${verb}"/><operation name="Look"><http:operation location="/Look"/>
<input>${input}</input><output><mime:mimeXml part="Body"/></output></operation></binding>`;

const encoded =
  '<soap:body use="encoded" namespace="urn:l" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>';

/** The descriptor. */
export const serviceWsdl: string = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:w="http://schemas.xmlsoap.org/wsdl/"
xmlns:t="urn:l" targetNamespace="urn:l" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:c="http://schemas.xmlsoap.org/soap/encoding/"
xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"
xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" name="Lit">
<types>${schema}</types>${messages}${ports}${soapBinding('B', 'soap')}${soapBinding('B12', 'soap12')}
${httpBinding('BG', 'GET', '<http:urlEncoded/>')}
${httpBinding('BP', 'POST', '<mime:content type="application/x-www-form-urlencoded"/>')}
<binding name="BE" type="t:Q"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Put">
<soap:operation soapAction="put"/><input>${encoded}</input><output>${encoded}</output></operation></binding>
<service name="Lit"><port name="S" binding="t:B"><soap:address location="http://h/Lit.asmx"/></port>
<port name="S12" binding="t:B12"><soap12:address location="http://h/Lit.asmx"/></port>
<port name="G" binding="t:BG"><http:address location="http://h/Lit.asmx"/></port>
<port name="Po" binding="t:BP"><http:address location="http://h/Lit.asmx"/></port></service>
<service name="Enc"><port name="E" binding="t:BE"><soap:address location="http://h/Enc.asmx"/></port></service></definitions>`;
