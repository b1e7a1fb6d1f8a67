import { formatXml, parseXml } from '@wsdl-codegen/runtime';
import type { NamingStrategy } from '../../generator/typescript/names/naming.js';
import { findings, type InMemoryPackage, load, packageOf } from '../features/package.js';

const wsdl = `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shop" xmlns:c="urn:v2.common.shop" targetNamespace="urn:shop">
  <wsdl:types>
    <xs:schema targetNamespace="urn:v2.common.shop">
      <xs:simpleType name="color"><xs:restriction base="xs:string">
        <xs:enumeration value="dark red"/><xs:enumeration value="dark-red"/><xs:enumeration value="1"/>
      </xs:restriction></xs:simpleType>
    </xs:schema>
    <xs:schema targetNamespace="urn:shop" elementFormDefault="qualified">
      <xs:import namespace="urn:v2.common.shop"/>
      <xs:complexType name="item"><xs:sequence><xs:element name="color" type="c:color"/></xs:sequence></xs:complexType>
      <xs:complexType name="Item"><xs:sequence><xs:element name="old" type="xs:string"/></xs:sequence></xs:complexType>
      <xs:complexType name="line"><xs:sequence>
        <xs:element name="part"><xs:complexType><xs:sequence><xs:element name="n" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
      </xs:sequence></xs:complexType>
      <xs:complexType name="longLine"><xs:complexContent><xs:extension base="t:line"><xs:sequence>
        <xs:element name="more" type="t:item"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
      <xs:element name="find"><xs:complexType><xs:sequence><xs:element name="line" type="t:line"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="findResponse"><xs:complexType><xs:sequence><xs:element name="item" type="t:item"/></xs:sequence></xs:complexType></xs:element>
    </xs:schema>
  </wsdl:types>
  <wsdl:message name="in"><wsdl:part name="p" element="t:find"/></wsdl:message>
  <wsdl:message name="out"><wsdl:part name="p" element="t:findResponse"/></wsdl:message>
  <wsdl:portType name="P">
    <wsdl:operation name="find"><wsdl:input message="t:in"/><wsdl:output message="t:out"/></wsdl:operation>
    <wsdl:operation name="seek"><wsdl:input message="t:in"/><wsdl:output message="t:out"/></wsdl:operation>
  </wsdl:portType>
  <wsdl:binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="find"><soap:operation soapAction="f"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>
    <wsdl:operation name="seek"><soap:operation soapAction="s"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>
  </wsdl:binding>
  <wsdl:service name="ShopV2"><wsdl:port name="P" binding="t:B"><soap:address location="http://localhost/"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

const packageWith = (...rules: readonly Partial<NamingStrategy>[]): Promise<InMemoryPackage> =>
  packageOf({ 'shop.wsdl': wsdl }, { naming: rules.map((own, i) => ({ by: `plugin-${i}`, rules: own })) });

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const invalid: readonly (readonly [keyof NamingStrategy, Partial<NamingStrategy>])[] = [
  ['type', { type: () => 'a b' }],
  ['type', { type: () => 'class' }],
  ['type', { type: (_, standard) => `${standard}$` }],
  ['enumMember', { enumMember: () => '__proto__' }],
  ['enumMember', { enumMember: () => '' }],
  ['method', { method: () => 'then' }],
  ['method', { method: () => 'a-b' }],
  ['service', { service: () => 'Shop V2' }],
  ['namespace', { namespace: () => '../up' }],
  ['namespace', { namespace: () => 'con' }],
  ['type', { type: () => Promise.resolve('X') as unknown as string }],
];

describe('a naming strategy', () => {
  it('names types, members, methods, services and namespaces', async () => {
    const { files, diagnostics } = await packageWith({
      type: ({ name }) => `${capital(name)}Dto`,
      enumMember: ({ value }) => (value === '1' ? 'One' : value.replace(/\W(.)/g, (_, next: string) => capital(next))),
      method: ({ operation }, standard) => (operation === 'seek' ? 'search' : standard),
      service: ({ name }) => name.replace(/V\d$/, ''),
      namespace: ({ uri }, standard) => (uri === 'urn:v2.common.shop' ? 'common' : standard),
    });
    expect(diagnostics).toEqual([]);
    expect([...files.keys()].filter((path) => path.startsWith('src/'))).toEqual(
      expect.arrayContaining([
        'src/types/common.ts',
        'src/schema/common.ts',
        'src/shop.client.ts',
        'src/shop.server.ts',
      ]),
    );
    expect(files.get('src/types.ts')).toContain('export interface LongLineDto extends LineDto {');
    expect(files.get('src/types.ts')).toContain("import type * as common from './types/common.js';");
    expect(files.get('src/types.ts')).toContain('color: common.ColorDto;');
    expect(files.get('src/shop.client.ts')).toMatch(/class ShopClient[\s\S]* search\(/);
    const types = load(files, {}, 'src/types/common.ts');
    expect(types.ColorDto).toEqual({ 'dark red': 'dark red', 'dark-red': 'dark-red', One: '1' });
  });

  it('keeps standard names where two answers collide, on both sides', async () => {
    const { files } = await packageWith({ type: ({ name }) => capital(name), method: () => 'run' });
    const names = [...(files.get('src/types.ts') ?? '').matchAll(/^export (?:interface|type) (\S+)/gm)].map(
      (m) => m[1],
    );
    expect(names).toEqual(expect.arrayContaining(['Item', 'item', 'Line', 'LongLine', 'Line$part', 'Line$']));
    expect(files.get('src/shop-v2.client.ts')).toMatch(/ find\([\s\S]* seek\(/);
  });

  it('gives one layer the answers of the layer before it', async () => {
    const { files } = await packageWith({ service: () => 'Store' }, { service: (_, standard) => `${standard}Api` });
    expect(files.get('src/store-api.client.ts')).toContain('class StoreApiClient');
  });

  it('decodes and encodes under the new names', async () => {
    const { files } = await packageWith({ type: ({ name }) => `${capital(name)}Dto` });
    const schema = load(files, {}, 'src/schema.ts');
    const line = { part: { n: 1 }, more: { color: 'dark red' }, $type: 'LongLineDto' };
    const xml = formatXml(schema.find$element, { line });
    expect(xml).toContain(':longLine"');
    expect(parseXml(schema.find$element, xml)).toEqual({ line });
  });

  it.each(invalid)(
    'that gives an invalid name for %s is reported, and the standard name is used',
    async (rule, rules) => {
      const { files, diagnostics } = await packageWith(rules);
      const standard = await packageWith();
      expect(diagnostics[0]).toMatchObject({ code: 'plugin/invalid-name', severity: 'error' });
      expect(diagnostics[0]?.message).toContain('"plugin-0"');
      expect(diagnostics[0]?.help).toContain(`names.${rule}`);
      expect(files).toEqual(standard.files);
    },
  );

  it('that throws is reported, and not asked again', async () => {
    const fail = (): never => {
      throw new Error('No rule for this.');
    };
    const failed = await packageWith({ type: fail, method: fail });
    expect(findings(failed)).toEqual(['plugin/failed']);
    expect(failed.diagnostics[0]?.message).toBe('The plug-in "plugin-0" failed in "names.type": No rule for this.');
  });
});
