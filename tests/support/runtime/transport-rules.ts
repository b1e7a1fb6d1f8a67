import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { AbortError, ResponseTooLargeError } from '../../../runtime/src/client/errors/errors.js';
import type { Transport } from '../../../runtime/src/http/transport.js';
import { answer, get, post, type RawServers, readBody, text } from './raw-servers.js';

/** A transport that is tested, the servers of the test, and the connections that it may open for requests one after the other. */
export interface TestedTransport {
  readonly transport: () => Transport;
  readonly servers: RawServers;
  readonly connections: number;
}

/** Tests of all that the transports of Node have in common. */
export function describeTransport(tested: TestedTransport): void {
  describe('the request', () => {
    describeRequests(tested);
    describeRefusals(tested);
  });
  describe('the answer', () => {
    describeAnswers(tested);
    describeBodies(tested);
  });
  describe('an answer that cannot be read', () => describeBrokenAnswers(tested));
  describe('the connection', () => describeConnections(tested));
  describe('aborting', () => describeAborting(tested));
}

function describeRequests({ transport, servers, connections }: TestedTransport): void {
  it('carries method, target, headers as given, Host and the length of the body in bytes', async () => {
    const seen: { method?: string; url?: string; raw?: string[]; body?: string } = {};
    const url = await servers.serve(async (request, response) => {
      Object.assign(seen, { method: request.method, url: request.url, raw: request.rawHeaders });
      seen.body = await readBody(request);
      response.end('ok');
    });
    const response = await transport()(post(`${url}/a/b?c=%20d#fragment`, { body: '<a>ж😀</a>' }));
    expect([response.status, response.statusText, text(response.body)]).toEqual([200, 'OK', 'ok']);
    expect([seen.method, seen.url, seen.body]).toEqual(['POST', '/a/b?c=%20d', '<a>ж😀</a>']);
    const headers = seen.raw?.join('|').toLowerCase();
    expect(headers).toContain(`host|${url.slice('http://'.length)}|`);
    expect(headers).toContain('content-type|text/xml; charset=utf-8|soapaction|"x"');
    expect(headers).toContain('content-length|13');
  });

  it('goes to the root path when the address has none, with the query', async () => {
    const url = await servers.serve((request, response) => response.end(request.url));
    expect(text((await transport()(get(url))).body)).toBe('/');
    expect(text((await transport()(get(`${url}?a=b`))).body)).toBe('/?a=b');
    expect(text((await transport()(post(url, { body: undefined }))).body)).toBe('/');
  });

  it('writes the address as URLs are written', async () => {
    const url = await servers.serve((request, response) => response.end(request.url));
    const targets = ['/Größe dienst?für=1 2', '/Gr%C3%B6%C3%9Fe%20dienst', '/a/../{b}'];
    const seen = [];
    for (const target of targets) {
      seen.push(text((await transport()(get(url + target))).body));
    }
    expect(seen).toEqual(['/Gr%C3%B6%C3%9Fe%20dienst?f%C3%BCr=1%202', targets[1], '/%7Bb%7D']);
  });

  it('sends bytes, and the user of the address as Basic authentication', async () => {
    const url = await servers.serve(async (request, response) => {
      response.end(`${request.headers.authorization} ${await readBody(request)}`);
    });
    const address = url.replace('http://', 'http://me:p%40ss@');
    const response = await transport()(post(address, { body: new Uint8Array([0x41, 0x42]) }));
    expect(text(response.body)).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')} AB`);
  });

  it('keeps the connection for the next requests', async () => {
    const ports = new Set<number | undefined>();
    const url = await servers.serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('ok');
    });
    for (let index = 0; index < 5; index++) {
      await transport()(get(url));
    }
    expect(ports.size).toBeLessThanOrEqual(connections);
  });
}

function describeRefusals({ transport, servers }: TestedTransport): void {
  it.each(['not an address', 'ftp://host/', 'file:///etc/passwd', '/relative'])(
    'refuses the address %s',
    async (url) => {
      await expect(transport()(get(url))).rejects.toMatchObject({ name: 'TransportError', code: 'ERR_INVALID_URL' });
    },
  );

  it.each([{ 'X-A': 'b\r\nX-Evil: 1' }, { 'X A': 'b' }])(
    'refuses a header that would break it: %j',
    async (headers) => {
      const url = await servers.serve((_, response) => response.end());
      await expect(transport()(get(url, { headers }))).rejects.toMatchObject({
        name: 'TransportError',
        phase: 'connect',
        kind: 'address',
      });
    },
  );
}

function describeAnswers({ transport, servers }: TestedTransport): void {
  it('comes whole, with its headers in any letter case, after preliminary ones', async () => {
    const url = await servers.serve((_, response) => {
      response.writeProcessing();
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      response.setHeader('X-Thing', 'yes');
      response.write('one ');
      setImmediate(() => response.end('two'));
    });
    const response = await transport()(get(url));
    expect([response.status, text(response.body)]).toEqual([200, 'one two']);
    expect([response.headers.get('x-THING'), response.headers.get('nothing')]).toEqual(['yes', null]);
    const all: string[] = [];
    response.headers.forEach((value, name) => {
      all.push(`${name}: ${value}`);
    });
    // In the order of the names, as `fetch` gives them.
    expect(all.filter((field) => /^(?:set-cookie|x-)/.test(field))).toEqual([
      'set-cookie: a=1',
      'set-cookie: b=2',
      'x-thing: yes',
    ]);
  });

  it('may be a redirect, which is not followed, or have no body', async () => {
    const url = await servers.serve((_, response) => {
      response.writeHead(302, { Location: '/elsewhere' });
      response.end();
    });
    const { status, headers, body } = await transport()(post(url));
    expect([status, headers.get('location'), body.byteLength]).toEqual([302, '/elsewhere', 0]);
  });
}

