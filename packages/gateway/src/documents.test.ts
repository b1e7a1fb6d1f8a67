import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { registerService, type ServiceDescriptor, SoapFault } from '@wsdl-codegen/runtime';
import { complexType, element, field, sequence } from '@wsdl-codegen/runtime/schema';
import * as xs from '@wsdl-codegen/runtime/xs';
import { mockService } from '@wsdl-codegen/testing';
import { AccountApi, AccountApiClient } from 'wallet-api';
import { json, orderGateway, problemOf, sender } from '../../../tests/support/runtime/gateway.js';

describe('the document and the page', () => {
  it('are at the beginning of the gateway', async () => {
    const send = orderGateway({}, { title: 'All orders', basePath: '/api' });
    const document = await send('/api/openapi.json', { method: 'GET' });
    expect(document.type).toBe('application/json');
    const { info, paths, servers } = JSON.parse(document.text);
    expect([info.title, Object.keys(paths)[0], servers]).toEqual([
      'All orders',
      '/Orders/listOrders',
      [{ url: '/api' }],
    ]);
    expect((await send('/api/Orders/getOrders', json({ count: 0 }))).text).toBe('[]');
    const page = await send('/api/', { method: 'GET' });
    expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await send('/api', { method: 'GET' })).text).toBe(page.text);
    expect((await send('/api/', { method: 'POST' })).status).toBe(405);
  });

  it('run nothing but a script of their own, whatever a contract says', async () => {
    const send = orderGateway({}, { title: '</title><script>alert(1)</script>' });
    const page = await send('/', { method: 'GET' });
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page.text) ?? [];
    const [, script = ''] = /<script>(.*?)<\/script>/s.exec(page.text) ?? [];
    const source = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src ${source(style)}; script-src ${source(script)}; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(page.text.replace(script, '')).not.toMatch(/alert\(| style=|onclick/);
    expect(page.text.match(/<script/g)).toHaveLength(1);
    // It is JavaScript: what it does is up to a browser.
    expect(() => runInNewContext(`() => { ${script} }`)).not.toThrow();
    expect(script).not.toMatch(/innerHTML|insertAdjacent|document\.write|eval\(|alert\(/);
  });

  it('are absent where the program wants none', async () => {
    const send = orderGateway({}, { pages: false });
    expect((await send('/', { method: 'GET' })).status).toBe(404);
    expect((await send('/openapi.json', { method: 'GET' })).status).toBe(404);
  });
});

it('the status of a declared fault is that of a table', async () => {
  const listOrders = (): never => {
    throw new SoapFault('None.', { fault: 'Broken', detail: { why: 'x' } });
  };
  const send = orderGateway({ listOrders }, { faults: { 'listOrders.Broken': 409 } }, 'client');
  const answer = await send('/Orders/listOrders', json({ count: 1 }));
  expect([answer.status, problemOf(answer).title]).toEqual([409, 'Conflict']);
});

it('takes and gives what its document shows', async () => {
  const namespaces = { api_namespace: 'urn:wallet' };
  const { transport } = mockService(AccountApi, {}, { namespaces });
  const client = new AccountApiClient({ baseUrl: 'http://mock', namespaces, transport });
  const send = sender({ services: [{ client }], safe: ['contactSetFavorite'] });
  const { paths } = JSON.parse((await send('/openapi.json', { method: 'GET' })).text) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Shown>>>>;
  };
  const shown = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map((each) => [path, ...each] as const),
  );
  expect(shown).toHaveLength(5);
  for (const [path, verb, { parameters = [], requestBody, responses }] of shown) {
    const query = new URLSearchParams(parameters.map(({ name, example }) => [name, String(example)]));
    const body = requestBody?.content['application/json'].example;
    const request = body === undefined ? {} : json(body);
    const answer = await send(`${path}${query.size === 0 ? '' : `?${query}`}`, {
      ...request,
      method: verb.toUpperCase(),
    });
    const example = responses[200]?.content['application/json'].example;
    expect([path, answer.status, typeof JSON.parse(answer.text)]).toEqual([path, 200, typeof example]);
  }
});

