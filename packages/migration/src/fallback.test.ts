import { once } from 'node:events';
import {
  createServer as createHttpServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type ServerOptions, SoapFault, serverExchanges } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import {
  AccountApiClient,
  type AccountApiService,
  accountApi,
  ErrorsApiClient,
  type ErrorsApiService,
  errorsApi,
} from 'wallet-api';
import { type FallbackOptions, fallback, unfinished } from './index.js';

const wire = 'http://wallet.example/api';
const namespaces = { api_namespace: wire };
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Listens, and gives the address. */
async function listening(server: Server): Promise<string> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A request as the older service got it. */
interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** An older service that answers with a function, and the requests that it got. */
async function older(
  answer: (seen: Seen, response: ServerResponse) => void,
): Promise<{ readonly url: string; readonly seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createHttpServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) {
      chunks.push(chunk as Buffer);
    }
    const { method = '', url = '', headers } = incoming;
    const one: Seen = { method, url, headers, body: Buffer.concat(chunks) };
    seen.push(one);
    answer(one, response);
  });
  return { url: await listening(server), seen };
}

/** A server in front, of which `errorsApi` is not finished. */
async function front(
  baseUrl: string,
  options: Partial<FallbackOptions> = {},
  server: Partial<ServerOptions> = {},
): Promise<string> {
  const services = [errorsApi(unfinished({})), accountApi(unfinished({ markOperationAsRead: () => 7 }))];
  const made = createServer({ services, namespaces, fallback: fallback({ baseUrl, ...options }), ...server });
  return listening(createHttpServer(made.nodeListener));
}

/** The answer to a request, bytes and all. */
async function send(
  url: string,
  options: {
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly body?: string | Buffer;
  } = {},
): Promise<{ readonly status: number; readonly rawHeaders: readonly string[]; readonly body: Buffer }> {
  const outgoing = httpRequest(url, { method: options.method ?? 'POST', headers: options.headers ?? {}, agent: false });
  outgoing.end(options.body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) {
    chunks.push(chunk as Buffer);
  }
  return { status: incoming.statusCode ?? 0, rawHeaders: incoming.rawHeaders, body: Buffer.concat(chunks) };
}

