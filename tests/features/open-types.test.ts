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
