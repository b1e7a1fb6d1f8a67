import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ClientOptions, SoapFault, type XmlElement } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { ErrorsApiClient, errorsApi } from 'wallet-api';
import { wsdl } from '../support/descriptors.js';
import { describeInAll } from '../support/in-all.js';
import { soapPackage } from '../support/soap-package.js';
import { readWithSaxes } from '../wire/message.js';
import { type Connection, connect } from './connect.js';
import { type Exports, load, packageOf } from './package.js';

const xsi = 'http://www.w3.org/2001/XMLSchema-instance';
const envelope = 'http://schemas.xmlsoap.org/soap/envelope/';

const schema = `
  <x:element name="Put"><x:complexType><x:sequence>
    <x:element name="item" type="t:Item"/><x:element name="kind" type="x:QName" minOccurs="0"/>
    <x:element name="data" type="x:base64Binary" minOccurs="0"/>
    <x:any namespace="##other" processContents="lax" minOccurs="0"/>
  </x:sequence></x:complexType></x:element>
  <x:element name="PutResponse"><x:complexType><x:sequence><x:element name="item" type="t:Item" nillable="true"/></x:sequence></x:complexType></x:element>
  <x:element name="Auth"><x:complexType><x:sequence><x:element name="token" type="x:string"/></x:sequence></x:complexType></x:element>
  <x:element name="Refusal"><x:complexType><x:sequence><x:element name="code" type="x:int"/></x:sequence></x:complexType></x:element>
  <x:complexType name="Item"><x:sequence><x:element name="word" type="x:string"/></x:sequence></x:complexType>
  <x:complexType name="Big"><x:complexContent><x:extension base="t:Item"><x:sequence><x:element name="size" type="x:int"/></x:sequence></x:extension></x:complexContent></x:complexType>`;

function service(): string {
  const binding = (name: string, prefix: string): string =>
    `<binding name="${name}" type="t:pt"><${prefix}:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
     <operation name="Put"><${prefix}:operation soapAction="urn:put"/>
     <input><${prefix}:header message="t:Head" part="h" use="literal"/><${prefix}:body use="literal" parts="p"/></input>
     <output><${prefix}:body use="literal"/></output><fault name="Refused"><${prefix}:fault name="Refused" use="literal"/></fault></operation></binding>`;
  return wsdl(
    `<message name="In"><part name="p" element="t:Put"/></message><message name="Out"><part name="p" element="t:PutResponse"/></message>
     <message name="Head"><part name="h" element="t:Auth"/></message><message name="Bad"><part name="p" element="t:Refusal"/></message>
     <portType name="pt"><operation name="Put"><input message="t:In"/><output message="t:Out"/><fault name="Refused" message="t:Bad"/></operation></portType>
     ${binding('b', 'soap')}${binding('b12', 'soap12')}
     <service name="Things"><port name="p" binding="t:b"><soap:address location="http://things.example/svc"/></port>
     <port name="p12" binding="t:b12"><soap12:address location="http://things.example/svc"/></port></service>`,
    schema,
  );
}

let things: Exports = {};

beforeAll(async () => {
  things = load((await packageOf({ 'things.wsdl': service() }, { packageName: 'things' })).files);
});

interface Input {
  readonly item: unknown;
  readonly kind?: unknown;
  readonly data?: Uint8Array;
  readonly $any?: XmlElement;
}

type Options = Omit<Parameters<typeof connect>[3] & object, 'services'>;

function connected(options: Options, put?: (input: Input) => unknown): Connection {
  const implementation = { put: put ?? (({ item }: Input) => item) };
  return connect(things, 'Things', implementation, options);
}

const item = { word: 'w' };
const orders = { soap: 'soapenv', 'urn:t': 'ord' };
const start = '<?xml version="1.0" encoding="utf-8"?>';

