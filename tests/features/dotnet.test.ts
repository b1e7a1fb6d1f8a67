import { formatXml, parseTree, parseXml } from '@wsdl-codegen/runtime';
import { sample, validate } from '@wsdl-codegen/runtime/schema';
import { wsdl } from '../support/descriptors.js';
import { connect } from './connect.js';
import { findings, load, packageOf, typeCheck } from './package.js';

const service = (input: string, output: string): string => `
  <message name="in"><part name="parameters" element="t:${input}"/></message><message name="out"><part name="parameters" element="t:${output}"/></message>
  <portType name="pt"><operation name="Get"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Get"><soap:operation soapAction="urn:get"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="Net"><port name="p" binding="t:b"><soap:address location="http://net.example/svc"/></port></service>`;

/** A value without what the infoset leaves free: where namespaces are declared, and by which prefixes. */
function bare(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part: unknown) => (key === 'declarations' || key === 'prefix' ? undefined : part)),
  );
}

describe('a DataSet', () => {
  const schema = `
    <x:element name="Get"><x:complexType/></x:element>
    <x:element name="GetResponse"><x:complexType><x:sequence><x:element minOccurs="0" maxOccurs="1" name="GetResult"><x:complexType><x:sequence><x:element ref="x:schema"/><x:any/></x:sequence></x:complexType></x:element></x:sequence></x:complexType></x:element>`;

  it('is a lossless tree of its schema and its rows', async () => {
    const made = await packageOf({ 'net.wsdl': wsdl(service('Get', 'GetResponse'), schema) });
    expect(findings(made)).toEqual([]);
    expect(typeCheck({ net: made.files })).toBe('');
    const { elements, ...exports } = load(made.files);
    const text = `<GetResponse xmlns="urn:t"><GetResult><x:schema id="NewDataSet" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:m="urn:schemas-microsoft-com:xml-msdata"><x:element name="NewDataSet" m:IsDataSet="true"/></x:schema><d:diffgram xmlns:d="urn:schemas-microsoft-com:xml-diffgram-v1"><NewDataSet xmlns=""><Row d:id="Row1"><a>1</a></Row></NewDataSet></d:diffgram></GetResult></GetResponse>`;
    const value = parseXml(elements['{urn:t}GetResponse'], text);
    const written = formatXml(elements['{urn:t}GetResponse'], value);
    expect(bare(parseTree(written))).toEqual(bare(parseTree(text)));
    const result = (value as { GetResult: unknown }).GetResult;
    const { client, last } = connect({ ...exports, elements }, 'Net', { get: () => result });
    expect(bare(await client.get())).toEqual(bare(result));
    expect(last.response).toContain('<Row d:id="Row1"><a>1</a></Row>');
  }, 60_000);
});

describe('flags, char and guid', () => {
  const schema = `
    <x:import namespace="http://microsoft.com/wsdl/types/"/>
    <x:simpleType name="Rights"><x:list><x:simpleType><x:restriction base="x:string"><x:enumeration value="Read"/><x:enumeration value="Write"/></x:restriction></x:simpleType></x:list></x:simpleType>
    <x:simpleType xmlns:s="http://microsoft.com/wsdl/types/" name="Id"><x:restriction base="s:guid"/></x:simpleType>
    <x:element name="Get"><x:complexType><x:sequence><x:element name="rights" type="t:Rights"/><x:element name="grade" type="s:char" xmlns:s="http://microsoft.com/wsdl/types/"/><x:element name="id" type="t:Id"/><x:element name="q" type="q1:Rights" xmlns:q1="urn:t"/></x:sequence></x:complexType></x:element>
    <x:element name="GetResponse"><x:complexType><x:sequence><x:element name="GetResult" type="t:Rights"/></x:sequence></x:complexType></x:element>`;

  it('are arrays of literals, one character, and text', async () => {
    const made = await packageOf({ 'net.wsdl': wsdl(service('Get', 'GetResponse'), schema) });
    expect(findings(made)).toEqual([]);
    const use = `import { NetClient } from './index.js';
      export const rights: Promise<('Read' | 'Write')[]> = new NetClient({}).get({ rights: ['Read'], grade: 'A', id: '2fbf1c5e-8a6d-4a52-9c0d-3f8b6f0a7e11', q: [] });`;
    expect(typeCheck({ net: new Map([...made.files, ['src/use.ts', use]]) })).toBe('');
    const { client, last } = connect(load(made.files), 'Net', { get: ({ rights }: { rights: string[] }) => rights });
    const id = '2fbf1c5e-8a6d-4a52-9c0d-3f8b6f0a7e11';
    expect(await client.get({ rights: ['Read', 'Write'], grade: 'A', id, q: [] })).toEqual(['Read', 'Write']);
    expect(last.request).toContain('<rights>Read Write</rights><grade>65</grade>');
  }, 60_000);
});

