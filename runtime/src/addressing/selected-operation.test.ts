import { DynamicClient, type Transport } from '../index.js';
import { complexType, element, field, sequence } from '../schema/index.js';
import * as xs from '../schema/xs.js';
import { createServer, registerService, type SoapServer } from '../server/index.js';
import type { OperationDescriptor, ServiceDescriptor } from '../service/descriptor.js';
import { wsAddressing } from './index.js';

/** Operations whose requests have the same element: only their actions tell them apart. */

const ns = 'urn:doors';
const text = (name: string): ReturnType<typeof element> =>
  element(ns, name, complexType(ns, '', { content: sequence([field(ns, 'text', xs.string)]) }));

interface Methods {
  open: { input: { text: string }; output: { text: string } };
  close: { input: { text: string }; output: { text: string } };
}

function doors(soapAction: (name: string) => string): ServiceDescriptor<Methods> {
  const operation = <Name extends string>(wire: string): OperationDescriptor<Name> => {
    const soap = { action: soapAction(wire), style: 'document', inputAction: `urn:doors/Port/${wire}` } as const;
    return {
      name: wire,
      input: { element: text('Door') },
      output: { element: text('State') },
      soap11: soap,
      soap12: soap,
    } as OperationDescriptor<Name>;
  };
  return {
    kind: 'service',
    name: 'Doors',
    namespace: ns,
    placeholders: [],
    ports: [
      { name: 'Soap', binding: 'soap11', address: 'http://h/doors' },
      { name: 'Soap12', binding: 'soap12', address: 'http://h/doors' },
    ],
    operations: { open: operation<'open'>('Open'), close: operation<'close'>('Close') },
  };
}

const serverOf = (descriptor: ServiceDescriptor<Methods>): SoapServer =>
  createServer({
    addressing: true,
    services: [
      registerService(descriptor, {
        open: ({ text: door }) => ({ text: `${door} is open` }),
        close: ({ text: door }) => ({ text: `${door} is closed` }),
      }),
    ],
  });

/** Sends requests without the action of HTTP. */
const transportTo =
  (server: SoapServer): Transport =>
  async ({ url, headers, body }) => {
    const type = String(headers['Content-Type']).replace(/; action="[^"]*"/, '');
    const sent = { 'content-type': type, ...(type.startsWith('text/xml') && { soapaction: '""' }) };
    const bytes = new TextEncoder().encode(String(body));
    const answer = await server.handle({ method: 'POST', url: new URL(url).pathname, headers: sent, body: bytes });
    return {
      status: answer.status,
      statusText: '',
      headers: new Headers(answer.headers as Record<string, string>),
      body: new TextEncoder().encode(String(answer.body)),
    };
  };

describe.each(['soap11', 'soap12'] as const)('over %s, an operation that only its action tells apart', (binding) => {
  describe.each(['1.0', '2004/08'] as const)('is found by the Action of WS-Addressing %s', (addressing) => {
    it.each<[string, (name: string) => string]>([
      ['the WSDL has no SOAP actions', () => ''],
      ['operations share a SOAP action', () => 'urn:doors'],
      ['the request does not say its SOAP action', (name) => `urn:doors/${name}`],
    ])('where %s', async (_, soapAction) => {
      const descriptor = doors(soapAction);
      const client = new DynamicClient(descriptor, {
        transport: transportTo(serverOf(descriptor)),
        binding,
        addressing: wsAddressing(addressing),
      });
      expect(await client.call('close', { text: 'A' })).toEqual({ text: 'A is closed' });
      expect(await client.call('open', { text: 'B' })).toEqual({ text: 'B is open' });
    });
  });
});

it('an Action that names no operation selects none', async () => {
  const server = serverOf(doors((name) => `urn:doors/${name}`));
  const request = (action: string): string =>
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:a="http://www.w3.org/2005/08/addressing"><e:Header><a:Action>${action}</a:Action><a:MessageID>urn:1</a:MessageID></e:Header><e:Body><Door xmlns="${ns}"><text>A</text></Door></e:Body></e:Envelope>`;
  const send = async (action: string): Promise<string> => {
    const answer = await server.handle({
      method: 'POST',
      url: '/doors',
      headers: { 'content-type': 'text/xml' },
      body: new TextEncoder().encode(request(action)),
    });
    return String(answer.body);
  };
  expect(await send('urn:doors/Port/Open')).toContain('A is open');
  expect(await send('urn:doors/Port/Lock')).toContain('Fault');
});
