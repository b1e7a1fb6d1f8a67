import { formatXml, parseXml } from '@wsdl-codegen/runtime';
import { validate, validateXml } from '@wsdl-codegen/runtime/schema';
import { wsdl } from '../support/descriptors.js';
import { connect } from './connect.js';
import { findings, type InMemoryPackage, load, packageOf, typeCheck } from './package.js';

const schema = `
  <x:simpleType name="Color"><x:restriction base="x:string"><x:enumeration value="red"/><x:enumeration value="blue"/></x:restriction></x:simpleType>
  <x:complexType name="Paint"><x:sequence>
    <x:element name="color" type="t:Color"/>
    <x:element name="size" minOccurs="0"><x:simpleType><x:restriction base="x:token"><x:enumeration value="S"/><x:enumeration value="L"/></x:restriction></x:simpleType></x:element>
    <x:element name="grade" minOccurs="0"><x:simpleType><x:restriction base="x:int"><x:enumeration value="1"/><x:enumeration value="2"/></x:restriction></x:simpleType></x:element>
  </x:sequence><x:attribute name="trim" type="t:Color"/></x:complexType>
  <x:element name="Get"><x:complexType><x:sequence><x:element name="color" type="t:Color"/></x:sequence></x:complexType></x:element>
  <x:element name="GetResponse"><x:complexType><x:sequence><x:element name="paint" type="t:Paint"/></x:sequence></x:complexType></x:element>`;
const service = `
  <message name="in"><part name="parameters" element="t:Get"/></message><message name="out"><part name="parameters" element="t:GetResponse"/></message>
  <portType name="pt"><operation name="Get"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Get"><soap:operation soapAction="urn:get"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="Shop"><port name="p" binding="t:b"><soap:address location="http://shop.example/"/></port></service>`;

describe('open enumerations', () => {
  let made: InMemoryPackage;
  beforeAll(async () => {
    made = await packageOf({ 'shop.wsdl': wsdl(service, schema) }, { packageName: 'shop', enumerations: 'open' });
  });

  it('have types that take further texts, with the known values as constants', () => {
    expect(findings(made)).toEqual([]);
    const types = made.files.get('src/types.ts') ?? '';
    expect(types).toContain('export type Color = (typeof Color)[keyof typeof Color] | (string & {});');
    expect(types).toContain('(typeof Paint$size)[keyof typeof Paint$size] | (string & {});');
    expect(types).toContain('grade?: 1 | 2;');
    const use = `import { Color, type Paint } from './index.js';
      export const paint: Paint = { color: Color.red, trim: 'green', size: 'XL', grade: 1 };
      // @ts-expect-error
      export const wrong: Paint = { color: 5 };`;
    expect(typeCheck({ shop: new Map([...made.files, ['src/use.ts', use]]) })).toBe('');
  }, 60_000);

  it('are read and sent with values that the schema does not have', async () => {
    const paint = { color: 'green', trim: 'grey', size: 'XL', grade: 2 };
    const { client, last } = connect(load(made.files), 'Shop', { get: () => paint });
    expect(await client.get({ color: 'green' })).toEqual(paint);
    expect(last.request).toContain('green');
  });

  it('are checked by validate and by strict readers', () => {
    const root = load(made.files).elements['{urn:t}Get'];
    expect(validate(root, { color: 'green' }).map(({ code }) => code)).toEqual(['enumeration']);
    const text = formatXml(root, { color: 'green' });
    expect(parseXml(root, text)).toEqual({ color: 'green' });
    expect(() => parseXml(root, text, { strict: true })).toThrow(/enumerat/);
    expect(validateXml(root, text)).toHaveLength(1);
  });

  it('are closed by default', async () => {
    const closed = await packageOf({ 'shop.wsdl': wsdl(service, schema) });
    expect(closed.files.get('src/types.ts')).not.toContain('string & {}');
    const root = load(closed.files).elements['{urn:t}Get'];
    expect(() => parseXml(root, '<Get xmlns="urn:t"><color>green</color></Get>')).toThrow(/enumerated/);
  });
});

describe('tolerant members', () => {
  const types = `
    <x:complexType name="Base"><x:sequence><x:element name="id" type="x:int"/></x:sequence><x:attribute name="at" type="x:date" use="required"/></x:complexType>
    <x:complexType name="Order"><x:complexContent><x:extension base="t:Base"><x:sequence>
      <x:element name="name" type="x:string"/><x:element name="line" type="x:int" maxOccurs="9"/>
      <x:choice><x:element name="card" type="x:string"/><x:element name="cash" type="x:int"/></x:choice>
      <x:element name="toString" type="x:string" minOccurs="0"/>
    </x:sequence></x:extension></x:complexContent></x:complexType>
    <x:element name="Get"><x:complexType><x:sequence><x:element name="id" type="x:int"/></x:sequence></x:complexType></x:element>
    <x:element name="GetResponse"><x:complexType><x:sequence><x:element name="order" type="t:Order"/></x:sequence></x:complexType></x:element>`;
  let made: InMemoryPackage;
  beforeAll(async () => {
    made = await packageOf({ 'shop.wsdl': wsdl(service, types) }, { packageName: 'shop', members: 'tolerant' });
  });

  it('are optional in TypeScript, but for lists and what tells branches apart', () => {
    expect(findings(made)).toEqual([]);
    const text = made.files.get('src/types.ts') ?? '';
    expect(text).toMatch(/interface Base \{\n {2}id\?: number;\n {2}at\?: string;/);
    expect(text).toMatch(/name\?: string;\n[^\n]*\n +line: number\[\];/);
    expect(text).toContain('Choice<{ card: string } | { cash: number }>');
    const use = `import { type Order, ShopClient } from './index.js';
      export const answer: Promise<Order | undefined> = new ShopClient({}).get({ id: 1 });`;
    expect(typeCheck({ shop: new Map([...made.files, ['src/use.ts', use]]) })).toBe('');
  }, 60_000);

  it('are absent where a document leaves them out', () => {
    const root = load(made.files).elements['{urn:t}GetResponse'];
    const told: string[] = [];
    const onUnknown = ({ kind, path }: { kind: string; path: string }): number => told.push(`${kind} ${path}`);
    const read = (text: string): unknown =>
      parseXml(root, `<GetResponse xmlns="urn:t">${text}</GetResponse>`, { onUnknown });
    expect(read('')).toStrictEqual({});
    expect(read('<order><id/><card>x</card></order>')).toStrictEqual({ order: { line: [], card: 'x' } });
    expect(told).toEqual([
      'missing /GetResponse/order',
      'missing /GetResponse/order/at',
      'empty /GetResponse/order/id',
      'missing /GetResponse/order/id',
      'missing /GetResponse/order/name',
    ]);
    expect(() => read('<order/>')).toThrow(/one of card, cash is missing/);
  });

  it('are required by writers, validate and strict readers', () => {
    const root = load(made.files).elements['{urn:t}Get'];
    expect(() => formatXml(root, {})).toThrow(/id/);
    expect(validate(root, {}).map(({ code }) => code)).toEqual(['missing-element']);
    expect(() => parseXml(root, '<Get xmlns="urn:t"/>', { strict: true })).toThrow(/element "id" is missing/);
  });
});
