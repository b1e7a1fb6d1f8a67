import { createServer } from '@wsdl-codegen/runtime/node';
import { wsdl } from '../support/descriptors.js';
import { connect } from './connect.js';
import { type Exports, findings, type InMemoryPackage, load, packageOf } from './package.js';

const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';
const rpcNamespace = 'http://www.w3.org/2003/05/soap-rpc';
const schema = `
  <x:element name="stamp" type="x:string"/>
  <x:complexType name="Item"><x:sequence>
    <x:element name="word" type="x:string"/><x:element name="count" type="x:int"/>
    <x:choice><x:element name="left" type="x:int"/><x:element name="right" type="x:int"/></x:choice>
    <x:element ref="t:stamp" minOccurs="0"/>
  </x:sequence></x:complexType>
  <x:complexType name="Pair"><x:sequence><x:element name="a" type="x:int"/><x:element name="b" type="x:int"/></x:sequence></x:complexType>
  <x:element name="Note" type="x:string"/>`;

const uses = `use="encoded" namespace="urn:rpc" encodingStyle="${encoding}"`;

/** An rpc/encoded service whose schema asks for qualified elements, over both versions. */
function service(): string {
  const names = ['Swap', 'Split', 'Touch', 'Both'];
  const parts: Readonly<Record<string, readonly [string, string]>> = {
    Swap: ['<part name="item" type="t:Item"/>', '<part name="result" type="t:Item"/>'],
    Split: [
      '<part name="pair" type="t:Pair"/>',
      '<part name="result" type="x:string"/><part name="rest" type="x:int"/>',
    ],
    Touch: ['<part name="word" type="x:string"/>', ''],
    Both: ['<part name="text" element="t:Note"/>', '<part name="back" element="t:Note"/>'],
  };
  const messages = names.map((name) => {
    const [input, output] = parts[name] ?? ['', ''];
    return `<message name="${name}In">${input}</message><message name="${name}Out">${output}</message>`;
  });
  const offered = names.map(
    (name) =>
      `<operation name="${name}"><input message="t:${name}In"/><output message="t:${name}Out"/><fault name="Bad" message="t:Bad"/></operation>`,
  );
  const binding = (name: string, prefix: string): string =>
    `<binding name="${name}" type="t:pt"><${prefix}:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>${names
      .map(
        (each) =>
          `<operation name="${each}"><${prefix}:operation soapAction="urn:${each}"/>
           <input><${prefix}:header message="t:Head" part="pair" ${uses}/><${prefix}:body parts="${(parts[each]?.[0] ?? '').match(/name="(\w+)"/)?.[1] ?? ''}" ${uses}/></input>
           <output><${prefix}:body ${uses}/></output><fault name="Bad"><${prefix}:fault name="Bad" ${uses}/></fault></operation>`,
      )
      .join('')}</binding>`;
  return wsdl(
    `${messages.join('')}<message name="Bad"><part name="bad" type="t:Pair"/></message><message name="Head"><part name="pair" type="t:Pair"/></message>
     <portType name="pt">${offered.join('')}</portType>${binding('b', 'soap')}${binding('b12', 'soap12')}
     <service name="Things"><port name="p" binding="t:b"><soap:address location="http://things.example/svc"/></port>
     <port name="p12" binding="t:b12"><soap12:address location="http://things.example/svc"/></port></service>`,
    schema,
  );
}

const unused = (): never => {
  throw new Error('not called');
};
const others = { swap: unused, split: unused, touch: unused, both: unused };

let made: Promise<InMemoryPackage> | undefined;
function things(): Promise<InMemoryPackage> {
  made ??= packageOf({ 'things.wsdl': service() }, { packageName: 'things' });
  return made;
}

const item = { word: 'w', count: 2, left: null, stamp: 's' };
const namespaces = `xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:soapenc="${encoding}" xmlns:t="urn:t" xmlns:r="urn:rpc"`;
const envelope = (body: string, header = ''): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" ${namespaces}>${header}<s:Body>${body}</s:Body></s:Envelope>`;

/** A client to which a peer answers with this, and what it says was unknown. */
async function clientOf(answer: string, options: Exports = {}): Promise<{ client: Exports; unknown: string[] }> {
  const { ThingsClient } = load((await things()).files);
  const unknown: string[] = [];
  const client = new ThingsClient({
    transport: async () => ({
      status: answer.includes('Fault>') ? 500 : 200,
      statusText: '',
      headers: new Headers({ 'content-type': answer.includes('soap-envelope') ? 'application/soap+xml' : 'text/xml' }),
      body: new TextEncoder().encode(answer),
    }),
    onUnknown: ({ name }: Exports) => unknown.push(name),
    ...options,
  });
  return { client, unknown };
}

