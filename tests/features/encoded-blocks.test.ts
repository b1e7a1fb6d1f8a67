import { SoapFault } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { wsdl } from '../support/descriptors.js';
import { connect } from './connect.js';
import { type Exports, findings, type InMemoryPackage, load, packageOf } from './package.js';

const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';
const member = (name: string, type: string, more = ''): string =>
  `<x:element name="${name}" type="${type}" form="unqualified" ${more}/>`;
const schema = `
  <x:complexType name="Place"><x:sequence>${member('city', 'x:string')}</x:sequence></x:complexType>
  <x:complexType name="Refusal"><x:sequence>
    ${member('code', 'x:int')}${member('at', 't:Place')}${member('from', 't:Place')}
  </x:sequence></x:complexType>
  <x:complexType name="Late"><x:sequence>${member('days', 'x:int')}</x:sequence></x:complexType>
  <x:complexType name="Both"><x:sequence>${member('text', 'x:string')}</x:sequence></x:complexType>
  <x:complexType name="Ticket"><x:sequence>${member('user', 'x:string')}${member('home', 't:Place')}</x:sequence></x:complexType>
  <x:element name="Quota" type="t:Ticket"/><x:element name="Stale" type="t:Place"/>
  <x:element name="Wrong" type="t:Both"/>
  <x:element name="Text" type="x:string"/>`;

const attributes = `use="encoded" namespace="urn:h" encodingStyle="${encoding}"`;
const text = wsdl(
  `<message name="BuyIn"><part name="id" type="x:int"/></message><message name="BuyOut"><part name="result" type="x:int"/></message>
   <message name="ReadIn"><part name="in" element="t:Text"/></message><message name="ReadOut"><part name="out" element="t:Text"/></message>
   <message name="Refused"><part name="refusal" type="t:Refusal"/></message><message name="Wrong"><part name="wrong" element="t:Wrong"/></message>
   <message name="Ticket"><part name="ticket" type="t:Ticket"/></message><message name="Stale"><part name="stale" element="t:Stale"/></message><message name="Busy"><part name="busy" type="t:Place"/></message><message name="Late"><part name="refusal" type="t:Late"/></message><message name="Quota"><part name="quota" element="t:Quota"/></message>
   <portType name="pt">
     <operation name="Buy"><input message="t:BuyIn"/><output message="t:BuyOut"/>
       <fault name="Refused" message="t:Refused"/><fault name="Wrong" message="t:Wrong"/><fault name="Busy" message="t:Busy"/><fault name="Late" message="t:Late"/></operation>
     <operation name="Read"><input message="t:ReadIn"/><output message="t:ReadOut"/><fault name="Wrong" message="t:Wrong"/></operation>
   </portType>
   <binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
     <operation name="Buy"><soap:operation soapAction="urn:Buy" style="rpc"/>
       <input><soap:body ${attributes}/><soap:header message="t:Ticket" part="ticket" ${attributes}><soap:headerfault message="t:Stale" part="stale" ${attributes}/></soap:header></input>
       <output><soap:body ${attributes}/><soap:header message="t:Quota" part="quota" ${attributes}/></output>
       <fault name="Refused"><soap:fault name="Refused" ${attributes}/></fault><fault name="Wrong"><soap:fault name="Wrong" ${attributes}/></fault>
     </operation>
     <operation name="Read"><soap:operation soapAction="urn:Read"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
       <fault name="Wrong"><soap:fault name="Wrong" use="literal"/></fault></operation>
   </binding>
   <service name="Shop"><port name="p" binding="t:b"><soap:address location="http://shop.example/svc"/></port></service>`,
  schema,
);

async function shop(): Promise<InMemoryPackage> {
  const made = await packageOf({ 'shop.wsdl': text }, { packageName: 'shop' });
  expect(findings(made)).toEqual([]);
  return made;
}

/** The operation that a test does not call. */
const unused = (): never => {
  throw new Error('not called');
};