/** What the test reads of an operation in a document. */
interface Shown {
  readonly parameters?: readonly { readonly name: string; readonly example: unknown }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Content {
  readonly content: { readonly 'application/json': { readonly example?: unknown } };
}

describe('header blocks', () => {
  const ns = 'urn:headed';
  const simple = element(ns, 'Session', xs.string);
  const complex = element(
    ns,
    'Trace',
    complexType(ns, '', () => ({ content: sequence([field(ns, 'id', xs.int)]) })),
  );
  const inputHeaders = [
    { property: 'Session', element: simple },
    { property: 'Trace', element: complex },
  ];
  const empty = (name: string) =>
    element(
      ns,
      name,
      complexType(ns, '', () => ({ content: sequence([]) })),
    );
  type Methods = {
    readonly ask: { readonly input: object; readonly output: object };
    readonly tell: { readonly input: object; readonly output: undefined };
  };
  const service: ServiceDescriptor<Methods> = {
    kind: 'service',
    name: 'Headed',
    namespace: ns,
    placeholders: [],
    ports: [{ name: 'Soap', binding: 'soap11', address: 'http://localhost/headed' }],
    operations: {
      ask: {
        name: 'Ask',
        input: { element: empty('Ask') },
        output: { element: empty('AskResponse') },
        soap11: { action: 'urn:ask', style: 'document', inputHeaders, outputHeaders: inputHeaders },
      },
      tell: {
        name: 'Tell',
        oneWay: true,
        input: { element: empty('Tell') },
        soap11: { action: 'urn:tell', style: 'document' },
      },
    },
  };
  const seen: unknown[] = [];
  const registration = registerService(service, {
    ask: (_input, context) => {
      seen.push({ ...context.soapHeaders });
      Object.assign(context.responseSoapHeaders, { Session: 'next', Trace: { id: 8 } });
      return {};
    },
    tell: () => undefined,
  });

  it('are fields of the header, or members of the body where they are no text', async () => {
    const send = sender({ services: [{ service: registration }] });
    const answer = await send('/Headed/ask', json({ $headers: { Trace: { id: 7 } } }, { 'Soap-Session': 's1' }));
    expect([answer.status, seen.splice(0)]).toEqual([200, [{ Session: 's1', Trace: { id: 7 } }]]);
    expect([answer.headers.get('soap-session'), answer.headers.get('soap-trace')]).toEqual(['next', '{"id":8}']);
    const wrong = await send('/Headed/ask', json({ $headers: { Trace: { id: 'x' } } }));
    expect(problemOf(wrong).errors).toEqual([expect.objectContaining({ pointer: '/$headers/Trace/id' })]);
  });

  it('are those of the program alone where callers may give none', async () => {
    const send = sender({ services: [{ service: registration }], headerBlocks: false });
    const refused = await send('/Headed/ask', json({ $headers: { Trace: { id: 7 } } }));
    expect(refused.status).toBe(422);
    const answer = await send('/Headed/ask', json({}, { 'Soap-Session': 's1' }));
    expect([answer.headers.get('soap-session'), seen.splice(0)]).toEqual([null, [{}]]);
  });

  it('one-way messages are taken without an answer', async () => {
    const send = sender({ services: [{ service: registration }] });
    const answer = await send('/Headed/tell', json({}));
    expect([answer.status, answer.text]).toEqual([202, '']);
  });
});

it.each(['text/html\r\nX-Own: 1', 'bild/ä', 'nothing', ''])(
  'a file that says it is %j is answered as octets',
  async (contentType) => {
    const message = (name: string) => ({ element: element('urn:a', name, complexType('urn:a', '', {})) });
    const outputAttachments = [{ property: 'scan', name: 'scan', contentTypes: ['*/*'] }];
    const soap11 = { action: '', style: 'document' as const, outputAttachments };
    const service: ServiceDescriptor<{ get: { input: object; output: object } }> = {
      kind: 'service',
      name: 'Files',
      namespace: 'urn:a',
      placeholders: [],
      ports: [],
      operations: { get: { name: 'Get', method: 'get', input: message('Get'), output: message('Got'), soap11 } },
    };
    const get = () => ({ scan: { contentType, content: Uint8Array.of(1, 2) } });
    const send = sender({ services: [{ service: registerService(service, { get }) }] });
    const answer = await send('/Files/get', json({}, { Accept: 'application/octet-stream' }));
    expect([answer.status, answer.type, answer.text]).toEqual([200, 'application/octet-stream', '\u0001\u0002']);
  },
);