async function answered(body: string, method: string, options: Exports = {}): Promise<unknown> {
  // The same input for every method.
  const { client } = await clientOf(envelope(body), { unknownProperties: 'ignore', ...options });
  return client[method]({ item: null, pair: null, word: null, text: 'x' });
}

describe('accessors of SOAP encoding', () => {
  it('have no namespace on the wire, whatever form the schema asks for; references to global elements keep theirs', async () => {
    const files = await things();
    expect(findings(files)).toEqual([]);
    const { client, last } = connect(load(files.files), 'Things', { ...others, swap: ({ item: it }: Exports) => it });
    for (const binding of ['soap11', 'soap12']) {
      expect(await client.swap({ item }, { binding })).toEqual(item);
      for (const text of [last.request, last.response]) {
        expect(text).toMatch(
          /<word xsi:type="xsd:string">w<\/word><count xsi:type="xsd:int">2<\/count><left xsi:nil="true"\/>/,
        );
        expect(text).toMatch(/<(ns1:)?stamp( xmlns(:ns1)?="urn:t")? xsi:type="xsd:string">s</);
      }
    }
  });

  it.each([
    [
      'qualified as the schema says',
      '<result><t:word>w</t:word><t:count>2</t:count><t:left xsi:nil="1"/><t:stamp>s</t:stamp></result>',
    ],
    [
      'unqualified, a global element too',
      '<result><word>w</word><count>2</count><left xsi:nil="1"/><stamp>s</stamp></result>',
    ],
    [
      'in a default namespace that reaches them',
      '<result xmlns="urn:other"><word>w</word><count>2</count><left xsi:nil="1"/><stamp>s</stamp></result>',
    ],
  ])('are read %s', async (_, result) => {
    expect(await answered(`<r:SwapResponse>${result}</r:SwapResponse>`, 'swap')).toEqual(item);
  });

  it('are read unqualified by strict clients, with ids, sizes and styles', async () => {
    const strict = { strict: true };
    const result = `<result id="1" xsi:type="t:Item" s:encodingStyle="${encoding}"><word id="2" xsi:type="xsd:string">w</word><count>2</count><left xsi:nil="1"/><t:stamp>s</t:stamp></result>`;
    expect(
      await answered(`<r:SwapResponse s:encodingStyle="${encoding}">${result}</r:SwapResponse>`, 'swap', strict),
    ).toEqual(item);
    await expect(
      answered('<r:SwapResponse><result><x:word xmlns:x="urn:x">w</x:word></result></r:SwapResponse>', 'swap', strict),
    ).rejects.toThrow(/"word"/);
  });

  it('have no namespace in faults and headers either', async () => {
    const files = load((await things()).files);
    let seen: unknown;
    const { client, last } = connect(files, 'Things', {
      ...others,
      touch: (_: unknown, call: Exports) => {
        seen = call.soapHeaders.pair;
      },
    });
    await client.touch({ word: 'w' }, { soapHeaders: { pair: { a: 1, b: 2 } } });
    expect(seen).toEqual({ a: 1, b: 2 });
    expect(last.request).toContain('<a xmlns="" xsi:type="xsd:int">1</a>');
    const fault = (detail: string): string =>
      `<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring><detail><bad>${detail}</bad></detail></s:Fault>`;
    for (const detail of ['<a>1</a><b>2</b>', '<t:a>1</t:a><t:b>2</t:b>']) {
      await expect(answered(fault(detail), 'touch')).rejects.toMatchObject({ detail: { a: 1, b: 2 } });
    }
  });

  it('of parts that are elements are known by the names of the parts, too', async () => {
    for (const back of ['<t:Note>x</t:Note>', '<Note>x</Note>', '<back>x</back>']) {
      expect(await answered(`<r:BothResponse>${back}</r:BothResponse>`, 'both')).toBe('x');
    }
    const { last, client } = connect(load((await things()).files), 'Things', {
      ...others,
      both: ({ text }: Exports) => text,
    });
    expect(await client.both({ text: 'x' })).toBe('x');
    expect(last.request).toMatch(/<(\w+:)?Note xmlns(:\w+)?="urn:t"/);
  });
});

