import { findings, load, packageOf, typeCheck } from './package.js';

const schema = (namespace: string, content: string): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shop" targetNamespace="${namespace}" elementFormDefault="qualified">${content}</xs:schema>`;
const order = `<xs:complexType name="Base"><xs:sequence><xs:element name="OrderID" type="xs:int"/></xs:sequence>
    <xs:attribute name="Version" type="xs:string"/></xs:complexType>
  <xs:element name="Order"><xs:complexType><xs:complexContent><xs:extension base="t:Base"><xs:sequence>
    <xs:element name="ShipTo" type="xs:string" maxOccurs="unbounded"/><xs:element name="Ship-Date" type="xs:string" minOccurs="0"/>
    <xs:choice><xs:element name="NetPrice" type="xs:int"/><xs:element name="GrossPrice" type="xs:int"/></xs:choice>
    <xs:element name="Note" type="xs:string"/><xs:element name="note" type="xs:string"/>
  </xs:sequence></xs:extension></xs:complexContent></xs:complexType></xs:element>`;

describe('properties in camel case', () => {
  it('keep the names on the wire where documents are read and written', async () => {
    const made = await packageOf({ 'a.xsd': schema('urn:shop', order) }, { properties: 'camelCase' });
    expect(findings(made)).toEqual([]);
    const { elements } = load(made.files);
    const runtime = jest.requireActual<typeof import('@wsdl-codegen/runtime')>('@wsdl-codegen/runtime');
    const element = elements['{urn:shop}Order'];
    const value = {
      orderID: 7,
      version: '2',
      shipTo: ['a', 'b'],
      'ship-Date': undefined,
      netPrice: 1,
      Note: 'N',
      note: 'n',
    };
    const { 'ship-Date': _, ...given } = value;
    const xml = runtime.formatXml(element, { ...given, shipDate: 'today' });
    expect(xml).toMatch(/<(?:ns1:)?Order[^>]* Version="2"/);
    for (const name of ['OrderID', 'ShipTo', 'Ship-Date', 'NetPrice', 'Note', 'note']) {
      expect(xml).toMatch(new RegExp(`<(?:ns1:)?${name}>`));
    }
    expect(runtime.parseXml(element, xml)).toEqual({ ...given, shipDate: 'today' });
    expect(typeCheck({ shop: made.files })).toBe('');
  });

  it('are the names on the wire unless the option says so', async () => {
    const { files } = await packageOf({ 'a.xsd': schema('urn:shop', order) });
    expect(files.get('src/types.ts')).toContain('  ShipTo: string[];');
  });
});

describe('names of namespaces', () => {
  const sources = (version: string): Readonly<Record<string, string>> => ({
    'a.xsd': schema('urn:shop', `<xs:import namespace="urn:lists_${version}.acme" schemaLocation="b.xsd"/>${order}`),
    'b.xsd': schema(
      `urn:lists_${version}.acme`,
      '<xs:complexType name="Point"><xs:attribute name="x" type="xs:int"/></xs:complexType>',
    ),
  });

  it('do not depend on the version in them', async () => {
    const options = { namespaces: { 'urn:lists_*.acme': 'lists' } };
    const [old, young] = [await packageOf(sources('2023'), options), await packageOf(sources('2024'), options)];
    expect(findings(old)).toEqual([]);
    expect(old.files.get('src/index.ts')).toContain("export * as lists from './types/lists.js';");
    expect([...young.files.keys()]).toEqual([...old.files.keys()]);
    expect(young.files.get('src/types/lists.ts')).toBe(old.files.get('src/types/lists.ts'));
  });

  it('are told if nothing has them (typescript/unknown-namespace)', async () => {
    const made = await packageOf(sources('2023'), { namespaces: { 'urn:other': 'other' } });
    expect(findings(made)).toEqual(['typescript/unknown-namespace']);
  });
});
