import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { authorityWithHost } from '../../../tests/support/certificates.js';
import type { TransportRequest } from '../http/transport.js';
import type { NodeTransportOptions } from './agents.js';
import { createNodeTransport, type NodeTransport } from './transport.js';

/** Requests through proxies, with a proxy for which all names are this machine. */

const servers: Server[] = [];
const sockets = new Set<Duplex>();
const transports: NodeTransport[] = [];

async function listen(server: Server): Promise<number> {
  servers.push(server);
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

afterEach(async () => {
  for (const transport of transports.splice(0)) {
    transport.close();
  }
  for (const socket of sockets) {
    socket.destroy();
  }
  sockets.clear();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

const { authority, host } = authorityWithHost(['shop.example', 'proxy.example', '127.0.0.1']);

/** What a service and a proxy have seen. */
interface Seen {
  readonly line: string;
  readonly credentials: string | undefined;
}

let atService: IncomingMessage[] = [];
let atProxy: Seen[] = [];
beforeEach(() => {
  atService = [];
  atProxy = [];
});

const echo = (request: IncomingMessage, response: { end(text: string): void }): void => {
  atService.push(request);
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => response.end(`${request.method} ${request.url} ${body}`));
};

/** Passes requests on to this machine, and makes tunnels to it. `refuse` answers a CONNECT instead. */
function proxyServer(tls?: { readonly cert: string; readonly key: string }, refuse?: string): Server {
  const server = (tls === undefined ? createServer : createTlsServer.bind(undefined, tls))((request, response) => {
    note(request);
    const { port, pathname } = new URL(request.url ?? '');
    const { method, headers } = request;
    const inner = httpRequest({ host: '127.0.0.1', port, path: pathname, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0);
      answer.pipe(response);
    });
    request.pipe(inner);
  });
  server.on('connect', (request, socket) => {
    sockets.add(socket);
    note(request);
    if (refuse !== undefined) {
      socket.end(refuse);
      return;
    }
    const inner = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\nVia: test\r\n\r\n');
      inner.pipe(socket).pipe(inner);
    });
    inner.on('error', () => socket.destroy());
    socket.on('error', () => inner.destroy());
  });
  return server;
}

function note({ method, url, headers }: IncomingMessage): void {
  atProxy.push({ line: `${method} ${url}`, credentials: headers['proxy-authorization'] });
}

async function post(url: string, options: NodeTransportOptions, more: Partial<TransportRequest> = {}): Promise<string> {
  const transport = createNodeTransport(options);
  transports.push(transport);
  return send(transport, url, more);
}

async function send(transport: NodeTransport, url: string, more: Partial<TransportRequest> = {}): Promise<string> {
  const answer = await transport({ method: 'POST', url, headers: { SOAPAction: '"x"' }, body: 'body', ...more });
  return new TextDecoder().decode(answer.body);
}

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

it('a request without TLS is handed to the proxy, with credentials for the proxy alone', async () => {
  const port = await listen(createServer(echo));
  const proxy = `http://user:p%40ss@127.0.0.1:${await listen(proxyServer())}`;
  expect(await post(`http://shop.example:${port}/a?b=c`, { proxy })).toBe('POST /a body');
  expect(atProxy).toEqual([{ line: `POST http://shop.example:${port}/a?b=c`, credentials: basic('user:p@ss') }]);
  expect(atService[0]?.headers).toMatchObject({
    host: `shop.example:${port}`,
    soapaction: '"x"',
    'content-length': '4',
  });
});

it('a request over TLS goes through a tunnel: the certificate is that of the service, and the proxy sees no header of it', async () => {
  const port = await listen(createTlsServer(host, echo));
  const proxy = `http://user:pass@127.0.0.1:${await listen(proxyServer())}`;
  const tls = { ca: authority.cert };
  expect(await post(`https://shop.example:${port}/a`, { proxy, tls })).toBe('POST /a body');
  await expect(post(`https://other.example:${port}/a`, { proxy, tls })).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    kind: 'tls',
    phase: 'connect',
  });
  expect(atProxy).toEqual([
    { line: `CONNECT shop.example:${port}`, credentials: basic('user:pass') },
    { line: `CONNECT other.example:${port}`, credentials: basic('user:pass') },
  ]);
  expect(atService[0]?.headers).not.toHaveProperty('proxy-authorization');
});

it('tunnels are kept for further requests', async () => {
  const port = await listen(createTlsServer(host, echo));
  const proxy = `http://127.0.0.1:${await listen(proxyServer())}`;
  const transport = createNodeTransport({ proxy, tls: { ca: authority.cert } });
  transports.push(transport);
  for (const path of ['a', 'b', 'c']) {
    expect(await send(transport, `https://shop.example:${port}/${path}`)).toBe(`POST /${path} body`);
  }
  expect(atProxy).toHaveLength(1);
});