describe('prefixes of requests', () => {
  it('are declared at the first element that uses one', async () => {
    const { client, last } = connected({ client: { prefixes: orders } });
    expect(await client.put({ item })).toEqual(item);
    expect(last.request).toBe(
      `${start}<soapenv:Envelope xmlns:soapenv="${envelope}"><soapenv:Body><ord:Put xmlns:ord="urn:t"><ord:item><ord:word>w</ord:word></ord:item></ord:Put></soapenv:Body></soapenv:Envelope>`,
    );
  });

  it('are declared at the envelope where that is chosen', async () => {
    const { client, last } = connected({ client: { prefixes: { ...orders, [xsi]: 'i' }, declareAt: 'envelope' } });
    expect(await client.put({ item: { $type: 'Big', ...item, size: 1 } })).toMatchObject({ size: 1 });
    expect(last.request).toBe(
      `${start}<soapenv:Envelope xmlns:soapenv="${envelope}" xmlns:ord="urn:t" xmlns:i="${xsi}"><soapenv:Body><ord:Put><ord:item i:type="ord:Big"><ord:word>w</ord:word><ord:size>1</ord:size></ord:item></ord:Put></soapenv:Body></soapenv:Envelope>`,
    );
  });

  it('have the name soap for the envelope of either version', async () => {
    const { client, last } = connected({ client: { prefixes: { soap: 'env' }, binding: 'soap12' } });
    await client.put({ item });
    expect(last.request).toContain(
      '<env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope"><env:Body><Put xmlns="urn:t">',
    );
  });

  it('may be none, for elements; attributes and header blocks are right all the same', async () => {
    const { client, last } = connected({ client: { prefixes: { soap: '', 'urn:t': 'ord' }, declareAt: 'envelope' } });
    const token = { namespace: 'urn:t', name: 'token', attributes: [], children: ['x'] };
    const Auth = { namespace: 'urn:t', name: 'Auth', attributes: [], children: [token] };
    await client.put({ item }, { soapHeaders: [{ tree: Auth, mustUnderstand: true }] });
    expect(last.request).toContain(
      `<Envelope xmlns="${envelope}" xmlns:ord="urn:t"><Header><ord:Auth xmlns:soap="${envelope}" soap:mustUnderstand="1"><ord:token>x</ord:token></ord:Auth></Header><Body><ord:Put>`,
    );
  });

  it('are those of names in content, too', async () => {
    let received: unknown;
    const { client, last } = connected(
      { client: { prefixes: { ...orders, 'urn:k': 'k' } } },
      ({ kind, item: same }) => {
        received = kind;
        return same;
      },
    );
    await client.put({ item, kind: { namespace: 'urn:k', name: 'a' } });
    expect(last.request).toContain('<ord:kind xmlns:k="urn:k">k:a</ord:kind>');
    expect(received).toEqual({ namespace: 'urn:k', name: 'a' });
    await client.put({ item, kind: { namespace: '', name: 'b' } });
    expect(received).toEqual({ namespace: '', name: 'b' });
  });

  it('are left where a default namespace is in the way of a name in no namespace', async () => {
    const { client, last } = connected({ client: { prefixes: { 'urn:t': '' }, declareAt: 'envelope' } });
    await client.put({ item, kind: { namespace: '', name: 'b' } });
    expect(last.request).toContain('<ns1:kind>b</ns1:kind>');
  });

  it('do not change those of trees from elsewhere, nor what they mean', async () => {
    const tree: XmlElement = {
      namespace: 'urn:z',
      name: 'z',
      prefix: 'ord',
      declarations: { ord: 'urn:z', soapenv: 'urn:y' },
      attributes: [{ namespace: 'urn:y', name: 'a', prefix: 'soapenv', value: 'ord:x' }],
      children: [{ namespace: 'urn:t', name: 'ours', attributes: [], children: ['soapenv:q'] }],
    };
    let received: XmlElement | undefined;
    const { client, last } = connected(
      { client: { prefixes: orders, declareAt: 'envelope' } },
      ({ item: same, $any }) => {
        received = $any;
        return same;
      },
    );
    await client.put({ item, $any: tree });
    expect(last.request).toContain(
      '<ord:z xmlns:ord="urn:z" xmlns:soapenv="urn:y" soapenv:a="ord:x"><ours xmlns="urn:t">soapenv:q</ours></ord:z>',
    );
    expect(received).toMatchObject({ declarations: { ord: 'urn:z', soapenv: 'urn:y' } });
  });

  it('hold in packages, whose references to parts have the chosen prefix', async () => {
    const xop = 'http://www.w3.org/2004/08/xop/include';
    let received: unknown;
    const prefixes = { ...orders, [xop]: 'x' };
    const { client, last } = connected({ client: { prefixes, mtom: true } }, ({ item: same, data }) => {
      received = data;
      return same;
    });
    await client.put({ item, data: new Uint8Array(4096).fill(7) });
    expect(last.request).toContain(`<ord:data><x:Include xmlns:x="${xop}" href="cid:`);
    expect(received).toEqual(new Uint8Array(4096).fill(7));
  });

  it('may be named by the namespace on the wire where the WSDL leaves it open', async () => {
    const wire = 'http://wallet.example/api';
    const texts: string[] = [];
    const client = new ErrorsApiClient({
      baseUrl: 'http://wallet.example',
      namespaces: { api_namespace: wire },
      prefixes: { soap: 'soapenv', [wire]: 'w' },
      declareAt: 'envelope',
      transport: async ({ body }) => {
        texts.push(String(body));
        throw new Error('not sent');
      },
    });
    await expect(client.getErrorDesc({ errorCode: 1, cultureCode: 2 })).rejects.toThrow();
    expect(texts[0]).toContain(`xmlns:w="${wire}"><soapenv:Body><w:GetErrorDesc><w:errorCode>1</w:errorCode>`);
  });
});

