import { wsdl } from '../support/descriptors.js';
import { connect } from './connect.js';
import { type Exports, findings, type InMemoryPackage, load, packageOf, typeCheck } from './package.js';

/** Ports of one kind whose bindings differ, and operations that have the same action and element. */

const schema = `
  <x:element name="Get"><x:complexType><x:sequence><x:element name="id" type="x:int"/></x:sequence></x:complexType></x:element>
  <x:element name="GetResponse"><x:complexType><x:sequence><x:element name="name" type="x:string"/></x:sequence></x:complexType></x:element>
  <x:element name="Token" type="x:string"/>`;

const abstract = `<message name="gi"><part name="p" element="t:Get"/></message><message name="go"><part name="p" element="t:GetResponse"/></message>
  <message name="h"><part name="h" element="t:Token"/></message>
  <portType name="pt"><operation name="Get"><input message="t:gi"/><output message="t:go"/></operation></portType>`;

const soapBinding = (name: string, action: string, header = ''): string =>
  `<binding name="${name}" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
   <operation name="Get"><soap:operation soapAction="${action}"/><input><soap:body use="literal"/>${header}</input><output><soap:body use="literal"/></output></operation></binding>`;

const port = (name: string, binding: string, protocol = 'soap'): string =>
  `<port name="${name}" binding="t:${binding}"><${protocol}:address location="http://s.example/${name}"/></port>`;

async function made(text: string, expected: readonly string[] = []): Promise<InMemoryPackage> {
  const result = await packageOf({ 's.wsdl': text });
  expect(findings(result).map((finding) => finding.split(' ')[0])).toEqual(expected);
  return result;
}

const header = '<soap:header message="t:h" part="h" use="literal"/>';
const twoPorts = wsdl(
  `${abstract}${soapBinding('b', 'urn:one')}${soapBinding('b2', 'urn:two', header)}<service name="S">${port('First', 'b')}${port('Second', 'b2')}</service>`,
  schema,
);
const answer = { get: ({ id }: Exports) => `n${id}` };

describe('ports of one kind with bindings of their own', () => {
  it('are each called with the action of their binding', async () => {
    const exports = load((await made(twoPorts)).files);
    for (const [name, action] of [
      ['First', '"urn:one"'],
      ['Second', '"urn:two"'],
    ] as const) {
      const { client, last } = connect(exports, 'S', answer, { client: { port: name } });
      expect(await client.get({ id: 7 })).toBe('n7');
      expect([last.url, last.requestHeaders.SOAPAction]).toEqual([`http://s.example/${name}`, action]);
    }
  });

  it('send and read only the headers of their binding', async () => {
    const exports = load((await made(twoPorts)).files);
    const seen: unknown[] = [];
    const implementation = {
      get: (_: unknown, { soapHeaders }: Exports) => {
        seen.push(soapHeaders.Token);
        return '';
      },
    };
    for (const name of ['First', 'Second']) {
      const { client } = connect(exports, 'S', implementation, { client: { port: name } });
      await client.get({ id: 1 }, { soapHeaders: { Token: 'secret' } });
    }
    expect(seen).toEqual([undefined, 'secret']);
  });

  it('may be HTTP ports with other locations', async () => {
    const http = (name: string, location: string): string =>
      `<binding name="${name}" type="t:pt"><http:binding verb="GET"/><operation name="Get"><http:operation location="${location}"/><input><http:urlEncoded/></input><output><mime:mimeXml/></output></operation></binding>`;
    const text = wsdl(
      `${abstract}${http('b', '/old')}${http('b2', '/new')}<service name="S">${port('First', 'b', 'http')}${port('Second', 'b2', 'http')}</service>`,
      schema,
    );
    const exports = load((await made(text)).files);
    const implementation = { get: ({ id }: Exports) => ({ name: `n${id}` }) };
    const { client, last } = connect(exports, 'S', implementation, { client: { port: 'Second' } });
    expect(await client.get({ id: 2 })).toEqual({ name: 'n2' });
    expect(last.url).toBe('http://s.example/Second/new?id=2');
  });

  it('type-check', async () => {
    expect(typeCheck({ ports: (await made(twoPorts)).files })).toBe('');
  }, 60_000);
});

describe('rpc operations whose wrappers differ from port to port', () => {
  it('are two operations', async () => {
    const rpc = (name: string, namespace: string): string =>
      `<binding name="${name}" type="t:pt"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Say"><soap:operation soapAction=""/><input><soap:body use="literal" namespace="${namespace}"/></input></operation></binding>`;
    const text = wsdl(
      `<message name="m"><part name="a" type="x:string"/></message><portType name="pt"><operation name="Say"><input message="t:m"/></operation></portType>
       ${rpc('b', 'urn:one')}${rpc('b2', 'urn:two')}<service name="S">${port('First', 'b')}${port('Second', 'b2')}</service>`,
    );
    const exports = load((await made(text)).files);
    const { client, last } = connect(exports, 'S', { first_m: () => undefined, second_m: () => undefined });
    await client.second_m({ a: 'x' });
    expect(last.request).toContain('urn:two');
    await client.first_m({ a: 'x' });
    expect(last.request).toContain('urn:one');
  });
});

