import { readFileSync } from 'node:fs';
import { addressingOf, wsAddressing } from '@wsdl-codegen/runtime/addressing';
import { wsdl } from '../support/descriptors.js';
import { connect } from './connect.js';
import { type Exports, findings, load, packageOf } from './package.js';

const descriptor = readFileSync(new URL('../golden/addressing/input.wsdl', import.meta.url), 'utf8');

describe('a service whose policy asks for WS-Addressing', () => {
  let exports: Exports;
  beforeAll(async () => {
    exports = load((await packageOf({ 'events.wsdl': descriptor }, { packageName: 'events' })).files);
  });

  it('is called and answers with it, and its endpoint references are called', async () => {
    const seen: unknown[] = [];
    const parameter = { namespace: 'urn:s', name: 'Id', attributes: [], children: ['7'] };
    const { client, last } = connect(exports, 'Events', {
      create: () => ({ Address: { $value: 'http://localhost/events' }, ReferenceParameters: { $any: [parameter] } }),
      pull: (_: unknown, context: Parameters<typeof addressingOf>[0]) => {
        const { action, referenceParameters } = addressingOf(context) ?? {};
        seen.push(
          action,
          referenceParameters?.map(({ children }) => children),
        );
        return 'message';
      },
    });
    const to = await client.create({ Name: 'a' });
    expect(await client.pull({ Limit: 1 }, { to })).toBe('message');
    expect(seen).toEqual(['urn:ev:pull', [['7']]]);
    expect(last.request).toContain('IsReferenceParameter="true"');
  });
});

describe('a service that names actions of WS-Addressing, and does not ask for it', () => {
  const names = ['Put', 'Take'];
  const service = (binding: string, actions: readonly string[] = ['urn:put', 'urn:take']): string =>
    wsdl(
      `<message name="m"><part name="parameters" element="t:Item"/></message>
       <portType name="pt" xmlns:a="http://www.w3.org/2007/05/addressing/metadata">${names.map((name, i) => `<operation name="${name}"><input message="t:m" a:Action="${actions[i]}"/><output message="t:m" a:Action="${actions[i]}:done"/><fault name="Bad" message="t:m" a:Action="urn:bad"/></operation>`).join('')}</portType>
       <binding name="b" type="t:pt">${binding}<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${names.map((name) => `<operation name="${name}"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output><fault name="Bad"><soap:fault name="Bad" use="literal"/></fault></operation>`).join('')}</binding>
       <service name="Items"><port name="p" binding="t:b"><soap:address location="http://items.example/s"/></port></service>`,
      '<x:element name="Item" type="x:string"/>',
    );
  const implementation = { put: (text: string) => `put ${text}`, take: (text: string) => `took ${text}` };
  const using = '<w:UsingAddressing xmlns:w="http://www.w3.org/2006/05/addressing/wsdl"/>';

  it('is called without it, and with the actions of the WSDL where client and server turn it on', async () => {
    const made = await packageOf({ 'items.wsdl': service('') });
    const found = ['contract/same-request', 'contract/unused-action'];
    expect(made.diagnostics.map(({ code }) => code)).toEqual(found);
    expect(made.diagnostics[0]?.help).toContain('turn WS-Addressing on');
    const exports = load(made.files);
    const plain = connect(exports, 'Items', implementation);
    await plain.client.put('a');
    expect(plain.last.request).not.toContain('Header');
    const options = { addressing: true, client: { addressing: wsAddressing() } };
    const { client, last } = connect(exports, 'Items', implementation, options);
    expect([await client.put('a'), await client.take('b')]).toEqual(['put a', 'took b']);
    expect(last.request).toContain('>urn:take</');
    expect(last.response).toContain('>urn:take:done</');
  });

  it('is told apart by the actions where it asks for it', async () => {
    const made = await packageOf({ 'items.wsdl': service(using) });
    expect(findings(made)).toEqual([]);
    const { client } = connect(load(made.files), 'Items', implementation);
    expect([await client.put('a'), await client.take('b')]).toEqual(['put a', 'took b']);
  });

  it('has the default actions where its own are empty', async () => {
    const made = await packageOf({ 'items.wsdl': service(using, ['', '']) });
    const { client, last } = connect(load(made.files), 'Items', implementation);
    expect(await client.take('b')).toBe('took b');
    expect(last.request).toContain('>urn:t:pt:TakeRequest</');
  });
});
