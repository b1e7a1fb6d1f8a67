import { SoapFault } from '@wsdl-codegen/runtime';
import { wsdl } from '../support/descriptors.js';
import { connect } from './connect.js';
import { type Exports, findings, load, packageOf, typeCheck } from './package.js';

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

const operation = (name: string, more: string): string =>
  `<operation name="${name}"><soap:operation soapAction="urn:${name}" style="rpc"/>${more}</operation>`;
const rpcBody = '<soap:body use="literal" namespace="urn:t"/>';
const related = (part: string): string =>
  `<mime:multipartRelated><mime:part>${rpcBody}</mime:part><mime:part><mime:content part="${part}" type="image/png"/></mime:part></mime:multipartRelated>`;
const header = (message: string): string => `<soap:header message="t:${message}" part="Part" use="literal"/>`;
const desk = wsdl(
  `<message name="BuyIn"><part name="ItemID" type="x:int"/><part name="Note" type="x:string"/><part name="note" type="x:string"/></message>
   <message name="BuyOut"><part name="OrderID" type="x:int"/><part name="Paid" type="x:boolean"/></message>
   <message name="ScanIn"><part name="PageNo" type="x:int"/><part name="FirstPage" type="x:base64Binary"/></message>
   <message name="ScanOut"><part name="Copies" type="x:int"/></message>
   <message name="Ticket"><part name="Part" element="t:UserTicket"/></message><message name="Quota"><part name="Part" element="t:RestQuota"/></message>
   <message name="Refused"><part name="Refusal" element="t:Refusal"/></message>
   <message name="FindIn"><part name="SearchText" type="x:string"/><part name="MaxHits" type="x:int"/></message>
   <message name="FindOut"><part name="Body" element="t:Hits"/></message>
   <portType name="pt">
     <operation name="Buy"><input message="t:BuyIn"/><output message="t:BuyOut"/><fault name="Refused" message="t:Refused"/></operation>
     <operation name="Scan"><input message="t:ScanIn"/><output message="t:ScanOut"/></operation>
   </portType>
   <portType name="http"><operation name="Find"><input message="t:FindIn"/><output message="t:FindOut"/></operation></portType>
   <binding name="b" type="t:pt"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
     ${operation(
       'Buy',
       `<input>${rpcBody}${header('Ticket')}</input><output>${rpcBody}${header('Quota')}</output><fault name="Refused"><soap:fault name="Refused" use="literal"/></fault>`,
     )}
     ${operation('Scan', `<input>${related('FirstPage')}</input><output>${rpcBody}</output>`)}
   </binding>
   <binding name="h" type="t:http"><http:binding verb="GET"/><operation name="Find"><http:operation location="/Find"/>
     <input><http:urlEncoded/></input><output><mime:mimeXml part="Body"/></output></operation></binding>
   <service name="Desk"><port name="p" binding="t:b"><soap:address location="http://desk.example/svc"/></port>
     <port name="q" binding="t:h"><http:address location="http://desk.example/svc"/></port></service>`,
  `<x:element name="UserTicket" type="x:string"/><x:element name="RestQuota" type="x:int"/><x:element name="Hits" type="x:int"/>
   <x:element name="Refusal"><x:complexType><x:sequence><x:element name="MaxCount" type="x:int"/></x:sequence></x:complexType></x:element>`,
);

describe('messages without a type, in camel case', () => {
  it('have parts, attachments, header blocks, details of faults and parameters of HTTP by these names', async () => {
    const made = await packageOf({ 'desk.wsdl': desk }, { packageName: 'desk', properties: 'camelCase' });
    expect(findings(made)).toEqual([]);
    expect(typeCheck({ desk: made.files })).toBe('');
    const seen: unknown[] = [];
    const implementation = {
      buy: (input: { itemID: number; Note: string; note: string }, context: Exports) => {
        seen.push(input, context.soapHeaders);
        context.responseSoapHeaders.restQuota = 3;
        if (input.itemID === 0) {
          throw new SoapFault('No.', { fault: 'Refused', detail: { maxCount: 9 } });
        }
        return { orderID: 5, paid: true };
      },
      scan: (input: Exports) => input.pageNo + input.firstPage.content.length,
      find: (input: unknown) => {
        seen.push(input);
        return 8;
      },
    };
    const { client, last } = connect(load(made.files), 'Desk', implementation);
    const order = { itemID: 7, Note: 'a', note: 'b' };
    let answered: unknown;
    const onResponse = ({ soapHeaders }: Exports): void => {
      answered = soapHeaders;
    };
    expect(await client.buy(order, { soapHeaders: { userTicket: 'x' }, onResponse })).toEqual({
      orderID: 5,
      paid: true,
    });
    expect(seen).toEqual([order, { userTicket: 'x' }]);
    expect(answered).toEqual({ restQuota: 3 });
    expect(last.request).toMatch(/<UserTicket .*<ItemID [^>]*>7<.*<Note [^>]*>a<.*<note [^>]*>b</s);
    expect(last.response).toMatch(/<RestQuota .*<OrderID [^>]*>5<.*<Paid [^>]*>true</s);
    await expect(client.buy({ ...order, itemID: 0 })).rejects.toMatchObject({
      faultName: 'Refused',
      detail: { maxCount: 9 },
    });
    const content = Uint8Array.of(1, 2);
    expect(await client.scan({ pageNo: 1, firstPage: { contentType: 'image/png', content } })).toBe(3);
    expect(await client.find({ searchText: 'é', maxHits: 2 }, { binding: 'httpGet' })).toBe(8);
    expect(last.url).toMatch(/\?SearchText=%C3%A9&MaxHits=2$/);
    expect(seen.at(-1)).toEqual({ searchText: 'é', maxHits: 2 });
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
    const options = { namespaces: { 'urn:lists_*.acme': 'lists' }, roots: ['*'] };
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

  it.each([{ 'urn:*': 'all' }, { 'urn:lists_*': 'shop' }])(
    'are told if several would share one: %j (typescript/shared-namespace-name)',
    async (namespaces) => {
      const made = await packageOf(sources('2023'), { namespaces, roots: ['*'] });
      expect(findings(made)).toEqual(['typescript/shared-namespace-name']);
    },
  );
});
