import { ExchangerApi } from '../../../tests/support/runtime/fixture.js';
import {
  env11,
  env12,
  envelope,
  exchangeBody,
  headers11,
  headers12,
  namespaces,
  send,
  walletServer,
} from '../../../tests/support/runtime/server.js';
import { createServer, registerService, SoapFault } from './index.js';
import { pageCode } from './pages/page-script.js';

const path = '/ExchangerApi.asmx';
const query = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1';
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const soap = envelope(env11, exchangeBody);

type Request = readonly [
  name: string,
  method: string,
  url: string,
  headers?: Readonly<Record<string, string>>,
  body?: string,
];

const requests: readonly Request[] = [
  ['a result over GET', 'GET', `${path}/Exchange?${query}`],
  ['a result over POST', 'POST', `${path}/Exchange`, form, query],
  ['a result over SOAP 1.1', 'POST', path, headers11(), soap],
  ['a result over SOAP 1.2', 'POST', path, headers12(), envelope(env12, exchangeBody)],
  ['a missing parameter', 'GET', `${path}/Exchange`],
  ['a form of another type', 'POST', `${path}/Exchange`, { 'Content-Type': 'text/plain' }, query],
  ['an unknown operation', 'GET', `${path}/Nothing`],
  ['another method of an operation', 'PUT', `${path}/Exchange`],
  ['another method of a service', 'PUT', path],
  ['OPTIONS', 'OPTIONS', path],
  ['HEAD', 'HEAD', path],
  ['an unknown action', 'POST', path, headers11('urn:x'), soap],
  ['an envelope that is not XML', 'POST', path, headers11(), '<a'],
  ['an empty body', 'POST', path, { 'Content-Type': 'text/xml' }, ''],
  ['another version', 'POST', path, headers11(), soap.replaceAll(env11, 'urn:x')],
  [
    'a header that nobody understands',
    'POST',
    path,
    headers11(),
    envelope(env11, exchangeBody, '<x s:mustUnderstand="1"/>'),
  ],
  ['another content type', 'POST', path, { 'Content-Type': 'application/json' }, '{}'],
  ['a body that is too long', 'POST', path, headers11(), soap + ' '.repeat(3000)],
  ['too many fields', 'GET', `${path}?${'a&'.repeat(2000)}`],
  ['the help page', 'GET', path],
  ['the page of an operation', 'GET', `${path}?op=Exchange`],
  ['the WSDL', 'GET', `${path}?WSDL`],
  ['a document that is missing', 'GET', `${path}?WSDL=x`],
  ['the discovery document', 'GET', `${path}?disco`],
  ['a path without a service', 'GET', '/nothing'],
];

describe.each(['aspnet', 'wcf', 'strict'] as const)('%s', (profile) => {
  it.each(requests.map((request) => ({ name: request[0], request })))(
    'no browser runs what it finds in the answer to $name',
    async ({ request }) => {
      const [, method, url, headers, body] = request;
      const { server } = walletServer({ profile, limits: { maxBodyBytes: 3000 } });
      const { headers: got } = await send(server, method, url, headers, body);
      expect(got['x-content-type-options']).toBe('nosniff');
      expect(got['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors 'none'/);
      // The page of an operation has a script of its own, which the policy knows by its hash.
      const other = got['content-security-policy']?.replace(
        `script-src ${pageCode.scriptSource}; connect-src 'self'`,
        '',
      );
      expect(other).not.toMatch(/script/);
    },
  );
});

it.each([
  ['an error', () => new Error('broken')],
  ['a fault', () => new SoapFault('No.', { code: 'Client' })],
])('nor in that to %s of a handler', async (_, error) => {
  const { server } = walletServer({}, error);
  for (const got of [
    await send(server, 'GET', `${path}/Exchange?${query}`),
    await send(server, 'POST', path, headers11(), soap),
  ]) {
    expect(got.status).toBe(500);
    expect(got.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  }
});

it('nor in that of a server without room', async () => {
  const service = registerService(ExchangerApi, { exchange: () => new Promise<number>(() => {}) });
  const server = createServer({ services: [service], namespaces, limits: { maxConcurrentCalls: 1 } });
  void send(server, 'GET', `${path}/Exchange?${query}`);
  const got = await send(server, 'GET', `${path}/Exchange?${query}`);
  expect(got.status).toBe(503);
  expect(got.headers['content-security-policy']).toContain("default-src 'none'");
});

it('a handler may replace the policy, in any letter case', async () => {
  const service = registerService(ExchangerApi, {
    exchange: (_, context) => {
      context.responseHeaders['content-security-policy'] = 'sandbox';
      return 1;
    },
  });
  const server = createServer({ services: [service], namespaces });
  const wire = { method: 'GET', url: `${path}/Exchange?${query}`, headers: {}, body: new Uint8Array(0) };
  const { headers } = await server.handle(wire);
  const policies = Object.entries(headers).filter(([name]) => name.toLowerCase() === 'content-security-policy');
  expect(policies).toEqual([['Content-Security-Policy', 'sandbox']]);
});