describe('the return value of an rpc answer', () => {
  it.each([
    ['whatever its name', '<s-gensym3 xsi:type="xsd:string">x</s-gensym3><rest>1</rest>'],
    [
      'in whatever namespace',
      '<s-gensym3 xmlns="urn:rpc" xsi:type="xsd:string">x</s-gensym3><rest xmlns="urn:rpc">1</rest>',
    ],
    [
      'behind a reference',
      '<return href="#1"/><rest>1</rest></r:SplitResponse><m id="1" xsi:type="xsd:string" soapenc:root="0">x</m><r:SplitResponse soapenc:root="0">',
    ],
    ['or another one that nothing else is', '<rest>1</rest><s-gensym3>x</s-gensym3><s-gensym4>y</s-gensym4>'],
    ['by its own name wherever it stands', '<other/><rest>1</rest><result>x</result>'],
  ])('is the first accessor, %s', async (_, content) => {
    expect(await answered(`<r:SplitResponse>${content}</r:SplitResponse>`, 'split')).toEqual({ result: 'x', rest: 1 });
  });

  it('is not reported as unknown, but a further accessor is', async () => {
    const one = await clientOf(envelope('<r:SplitResponse><gensym id="1">x</gensym><rest>1</rest></r:SplitResponse>'));
    await one.client.split({ pair: null });
    expect(one.unknown).toEqual([]);
    const two = await clientOf(envelope('<r:SplitResponse><other/><result>x</result><rest>1</rest></r:SplitResponse>'));
    await two.client.split({ pair: null });
    expect(two.unknown).toEqual(['other']);
  });

  it('is an error if it is not a value of its type', async () => {
    await expect(
      answered('<r:SwapResponse><gensym><word>w</word><count>many</count></gensym></r:SwapResponse>', 'swap'),
    ).rejects.toThrow(/"many" is not a valid int/);
  });

  it('is named by rpc:result in SOAP 1.2, which strict clients accept and which is not reported', async () => {
    const { client, last } = connect(load((await things()).files), 'Things', {
      ...others,
      split: () => ({ result: 'x', rest: 1 }),
      touch: () => undefined,
    });
    await client.split({ pair: null }, { binding: 'soap12' });
    expect(last.response).toContain(`<rpc:result xmlns:rpc="${rpcNamespace}" xmlns="">result</rpc:result><result`);
    const written = last.response;
    await client.split({ pair: null });
    expect(last.response).not.toContain('rpc:result');
    await client.touch({ word: 'w' }, { binding: 'soap12' });
    expect(last.response).not.toContain('rpc:result');
    const answers = [
      written,
      written
        .replaceAll('result>', 'answer>')
        .replaceAll('<result', '<answer')
        .replaceAll('rpc:answer', 'rpc:result')
        .replace('>result<', '>answer<'),
    ];
    for (const answer of answers) {
      const { client: strict, unknown } = await clientOf(answer, { strict: true, binding: 'soap12' });
      expect(await strict.split({ pair: null })).toEqual({ result: 'x', rest: 1 });
      const lenient = await clientOf(answer, { binding: 'soap12' });
      expect(await lenient.client.split({ pair: null })).toEqual({ result: 'x', rest: 1 });
      expect([...unknown, ...lenient.unknown]).toEqual([]);
    }
  });
});

describe('references', () => {
  it('lead to ids anywhere in the envelope', async () => {
    const header = '<s:Header><r:Kept soapenc:root="0"><t:pair id="p"><a>1</a><b>2</b></t:pair></r:Kept></s:Header>';
    const { client } = await clientOf(
      envelope(
        '<r:SplitResponse><result href="#w"/><rest>1</rest></r:SplitResponse>',
        header.replace('<a>', '<a id="w">'),
      ),
    );
    expect(await client.split({ pair: null })).toEqual({ result: '1', rest: 1 });
    let seen: unknown;
    const server = createServer({
      services: [
        load((await things()).files).things({
          ...others,
          split: ({ pair }: Exports) => {
            seen = pair;
            return { result: null, rest: null };
          },
        }),
      ],
    });
    const request = new Request('http://things.example/svc', {
      method: 'POST',
      headers: { 'content-type': 'text/xml', soapaction: '"urn:Split"' },
      body: envelope('<r:Split><pair href="#p"/></r:Split>', header),
    });
    expect((await server.fetch(request)).status).toBe(200);
    expect(seen).toEqual({ a: 1, b: 2 });
  });

  it('that lead nowhere in it are errors', async () => {
    await expect(answered('<r:SwapResponse><result href="#x"/></r:SwapResponse>', 'swap')).rejects.toThrow(
      /no element has the id "x"/,
    );
  });
});
