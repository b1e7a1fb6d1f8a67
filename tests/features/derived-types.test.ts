import { type Exports, load, packageOf } from './package.js';

const requests = ['Open', 'Close'];
const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">
  <xs:complexType name="Request" abstract="true"><xs:sequence><xs:element name="version" type="xs:int"/></xs:sequence></xs:complexType>
  <xs:complexType name="Shape" abstract="true"><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType>
  <xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence><xs:element name="radius" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  ${requests
    .map(
      (name) => `<xs:complexType name="${name}Type"><xs:complexContent><xs:extension base="t:Request"><xs:sequence>
    <xs:element name="shape" type="t:Shape" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`,
    )
    .join('')}
  ELEMENTS
</xs:schema>`;
const elements = requests.map((name) => `<xs:element name="${name}" type="t:${name}Type"/>`).join('');

const wsdl = `<definitions name="Door" targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t">
<types>${schema.replace('ELEMENTS', elements)}</types>
${requests.map((name) => `<message name="${name}"><part name="p" element="t:${name}"/></message>`).join('')}
<portType name="Door">${requests.map((name) => `<operation name="${name}"><input message="t:${name}"/><output message="t:${name}"/></operation>`).join('')}</portType>
<binding name="Door" type="t:Door"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${requests.map((name) => `<operation name="${name}"><soap:operation soapAction="${name}"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`).join('')}</binding>
<service name="Door"><port name="Door" binding="t:Door"><soap:address location="https://door.example/"/></port></service>
</definitions>`;

/** The texts of the descriptors of a package, by the name of their type. */
function descriptorsOf(files: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const parts = (files.get('src/schema.ts') ?? '').split(/^export const /m);
  return Object.fromEntries(parts.map((part) => [/^\w+/.exec(part)?.[0] ?? '', part]));
}

describe('the derived types that a descriptor names', () => {
  it('are those of the types that elements have, and not of types that are only extended', async () => {
    const { files } = await packageOf({ 'door.wsdl': wsdl });
    const { Request, Shape } = descriptorsOf(files);
    expect(Request).not.toContain('derived');
    expect(Shape).toMatch(/derived: derivedTypes\(\(\) => \[\s*Circle/);
  });

  it('are all of them in a package without services, whose elements programs may declare', async () => {
    const { files } = await packageOf({ 'door.xsd': schema.replace('ELEMENTS', '') });
    const { Request } = descriptorsOf(files);
    expect(Request).toContain('derivedTypes');
  });

  it('are read and written where an element has the type that they are derived from', async () => {
    const { files } = await packageOf({ 'door.wsdl': wsdl });
    const { Door$open } = load(files) as Exports;
    const { parseXml, formatXml } = await import('../../runtime/src/schema/index.js');
    const value = { version: 1, shape: { $type: 'Circle', id: 2, radius: 3 } };
    const text = formatXml(Door$open.input.element, value);
    expect(text).toContain('xsi:type=');
    expect(parseXml(Door$open.input.element, text)).toEqual(value);
  });
});
