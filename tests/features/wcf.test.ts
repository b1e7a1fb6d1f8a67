import { formatXml, parseTree, parseXml } from '@wsdl-codegen/runtime';
import { sample, validate } from '@wsdl-codegen/runtime/schema';
import { connect } from './connect.js';
import { type Exports, findings, type InMemoryPackage, load, packageOf, typeCheck } from './package.js';

const ser = 'http://schemas.microsoft.com/2003/10/Serialization/';
const data = 'http://schemas.datacontract.org/2004/07/Shop';

/** The annotation that WCF writes for an enumeration value that is not the next one. */
const enumerationValue = (value: number): string =>
  `<xs:annotation><xs:appinfo><EnumerationValue xmlns="${ser}">${value}</EnumerationValue></xs:appinfo></xs:annotation>`;

const messages = `<xs:schema elementFormDefault="qualified" targetNamespace="http://tempuri.org/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:import namespace="${data}"/><xs:import namespace="${ser}Arrays"/><xs:import namespace="${ser}"/>
  <xs:element name="Save"><xs:complexType><xs:sequence>
    <xs:element minOccurs="0" name="customer" nillable="true" type="q1:Customer" xmlns:q1="${data}"/>
    <xs:element minOccurs="0" name="stock" nillable="true" type="q2:ArrayOfKeyValueOfstringint" xmlns:q2="${ser}Arrays"/>
    <xs:element minOccurs="0" name="rights" type="q3:Rights" xmlns:q3="${data}"/>
    <xs:element minOccurs="0" name="grade" type="q4:char" xmlns:q4="${ser}"/>
    <xs:element minOccurs="0" name="span" type="q5:duration" xmlns:q5="${ser}"/>
    <xs:element minOccurs="0" name="key" nillable="true" type="q6:guid" xmlns:q6="${ser}"/>
    <xs:element minOccurs="0" name="names" nillable="true" type="q7:ArrayOfstring" xmlns:q7="${ser}Arrays"/>
    <xs:element minOccurs="0" name="count" nillable="true" type="xs:int"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:element name="SaveResponse"><xs:complexType><xs:sequence>
    <xs:element minOccurs="0" name="SaveResult" nillable="true" type="q8:Customer" xmlns:q8="${data}"/>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

const arrays = `<xs:schema elementFormDefault="qualified" targetNamespace="${ser}Arrays" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="${ser}Arrays">
  <xs:complexType name="ArrayOfKeyValueOfstringint">
    <xs:annotation><xs:appinfo><IsDictionary xmlns="${ser}">true</IsDictionary></xs:appinfo></xs:annotation>
    <xs:sequence><xs:element minOccurs="0" maxOccurs="unbounded" name="KeyValueOfstringint"><xs:complexType><xs:sequence>
      <xs:element name="Key" nillable="true" type="xs:string"/><xs:element name="Value" type="xs:int"/>
    </xs:sequence></xs:complexType></xs:element></xs:sequence>
  </xs:complexType>
  <xs:element name="ArrayOfKeyValueOfstringint" nillable="true" type="tns:ArrayOfKeyValueOfstringint"/>
  <xs:complexType name="ArrayOfstring"><xs:sequence><xs:element minOccurs="0" maxOccurs="unbounded" name="string" nillable="true" type="xs:string"/></xs:sequence></xs:complexType>
</xs:schema>`;

const contracts = `<xs:schema elementFormDefault="qualified" targetNamespace="${data}" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="${data}" xmlns:ser="${ser}">
  <xs:import namespace="${ser}"/>
  <xs:complexType name="Customer">
    <xs:sequence>
      <xs:element minOccurs="0" name="Friend" nillable="true" type="tns:Customer"/>
      <xs:element minOccurs="0" name="Level" type="tns:Level"><xs:annotation><xs:appinfo><DefaultValue EmitDefaultValue="false" xmlns="${ser}"/></xs:appinfo></xs:annotation></xs:element>
      <xs:element minOccurs="0" name="Name" nillable="true" type="xs:string"/>
    </xs:sequence>
    <xs:attribute ref="ser:Id"/><xs:attribute ref="ser:Ref"/>
  </xs:complexType>
  <xs:element name="Customer" nillable="true" type="tns:Customer"/>
  <xs:complexType name="VipCustomer"><xs:complexContent mixed="false"><xs:extension base="tns:Customer"><xs:sequence><xs:element minOccurs="0" name="Rebate" type="xs:decimal"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Made"><xs:annotation><xs:appinfo><IsValueType xmlns="${ser}">true</IsValueType></xs:appinfo></xs:annotation><xs:sequence/><xs:attribute ref="ser:FactoryType"/></xs:complexType>
  <xs:element name="Made" type="tns:Made"/>
  <xs:simpleType name="Level"><xs:restriction base="xs:string">
    <xs:enumeration value="Low">${enumerationValue(10)}</xs:enumeration><xs:enumeration value="High">${enumerationValue(20)}</xs:enumeration>
  </xs:restriction></xs:simpleType>
  <xs:simpleType name="Rights"><xs:list><xs:simpleType><xs:restriction base="xs:string">
    <xs:enumeration value="Read">${enumerationValue(1)}</xs:enumeration><xs:enumeration value="Write">${enumerationValue(4)}</xs:enumeration>
  </xs:restriction></xs:simpleType></xs:list></xs:simpleType>
  <xs:element name="Rights" nillable="true" type="tns:Rights"/>
