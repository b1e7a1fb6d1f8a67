import { messageValidator, XmlEncodeError } from '@wsdl-codegen/runtime';
import { formatXml } from '@wsdl-codegen/runtime/schema';
import { wsdl } from '../support/descriptors.js';
import { connect } from './connect.js';
import { type InMemoryPackage, load, packageOf } from './package.js';

const kinds = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;

const operation = (action: string): string => `<operation name="Pay">${action}</operation>`;
const soap = (prefix: string): string =>
  operation(
    `<${prefix}:operation soapAction="urn:t/Pay" style="document"/><input><${prefix}:body use="literal"/></input><output><${prefix}:body use="literal"/></output>`,
  );
const http = (input: string): string =>
  operation(`<http:operation location="/Pay"/><input>${input}</input><output><mime:mimeXml part="Body"/></output>`);

/** An `.asmx` service with facets, in all four bindings. */
const descriptor = wsdl(
  `<message name="In"><part name="parameters" element="t:Pay"/></message>
   <message name="Out"><part name="parameters" element="t:PayResponse"/></message>
   <message name="FieldsIn"><part name="sessionId" type="t:Code"/><part name="amount" type="t:Amount"/></message>
   <message name="FieldsOut"><part name="Body" element="t:Code"/></message>
   <portType name="Soap"><operation name="Pay"><input message="t:In"/><output message="t:Out"/></operation></portType>
   <portType name="Get"><operation name="Pay"><input message="t:FieldsIn"/><output message="t:FieldsOut"/></operation></portType>
   <portType name="Post"><operation name="Pay"><input message="t:FieldsIn"/><output message="t:FieldsOut"/></operation></portType>
   <binding name="Soap" type="t:Soap"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${soap('soap')}</binding>
   <binding name="Soap12" type="t:Soap"><soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/>${soap('soap12')}</binding>
   <binding name="Get" type="t:Get"><http:binding verb="GET"/>${http('<http:urlEncoded/>')}</binding>
   <binding name="Post" type="t:Post"><http:binding verb="POST"/>${http('<mime:content type="application/x-www-form-urlencoded"/>')}</binding>
   <service name="Bank">
     <port name="BankSoap" binding="t:Soap"><soap:address location="http://example/Bank.asmx"/></port>
     <port name="BankSoap12" binding="t:Soap12"><soap12:address location="http://example/Bank.asmx"/></port>
     <port name="BankGet" binding="t:Get"><http:address location="http://example/Bank.asmx"/></port>
     <port name="BankPost" binding="t:Post"><http:address location="http://example/Bank.asmx"/></port></service>`,
  `<x:simpleType name="Code"><x:restriction base="x:string"><x:maxLength value="4"/></x:restriction></x:simpleType>
   <x:simpleType name="Amount"><x:restriction base="x:int"><x:maxInclusive value="100"/></x:restriction></x:simpleType>
   <x:element name="Code" type="t:Code"/>
   <x:element name="Pay"><x:complexType><x:sequence><x:element name="sessionId" type="t:Code" minOccurs="0"/><x:element name="amount" type="t:Amount"/></x:sequence></x:complexType></x:element>
   <x:element name="PayResponse"><x:complexType><x:sequence><x:element name="PayResult" type="t:Code" minOccurs="0"/></x:sequence></x:complexType></x:element>
   <x:element name="Order"><x:complexType><x:sequence><x:element name="lines" maxOccurs="2"><x:complexType><x:sequence><x:element name="article" type="x:string"/></x:sequence><x:attribute name="count" type="x:int"/></x:complexType></x:element></x:sequence></x:complexType></x:element>`,
);

let made: InMemoryPackage;
beforeAll(async () => {
  made = await packageOf({ 'bank.wsdl': descriptor });
});

const good = { sessionId: 's', amount: 5 };

describe.each(kinds)('over %s', (binding) => {
  it('a misspelt property is refused before anything is sent, with the name that was meant', async () => {
    const { client, last } = connect(load(made.files), 'Bank', { pay: () => 'ok' });
    const call = client.pay({ sessionID: 's', amount: 5 }, { binding });
    await expect(call).rejects.toThrow(XmlEncodeError);
    await expect(call).rejects.toThrow(
      /sessionID: the (type|operation) has no such (property|parameter); did you mean "sessionId"\?/,
    );
    expect(last.url).toBe('');
    expect(await client.pay({ ...good, note: undefined }, { binding })).toBe('ok');
  });

  it('further properties are left out where the client says so', async () => {
    const options = { client: { unknownProperties: 'ignore' } };
    const { client } = connect(
      load(made.files),
      'Bank',
      { pay: (input: object) => Object.keys(input).join() },
      options,
    );
    expect(await client.pay({ ...good, note: 'n' }, { binding })).toBe('sessionId,amount');
  });

  it('facets are checked before anything is sent when the client validates', async () => {
    const options = { client: { validate: messageValidator() } };
    const { client, last } = connect(load(made.files), 'Bank', { pay: () => 'ok' }, options);
    const call = client.pay({ sessionId: 'too long', amount: 500 }, { binding });
    await expect(call).rejects.toThrow(/\/Pay\/sessionId: .*; \/amount: /);
    expect(last.url).toBe('');
    expect(await client.pay(good, { binding })).toBe('ok');
  });

  it('facets of results are checked when the client validates', async () => {
    const options = { client: { validate: messageValidator({ requests: false }) } };
    const { client } = connect(load(made.files), 'Bank', { pay: () => 'too long' }, options);
    await expect(client.pay({ ...good, amount: 500 }, { binding })).rejects.toMatchObject({
      name: 'ResponseDecodeError',
    });
  });

  it('a server that validates refuses parameters before the handler sees them', async () => {
    let calls = 0;
    const handler = { pay: () => String(++calls) };
    const { client } = connect(load(made.files), 'Bank', handler, { validate: messageValidator() });
    await expect(client.pay({ ...good, amount: 500 }, { binding })).rejects.toMatchObject({
      name: binding.startsWith('soap') ? 'SoapFaultError' : 'HttpStatusError',
      message: expect.stringContaining('100'),
    });
    expect(calls).toBe(0);
    expect(await client.pay(good, { binding })).toBe('1');
  });

  it('a server that validates answers a result that breaks the schema with an error', async () => {
    const errors: unknown[] = [];
    const options = { validate: messageValidator(), onError: (error: unknown) => errors.push(error) };
    const { client } = connect(load(made.files), 'Bank', { pay: () => 'too long' }, options);
    await expect(client.pay(good, { binding })).rejects.toThrow();
    expect(errors).toEqual([expect.objectContaining({ name: 'XmlEncodeError' })]);
  });
});

describe('formatXml', () => {
  it('refuses properties of any level that the type does not have', () => {
    const { schema } = load(made.files);
    const write = (line: object): string => formatXml(schema.Order$element, { lines: [line] });
    expect(write({ article: 'a', count: 1 })).toContain('<ns1:lines count="1">');
    expect(() => write({ article: 'a', cuont: 1 })).toThrow(/\/Order\/lines\[0\]\/cuont: .* did you mean "count"\?/);
    expect(() => write({ article: 'a', completelyDifferent: 1 })).toThrow(/no such property$/);
  });

  it('ignores inherited properties', () => {
    class Line {
      article = 'a';
      get total(): number {
        return 1;
      }
    }
    const inherited = Object.assign(Object.create({ extra: 1 }), { article: 'b' });
    const { schema } = load(made.files);
    expect(formatXml(schema.Order$element, { lines: [new Line(), inherited] })).toContain('b');
  });
});