it('a client certificate goes through the tunnel', async () => {
  const subjects: unknown[] = [];
  const options = { ...host, ca: authority.cert, requestCert: true };
  const service = createTlsServer(options, (request, response) => {
    subjects.push((request.socket as import('node:tls').TLSSocket).getPeerCertificate().subject.CN);
    response.end('ok');
  });
  const port = await listen(service);
  const proxy = `http://127.0.0.1:${await listen(proxyServer())}`;
  const tls = { ca: authority.cert, cert: host.cert, key: host.key };
  expect(await post(`https://shop.example:${port}/`, { proxy, tls })).toBe('ok');
  expect(subjects).toEqual(['Test host']);
});

it('a proxy may itself be called over TLS', async () => {
  const plain = await listen(createServer(echo));
  const secure = await listen(createTlsServer(host, echo));
  const url = `https://u:p@127.0.0.1:${await listen(proxyServer(host))}`;
  const proxy = { url, tls: { ca: authority.cert } };
  expect(await post(`http://shop.example:${plain}/a`, { proxy })).toBe('POST /a body');
  expect(await post(`https://shop.example:${secure}/a`, { proxy, tls: { ca: authority.cert } })).toBe('POST /a body');
  expect(atProxy.map(({ credentials }) => credentials)).toEqual([basic('u:p'), basic('u:p')]);
  await expect(post(`https://shop.example:${secure}/a`, { proxy: { url } })).rejects.toMatchObject({
    message: expect.stringMatching(/^The proxy 127\.0\.0\.1:\d+ cannot be reached: unable to verify/),
    kind: 'tls',
  });
});

it('header fields for the proxy go to the proxy alone, and take the place of the credentials in its address', async () => {
  const port = await listen(createTlsServer(host, echo));
  const url = `http://u:p@127.0.0.1:${await listen(proxyServer())}`;
  const proxy = { url, headers: { 'Proxy-Authorization': 'Bearer t' } };
  expect(await post(`https://shop.example:${port}/a`, { proxy, tls: { ca: authority.cert } })).toBe('POST /a body');
  expect(atProxy[0]?.credentials).toBe('Bearer t');
  expect(() => createNodeTransport({ proxy: { url, headers: { 'X-A': 'a\r\nX-B: b' } } })).toThrow('X-A');
});

describe('a tunnel that is not made', () => {
  it.each([
    ['HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', 'asks for a user and a password (407)'],
    ['HTTP/1.1 403 Forbidden\r\n\r\nno', 'refused the connection (403)'],
    ['SSH-2.0-x\r\n\r\n', 'does not speak HTTP'],
    ['HTTP/1.1 200', 'closed the connection'],
    [`HTTP/1.1 200 OK\r\n${'x'.repeat(20_000)}`, 'gave an answer that is too long'],
  ])('%.20j', async (refuse, problem) => {
    const port = await listen(proxyServer(undefined, refuse));
    const failure = post('https://shop.example/', { proxy: `http://user:s3cret@127.0.0.1:${port}` });
    await expect(failure).rejects.toMatchObject({
      name: 'TransportError',
      message: `The proxy 127.0.0.1:${port} ${problem}`,
      kind: 'proxy',
      phase: 'connect',
    });
  });

  it('says that the proxy cannot be reached', async () => {
    await expect(post('https://shop.example/', { proxy: 'http://user:s3cret@127.0.0.1:1' })).rejects.toMatchObject({
      message: 'The proxy 127.0.0.1:1 cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
      kind: 'unreachable',
      code: 'ECONNREFUSED',
    });
  });

  it('ends with the call', async () => {
    const silent = createServer();
    silent.on('connect', (_, socket) => sockets.add(socket));
    const port = await listen(silent);
    const stop = new AbortController();
    const failure = post('https://shop.example/', { proxy: `http://127.0.0.1:${port}` }, { signal: stop.signal });
    stop.abort();
    await expect(failure).rejects.toMatchObject({ name: 'AbortError' });
  });
});

it.each(['ftp://proxy', 'proxy.example', ''])('the proxy %j is refused without repeating it', (proxy) => {
  expect(() => createNodeTransport({ proxy })).toThrow('The proxy is not an http: or https: address.');
});

it('an agent and options that are for the own agents exclude each other', async () => {
  const { Agent } = await import('node:https');
  const problem = 'give either an agent, or `tls` and `proxy`';
  expect(() => createNodeTransport({ httpsAgent: new Agent(), tls: {} })).toThrow(problem);
  expect(() => createNodeTransport({ httpsAgent: new Agent(), proxy: 'http://p' })).toThrow(problem);
});
