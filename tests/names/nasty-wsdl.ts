import { wsdl } from '../support/descriptors.js';
import { distinctNames } from './nasty.js';

/**
 * A descriptor in which each name is that of a complex type, a simple type's kin, a global element, a property, an attribute, an
 * enumeration's value and an operation.
 */
export function nastyWsdl(names: readonly string[] = distinctNames): string {
  const members = names.map((name) => `<x:element name="${name}" type="x:int" minOccurs="0"/>`).join('');
  const attributes = names.map((name) => `<x:attribute name="${name}" type="x:int"/>`).join('');
  const schema = `
    ${names.map((name, i) => (i % 3 === 0 ? simple(name, i) : complex(name, names[(i + 1) % names.length] ?? name))).join('\n')}
    ${names.map((name) => `<x:element name="${name}" type="t:${name}"/>`).join('\n')}
    <x:element name="Everything"><x:complexType><x:sequence>${members}</x:sequence>${attributes}</x:complexType></x:element>
    <x:element name="Either"><x:complexType><x:choice>${members}</x:choice></x:complexType></x:element>
    <x:simpleType name="Values"><x:restriction base="x:string">${names.map((name) => `<x:enumeration value="${name}"/>`).join('')}</x:restriction></x:simpleType>
    <x:element name="Value" type="t:Values"/>`;
  const messages = names
    .map((name) => `<message name="m.${name}"><part name="body" element="t:${name}"/></message>`)
    .join('\n');
  const operations = (body: (name: string) => string): string =>
    names.map((name) => `<operation name="${name}">${body(name)}</operation>`).join('\n');
  const literal = '<soap:body use="literal"/>';
  return wsdl(
    `${messages}
     <portType name="pt">${operations((name) => `<input message="t:m.${name}"/><output message="t:m.${name}"/>`)}</portType>
     <binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
       ${operations((name) => `<soap:operation soapAction="urn:t/${name}"/><input>${literal}</input><output>${literal}</output>`)}</binding>
     <service name="nasty"><port name="p" binding="t:b"><soap:address location="http://nasty.example/svc"/></port></service>
     <service name="Order"><port name="p" binding="t:b"><soap:address location="http://nasty.example/order"/></port></service>`,
    schema,
  );
}

function simple(name: string, i: number): string {
  const facet =
    i % 2 === 0 ? '<x:enumeration value="one"/><x:enumeration value="constructor"/>' : '<x:maxLength value="9"/>';
  return `<x:simpleType name="${name}"><x:restriction base="x:string">${facet}</x:restriction></x:simpleType>`;
}

function complex(name: string, other: string): string {
  // Two elements of one name and different types would be no valid content.
  const clash = [name, other].includes('element') || name === other;
  if (clash) {
    return `<x:complexType name="${name}"><x:sequence><x:element name="${name}" type="x:int"/><x:element name="other-one" type="x:int" minOccurs="0"/></x:sequence></x:complexType>`;
  }
  return `<x:complexType name="${name}"><x:sequence><x:element name="${name}" type="x:int"/><x:element name="${other}" type="t:${other}" minOccurs="0"/><x:element name="element" minOccurs="0"><x:complexType><x:attribute name="${name}" type="x:string"/></x:complexType></x:element></x:sequence></x:complexType>`;
}