function describeBodies({ transport, servers }: TestedTransport): void {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['identity', (body: string) => Buffer.from(body)],
  ] as const)('is decompressed: %s', async (encoding, compress) => {
    const url = await servers.serve((_, response) => {
      response.setHeader('Content-Encoding', encoding);
      response.end(compress('<answer>ж</answer>'));
    });
    expect(text((await transport()(get(url))).body)).toBe('<answer>ж</answer>');
  });

  it('is given up at the limit, compressed or not', async () => {
    const url = await servers.serve((request, response) => {
      response.on('error', () => undefined);
      if (request.url === '/bomb') {
        response.setHeader('Content-Encoding', 'gzip');
        response.end(gzipSync(Buffer.alloc(10_000_000)));
      } else {
        response.end(Buffer.alloc(1_000_000));
      }
    });
    const limited = { maxResponseBytes: 100_000 };
    await expect(transport()(get(url, limited))).rejects.toThrow(ResponseTooLargeError);
    await expect(transport()(get(`${url}/bomb`, limited))).rejects.toThrow(ResponseTooLargeError);
    expect((await transport()(get(url, { maxResponseBytes: 1_000_000 }))).body.byteLength).toBe(1_000_000);
  });
}

function describeBrokenAnswers({ transport, servers }: TestedTransport): void {
  it('is refused when its coding is broken or was not requested', async () => {
    const url = await servers.serve((request, response) => {
      response.setHeader('Content-Encoding', request.url === '/zstd' ? 'zstd' : 'gzip');
      response.end('this is not gzip');
    });
    await expect(transport()(get(`${url}/gzip`))).rejects.toMatchObject({
      name: 'ContentEncodingError',
      contentEncoding: 'gzip',
    });
    await expect(transport()(get(`${url}/zstd`))).rejects.toThrow('Unknown Content-Encoding "zstd"');
  });

  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n';
  it.each([
    ['a body shorter than its Content-Length', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort', '5 of 100 bytes'],
    ['a chunked body without its end', chunked, '5 bytes'],
  ])('is refused when it is cut short: %s', async (_, wire, came) => {
    const url = await servers.serveRaw((socket) => socket.end(wire));
    await expect(transport()(post(url))).rejects.toMatchObject({
      name: 'ResponseTruncatedError',
      phase: 'receive',
      received: 5,
      message: `The answer was cut short after ${came}`,
    });
  });

  it('is refused when it switches to another protocol without a request', async () => {
    const url = await servers.serveRaw((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'),
    );
    await expect(transport()(post(url))).rejects.toMatchObject({ name: 'TransportError', phase: 'send' });
  });

  it('is refused when it is not HTTP', async () => {
    const url = await servers.serveRaw((socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
    await expect(transport()(post(url))).rejects.toMatchObject({ name: 'TransportError', kind: 'protocol' });
  });
}

function describeConnections({ transport, servers }: TestedTransport): void {
  it('refused: nothing was sent', async () => {
    const url = await servers.serve(() => undefined);
    await servers.close();
    await expect(transport()(post(url))).rejects.toMatchObject({ phase: 'connect', code: 'ECONNREFUSED' });
  });

  it('a name that does not exist: nothing was sent', async () => {
    const rejected = transport()(post('http://no-such-host.invalid/'));
    await expect(rejected).rejects.toMatchObject({ name: 'TransportError', phase: 'connect' });
  });

  it('reset before an answer: perhaps sent', async () => {
    const url = await servers.serveRaw((socket) => socket.resetAndDestroy());
    await expect(transport()(post(url))).rejects.toMatchObject({ phase: 'send', kind: 'reset' });
  });

  it('kept alive and closed by the server: sent again only when that does no harm', async () => {
    const url = await servers.serveRaw((socket, count) => {
      if (count % 2 === 1) {
        socket.write(answer('ok'));
      } else {
        socket.destroy();
      }
    });
    await transport()(post(url));
    await expect(transport()(post(url))).rejects.toMatchObject({
      phase: 'send',
      message: expect.stringMatching(/ connection was closed before an answer came$/),
    });
    await transport()(post(url));
    expect(text((await transport()(post(url, { idempotent: true }))).body)).toBe('ok');
  });
}

function describeAborting({ transport, servers }: TestedTransport): void {
  it('ends the request, and the connection with it', async () => {
    let onClose: (value: unknown) => void = () => undefined;
    const closed = new Promise((done) => {
      onClose = done;
    });
    const controller = new AbortController();
    const url = await servers.serve((request) => {
      request.socket.on('close', onClose);
      controller.abort(new Error('enough'));
    });
    const rejected = transport()(post(url, { signal: controller.signal }));
    await expect(rejected).rejects.toMatchObject({ name: 'AbortError', cause: new Error('enough') });
    await closed;
  });

  it('before the call sends nothing', async () => {
    const request = post('http://no-such-host.invalid/', { signal: AbortSignal.abort() });
    await expect(transport()(request)).rejects.toThrow(AbortError);
  });

  it('leaves no listener on the signal', async () => {
    const url = await servers.serve((_, response) => response.end('ok'));
    const { signal } = new AbortController();
    const remove = jest.spyOn(signal, 'removeEventListener');
    await transport()(get(url, { signal }));
    expect(remove).toHaveBeenCalledTimes(1);
  });
}
