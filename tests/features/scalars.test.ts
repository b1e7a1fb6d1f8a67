import { validate } from '@wsdl-codegen/runtime/schema';
import { wsdl } from '../support/descriptors.js';
import { connect } from './connect.js';
import { findings, type InMemoryPackage, load, packageOf, typeCheck } from './package.js';

const schema = `
  <x:simpleType name="Money"><x:restriction base="x:decimal"><x:fractionDigits value="2"/></x:restriction></x:simpleType>
  <x:simpleType name="Days"><x:list itemType="x:date"/></x:simpleType>
  <x:simpleType name="Date"><x:restriction base="x:dateTime"/></x:simpleType>
  <x:element name="Pay"><x:complexType><x:sequence>
    <x:element name="amount" type="t:Money"/>
    <x:element name="at" type="x:dateTime" nillable="true"/>
    <x:element name="days" type="t:Days" minOccurs="0"/>
    <x:element name="due" type="t:Date" maxOccurs="unbounded"/>
    <x:element name="count" type="x:long" default="7"/>
      <x:element name="extra"><x:complexType><x:attribute name="tip" type="t:Money"/></x:complexType></x:element>
  </x:sequence></x:complexType></x:element>
  <x:element name="PayResponse"><x:complexType><x:sequence><x:element name="PayResult" type="t:Money"/></x:sequence></x:complexType></x:element>`;
const service = `
  <message name="in"><part name="parameters" element="t:Pay"/></message><message name="out"><part name="parameters" element="t:PayResponse"/></message>
  <portType name="pt"><operation name="Pay"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Pay"><soap:operation soapAction="urn:pay"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="Shop"><port name="p" binding="t:b"><soap:address location="http://shop.example/"/></port></service>`;

const scalars = {
  'xs:dateTime': 'Date',
  'xs:date': 'Date',
  'xs:long': 'number',
  '{urn:t}Money': {
    type: 'Money',
    from: './own/money.js',
    parse: 'parseMoney',
    format: 'formatMoney',
    accepts: 'isMoney',
  },
} as const;
const money = `export class Money { readonly cents: number; constructor(cents: number) { this.cents = cents; } }
export function parseMoney(text: string): Money { return new Money(Math.round(Number(text) * 100)); }
export function formatMoney(value: Money): string { return (value.cents / 100).toFixed(2); }
export function isMoney(value: unknown): boolean { return value instanceof Money; }`;

describe('scalar mappings of the config', () => {
  let made: InMemoryPackage;
  const beside = { 'src/own/money.ts': money };
  beforeAll(async () => {
    made = await packageOf({ 'shop.wsdl': wsdl(service, schema) }, { packageName: 'shop', scalars });
  });

  it('are the types of properties, list items, attributes and results; the code imports the module of the user', () => {
    expect(findings(made)).toEqual([]);
    expect(made.files.get('src/types.ts')).toContain("import type { Money as Money$ } from './own/money.js';");
    expect(made.files.get('src/types.ts')).toMatch(/export type Money = Money\$;/);
    expect(made.files.get('src/types.ts')).toMatch(/at: globalThis\.Date \| null;/);
    expect(made.files.get('src/types.ts')).toMatch(/export type Date = globalThis\.Date;/);
    expect(made.files.get('src/types.ts')).toMatch(/export type Days = globalThis\.Date\[\];/);
    expect(made.files.get('src/types.ts')).toMatch(/count: number;/);
    expect(made.files.get('src/types.ts')).toMatch(/tip\?: Money;/);
    const use = `import { ShopClient, type Money } from './index.js';
      import { Money as Own } from './own/money.js';
      const at = new globalThis.Date(0);
      const client = new ShopClient({});
      export const paid: Promise<Own> = client.pay({ amount: new Own(1), at, days: [at], due: [at], count: 1, extra: { tip: new Own(2) } });
      export const same: Money = new Own(3);`;
    expect(typeCheck({ shop: new Map([...made.files, ...Object.entries(beside), ['src/use.ts', use]]) })).toBe('');
  }, 60_000);

  it('apply to the values of clients and servers', async () => {
    const probe = "export * from './index.js'; export * as own from './own/money.js';";
    const exports = load(made.files, { ...beside, 'src/probe.ts': probe }, 'src/probe.ts');
    const { Money } = exports.own;
    let received: unknown;
    const { client, last } = connect(exports, 'Shop', {
      pay: (input: { amount: { cents: number } }) => {
        received = input;
        return new Money(input.amount.cents + 1);
      },
    });
    const at = new Date('2024-05-31T12:30:00Z');
    const day = new Date('2024-05-31');
    const input = { amount: new Money(1250), at, days: [day], due: [at, day], count: 3, extra: { tip: new Money(10) } };
    expect(await client.pay(input)).toEqual(new Money(1251));
    expect(received).toEqual(input);
    expect(last.request).toContain('tip="0.10"');
    expect(last.request).toContain('<days>2024-05-31</days><due>2024-05-31T12:30:00Z</due>');
    expect(validate(exports.elements['{urn:t}Pay'], { ...input, amount: 12.5 })).toMatchObject([{ path: ['amount'] }]);
    await expect(client.pay({ ...input, at: '2024-05-31T12:30:00Z' })).rejects.toThrow(/\/Pay\/at/);
  });

  it('show in the README as values of their types', () => {
    const readme = made.files.get('README.md') ?? '';
    expect(readme).toContain("new Date('2024-05-31T12:30:00Z')");
    expect(readme).toContain('amount: money');
  });
});
