/**
 * Calls a service that only a mock knows: its name does not exist. Prints what the mock saw and what came of each call.
 *
 *     node mocks.mjs CLIENT LIBRARY first|last TRANSPORT...
 *
 * LIBRARY is nock, nock-13 or msw; it is loaded before the client or after it. TRANSPORT is node or fetch.
 */
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';

const require = createRequire(import.meta.url);
const [clientFile, library, order, ...transports] = process.argv.slice(2);
const load = () => (clientFile.endsWith('.cjs') ? require(clientFile) : import(clientFile));

const host = 'https://soap.test';
const api = 'http://wallet.example/api';
const soap = (content) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`;
const xml = { 'Content-Type': 'text/xml; charset=utf-8' };

/** The answers of the service, by path. */
const answers = {
  '/good': {
    status: 200,
    headers: xml,
    body: soap(`<ExchangeResponse xmlns="${api}"><ExchangeResult>7</ExchangeResult></ExchangeResponse>`),
  },
  '/fault': {
    status: 500,
    headers: xml,
    body: soap('<s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault>'),
  },
  '/gone': { status: 404, headers: {}, body: '' },
};
answers['/zipped'] = {
  status: 200,
  headers: { ...xml, 'Content-Encoding': 'gzip' },
  body: gzipSync(answers['/good'].body),
};

/** The requests as the mock saw them. */
const seen = [];
const see = (method, url, headers, body) => seen.push({ method, url, headers: Object.fromEntries(headers), body });

const mocks = {
  async nock() {
    const nock = require(library);
    nock.disableNetConnect();
    const service = nock(host).persist();
    for (const [path, { status, headers, body }] of Object.entries(answers)) {
      service.post(path).reply(function (uri, sent) {
        const given = Object.entries(this.req.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
        see('POST', host + uri, given, sent);
        return [status, body, headers];
      });
    }
    service.post('/broken').replyWithError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    service.post('/slow').delay(30_000).reply(200, 'late');
    service.post('/stuck').delay({ head: 0, body: 30_000 }).reply(200, answers['/good'].body, xml);
  },
  async msw() {
    const { delay, http, HttpResponse } = await import('msw');
    const { setupServer } = await import('msw/node');
    const handlers = Object.entries(answers).map(([path, { status, headers, body }]) =>
      http.post(host + path, async ({ request }) => {
        see(request.method, request.url, request.headers, await request.text());
        return new HttpResponse(body, { status, headers });
      }),
    );
    const broken = http.post(`${host}/broken`, () => HttpResponse.error());
    const slow = http.post(`${host}/slow`, async () => {
      await delay(30_000);
      return new HttpResponse('late');
    });
    const stuck = http.post(
      `${host}/stuck`,
      () => new HttpResponse(new ReadableStream({ start: (c) => c.enqueue(new Uint8Array([60])) }), { headers: xml }),
    );
    setupServer(...handlers, broken, slow, stuck).listen({ onUnhandledRequest: 'error' });
  },
};
const mock = mocks[library.startsWith('nock') ? 'nock' : library];

if (order === 'first') {
  await mock();
}
const { createFetchTransport, createNodeTransport, ExchangerApiClient } = await load();
if (order === 'last') {
  await mock();
}

// An error thrown outside a call would end a program.
const thrown = [];
process.on('uncaughtException', (error) => thrown.push(String(error.stack)));
process.on('unhandledRejection', (error) => thrown.push(String(error?.stack ?? error)));

const outcomes = {};
for (const name of transports) {
  const transport = name === 'node' ? createNodeTransport() : createFetchTransport();
  const call = (path, options) => {
    const client = new ExchangerApiClient({ address: host + path, namespaces: { api_namespace: api }, transport });
    const input = { sessionId: 'ж', CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 12.5 };
    return client.exchange(input, options).catch((error) => error.name);
  };
  outcomes[name] = [];
  for (const path of [...Object.keys(answers), '/broken']) {
    outcomes[name].push([path, await call(path)]);
  }
  for (const path of ['/slow', '/stuck']) {
    outcomes[name].push([path, await call(path, { timeoutMs: 100 })]);
    outcomes[name].push([path, await call(path, { signal: AbortSignal.timeout(100) })]);
  }
}
await new Promise((done) => setTimeout(done, 50));
console.log(JSON.stringify({ seen, outcomes, thrown }));
process.exit(0);
