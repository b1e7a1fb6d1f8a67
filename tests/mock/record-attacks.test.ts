import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type ExchangeEvent, type RunningMock, recordExchanges } from 'wsdl-codegen';
import { itInAll } from '../support/in-all.js';
import { TestProject } from '../support/test-project.js';
import { LiveService } from './live-service.js';

const inputs = [join(__dirname, '../../wsdl/ErrorsApi.wsdl')];
const call = '/ErrorsApi.asmx/GetErrorDesc?errorCode=1&cultureCode=1';

let project: TestProject;
let live: LiveService;
let proxy: RunningMock;
let events: ExchangeEvent[];

beforeEach(async () => {
  project = new TestProject();
  live = await LiveService.start();
  events = [];
  proxy = await record(`${live.url}/base/`);
});
afterEach(async () => {
  await proxy.close();
  await live.stop();
  project.remove();
});

async function record(upstream: string): Promise<RunningMock> {
  const { mock } = await recordExchanges({
    inputs,
    define: ['api_namespace=urn:w'],
    workingFolder: project.folder,
    host: '127.0.0.1',
    port: 0,
    upstream,
    recordings: 'recordings',
    access: { headers: [['Authorization', 'Bearer live-token']] },
    onExchange: (event) => events.push(event),
  });
  return mock as RunningMock;
}

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(proxy.url + path, { redirect: 'manual', ...init });
const urls = (): readonly string[] => live.seen.map(({ method, url }) => `${method} ${url}`);

describe('what reaches the live service', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/admin'],
    ['GET', '/ErrorsApi.asmx.bak'],
    ['GET', '/ErrorsApi.asmxx/GetErrorDesc'],
    ['GET', '/ErrorsApi.asmx/Other'],
    ['POST', '/ErrorsApi.asmx/GetErrorDesc/more'],
    ['GET', '/anything/ErrorsApi.asmx'],
    ['GET', '/base/ErrorsApi.asmx'],
    ['GET', '/elsewhere?wsdl'],
  ])('is not what the contract does not have: %s %s', async (method, path) => {
    const answer = await ask(path, { method });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('The contract has nothing at this path, so it is not passed on.');
    expect(live.seen).toEqual([]);
    expect(events.at(-1)).toMatchObject({ status: 404, note: expect.stringContaining('not passed on') });
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'PROPFIND'])('is not asked by %s', async (method) => {
    const answer = await ask('/ErrorsApi.asmx', { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, expect.stringContaining('POST')]);
    expect(live.seen).toEqual([]);
  });

  it('is the service with its operations and documents, below the address that was named, with the credentials', async () => {
    await ask(call);
    await ask('/errorsapi.ASMX/GetErrorDesc', { method: 'POST', body: new URLSearchParams({ errorCode: '1' }) });
    await ask('/ErrorsApi.asmx', { method: 'POST', body: '<unknown/>', headers: { 'Content-Type': 'text/xml' } });
    await ask('/ErrorsApi.asmx?WSDL');
    await ask('/ErrorsApi.asmx?op=GetErrorDesc');
    await ask('/ErrorsApi.asmx', { method: 'HEAD' });
    expect(urls()).toEqual([
      `GET /base${call}`,
      'POST /base/errorsapi.ASMX/GetErrorDesc',
      'POST /base/ErrorsApi.asmx',
      'GET /base/ErrorsApi.asmx?WSDL',
      'GET /base/ErrorsApi.asmx?op=GetErrorDesc',
      'HEAD /base/ErrorsApi.asmx',
    ]);
    expect(new Set(live.seen.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer live-token']));
  });

  it('is also what its documents import, once they have been read, and nothing outside the address', async () => {
    const names = [
      '"types.xsd"',
      '"/base/deep/more.xsd?a=1&amp;b=2"',
      `"${live.url}/base/whole.xsd"`,
      "'../outside.xsd'",
      '"http://other.example/x.xsd"',
      '"ErrorsApi.asmx?xsd=1"',
    ];
    const imports = names.map((name) => `<x:import schemaLocation=${name}/>`).join('');
    live.answer = (_, response) => response.writeHead(200, { 'Content-Type': 'text/xml' }).end(`<d>${imports}</d>`);
    expect((await ask('/types.xsd')).status).toBe(404);
    await ask('/ErrorsApi.asmx?WSDL');
    live.seen.length = 0;
    for (const path of ['/types.xsd', '/base/deep/more.xsd?a=1&b=2', '/whole.xsd', '/ErrorsApi.asmx?xsd=1']) {
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    }
    for (const path of ['/outside.xsd', '/x.xsd', '/types.xsd?a', '/deep/other.xsd']) {
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    }
    expect((await ask('/types.xsd', { method: 'POST' })).status).toBe(404);
    expect(urls()).toEqual([
      'GET /base/types.xsd',
      'GET /base/deep/more.xsd?a=1&b=2',
      'GET /base/whole.xsd',
      'GET /base/ErrorsApi.asmx?xsd=1',
    ]);
  });

  it('is no claim of a caller about itself, and nothing of its connection', async () => {
    const claims = {
      Forwarded: 'for=127.0.0.1',
      'X-Forwarded-For': '127.0.0.1',
      'X-Forwarded-Host': 'evil',
      X_Forwarded_For: '127.0.0.1',
      'X-Real-IP': '127.0.0.1',
      'X-Original-URL': '/admin',
      'X-Rewrite-URL': '/admin',
      'X-ARR-ClientCert': 'MII',
      TE: 'trailers',
    };
    await ask(call, { headers: { ...claims, 'X-Own': '1' } });
    const names = Object.keys(live.seen[0]?.headers ?? {});
    expect(names).toContain('x-own');
    expect(names.filter((name) => Object.keys(claims).some((claim) => claim.toLowerCase() === name))).toEqual([]);
  });
});