describe('prefixes of answers', () => {
  it('are those of the server', async () => {
    const { client, last } = connected({ prefixes: orders, declareAt: 'envelope' });
    expect(await client.put({ item: { $type: 'Big', ...item, size: 1 } })).toMatchObject({ size: 1 });
    expect(last.response).toBe(
      `${start}<soapenv:Envelope xmlns:soapenv="${envelope}" xmlns:ord="urn:t" xmlns:xsi="${xsi}" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soapenv:Body><ord:PutResponse><ord:item xsi:type="ord:Big"><ord:word>w</ord:word><ord:size>1</ord:size></ord:item></ord:PutResponse></soapenv:Body></soapenv:Envelope>`,
    );
  });

  it.each(['soap11', 'soap12'])('are those of faults and their details, too, over %s', async (binding) => {
    const options = { prefixes: orders, client: { binding } };
    const { client, last } = connected(options, () => {
      throw new SoapFault('no', { code: 'Client', fault: 'Refused', detail: { code: 5 } });
    });
    await expect(client.put({ item })).rejects.toMatchObject({ faultName: 'Refused', detail: { code: 5 } });
    expect(last.response).toContain('<soapenv:Fault>');
    expect(last.response).toContain(`>soapenv:${binding === 'soap11' ? 'Client' : 'Sender'}<`);
    expect(last.response).toContain('<ord:Refusal xmlns:ord="urn:t"><ord:code>5</ord:code></ord:Refusal>');
  });

  it('are those of faults with names of other versions', async () => {
    const server = createServer({ services: [things.things({ put: () => item })], prefixes: orders });
    const answer = await server.handle({
      method: 'POST',
      url: '/svc',
      headers: { 'content-type': 'text/xml' },
      body: new TextEncoder().encode('<e:Envelope xmlns:e="urn:other"><e:Body/></e:Envelope>'),
    });
    const text = String(answer.body);
    expect(text).toContain('<faultcode>soapenv:VersionMismatch</faultcode>');
    expect(readWithSaxes(text).namespace).toBe(envelope);
  });

  it('are those of XML without an envelope', async () => {
    const wire = 'http://wallet.example/api';
    const namespaces = { api_namespace: wire };
    const server = createServer({
      services: [errorsApi({ getErrorDesc: () => 'x' })],
      namespaces,
      prefixes: { [wire]: 'w' },
    });
    const answer = await server.handle({
      method: 'GET',
      url: '/ErrorsApi.asmx/GetErrorDesc?errorCode=1&cultureCode=2',
      headers: {},
      body: new Uint8Array(),
    });
    expect(String(answer.body)).toMatch(/<w:string xmlns:w="http:\/\/wallet.example\/api">x<\/w:string>$/);
  });

  it.each(['aspnet', 'wcf', 'strict'] as const)('hold with the rules of %s', async (profile) => {
    const { client, last } = connected({ prefixes: { soap: 'soapenv' }, profile }, () => {
      throw new Error('inside');
    });
    await expect(client.put({ item })).rejects.toThrow('inside');
    expect(last.response).toContain(`<soapenv:Envelope xmlns:soapenv="${envelope}"`);
  });
});

