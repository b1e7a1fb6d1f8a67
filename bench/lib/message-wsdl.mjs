/**
 * A WSDL with one operation whose answer is a message: the element `root` of the first schema. A schema is its namespace and the text of its components, in
 * which `t` is the first namespace, and `n1`, `n2`… are the others.
 */
export function messageWsdl({ name, schemas, root }) {
  const [[main]] = schemas;
  const prefixes = schemas.map(([namespace], i) => `xmlns:${i === 0 ? 't' : `n${i}`}="${namespace}"`).join(' ');
  const imports = (own) =>
    schemas
      .filter(([namespace]) => namespace !== own)
      .map(([namespace]) => `<xs:import namespace="${namespace}"/>`)
      .join('');
  const texts = schemas.map(
    ([namespace, text]) =>
      `<xs:schema targetNamespace="${namespace}" elementFormDefault="qualified">${imports(namespace)}${text}</xs:schema>`,
  );
  const input = `<xs:element name="Input"><xs:complexType><xs:sequence/></xs:complexType></xs:element></xs:schema>`;
  texts[0] = texts[0].replace(/<\/xs:schema>$/, input);
  return `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" ${prefixes} targetNamespace="${main}">
<wsdl:types>${texts.join('\n')}</wsdl:types>
<wsdl:message name="in"><wsdl:part name="parameters" element="t:Input"/></wsdl:message>
<wsdl:message name="out"><wsdl:part name="parameters" element="t:${root}"/></wsdl:message>
<wsdl:portType name="P"><wsdl:operation name="Run"><wsdl:input message="t:in"/><wsdl:output message="t:out"/></wsdl:operation></wsdl:portType>
<wsdl:binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><wsdl:operation name="Run"><soap:operation soapAction="${main}Run"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation></wsdl:binding>
<wsdl:service name="${name}"><wsdl:port name="P" binding="t:B"><soap:address location="http://localhost/${name}"/></wsdl:port></wsdl:service>
</wsdl:definitions>
`;
}

/** The schema of a message, for those of one namespace; undefined for others. */
export function messageSchema({ schemas }) {
  const [[namespace, components]] = schemas;
  return schemas.length > 1
    ? undefined
    : `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="${namespace}" targetNamespace="${namespace}" elementFormDefault="qualified">${components}</xs:schema>`;
}

/** An element declaration; `more` has further attributes. */
export const field = (name, type, more = '') => `<xs:element name="${name}" type="${type}" ${more}/>`;
export const optional = 'minOccurs="0"';
export const many = 'minOccurs="0" maxOccurs="unbounded"';
/** A complex type of a sequence, with attributes. */
export const type = (name, content, attributes = '') =>
  `<xs:complexType name="${name}"><xs:sequence>${content}</xs:sequence>${attributes}</xs:complexType>`;
/** An element with a sequence in it. */
export const root = (name, content) =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;
/** A list of so many values. */
export const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));
