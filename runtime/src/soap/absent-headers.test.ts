import { env11 } from '../../../tests/support/runtime/server.js';
import { createFetchTransport } from '../client/fetch-transport.js';
import { operationsClient } from '../client/operations-client.js';
import { soap11Calls } from '../client/plans/bindings.js';
import { complexType, element, field, sequence } from '../schema/index.js';
import * as xs from '../schema/xs.js';
import { registerService } from '../server/handlers/registration.js';
import { createServer } from '../server/server.js';
import type { ServiceDescriptor } from '../service/descriptor.js';

const namespace = 'urn:absent';
const calls = { soap11: soap11Calls };
const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

interface Methods {
  readonly echo: {
    readonly input: { readonly text: string };
    readonly output: string;
    readonly inputHeaders: Readonly<Record<string, unknown>>;
    readonly outputHeaders: Readonly<Record<string, unknown>>;
  };
}

const text = { min: 0 } as const;
const session = complexType(namespace, 'Session', { content: sequence([field(namespace, 'id', xs.string)]) });
const options = complexType(namespace, 'Options', { content: sequence([field(namespace, 'a', xs.string, text)]) });
const blocks = [
  { property: 'session', element: element(namespace, 'Session', session) },
  { property: 'options', element: element(namespace, 'Options', options) },
  { property: 'count', element: element(namespace, 'Count', xs.int) },
  { property: 'tenant', element: element(namespace, 'Tenant', xs.string) },
  { property: 'maybe', element: element(namespace, 'Maybe', xs.string, { nillable: true }) },
];
const message = (name: string): ReturnType<typeof element> =>
  element(
    namespace,
    name,
    complexType(namespace, '', { content: sequence([field(namespace, 'text', xs.string, text)]) }),
  );
const Absent: ServiceDescriptor<Methods> = {
  kind: 'service',
  name: 'Absent',
  namespace,
  placeholders: [],
  ports: [{ name: 'Soap', binding: 'soap11', address: 'http://h/absent' }],
  operations: {
    echo: {
      name: 'Echo',
      method: 'echo',
      input: { element: message('Echo') },
      output: { element: message('EchoResponse'), unwrap: 'text' },
      soap11: { action: 'urn:absent/Echo', style: 'document', inputHeaders: blocks, outputHeaders: blocks },
    },
  },
};

/** Header blocks as others write them, and what is read. */
const cases: readonly (readonly [block: string, value: Readonly<Record<string, unknown>>])[] = [
  [`<Session xmlns="${namespace}" ${xsi} xsi:nil="true"/>`, {}],
  [`<Session xmlns="${namespace}" ${xsi} xsi:nil=" 1 "> \n </Session>`, {}],
  [`<Session xmlns="${namespace}"/>`, {}],
  [`<s:Session xmlns:s="${namespace}" xmlns:e="${env11}" e:mustUnderstand="1"></s:Session>`, {}],
  [`<Options xmlns="${namespace}" ${xsi} xsi:nil="true"/>`, {}],
  [`<Options xmlns="${namespace}"/>`, { options: {} }],
  [`<Count xmlns="${namespace}"/>`, {}],
  [`<Count xmlns="${namespace}" ${xsi} xsi:nil="true"/>`, {}],
  [`<Tenant xmlns="${namespace}" ${xsi} xsi:nil="true"/>`, {}],
  [`<Tenant xmlns="${namespace}"/>`, { tenant: '' }],
  [`<Tenant xmlns="${namespace}" ${xsi} xsi:nil="false">t</Tenant>`, { tenant: 't' }],
  [`<Maybe xmlns="${namespace}" ${xsi} xsi:nil="true"/>`, { maybe: null }],
];

const envelope = (header: string, name: string): string =>
  `<e:Envelope xmlns:e="${env11}"><e:Header>${header}</e:Header><e:Body><${name} xmlns="${namespace}"><text>x</text></${name}></e:Body></e:Envelope>`;

describe.each(['nothing', 'common', 'all'] as const)(
  'header blocks that are nil or empty, with tolerate %s,',
  (tolerate) => {
    it.each(cases)('are absent for a server where their type does not allow that: %s', async (block, value) => {
      const seen: unknown[] = [];
      const echo = async (_: unknown, context: { readonly soapHeaders: object }): Promise<string> => {
        seen.push({ ...context.soapHeaders });
        return 'x';
      };
      const server = createServer({ services: [registerService(Absent, { echo } as never)], tolerate });
      const request = new Request('http://h/absent', {
        method: 'POST',
        headers: { 'Content-Type': 'text/xml', SOAPAction: '"urn:absent/Echo"' },
        body: envelope(block, 'Echo'),
      });
      expect((await server.fetch(request)).status).toBe(200);
      expect(seen).toEqual([value]);
    });

    it.each(cases)('are absent for a client where their type does not allow that: %s', async (block, value) => {
      const answer = new Response(envelope(block, 'EchoResponse'), { headers: { 'Content-Type': 'text/xml' } });
      const transport = createFetchTransport(async () => answer);
      const client = operationsClient<Methods, 'soap11'>(Absent, Absent.operations, { transport, tolerate }, calls);
      const seen: unknown[] = [];
      await client.echo({ text: 'x' }, { onResponse: ({ soapHeaders }) => seen.push({ ...soapHeaders }) });
      expect(seen).toEqual([value]);
    });
  },
);

it('a strict client refuses them, and every listener hears of them', async () => {
  const answer = (): Response =>
    new Response(envelope(cases[2]?.[0] ?? '', 'EchoResponse'), { headers: { 'Content-Type': 'text/xml' } });
  const transport = createFetchTransport(async () => answer());
  await expect(
    operationsClient<Methods, 'soap11'>(Absent, Absent.operations, { transport, strict: true }, calls).echo({
      text: 'x',
    }),
  ).rejects.toThrow('Session');
  const heard: unknown[] = [];
  await operationsClient<Methods, 'soap11'>(
    Absent,
    Absent.operations,
    { transport, onUnknown: (content) => heard.push(content) },
    calls,
  ).echo({ text: 'x' });
  expect(heard).toMatchObject([{ kind: 'empty', name: 'Session', path: '/Session' }]);
});

it('a block with attributes or content of its own is not absent', async () => {
  const block = `<Session xmlns="${namespace}"><!-- --><user>u</user></Session>`;
  const answer = new Response(envelope(block, 'EchoResponse'), { headers: { 'Content-Type': 'text/xml' } });
  const transport = createFetchTransport(async () => answer);
  await expect(
    operationsClient<Methods, 'soap11'>(Absent, Absent.operations, { transport }, calls).echo({ text: 'x' }),
  ).rejects.toThrow('id');
});