describe('a server finds the operation', () => {
  const overloads = (action: string, use: string): string =>
    wsdl(
      `<message name="a"><part name="id" type="x:string"/></message><message name="b"><part name="id" type="x:string"/><part name="count" type="x:int"/></message><message name="none"/><message name="o"><part name="r" type="x:string"/></message>
       <portType name="pt">${['a', 'b', 'none'].map((m) => `<operation name="Find"><input name="${m}" message="t:${m}"/><output name="${m}Out" message="t:o"/></operation>`).join('')}</portType>
       <binding name="bind" type="t:pt"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>${['a', 'b', 'none'].map((m) => `<operation name="Find"><soap:operation soapAction="${action}"/><input name="${m}"><soap:body ${use} namespace="urn:t"/></input><output name="${m}Out"><soap:body ${use} namespace="urn:t"/></output></operation>`).join('')}</binding>
       <service name="S">${port('First', 'bind')}</service>`,
    );

  it.each([
    ['', 'use="literal"'],
    ['urn:find', 'use="literal"'],
    ['', 'use="encoded" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"'],
  ])('of overloads by their parameters, with the action "%s" and %s', async (action, use) => {
    const exports = load((await made(overloads(action, use))).files);
    const { client } = connect(exports, 'S', {
      a: ({ id }: Exports) => `a ${id}`,
      b: ({ id, count }: Exports) => `b ${id} ${count}`,
      none: () => 'none',
    });
    expect([await client.a({ id: '1' }), await client.b({ id: '1', count: 2 }), await client.none()]).toEqual([
      'a 1',
      'b 1 2',
      'none',
    ]);
  });

  it('that expects an empty Body, or a Body with several elements, without an action', async () => {
    const bound = (name: string): string =>
      `<operation name="${name}"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`;
    const text = wsdl(
      `<message name="none"/><message name="two"><part name="a" element="t:Token"/><part name="b" element="t:Get"/></message><message name="o"><part name="p" element="t:Token"/></message>
       <portType name="pt"><operation name="Ping"><input message="t:none"/><output message="t:o"/></operation><operation name="Put"><input message="t:two"/><output message="t:o"/></operation></portType>
       <binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${bound('Ping')}${bound('Put')}</binding><service name="S">${port('First', 'b')}</service>`,
      schema,
    );
    const exports = load((await made(text)).files);
    const { client } = connect(exports, 'S', { ping: () => 'pong', put: ({ a, b }: Exports) => `${a}${b.id}` });
    expect(await client.ping()).toBe('pong');
    expect(await client.put({ a: 'x', b: { id: 3 } })).toBe('x3');
  });

  it('that expects SOAP arrays directly in the Body, whose items may have any name', async () => {
    const encoded = 'use="encoded" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" namespace="urn:t"';
    const text = wsdl(
      `<message name="i"><part name="list" type="t:List"/></message><message name="o"><part name="r" type="x:string"/></message>
       <portType name="pt"><operation name="Put"><input message="t:i"/><output message="t:o"/></operation></portType>
       <binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Put"><soap:operation soapAction=""/><input><soap:body ${encoded}/></input><output><soap:body ${encoded}/></output></operation></binding>
       <service name="S">${port('First', 'b')}</service>`,
      `<x:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/><x:complexType name="List"><x:complexContent><x:restriction base="e:Array" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"><x:attribute ref="e:arrayType" w:arrayType="x:int[]" xmlns:w="http://schemas.xmlsoap.org/wsdl/"/></x:restriction></x:complexContent></x:complexType>`,
    );
    const { client } = connect(load((await made(text)).files), 'S', {
      put: (list: readonly number[]) => list.join(),
    });
    expect(await client.put([1, 2])).toBe('1,2');
  });

  it('of a form at the address of the service, where SOAP answers too; parameters tell operations at one location apart', async () => {
    const http = (name: string): string =>
      `<operation name="${name}"><http:operation location=""/><input><mime:content type="application/x-www-form-urlencoded"/></input><output><mime:mimeXml/></output></operation>`;
    const text = wsdl(
      `<message name="m"><part name="a" type="x:int"/></message><message name="none"/><message name="o"><part name="r" type="x:string"/></message><message name="gi"><part name="p" element="t:Get"/></message>
       <portType name="forms"><operation name="Add"><input message="t:m"/><output message="t:o"/></operation><operation name="Again"><input message="t:none"/><output message="t:o"/></operation></portType>
       <portType name="pt"><operation name="Get"><input message="t:gi"/></operation></portType>
       <binding name="b" type="t:forms"><http:binding verb="POST"/>${http('Add')}${http('Again')}</binding>
       <binding name="b2" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Get"><soap:operation soapAction="urn:get"/><input><soap:body use="literal"/></input></operation></binding>
       <service name="S">${port('Same', 'b', 'http')}${port('Same2', 'b2').replace('s.example/Same2', 's.example/Same')}</service>`,
      schema,
    );
    const exports = load((await made(text)).files);
    let seen: unknown;
    const implementation = {
      add: ({ a }: Exports) => `${a}`,
      again: () => 'again',
      get: (input: unknown) => {
        seen = input;
      },
    };
    const { client } = connect(exports, 'S', implementation);
    expect(await client.add({ a: 5 }, { binding: 'httpPost' })).toEqual('5');
    expect(await client.again({}, { binding: 'httpPost' })).toEqual('again');
    await client.get({ id: 6 });
    expect(seen).toEqual({ id: 6 });
  });
});