const body = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><!-- kept --><e:Body><w:GetErrorDesc xmlns:w='${wire}'><w:errorCode>1</w:errorCode></w:GetErrorDesc></e:Body></e:Envelope>`;
const headers = {
  'Content-Type': 'text/xml; charset="utf-8"',
  SOAPAction: `"${wire}/GetErrorDesc"`,
  Cookie: 'a=b',
};

describe('fallback', () => {
  it('passes calls of missing methods on as they came, and gives the answer as it is', async () => {
    const answer = Buffer.from('<?xml version="1.0"?>\r\n<any  thing="1"/>\n');
    const { url, seen } = await older((_, response) => {
      response.setHeader('Set-Cookie', ['a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT', 'b=2']);
      response.writeHead(500, 'Internal', { 'X-AspNet-Version': '4.0.30319', 'Content-Type': 'text/xml' });
      response.end(answer);
    });
    const got = await send(`${await front(url)}/ErrorsApi.asmx?a=%20b`, { headers, body });
    expect(got.status).toBe(500);
    expect(got.body.equals(answer)).toBe(true);
    expect(got.rawHeaders.join('\n')).toContain('X-AspNet-Version\n4.0.30319');
    expect(got.rawHeaders.filter((each) => each === 'Set-Cookie')).toHaveLength(2);
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/ErrorsApi.asmx?a=%20b',
      headers: { 'content-type': 'text/xml; charset="utf-8"', soapaction: `"${wire}/GetErrorDesc"`, cookie: 'a=b' },
    });
    expect(seen[0]?.body.toString()).toBe(body);
    expect(seen[0]?.headers.host).toBe(url.slice('http://'.length));
  });

  it('answers calls of methods that are there by itself', async () => {
    const { url, seen } = await older((_, response) => response.end());
    const client = new AccountApiClient({ baseUrl: await front(url), namespaces });
    for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost'] as const) {
      expect(await client.markOperationAsRead({ sessionId: 's', id: 1n }, { binding })).toBe(7);
    }
    expect(seen).toEqual([]);
  });

  it('serves clients over every binding as the older service does, faults too', async () => {
    const getErrorDesc: ErrorsApiService['getErrorDesc'] = ({ errorCode }) => {
      if (errorCode < 0) {
        throw new SoapFault('There is no such error.', { code: 'Client' });
      }
      return `old ${errorCode}`;
    };
    const old = createServer({ services: [errorsApi({ getErrorDesc })], namespaces });
    const url = await listening(createHttpServer(old.nodeListener));
    const client = new ErrorsApiClient({ baseUrl: await front(url), namespaces });
    for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost'] as const) {
      expect(await client.getErrorDesc({ errorCode: 5, cultureCode: 1 }, { binding })).toBe('old 5');
    }
    await expect(client.getErrorDesc({ errorCode: -1, cultureCode: 1 })).rejects.toMatchObject({
      reason: 'There is no such error.',
    });
  });

  it('keeps bodies that are compressed, both ways', async () => {
    const zipped = gzipSync('an answer');
    const { url, seen } = await older((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' });
      response.end(zipped);
    });
    const sent = gzipSync(body);
    const got = await send(`${await front(url)}/ErrorsApi.asmx`, {
      headers: { ...headers, 'Content-Encoding': 'gzip' },
      body: sent,
    });
    expect(gunzipSync(got.body).toString()).toBe('an answer');
    expect(seen[0]?.body.equals(sent)).toBe(true);
    expect(seen[0]?.headers['content-encoding']).toBe('gzip');
  });

  it('keeps what belongs to one connection to itself', async () => {
    const { url, seen } = await older((_, response) => {
      response.writeHead(200, { Connection: 'X-Hop', 'X-Hop': '1', 'X-End': '2', 'Proxy-Authenticate': 'Basic' });
      response.end();
    });
    const got = await send(`${await front(url)}/ErrorsApi.asmx`, {
      headers: {
        ...headers,
        Connection: 'close, X-Mine',
        'X-Mine': '1',
        TE: 'trailers',
        'Proxy-Authorization': 'Basic x',
      },
      body,
    });
    for (const name of ['x-mine', 'te', 'proxy-authorization']) {
      expect(seen[0]?.headers).not.toHaveProperty(name);
    }
    expect(got.rawHeaders).not.toContain('X-Hop');
    expect(got.rawHeaders).not.toContain('Proxy-Authenticate');
    expect(got.rawHeaders).toContain('X-End');
  });

  it('passes on what names no operation here: other actions, other versions, other locations', async () => {
    const { url, seen } = await older((_, response) => response.end('old'));
    const base = await front(url);
    const other = { ...headers, SOAPAction: '"urn:unknown"' };
    const unknown = body.replaceAll('GetErrorDesc', 'Unknown');
    expect((await send(`${base}/ErrorsApi.asmx`, { headers: other, body: unknown })).body.toString()).toBe('old');
    expect(
      (await send(`${base}/ErrorsApi.asmx`, { headers: { 'Content-Type': 'application/json' }, body })).status,
    ).toBe(200);
    expect((await send(`${base}/ErrorsApi.asmx/Unknown?x=1`, { method: 'GET' })).body.toString()).toBe('old');
    expect(seen.map((each) => each.url)).toEqual(['/ErrorsApi.asmx', '/ErrorsApi.asmx', '/ErrorsApi.asmx/Unknown?x=1']);
  });

  it('shows in onExchange what is passed on, with its operation where that is one of the service', async () => {
    const { url } = await older((_, response) => response.end('old'));
    const seen: unknown[] = [];
    const onExchange = serverExchanges(
      ({ operation, binding, passedOn }) => void seen.push([operation, binding, passedOn]),
    );
    const base = await front(url, {}, { onExchange });
    await send(`${base}/ErrorsApi.asmx`, { headers, body });
    await send(`${base}/ErrorsApi.asmx/GetErrorDesc?errorCode=1&cultureCode=1`, { method: 'GET' });
    const unknown = body.replaceAll('GetErrorDesc', 'Unknown');
    await send(`${base}/ErrorsApi.asmx`, { headers: { ...headers, SOAPAction: '"urn:unknown"' }, body: unknown });
    const client = new AccountApiClient({ baseUrl: base, namespaces });
    await client.markOperationAsRead({ sessionId: 's', id: 1n });
    expect(seen).toEqual([
      ['GetErrorDesc', 'soap11', true],
      ['GetErrorDesc', 'httpGet', true],
      [undefined, undefined, true],
      ['MarkOperationAsRead', 'soap11', false],
    ]);
  });

  it('passes pages and other addresses on only where that is chosen', async () => {
    const { url, seen } = await older((_, response) => response.end('old'));
    const base = await front(url);
    expect((await send(`${base}/ErrorsApi.asmx?WSDL`, { method: 'GET' })).body.toString()).toContain('definitions');
    expect((await send(`${base}/Other.asmx`, { method: 'GET' })).status).toBe(404);
    expect(seen).toEqual([]);
    const all = await front(`${url}/below/`, { pages: true, otherPaths: true });
    await send(`${all}/ErrorsApi.asmx?WSDL`, { method: 'GET' });
    await send(`${all}/Other.asmx`, { method: 'PUT', body: 'x' });
    expect(seen.map((each) => each.url)).toEqual(['/below/ErrorsApi.asmx?WSDL', '/below/Other.asmx']);
  });

  it('sends requests nowhere but to its address', async () => {
    const { url, seen } = await older((_, response) => response.end('old'));
    const options = { services: [errorsApi(unfinished({}))], namespaces };
    const server = createServer({ ...options, fallback: fallback({ baseUrl: url, otherPaths: true }) });
    for (const target of ['http://evil.example/x?y', '/a@evil.example', '//evil.example/z']) {
      const { stream } = await server.handle({
        method: 'GET',
        url: target,
        headers: { host: 'evil.example' },
        body: new Uint8Array(),
      });
      await stream?.return();
    }
    expect(seen.map((each) => each.url)).toEqual(['/x?y', '/a@evil.example']);
    expect(seen.every((each) => each.headers.host === url.slice('http://'.length))).toBe(true);
  });

  it('gives long answers on while they come', async () => {
    const chunk = Buffer.alloc(65_536, 'x');
    const { url } = await older(async (_, response) => {
      for (let i = 0; i < 200; i++) {
        if (!response.write(chunk)) {
          await once(response, 'drain');
        }
      }
      response.end();
    });
    const got = await send(`${await front(url)}/ErrorsApi.asmx`, { headers, body });
    expect(got.body.length).toBe(200 * chunk.length);
  });

  it('says with 502, 503 and 504 that there was no answer, and tells onError', async () => {
    const errors: unknown[] = [];
    const server = { onError: (error: unknown) => void errors.push(error) };
    const nowhere = await front('http://127.0.0.1:9', {}, server);
    expect((await send(`${nowhere}/ErrorsApi.asmx`, { headers, body })).status).toBe(502);
    const { url } = await older(() => undefined);
    const slow = await front(url, { timeoutMs: 50 }, server);
    expect((await send(`${slow}/ErrorsApi.asmx`, { headers, body })).status).toBe(504);
    const full = await front(url, { maxConcurrent: 0 }, server);
    expect((await send(`${full}/ErrorsApi.asmx`, { headers, body })).status).toBe(503);
    expect(errors.map((error) => (error as Error).name)).toEqual(['FallbackError', 'FallbackError', 'FallbackError']);
  });

  it('is needed for methods that are missing', () => {
    const services = [errorsApi(unfinished({}))];
    expect(() => createServer({ services, namespaces })).toThrow(
      'ErrorsApi.getErrorDesc is not implemented: the server needs the option fallback.',
    );
    expect(() => fallback({ baseUrl: 'ftp://x' })).toThrow(TypeError);
  });

  it('takes methods of classes with private members', async () => {
    class Account {
      #count = 0;
      markOperationAsRead(): number {
        this.#count++;
        return this.#count;
      }
    }
    const services = [accountApi(unfinished<AccountApiService>(new Account()))];
    const server = createServer({ services, namespaces, fallback: fallback({ baseUrl: 'http://127.0.0.1:9' }) });
    const base = await listening(createHttpServer(server.nodeListener));
    const client = new AccountApiClient({ baseUrl: base, namespaces });
    await client.markOperationAsRead({ sessionId: 's', id: 1n });
    expect(await client.markOperationAsRead({ sessionId: 's', id: 1n })).toBe(2);
  });
});
