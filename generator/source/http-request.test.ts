import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type LookupFunction,
  type Server as TcpServer,
} from 'node:net';
import type { Duplex } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { authorityWithHost, selfSigned } from '../../tests/support/certificates.js';
import { documentFetcher } from './download.js';
import type { HttpAccess } from './http-access.js';

const servers: TcpServer[] = [];
const seen: IncomingMessage[] = [];
const answer: RequestListener = (request, response) => {
  seen.push(request);
  response.end(`<a>${request.url}</a>`);
};

async function listen(server: TcpServer): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

beforeEach(() => {
  seen.length = 0;
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    (server as Partial<Server>).closeAllConnections?.();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** All names are this computer. */
const here = ((_name, options, callback) => {
  if (options.all) {
    callback(null, [{ address: '127.0.0.1', family: 4 }]);
  } else {
    callback(null, '127.0.0.1', 4);
  }
}) satisfies LookupFunction;

const limits = { maxBytes: 10_000, internal: true };

async function get(url: string, access: HttpAccess): Promise<string> {
  const outcome = await documentFetcher(access, here)(url, limits);
  return outcome.kind === 'found'
    ? Buffer.from(outcome.bytes).toString()
    : outcome.kind === 'failed'
      ? outcome.reason
      : outcome.kind;
}

const utf8 = (text: string): Uint8Array => Buffer.from(text);

describe('credentials', () => {
  const headers = [
    ['Authorization', 'Bearer t'],
    ['X-Tenant', 'a'],
  ] as const;

  it('go to the origin that the user named, and nowhere else', async () => {
    const port = await listen(createServer(answer));
    const access = { addresses: [`http://mine.example:${port}/x?wsdl`], headers };
    await get(`http://mine.example:${port}/a`, access);
    await get(`http://other.example:${port}/a`, access);
    expect(seen.map((request) => [request.headers.authorization, request.headers['x-tenant']])).toEqual([
      ['Bearer t', 'a'],
      [undefined, undefined],
    ]);
  });

  it('are user and password, too; a header of the user wins over ours', async () => {
    const port = await listen(createServer(answer));
    const addresses = [`http://mine.example:${port}/`];
    await get(`http://mine.example:${port}/a`, { addresses, user: { name: 'u', password: 'p:ä' } });
    expect(seen[0]?.headers.authorization).toBe(`Basic ${Buffer.from('u:p:ä').toString('base64')}`);
    await get(`http://mine.example:${port}/a`, { addresses, headers: [['Accept', 'text/plain']] });
    expect(seen[1]?.headers.accept).toBe('text/plain');
  });
});

describe('an answer', () => {
  it('is undone from several codings, says its version, and is not sent again', async () => {
    const port = await listen(
      createServer((request, response) => {
        if (request.headers['if-none-match'] === '"1"') {
          response.writeHead(304).end();
        } else {
          response.writeHead(200, { 'content-encoding': 'gzip, gzip', etag: '"1"' }).end(gzipSync(gzipSync('<a/>')));
        }
      }),
    );
    const fetch = documentFetcher();
    const first = await fetch(`http://127.0.0.1:${port}/`, limits);
    expect(first).toMatchObject({ kind: 'found', version: { etag: '"1"' } });
    expect(first.kind === 'found' && Buffer.from(first.bytes).toString()).toBe('<a/>');
    const known = { etag: '"1"' };
    expect(await fetch(`http://127.0.0.1:${port}/`, { ...limits, known })).toEqual({ kind: 'notModified' });
  });

  it.each([
    ['does not come in time', {}, 'no answer within 0.3 s'],
    ['is cut short', { 'content-length': 10 }, 'the answer was cut short after 1 of 10 bytes'],
  ])('that %s is refused', async (_, fields, reason) => {
    const port = await listen(
      createServer((_request, response) => {
        response.writeHead(200, fields).write('<');
        if ('content-length' in fields) {
          setTimeout(() => response.destroy(), 20);
        }
      }),
    );
    expect(await get(`http://127.0.0.1:${port}/`, { addresses: [], timeout: 300 })).toBe(reason);
  });

  it('that asks for credentials says by which scheme', async () => {
    const port = await listen(
      createServer((_request, response) => {
        response.writeHead(401, { 'www-authenticate': 'Negotiate, NTLM, Basic realm="a, b"' }).end();
      }),
    );
    expect(await get(`http://127.0.0.1:${port}/`, { addresses: [] })).toBe(
      'the server answered 401 and asks for Negotiate or NTLM or Basic',
    );
  });
});

describe('over TLS', () => {
  it('an unknown authority is refused, with the way out, and one that the user names is trusted', async () => {
    const { authority, host } = authorityWithHost(['shop.example', '127.0.0.1']);
    const port = await listen(createTlsServer(host, answer));
    expect(await get(`https://shop.example:${port}/a`, { addresses: [] })).toMatch(
      /^the certificate of shop\.example:\d+ is signed by an authority that is not known here; .* --ca FILE$/,
    );
    const access = { addresses: [], tls: { ca: utf8(authority.cert) } };
    expect(await get(`https://shop.example:${port}/a`, access)).toBe('<a>/a</a>');
    expect(await get(`https://127.0.0.1:${port}/a`, access)).toBe('<a>/a</a>');
    expect(await get(`https://other.example:${port}/a`, access)).toMatch(
      /^the certificate is not one for other\.example/,
    );
  });

  it('a certificate that signed itself is refused, and trusted when it is named', async () => {
    const own = selfSigned(['shop.example']);
    const port = await listen(createTlsServer(own, answer));
    expect(await get(`https://shop.example:${port}/a`, { addresses: [] })).toMatch(/is signed by itself; .*--ca FILE$/);
    expect(await get(`https://shop.example:${port}/a`, { addresses: [], tls: { ca: utf8(own.cert) } })).toBe(
      '<a>/a</a>',
    );
  });

  it('the certificate of the client goes to the origin that the user named alone', async () => {
    const { authority, host } = authorityWithHost(['shop.example', 'other.example']);
    const subjects: (string | undefined)[] = [];
    const options = { ...host, ca: authority.cert, requestCert: true, rejectUnauthorized: false };
    const server = createTlsServer(options, (request, response) => {
      const peer = (request.socket as import('node:tls').TLSSocket).getPeerCertificate();
      subjects.push(peer.subject?.CN?.toString());
      response.end();
    });
    const port = await listen(server);
    const tls = { ca: utf8(authority.cert), cert: utf8(host.cert), key: utf8(host.key) };
    const access = { addresses: [`https://shop.example:${port}/`], tls };
    await get(`https://shop.example:${port}/a`, access);
    await get(`https://other.example:${port}/a`, access);
    expect(subjects).toEqual(['Test host', undefined]);
  });
});

describe('over a proxy', () => {
  const asked: string[] = [];
  /** Connections that are no longer those of the server. */
  const tunnels: Duplex[] = [];
  const credentials: (string | undefined)[] = [];

  /** A proxy to which all names are this computer. */
  function proxy(): Server {
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      credentials.push(request.headers['proxy-authorization']);
      const { port, pathname } = new URL(request.url ?? '');
      httpRequest({ host: '127.0.0.1', port, path: pathname, headers: request.headers }, (inner) => {
        response.writeHead(inner.statusCode ?? 0);
        inner.pipe(response);
      }).end();
    });
    server.on('connect', (request, socket) => {
      tunnels.push(socket);
      asked.push(`CONNECT ${request.url}`);
      credentials.push(request.headers['proxy-authorization']);
      if (request.url?.startsWith('refused')) {
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
        return;
      }
      const inner = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        inner.pipe(socket).pipe(inner);
      });
      inner.on('error', () => socket.destroy());
      socket.on('error', () => inner.destroy());
    });
    return server;
  }
  beforeEach(() => {
    asked.length = 0;
    credentials.length = 0;
  });
  afterEach(() => {
    for (const socket of tunnels.splice(0)) {
      socket.destroy();
    }
  });

  it('plain requests are handed over, with the credentials of the proxy for the proxy alone', async () => {
    const port = await listen(createServer(answer));
    const proxyPort = await listen(proxy());
    const proxies = { http: `http://u:p%40@127.0.0.1:${proxyPort}` };
    const access = { addresses: [`http://shop.example:${port}/`], user: { name: 'me', password: 'x' }, proxies };
    expect(await get(`http://shop.example:${port}/a`, access)).toBe('<a>/a</a>');
    expect(asked).toEqual([`GET http://shop.example:${port}/a`]);
    expect(credentials).toEqual([`Basic ${Buffer.from('u:p@').toString('base64')}`]);
    expect(seen[0]?.headers).toMatchObject({
      host: `shop.example:${port}`,
      authorization: `Basic ${Buffer.from('me:x').toString('base64')}`,
    });
  });

  it('one that does not answer is let go of when the time is up', async () => {
    const silent = createTcpServer((socket) => socket.resume());
    const port = await listen(silent);
    const access = { addresses: [], timeout: 200, proxies: { https: `http://127.0.0.1:${port}` } };
    const left = new Promise((resolve) => {
      silent.on('connection', (socket) => socket.on('close', () => resolve('closed')));
    });
    expect(await get('https://shop.example/', access)).toBe('no answer within 0.2 s');
    expect(await left).toBe('closed');
  });

  it('requests over TLS go through a tunnel, in which the host is checked', async () => {
    const { authority, host } = authorityWithHost(['shop.example']);
    const port = await listen(createTlsServer(host, answer));
    const proxyPort = await listen(proxy());
    const proxies = { https: `http://u:p@127.0.0.1:${proxyPort}` };
    const access = { addresses: [], tls: { ca: utf8(authority.cert) }, proxies };
    expect(await get(`https://shop.example:${port}/a`, access)).toBe('<a>/a</a>');
    expect(await get(`https://other.example:${port}/a`, access)).toMatch(/^the certificate is not one for other/);
    expect(asked).toEqual([`CONNECT shop.example:${port}`, `CONNECT other.example:${port}`]);
    expect(await get('https://refused.example/', access)).toBe(
      `the proxy 127.0.0.1:${proxyPort} asks for a user and a password (407)`,
    );
    const dead = { https: 'http://127.0.0.1:1' };
    expect(await get('https://shop.example/', { addresses: [], proxies: dead })).toMatch(
      /^the proxy 127\.0\.0\.1:1 cannot be reached: /,
    );
  });
});