/** An envelope as a peer sends it. */
const envelope = (header: string, body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:soapenc="${encoding}" xmlns:t="urn:t" xmlns:h="urn:h"><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`;
const fault = (detail: string, beside = ''): string =>
  envelope(
    '',
    `<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring><detail>${detail}</detail></s:Fault>${beside}`,
  );
const bought = '<h:BuyResponse><result>1</result></h:BuyResponse>';

/** The result of a call of the generated client if a peer answers with this. */
async function answered(body: string, method = 'buy', input: unknown = { id: 1 }): Promise<Exports> {
  const { ShopClient } = load((await shop()).files);
  const headers = new Headers({ 'content-type': 'text/xml' });
  const client = new ShopClient({
    transport: async () => ({
      status: body.includes('s:Fault') ? 500 : 200,
      statusText: '',
      headers,
      body: new TextEncoder().encode(body),
    }),
  });
  let soapHeaders: unknown;
  const onResponse = (answer: Exports): void => {
    soapHeaders = answer.soapHeaders;
  };
  return client[method](input, { onResponse }).then(
    (value: unknown) => ({ value, soapHeaders }),
    (error: unknown) => error,
  );
}

const multiRefs = `<multiRef id="id0" soapenc:root="0" xsi:type="t:Refusal"><code href="#id1"/><at href="#id2"/><from href="#id2"/></multiRef>
  <multiRef id="id1" soapenc:root="0" xsi:type="xsd:int">7</multiRef>
  <multiRef id="id2" soapenc:root="0" xsi:type="t:Place"><city xsi:type="xsd:string">Kyiv</city></multiRef>`;
const refusal = { code: 7, at: { city: 'Kyiv' }, from: { city: 'Kyiv' } };

describe('encoded faults', () => {
  it.each([
    ['beside the fault', fault('<h:refusal href="#id0"/>', multiRefs)],
    ['in the detail', fault(`<refusal href="#id0"/>${multiRefs}`)],
    ['in the detail, before the entry', fault(`${multiRefs}<h:refusal href="#id0"/>`)],
  ])('are typed when the targets of their references are %s', async (_, body) => {
    expect(await answered(body)).toMatchObject({ name: 'SoapFaultError', faultName: 'Refused', detail: refusal });
  });

  it.each([
    [
      'through a reference',
      fault('<refusal href="#a"/>', '<multiRef id="a" xsi:type="t:Late"><days>3</days></multiRef>'),
    ],
    ['on the spot', fault('<h:refusal xsi:type="t:Late"><days>3</days></h:refusal>')],
  ])('are distinguished by their types if several have the same element, %s', async (_, body) => {
    expect(await answered(body)).toMatchObject({ faultName: 'Late', detail: { days: 3 } });
  });

  it('may leave accessors out or nil', async () => {
    const body = fault('<refusal><code xsi:nil="true"/><at><city xsi:nil="1"/></at></refusal>');
    expect(await answered(body)).toMatchObject({
      faultName: 'Refused',
      detail: { code: null, at: { city: null }, from: null },
    });
  });

  it.each([
    ['nowhere', '<refusal href="#none"/>', ''],
    ['to themselves', '<refusal href="#a"/>', '<multiRef id="a"><at href="#a"/></multiRef>'],
  ])('that refer %s keep their detail as elements', async (_, detail, beside) => {
    const error = await answered(fault(detail, beside));
    expect(error).toMatchObject({ name: 'SoapFaultError', faultName: undefined, detail: [{ name: 'refusal' }] });
  });

  it('do not grow without bounds', async () => {
    const level = (at: number): string =>
      `<multiRef id="i${at}"><x href="#i${at + 1}"/><x href="#i${at + 1}"/></multiRef>`;
    const levels = Array.from({ length: 40 }, (_, at) => level(at)).join('');
    const error = await answered(fault('<refusal href="#i0"/>', `${levels}<multiRef id="i40"/>`));
    expect(error).toMatchObject({ faultName: undefined, detail: [{ name: 'refusal' }] });
  });

  it('are written with types and the encoding style, and come back', async () => {
    const place = { city: 'Lviv' };
    const { client, last } = connect(load((await shop()).files), 'Shop', {
      read: unused,
      buy: () => {
        throw new SoapFault('no', { fault: 'Refused', detail: { code: null, at: place, from: place } });
      },
    });
    await expect(client.buy({ id: 1 })).rejects.toMatchObject({
      faultName: 'Refused',
      detail: { code: null, at: place, from: place },
    });
    expect(last.response).toMatch(/<refusal [^>]*encodingStyle="http:\/\/schemas\.xmlsoap\.org\/soap\/encoding\/"/);
    expect(last.response).toMatch(/<refusal [^>]*xsi:type="\w+:Refusal"/);
    expect(last.response).toContain('<city xsi:type="xsd:string">Lviv</city>');
  });

  it('are typed so where no literal message shares their type', async () => {
    const types = [...(await shop()).files].filter(([path]) => /types/.test(path)).map(([, content]) => content);
    expect(types.join('\n')).toMatch(/interface Refusal \{\s+code: number \| null;/);
    expect(types.join('\n')).toMatch(/interface Ticket \{\s+user: string \| null;/);
    expect(types.join('\n')).toMatch(/interface Both \{\s+text: string;/);
  });

  it('are encoded as the messages are where the binding does not mention them', async () => {
    const body = fault('<busy href="#a"/>', '<multiRef id="a"><city xsi:nil="true"/></multiRef>');
    expect(await answered(body)).toMatchObject({ faultName: 'Busy', detail: { city: null } });
  });

  it('may stand in the Header', async () => {
    const reason = '<s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault>';
    const body = envelope('<t:Stale href="#a"/>', `${reason}<multiRef id="a"><city>Kyiv</city></multiRef>`);
    expect(await answered(body)).toMatchObject({ faultName: 'Stale', detail: { city: 'Kyiv' } });
    const { client, last } = connect(load((await shop()).files), 'Shop', {
      read: unused,
      buy: () => {
        throw new SoapFault('no', { fault: 'Stale', detail: { city: null } });
      },
    });
    await expect(client.buy({ id: 1 })).rejects.toMatchObject({ faultName: 'Stale', detail: { city: null } });
    expect(last.response).toMatch(/Stale [^>]*xsi:type="\w+:Place"/);
  });

  it('are literal in literal operations that share them', async () => {
    const { client, last } = connect(load((await shop()).files), 'Shop', {
      buy: unused,
      read: () => {
        throw new SoapFault('no', { fault: 'Wrong', detail: { text: 'a' } });
      },
    });
    await expect(client.read('x')).rejects.toMatchObject({ faultName: 'Wrong', detail: { text: 'a' } });
    expect(last.response).not.toMatch(/encodingStyle|xsi:type/);
    const encoded = fault('<t:Wrong href="#a"/>', '<multiRef id="a"><text>b</text></multiRef>');
    expect(await answered(encoded)).toMatchObject({ faultName: 'Wrong', detail: { text: 'b' } });
    expect(await answered(encoded, 'read', 'x')).toMatchObject({ faultName: undefined, detail: [{ name: 'Wrong' }] });
  });
});

describe('encoded headers', () => {
  it('of answers are typed when they refer to elements in the Header or the Body', async () => {
    const header =
      '<t:Quota href="#q"/><multiRef id="q" soapenc:root="0" xsi:type="t:Ticket"><user>u</user><home href="#p"/></multiRef>';
    const place = '<multiRef id="p" soapenc:root="0"><city>Kyiv</city></multiRef>';
    expect(await answered(envelope(header, bought + place))).toEqual({
      value: 1,
      soapHeaders: { Quota: { user: 'u', home: { city: 'Kyiv' } } },
    });
  });

  it('of requests are typed on the server', async () => {
    const seen: unknown[] = [];
    const { shop: register } = load((await shop()).files);
    const server = createServer({
      services: [
        register({
          read: unused,
          buy: (_: unknown, { soapHeaders }: Exports) => {
            seen.push(soapHeaders.ticket);
            return 1;
          },
        }),
      ],
    });
    const send = async (header: string, beside: string): Promise<number> => {
      const body = envelope(header, `<h:Buy><id>1</id></h:Buy>${beside}`);
      const request = new Request('http://shop.example/svc', {
        method: 'POST',
        headers: { 'content-type': 'text/xml', soapaction: '"urn:Buy"' },
        body,
      });
      return (await server.fetch(request)).status;
    };
    const ticket = '<multiRef id="a"><user xsi:type="xsd:string">u</user><home xsi:nil="true"/></multiRef>';
    expect(await send('<h:ticket s:mustUnderstand="1" href="#a"/>', ticket)).toBe(200);
    expect(seen).toEqual([{ user: 'u', home: null }]);
    expect(await send('<h:ticket href="#none"/>', '')).toBe(500);
    expect(await send('<h:ticket href="#a"/>', '<multiRef id="a"><home href="#a"/></multiRef>')).toBe(500);
    expect(seen).toHaveLength(1);
  });

  it('are written with types, and read back on both sides', async () => {
    const home = { city: 'Lviv' };
    const { client, last } = connect(load((await shop()).files), 'Shop', {
      read: unused,
      buy: (_: unknown, context: Exports) => {
        context.responseSoapHeaders.Quota = { ...context.soapHeaders.ticket, user: null };
        return 2;
      },
    });
    let answer: Exports = {};
    const onResponse = (given: Exports): void => {
      answer = given.soapHeaders;
    };
    await client.buy({ id: 1 }, { soapHeaders: { ticket: { user: 'u', home } }, onResponse });
    expect(answer).toEqual({ Quota: { user: null, home } });
    expect(last.request).toMatch(/<(\w+:)?ticket [^>]*"urn:h"/);
    expect(last.request).toMatch(/ticket [^>]*encodingStyle=/);
    expect(last.request).toMatch(/ticket [^>]*xsi:type="\w+:Ticket"/);
    expect(last.response).toMatch(/Quota [^>]*xsi:type="\w+:Ticket"/);
  });
});