describe('an answer of the live service', () => {
  const long = 64 * 1024 * 1024 + 1;
  const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  const endless = (response: ServerResponse): void => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const more = (): void => {
      if (!response.destroyed) {
        response.write(chunk, () => setImmediate(more));
      }
    };
    more();
  };

  const refused = async (coding: string, send: (response: ServerResponse) => void, expected: RegExp): Promise<void> => {
    live.answer = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/xml', ...(coding !== '' && { 'Content-Encoding': coding }) });
      send(response);
    };
    const answer = await ask(call);
    expect(answer.status).toBe(502);
    expect(await answer.text()).toMatch(expected);
    expect(Object.keys(project.tree())).toEqual([]);
  };

  it('that does not end is refused', () => refused('', endless, /^the answer is longer than 67108864 bytes$/));

  it('that is much longer when it is decompressed is refused', () =>
    refused('gzip', (to) => to.end(gzipSync(Buffer.alloc(long))), /is longer/));

  itInAll('that is much longer when it is decompressed, with brotli, is refused', () =>
    refused('br', (to) => to.end(brotliCompressSync(Buffer.alloc(long), fast)), /is longer/),
  );

  it('that is compressed many times is refused', () =>
    refused(
      'gzip, gzip, gzip, gzip, gzip',
      (to) => to.end(gzipSync('x')),
      /^the body has 5 content codings, more than the 4 that are allowed$/,
    ));

  it('that is not compressed as it says is refused', () =>
    refused('gzip', (to) => to.end('x'.repeat(100)), /^the gzip body is broken: /));

  it.each([
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nx',
    'x\r\n\r\n',
    'HTTP/1.1 000 X\r\n\r\n',
  ])('that is none becomes 5xx: %j', async (bytes) => {
    live.answer = (_, response) => void response.socket?.end(bytes);
    expect((await ask(call)).status).toBeGreaterThanOrEqual(500);
  });

  it('that redirects is given as it is: credentials go nowhere else', async () => {
    const other = await LiveService.start();
    live.answer = (_, response) => response.writeHead(307, { Location: `${other.url}/steal` }).end();
    const answer = await ask(call);
    expect([answer.status, answer.headers.get('location')]).toEqual([307, `${other.url}/steal`]);
    expect(other.seen).toEqual([]);
    await other.stop();
  });

  it('says nothing about who may read it, keeps its cookies apart, and ends where this server says', async () => {
    live.answer = (_, response) => {
      response.writeHead(200, {
        'Content-Type': 'text/plain',
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Credentials': 'true',
        'Set-Cookie': ['a=1; Expires=Thu, 01 Jan 2032 00:00:00 GMT', 'b=2'],
        Connection: 'close, X-Hop',
        'X-Hop': '1',
        'Transfer-Encoding': 'chunked',
      });
      response.end('text');
    };
    const { headers } = await ask(call);
    expect([...headers.keys()].filter((name) => /^access-control|^x-hop|^transfer/.test(name))).toEqual([]);
    expect(headers.getSetCookie()).toHaveLength(2);
    expect(headers.get('content-length')).toBe('4');
  });
});

it('a service of its own address has nothing else there', async () => {
  await proxy.close();
  proxy = await record(`${live.url}/other/Service.asmx`);
  await ask(call);
  await ask('/ErrorsApi.asmx?WSDL');
  expect((await ask('/other/admin')).status).toBe(404);
  expect(urls()).toEqual([
    'GET /other/Service.asmx/GetErrorDesc?errorCode=1&cultureCode=1',
    'GET /other/Service.asmx?WSDL',
  ]);
});