describe('ArrayOf types', () => {
  const schema = `
    <x:complexType name="ArrayOfLine"><x:sequence><x:element name="Line" type="t:Line" minOccurs="0" maxOccurs="unbounded" nillable="true"/></x:sequence></x:complexType>
    <x:complexType name="ArrayOfArrayOfInt"><x:sequence><x:element name="ArrayOfInt" type="t:ArrayOfInt" minOccurs="0" maxOccurs="unbounded"/></x:sequence></x:complexType>
    <x:complexType name="ArrayOfInt"><x:sequence><x:element name="int" type="x:int" minOccurs="0" maxOccurs="unbounded"/></x:sequence></x:complexType>
    <x:complexType name="ArrayOfTagged"><x:sequence><x:element name="tag" type="x:int" minOccurs="0" maxOccurs="unbounded"/></x:sequence><x:attribute name="a" type="x:int"/></x:complexType>
    <x:complexType name="Line"><x:sequence><x:element name="sku" type="x:string"/></x:sequence></x:complexType>
    <x:element name="Get"><x:complexType><x:sequence>
      <x:element name="lines" type="t:ArrayOfLine" minOccurs="0" nillable="true"/><x:element name="grid" type="t:ArrayOfArrayOfInt" minOccurs="0"/><x:element name="tagged" type="t:ArrayOfTagged" minOccurs="0"/>
    </x:sequence></x:complexType></x:element>
    <x:element name="GetResponse"><x:complexType><x:sequence><x:element name="GetResult" type="t:ArrayOfLine" minOccurs="0" nillable="true"/></x:sequence></x:complexType></x:element>`;

  it('are arrays; absent, nil, empty and items that are nil stay what they are', async () => {
    const made = await packageOf({ 'net.wsdl': wsdl(service('Get', 'GetResponse'), schema) });
    expect(findings(made)).toEqual([]);
    expect(made.files.get('src/types.ts')).toContain('export type ArrayOfLine = (Line | null)[];');
    const use = `import { NetClient } from './index.js';
      export const lines: Promise<({ sku: string } | null)[] | null | undefined> = new NetClient({}).get({ lines: [{ sku: 'a' }], grid: [[1], []], tagged: { tag: [1], a: 2 } });`;
    expect(typeCheck({ net: new Map([...made.files, ['src/use.ts', use]]) })).toBe('');
    const exports = load(made.files);
    let received: unknown;
    const { client, last } = connect(exports, 'Net', {
      get: (input: { lines?: unknown }) => {
        received = input;
        return input.lines;
      },
    });
    for (const lines of [[{ sku: 'a' }, null], [], null, undefined]) {
      const input = { ...(lines !== undefined && { lines }), grid: [[1, 2], [], [3]] };
      expect(await client.get(input)).toEqual(lines);
      expect(received).toEqual(input);
    }
    await client.get({ lines: [] });
    expect(last.request).toMatch(/<lines\s*\/>|<lines><\/lines>/);
    const issues = validate(exports.elements['{urn:t}Get'], { lines: [{ sku: 'a' }, { sku: 1 }], grid: [{}] });
    expect(issues.map(({ path }) => path)).toEqual([
      ['lines', 1, 'sku'],
      ['grid', 0],
    ]);
    const example = sample(exports.elements['{urn:t}Get']);
    expect(validate(exports.elements['{urn:t}Get'], example)).toEqual([]);
  }, 60_000);

  it('are objects when the config says so', async () => {
    const made = await packageOf({ 'net.wsdl': wsdl(service('Get', 'GetResponse'), schema) }, { wrappedArrays: true });
    expect(made.files.get('src/types.ts')).toContain('export interface ArrayOfLine {');
  });
});