</xs:schema>`;

/** A document as `?singleWsdl` answers: everything in one, with the policy of the binding at its root. */
function singleWsdl(schemas: string, policy = ''): string {
  return `<wsdl:definitions name="Shop" targetNamespace="http://tempuri.org/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:tns="http://tempuri.org/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata" xmlns:wsaw="http://www.w3.org/2006/05/addressing/wsdl" xmlns:wsp="http://schemas.xmlsoap.org/ws/2004/09/policy" xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd">
${policy}<wsdl:types>${schemas}</wsdl:types>
<wsdl:message name="IShop_Save_InputMessage"><wsdl:part name="parameters" element="tns:Save"/></wsdl:message>
<wsdl:message name="IShop_Save_OutputMessage"><wsdl:part name="parameters" element="tns:SaveResponse"/></wsdl:message>
<wsdl:portType name="IShop"><wsdl:operation name="Save">
  <wsdl:input wsaw:Action="http://tempuri.org/IShop/Save" message="tns:IShop_Save_InputMessage"/><wsdl:output wsaw:Action="http://tempuri.org/IShop/SaveResponse" message="tns:IShop_Save_OutputMessage"/>
</wsdl:operation></wsdl:portType>
<wsdl:binding name="BasicHttpBinding_IShop" type="tns:IShop">${policy === '' ? '' : '<wsp:PolicyReference URI="#BasicHttpBinding_IShop_policy"/>'}<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  <wsdl:operation name="Save"><soap:operation soapAction="http://tempuri.org/IShop/Save" style="document"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>
</wsdl:binding>
<wsdl:service name="Shop"><wsdl:port name="BasicHttpBinding_IShop" binding="tns:BasicHttpBinding_IShop"><soap:address location="http://shop.example/Shop.svc"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;
}

/** The package's module of a namespace. */
function text({ files }: InMemoryPackage): string {
  return [...files].flatMap(([path, content]) => (path.startsWith('src/types') ? [content] : [])).join('\n');
}

