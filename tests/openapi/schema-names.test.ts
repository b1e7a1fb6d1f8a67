import { type OpenApiDocument, openApi, openApiPlugin } from '@wsdl-codegen/openapi';
import { descriptorsOf, generate, readContract } from 'wsdl-codegen';
import { run } from '../calls/runner.js';
import { TestProject } from '../support/test-project.js';

/** Schemas of a document have the names of the TypeScript types, and those of members in camel case have their texts. */

const text = (what: string): string => `<xs:annotation><xs:documentation>${what}</xs:documentation></xs:annotation>`;
const schema = (namespace: string, content: string): string => `
  <xs:schema targetNamespace="${namespace}" xmlns:c="urn:common" elementFormDefault="qualified">${content}</xs:schema>`;

const wsdl = `<definitions name="Shop" targetNamespace="urn:shop" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:shop"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types>${schema(
    'urn:common',
    `<xs:complexType name="Money"><xs:sequence><xs:element name="Amount" type="xs:decimal"/></xs:sequence></xs:complexType>
     <xs:complexType name="Address"><xs:sequence><xs:element name="City" type="xs:string"/></xs:sequence></xs:complexType>`,
  )}${schema(
    'urn:shop',
    `<xs:import namespace="urn:common"/>
     <xs:element name="order"><xs:complexType><xs:sequence>
       <xs:element name="Customer-Name" type="xs:string">${text('Who buys.')}</xs:element>
       <xs:element name="item" maxOccurs="9"><xs:complexType><xs:sequence><xs:element name="kind" type="t:item-kind"/></xs:sequence></xs:complexType></xs:element>
       <xs:element name="of" type="t:order"/>
       <xs:element name="money" type="t:Money"/>
       <xs:element name="price" type="c:Money"/>
       <xs:element name="to" type="c:Address"/>
     </xs:sequence></xs:complexType></xs:element>
     <xs:complexType name="order"><xs:sequence><xs:element name="id" type="xs:long"/></xs:sequence></xs:complexType>
     <xs:complexType name="Money"><xs:sequence><xs:element name="gold" type="t:größe"/></xs:sequence></xs:complexType>
     <xs:complexType name="größe"><xs:sequence><xs:element name="size" type="xs:int"/></xs:sequence></xs:complexType>
     <xs:simpleType name="item-kind"><xs:restriction base="xs:string"><xs:enumeration value="book"/><xs:enumeration value="toy"/></xs:restriction></xs:simpleType>`,
  )}</types>
  <message name="In"><part name="body" element="t:order"/></message>
  <message name="Out"><part name="body" element="t:order"/></message>
  <portType name="Shop"><operation name="order"><input message="t:In"/><output message="t:Out"/></operation></portType>
  <binding name="Shop" type="t:Shop"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="order"><soap:operation soapAction="urn:o"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="Shop"><port name="Shop" binding="t:Shop"><soap:address location="https://shop.example/shop"/></port></service>
</definitions>`;

/** Names of schemas with the characters that components may not have. */
function plainNames({ components }: OpenApiDocument): readonly string[] {
  return Object.keys(components.schemas)
    .filter((name) => !name.startsWith('Http.'))
    .map((name) =>
      name.replace(/_u([0-9A-F]{4})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
    )
    .sort();
}

/** The names of types that a package declares, as a program that imports it has them. */
function typeNames(files: ReadonlyMap<string, string>): readonly string[] {
  const declared = (path: string): readonly string[] =>
    [...(files.get(path) ?? '').matchAll(/^export (?:interface|type) ([^\s<=]+)/gm)].map(([, name = '']) => name);
  const main = declared('src/types.ts');
  const common = declared('src/types/common.ts');
  return [...main, ...common.map((name) => (main.includes(name) ? `common.${name}` : name))].sort();
}

let project: TestProject;
beforeEach(() => {
  project = new TestProject();
  project.write('shop.wsdl', wsdl);
});
afterEach(() => project.remove());

const inputs = ['shop.wsdl'];

it('the command, the plug-in and descriptors have the names of the types', async () => {
  const { files, diagnostics } = await generate({
    name: 'shop',
    inputs,
    workingFolder: project.folder,
    plugins: [openApiPlugin()],
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const names = typeNames(files);
  expect(names).toEqual(expect.arrayContaining(['Money', 'common.Money', 'order', 'order$', 'order$item', 'größe']));
  const { out } = await run(project.folder, ['openapi', ...inputs]);
  const { contract } = await readContract({ inputs, workingFolder: project.folder });
  const { services, nameOf } = await descriptorsOf(contract);
  const documents = [
    JSON.parse(files.get('openapi.json') ?? '') as OpenApiDocument,
    JSON.parse(out) as OpenApiDocument,
    openApi([...services.values()], { nameOf }),
  ];
  for (const document of documents) {
    expect(plainNames(document)).toEqual(names);
  }
});

it('members that the config has in camel case keep their texts', async () => {
  const { files } = await generate({
    name: 'shop',
    inputs,
    workingFolder: project.folder,
    properties: 'camelCase',
    plugins: [openApiPlugin()],
  });
  const { components } = JSON.parse(files.get('openapi.json') ?? '') as OpenApiDocument;
  expect(components.schemas.order).toMatchObject({ properties: { customerName: { description: 'Who buys.' } } });
});
