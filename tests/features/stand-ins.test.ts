import { type ElementDescriptor, formatXml, parseXml, toJsonSchema, validate } from '@wsdl-codegen/runtime/schema';
import { findings, type InMemoryPackage, load, packageOf, typeCheck } from './package.js';

/** Complex types with simple content in the place of the simple type that they are derived from. */
const bill = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:bill" targetNamespace="urn:bill" elementFormDefault="qualified">
  <xs:element name="bill">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="sum" type="Money"/>
        <xs:element name="item" type="Money" minOccurs="0" maxOccurs="unbounded"/>
        <xs:element name="tip" type="Money" nillable="true" minOccurs="0"/>
        <xs:element name="plain" type="Money" block="extension" minOccurs="0"/>
        <xs:element name="exact" type="Money" block="restriction" minOccurs="0"/>
        <xs:element name="note" type="xs:string" minOccurs="0"/>
      </xs:sequence>
    </xs:complexType>
  </xs:element>
  <xs:simpleType name="Money"><xs:restriction base="xs:decimal"><xs:minInclusive value="0"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="SmallMoney"><xs:restriction base="Money"><xs:maxInclusive value="10"/></xs:restriction></xs:simpleType>
  <xs:complexType name="Priced"><xs:simpleContent><xs:extension base="Money"><xs:attribute name="currency" type="xs:string" use="required"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:complexType name="Taxed"><xs:simpleContent><xs:extension base="Priced"><xs:attribute name="rate" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:complexType name="Change"><xs:simpleContent><xs:extension base="SmallMoney"><xs:attribute name="coins" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:complexType name="Remark"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="by" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>
</xs:schema>`;

const document = (content: string): string =>
  `<bill xmlns="urn:bill" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</bill>`;

describe('types with attributes that stand in for a simple type', () => {
  let made: InMemoryPackage;
  let element: ElementDescriptor;
  beforeAll(async () => {
    made = await packageOf({ 'bill.xsd': bill });
    element = load(made.files).elements['{urn:bill}bill'];
  });

  it('are objects, identified by $type, in a union with the plain value', () => {
    expect(findings(made)).toEqual([]);
    const value = parseXml(
      element,
      document(
        '<sum xsi:type="Taxed" currency="EUR" rate="7">9.5</sum><item>1</item><item xsi:type="Change" coins="3">2</item><item xsi:type="SmallMoney">4</item>',
      ),
      { strict: true },
    );
    expect(value).toEqual({
      sum: { $type: 'Taxed', $value: '9.5', currency: 'EUR', rate: 7 },
      item: ['1', { $type: 'Change', $value: '2', coins: 3 }, '4'],
    });
    const written = formatXml(element, value);
    expect(parseXml(element, written, { strict: true })).toEqual(value);
    expect(validate(element, value)).toEqual([]);
  });

  it('are checked like any value', () => {
    const codes = (sum: unknown): readonly string[] => validate(element, { sum, item: [] }).map(({ code }) => code);
    expect(codes({ $type: 'Priced', $value: '-1', currency: 'EUR' })).toEqual(['minInclusive']);
    expect(codes({ $type: 'Priced', $value: '1' })).toHaveLength(1);
    expect(codes({ $type: 'Remark', $value: '1' })).toHaveLength(1);
    expect(() => formatXml(element, { sum: { $type: 'Other', $value: '1' }, item: [] })).toThrow('sum');
    expect(() => parseXml(element, document('<sum xsi:type="Priced">1</sum>'))).toThrow('currency');
  });

  it('are nil with their attributes', () => {
    const text = document('<sum>1</sum><tip xsi:type="Priced" xsi:nil="true" currency="EUR"/>');
    const value = parseXml(element, text, { strict: true });
    expect((value as { tip: unknown }).tip).toEqual({ $type: 'Priced', $nil: true, currency: 'EUR' });
    expect(parseXml(element, formatXml(element, value))).toEqual(value);
  });

  it('are allowed only if the element allows them', () => {
    const strict = (content: string) => () => parseXml(element, document(`<sum>1</sum>${content}`), { strict: true });
    expect(strict('<plain xsi:type="Priced" currency="EUR">1</plain>')).toThrow('Priced');
    expect(strict('<exact xsi:type="Change" coins="1">1</exact>')).toThrow('Change');
    expect(strict('<exact xsi:type="Priced" currency="EUR">1</exact>')()).toMatchObject({
      exact: { $type: 'Priced', currency: 'EUR' },
    });
  });

  it('are unions in TypeScript, and in JSON Schema', () => {
    const program = `import type { bill } from './index.js';
      export const value: bill = { sum: '1', item: ['2', { $type: 'Taxed', $value: '3', currency: 'EUR' }], tip: null };
      export function read({ sum }: bill): string { return typeof sum === 'string' ? sum : sum.$type === 'Change' ? String(sum.coins) : sum.currency; }
      export const text: bill['note'] = 'a text stays one';
      // @ts-expect-error no such type may stand here
      export const wrong: bill = { sum: { $type: 'Remark', $value: '1' }, item: [] };`;
    expect(typeCheck({ bill: new Map([...made.files, ['src/program.ts', program]]) })).toBe('');
    expect(JSON.stringify(toJsonSchema(element))).toContain('"$type":{"const":"Change"}');
  }, 60_000);

  it('are ignored in the place of built-in types: lenient readers report the attributes, strict ones refuse', () => {
    const text = document('<sum>1</sum><note xsi:type="Remark" by="me">hello</note>');
    const passed: string[] = [];
    const onUnknown = ({ kind, name }: { kind: string; name: string }) => void passed.push(`${kind} ${name}`);
    expect(parseXml(element, text, { onUnknown })).toMatchObject({ note: 'hello' });
    expect(passed).toEqual(['attribute by']);
    expect(() => parseXml(element, text, { strict: true })).toThrow(
      'a value of this simple type has no place for the attributes of "{urn:bill}Remark"',
    );
  });

  it('stay in a package with selected operations', async () => {
    const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:bill" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:bill"><types>${bill}</types>
      <message name="m"><part name="p" element="t:bill"/></message><portType name="P"><operation name="Pay"><input message="t:m"/></operation></portType>
      <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Pay"><soap:operation soapAction="pay"/><input><soap:body use="literal"/></input></operation></binding>
      <service name="S"><port name="B" binding="t:B"><soap:address location="http://s.example/"/></port></service></definitions>`;
    const { contract } = await packageOf({ 's.wsdl': wsdl }, { include: ['S.Pay'] });
    const names = contract.types.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['{urn:bill}Change', '{urn:bill}Priced', '{urn:bill}Taxed']));
  });
});