describe('prefixes that are not valid are refused, by clients and servers', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['the prefix "1a" of the namespace "urn:t" is not an XML name without a colon', { 'urn:t': '1a' }],
    ['the prefix "a:b" of the namespace "urn:t" is not an XML name without a colon', { 'urn:t': 'a:b' }],
    ['"a" is the prefix of two namespaces, "urn:t" and "urn:u"', { 'urn:t': 'a', 'urn:u': 'a' }],
    ['"" is the prefix of two namespaces, "soap" and "urn:u"', { soap: '', 'urn:u': '' }],
    ['the prefix "xmlns" cannot be declared', { 'urn:t': 'xmlns' }],
    [
      'the prefix "xml" and the namespace http://www.w3.org/XML/1998/namespace can be bound only to each other',
      { 'urn:t': 'xml' },
    ],
    ['names in no namespace have no prefix, and "a" is given for them', { '': 'a' }],
    [`the attributes of the namespace "${xsi}" need a prefix`, { [xsi]: '' }],
  ])('%s', (problem, prefixes) => {
    const message = `The option prefixes is not valid: ${problem}.`;
    expect(() => new things.ThingsClient({ prefixes })).toThrow(new TypeError(message));
    const services = [things.things({ put: () => item })];
    expect(() => createServer({ services, prefixes })).toThrow(new TypeError(message));
  });
});

describeInAll('the package soap reads chosen prefixes', () => {
  it('as a client of our server', async () => {
    const { createClientAsync } = soapPackage();
    const server = createServer({
      services: [things.things({ put: ({ item: same }: Input) => same })],
      prefixes: { ...orders, [xsi]: 'i' },
      declareAt: 'envelope',
    });
    const { url, close } = await server.listen(0, '127.0.0.1');
    try {
      const client = await createClientAsync(`${url}/svc?wsdl`, { endpoint: `${url}/svc` });
      const [result] = await client.PutAsync!({ item });
      expect(result).toEqual({ item });
    } finally {
      await close();
    }
  });

  it('as a server for our client', async () => {
    const { createServer: createHttpServer } = await import('node:http');
    const { listen } = soapPackage();
    const host = createHttpServer();
    host.listen(0, '127.0.0.1');
    await once(host, 'listening');
    const put = ({ item: { word } }: { item: { word: string } }): unknown => ({ item: { word: `${word}!` } });
    listen(host, '/svc', { Things: { p: { Put: put }, p12: { Put: put } } }, service());
    try {
      const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}/svc`;
      const options: ClientOptions = { address, prefixes: orders, declareAt: 'envelope' };
      expect(await new things.ThingsClient(options).put({ item })).toEqual({ word: 'w!' });
    } finally {
      host.closeAllConnections();
      host.close();
    }
  });
});
