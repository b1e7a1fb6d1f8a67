/** A descriptor of about `bytes` bytes: operations with their messages, each with five types of its own, nested and extended. */
export function largeWsdl(bytes) {
  const parts = { types: [], messages: [], operations: [], bound: [] };
  for (let i = 0, size = 0; size < bytes; i++) {
    const added = { types: types(i), messages: messages(i), operations: operation(i), bound: bound(i) };
    for (const [name, text] of Object.entries(added)) {
      parts[name].push(text);
      size += text.length + 1;
    }
  }
  const join = (name) => parts[name].join('\n');
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:large" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:large">
<types><x:schema targetNamespace="urn:large" elementFormDefault="qualified">
${join('types')}
</x:schema></types>
${join('messages')}
<portType name="Large">${join('operations')}</portType>
<binding name="Large" type="t:Large"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${join('bound')}
</binding>
<service name="Large"><port name="Large" binding="t:Large"><soap:address location="http://large.example/svc"/></port></service>
</definitions>
`;
}

function types(i) {
  const field = (name, type, more = '') => `<x:element name="${name}" type="${type}"${more}/>`;
  const fields = `${field('id', 'x:long')}${field('name', 'x:string', ' minOccurs="0"')}${field('kind', `t:Kind${i}`)}${field('lines', `t:Line${i}`, ' minOccurs="0" maxOccurs="unbounded"')}`;
  const content = `<x:sequence>${fields}</x:sequence><x:attribute name="version" type="x:int"/>`;
  const order =
    i % 10 === 1
      ? `<x:complexContent><x:extension base="t:Order${i - 1}"><x:sequence>${field(`extra${i}`, 'x:date')}</x:sequence></x:extension></x:complexContent>`
      : content;
  return `<x:complexType name="Order${i}"><x:annotation><x:documentation>Order number ${i}.</x:documentation></x:annotation>${order}</x:complexType>
<x:complexType name="Line${i}"><x:sequence>${field('sku', `t:Code${i}`)}${field('amount', 'x:decimal')}<x:choice>${field('piece', 'x:int')}${field('weight', 'x:double')}</x:choice></x:sequence></x:complexType>
<x:simpleType name="Kind${i}"><x:restriction base="x:string"><x:enumeration value="new"/><x:enumeration value="paid"/><x:enumeration value="sent"/></x:restriction></x:simpleType>
<x:simpleType name="Code${i}"><x:restriction base="x:string"><x:maxLength value="20"/></x:restriction></x:simpleType>
<x:element name="Get${i}"><x:complexType><x:sequence>${field('order', `t:Order${i}`)}${field('deep', 'x:boolean')}</x:sequence></x:complexType></x:element>
<x:element name="Get${i}Response"><x:complexType><x:sequence>${field('result', `t:Order${i}`)}</x:sequence></x:complexType></x:element>`;
}

function messages(i) {
  return `<message name="Get${i}In"><part name="parameters" element="t:Get${i}"/></message><message name="Get${i}Out"><part name="parameters" element="t:Get${i}Response"/></message>`;
}

function operation(i) {
  return `<operation name="Get${i}"><input message="t:Get${i}In"/><output message="t:Get${i}Out"/></operation>`;
}

function bound(i) {
  return `<operation name="Get${i}"><soap:operation soapAction="urn:large/Get${i}" style="document"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`;
}