describe('a service of WCF, as singleWsdl publishes it', () => {
  let made: InMemoryPackage;
  let exports: Exports;

  beforeAll(async () => {
    made = await packageOf({ 'shop.wsdl': singleWsdl(messages + arrays + contracts) });
    exports = load(made.files);
  });

  it('has types for dictionaries, flags, enumerations, chars, and the types that prefixes on the element itself name', () => {
    expect(findings(made)).toEqual([]);
    expect(text(made)).toMatch(
      /export type ArrayOfKeyValueOfstringint = ArrayOfKeyValueOfstringint\$KeyValueOfstringint\[\];/,
    );
    const use = `import { ShopClient } from './index.js';
      const client = new ShopClient({});
      export async function save(): Promise<'Low' | 'High' | undefined> {
        const stock: { Key: string | null; Value: number }[] = [{ Key: 'a', Value: 1 }];
        const saved = await client.save({ customer: { Name: null, Level: 'High' }, stock, rights: ['Read', 'Write'], grade: 'A', span: 'PT1H', names: ['a', null], count: null });
        if (saved?.$type === 'VipCustomer') console.log(saved.Rebate);
        return saved?.Level;
      }`;
    expect(typeCheck({ shop: new Map([...made.files, ['src/use.ts', use]]) })).toBe('');
  }, 60_000);

  it('is called with all of them, and answers them', async () => {
    let received: unknown;
    const { client, last } = connect(exports, 'Shop', {
      save: (input: Exports) => {
        received = input;
        return input.customer;
      },
    });
    const input = {
      customer: { $type: 'VipCustomer', Name: 'Ann', Level: 'High', Rebate: '2.50' },
      stock: [
        { Key: 'a', Value: 1 },
        { Key: null, Value: -2 },
      ],
      rights: ['Read', 'Write'],
      grade: 'A',
      span: 'PT1H30M',
      key: '2fbf1c5e-8a6d-4a52-9c0d-3f8b6f0a7e11',
      names: ['a', null, ''],
      count: null,
    };
    expect(await client.save(input)).toEqual(input.customer);
    expect(received).toEqual(input);
    expect(last.request.replace(/<(\/?)ns\d+:/g, '<$1')).toContain('<rights>Read Write</rights><grade>65</grade>');
    expect(last.requestHeaders).toMatchObject({ SOAPAction: '"http://tempuri.org/IShop/Save"' });
  });

  it('distinguishes absent, nil and empty values', async () => {
    const { client, last } = connect(exports, 'Shop', { save: ({ customer }: Exports) => customer });
    for (const customer of [{}, { Name: null }, { Name: '' }, null, undefined]) {
      expect(await client.save({ ...(customer !== undefined && { customer }) })).toEqual(customer);
    }
    await client.save({ stock: [], names: null });
    expect(last.request.replace(/ns\d+:/g, '')).toMatch(/<stock\s*\/?>.*<names [^>]*nil="true"\s*\/>/);
  });

  it('keeps which object is which in contracts with IsReference', () => {
    const element = exports.elements[`{${data}}Customer`];
    const document = `<Customer xmlns="${data}" xmlns:z="${ser}" z:Id="i1"><Friend z:Id="i2"><Friend z:Ref="i1"/><Name>Bo</Name></Friend><Name>Ann</Name></Customer>`;
    const value = parseXml<Exports>(element, document);
    expect(value).toEqual({ Id: 'i1', Name: 'Ann', Friend: { Id: 'i2', Name: 'Bo', Friend: { Ref: 'i1' } } });
    const again = parseTree(formatXml(element, value));
    expect(JSON.stringify(again)).toContain('"Ref","value":"i1"');
    expect(parseXml(element, formatXml(element, value))).toEqual(value);
    const factory = exports.elements[`{${data}}Made`];
    const made = parseXml<Exports>(
      factory,
      `<Made xmlns="${data}" xmlns:z="${ser}" z:FactoryType="a:F" xmlns:a="urn:a"/>`,
    );
    expect(made).toEqual({ FactoryType: { namespace: 'urn:a', name: 'F' } });
    expect(parseXml(factory, formatXml(factory, made))).toEqual(made);
  });

  it('refuses values that are none of a duration, guid, char, flag or dictionary', () => {
    const element = exports.elements['{http://tempuri.org/}Save'];
    const issues = validate(element, { span: 'P1Y', key: 'x', grade: 'AB', rights: ['Erase'], stock: [{ Key: 'a' }] });
    expect(issues.map(({ path }) => path.join('.'))).toEqual(['stock.0.Value', 'rights.0', 'grade', 'span', 'key']);
    expect(validate(element, sample(element))).toEqual([]);
  });
});

describe('namespaces of WCF that nobody defines', () => {
  it('are known', async () => {
    const made = await packageOf({
      'shop.wsdl': singleWsdl(messages.replace(/.*ArrayOfKeyValue.*\n/, '') + contracts),
    });
    expect(findings(made)).toEqual([]);
    expect(text(made)).toMatch(/names\?: (\w+\.)?ArrayOfstring \| null;/);
    expect(text(made)).toContain('grade?: string;');
  });
});

describe('a policy of WCF', () => {
  it('is reported at the binding that it is for, and costs nothing else', async () => {
    const security = 'xmlns:sp="http://schemas.xmlsoap.org/ws/2005/07/securitypolicy"';
    const policy = `<wsp:Policy wsu:Id="BasicHttpBinding_IShop_policy"><wsp:ExactlyOne><wsp:All><http:NegotiateAuthentication xmlns:http="http://schemas.microsoft.com/ws/06/2004/policy/http"/><sp:TransportBinding ${security}><wsp:Policy><sp:TransportToken><wsp:Policy><sp:HttpsToken RequireClientCertificate="false"/></wsp:Policy></sp:TransportToken></wsp:Policy></sp:TransportBinding><wsaw:UsingAddressing/></wsp:All></wsp:ExactlyOne></wsp:Policy>`;
    const made = await packageOf({ 'shop.wsdl': singleWsdl(messages + arrays + contracts, policy) });
    expect(findings(made)).toEqual(['wsdl/policy 53:62']);
    const [found] = made.diagnostics;
    expect(found?.message).toContain('requires NTLM or Kerberos;');
    expect(Object.keys(load(made.files))).toContain('ShopClient');
  });
});
