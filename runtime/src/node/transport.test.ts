import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { AbortError, ResponseTooLargeError, TransportError } from '../client/errors.js';
import { answer, get, post, RawServers, readBody, text } from '../testing/raw-servers.js';
import { createNodeTransport, type NodeTransport } from './transport.js';

const servers = new RawServers();
let transport: NodeTransport;

beforeEach(() => {
  transport = createNodeTransport({ idleTimeoutMs: 1000 });
});
afterEach(async () => {
  transport.close();
  await servers.close();
});

describe('the request', () => {
  it('carries method, target, headers as given, Host and the length of the body in bytes', async () => {
    const seen: { method?: string; url?: string; raw?: string[]; body?: string } = {};
    const url = await servers.serve(async (request, response) => {
      Object.assign(seen, { method: request.method, url: request.url, raw: request.rawHeaders });
      seen.body = await readBody(request);
      response.end('ok');
    });
    const response = await transport(post(`${url}/a/b?c=%20d#fragment`, { body: '<a>ж😀</a>' }));
    expect([response.status, response.statusText, text(response.body)]).toEqual([200, 'OK', 'ok']);
    expect([seen.method, seen.url, seen.body]).toEqual(['POST', '/a/b?c=%20d', '<a>ж😀</a>']);
    expect(seen.raw?.slice(0, 8)).toEqual([
      'Host',
      url.slice('http://'.length),
      'Content-Type',
      'text/xml; charset=utf-8',
      'SOAPAction',
      '"x"',
      'Content-Length',
      '13',
    ]);
  });

  it('has Content-Length 0 without a body, and the root path when the address has none', async () => {
    const url = await servers.serve((request, response) =>
      response.end(`${request.url} ${request.headers['content-length']}`),
    );
    expect(text((await transport(get(url))).body)).toBe('/ 0');
    expect(text((await transport(get(`${url}?a=b`))).body)).toBe('/?a=b 0');
  });

  it('sends bytes, and the user of the address as Basic authentication', async () => {
    const url = await servers.serve(async (request, response) => {
      response.end(`${request.headers.authorization} ${await readBody(request)}`);
    });
    const address = url.replace('http://', 'http://me:p%40ss@');
    const response = await transport(post(address, { body: new Uint8Array([0x41, 0x42]) }));
    expect(text(response.body)).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')} AB`);
  });

  it('keeps the connection for the next request', async () => {
    const ports = new Set<number | undefined>();
    const url = await servers.serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('ok');
    });
    for (let index = 0; index < 5; index++) {
      await transport(get(url));
    }
    expect(ports.size).toBe(1);
  });

  it.each(['not an address', 'ftp://host/', 'file:///etc/passwd', '/relative'])(
    'refuses the address %s',
    async (url) => {
      await expect(transport(get(url))).rejects.toMatchObject({ name: 'TransportError', code: 'ERR_INVALID_URL' });
    },
  );

  it('refuses a header that would break the request', async () => {
    const url = await servers.serve((_, response) => response.end());
    const rejected = transport(get(url, { headers: { 'X-A': 'b\r\nX-Evil: 1' } }));
    await expect(rejected).rejects.toMatchObject({
      name: 'TransportError',
      phase: 'connect',
      code: 'ERR_INVALID_CHAR',
    });
  });
});

describe('the answer', () => {
  it('shows its headers to those who print it', async () => {
    const url = await servers.serve((_request, response) => response.setHeader('X-Thing', 'yes').end());
    const { headers } = await transport(get(url));
    expect(inspect(headers)).toMatch(/^IncomingHeaders \{[^}]*'x-thing': 'yes'/);
  });

  it('comes whole, with its headers in any letter case', async () => {
    const url = await servers.serve((_, response) => {
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      response.setHeader('X-Thing', 'yes');
      response.write('one ');
      setTimeout(() => response.end('two'), 20);
    });
    const response = await transport(get(url));
    expect(text(response.body)).toBe('one two');
    expect([response.headers.get('x-THING'), response.headers.get('nothing')]).toEqual(['yes', null]);
    const all: Record<string, string> = {};
    response.headers.forEach((value, name) => {
      all[name] = value;
    });
    expect(all).toMatchObject({ 'x-thing': 'yes', 'set-cookie': 'a=1, b=2' });
  });

  it('may be a redirect, which is not followed, or have no body', async () => {
    const url = await servers.serve((_, response) => {
      response.writeHead(302, { Location: '/elsewhere' });
      response.end();
    });
    const response = await transport(post(url));
    expect([response.status, response.headers.get('location'), response.body.byteLength]).toEqual([
      302,
      '/elsewhere',
      0,
    ]);
  });

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
    expect(text((await transport(get(url))).body)).toBe('<answer>ж</answer>');
  });

  it('is refused when it is broken or in a coding that was not requested', async () => {
    const url = await servers.serve((request, response) => {
      response.setHeader('Content-Encoding', request.url === '/zstd' ? 'zstd' : 'gzip');
      response.end('this is not gzip');
    });
    await expect(transport(get(`${url}/gzip`))).rejects.toMatchObject({
      name: 'ContentEncodingError',
      contentEncoding: 'gzip',
    });
    await expect(transport(get(`${url}/zstd`))).rejects.toThrow('Unknown Content-Encoding "zstd"');
  });

  it('is given up at the limit, compressed or not', async () => {
    const url = await servers.serve((request, response) => {
      if (request.url === '/bomb') {
        response.setHeader('Content-Encoding', 'gzip');
        response.end(gzipSync(Buffer.alloc(10_000_000)));
      } else {
        response.on('error', () => undefined);
        response.end(Buffer.alloc(1_000_000));
      }
    });
    const limited = { maxResponseBytes: 100_000 };
    await expect(transport(get(url, limited))).rejects.toThrow(ResponseTooLargeError);
    await expect(transport(get(`${url}/bomb`, limited))).rejects.toThrow(ResponseTooLargeError);
    expect((await transport(get(url, { maxResponseBytes: 1_000_000 }))).body.byteLength).toBe(1_000_000);
  });

  it.each([
    ['a body shorter than its Content-Length', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort', '5 of 100 bytes'],
    [
      'a chunked body without its end',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n',
      '5 bytes',
    ],
  ])('is refused when it is cut short: %s', async (_, wire, came) => {
    const url = await servers.serveRaw((socket) => socket.end(wire));
    const error: TransportError = await transport(post(url)).catch((reason) => reason);
    expect(error).toBeInstanceOf(TransportError);
    expect([error.phase, error.message]).toEqual(['receive', `The answer was cut short after ${came}`]);
  });

  it('is refused when it switches to another protocol without a request', async () => {
    const url = await servers.serveRaw((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'),
    );
    await expect(transport(post(url))).rejects.toMatchObject({
      name: 'TransportError',
      phase: 'send',
      message: 'The connection was closed before an answer came',
    });
  });

  it('counts as cut short when somebody else destroys it, as a tracing agent may', async () => {
    const url = await servers.serveRaw((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'));
    const destroy = (message: unknown): void => void (message as { response: IncomingMessage }).response.destroy();
    subscribe('http.client.response.finish', destroy);
    try {
      await expect(transport(post(url))).rejects.toMatchObject({ name: 'ResponseTruncatedError', expected: 100 });
    } finally {
      unsubscribe('http.client.response.finish', destroy);
    }
  });

  it('is refused when it is not HTTP', async () => {
    const url = await servers.serveRaw((socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
    await expect(transport(post(url))).rejects.toMatchObject({ name: 'TransportError', code: 'HPE_INVALID_CONSTANT' });
  });
});

describe('the connection', () => {
  it('refused: nothing was sent', async () => {
    const url = await servers.serve(() => undefined);
    await servers.close();
    await expect(transport(post(url))).rejects.toMatchObject({ phase: 'connect', code: 'ECONNREFUSED' });
  });

  it('a name that does not exist: nothing was sent', async () => {
    const rejected = transport(post('http://no-such-host.invalid/'));
    await expect(rejected).rejects.toMatchObject({ name: 'TransportError', phase: 'connect' });
  });

  it('reset before an answer: perhaps sent', async () => {
    const url = await servers.serveRaw((socket) => socket.resetAndDestroy());
    await expect(transport(post(url))).rejects.toMatchObject({ phase: 'send', code: 'ECONNRESET' });
  });

  it('kept alive and reset by the server: sent again only when that does no harm', async () => {
    const url = await servers.serveRaw((socket, count) => {
      if (count % 2 === 1) {
        socket.write(answer('ok'));
      } else {
        socket.destroy();
      }
    });
    await transport(post(url));
    const lost: TransportError = await transport(post(url)).catch((reason) => reason);
    expect([lost.phase, lost.message]).toEqual(['send', 'The kept-alive connection was closed before an answer came']);
    await transport(post(url));
    expect(text((await transport(post(url, { idempotent: true }))).body)).toBe('ok');
  });

  it('that lay unused longer than idleTimeoutMs is not used again, while a slow answer may take longer', async () => {
    transport.close();
    transport = createNodeTransport({ idleTimeoutMs: 50 });
    const ports = new Set<number | undefined>();
    const url = await servers.serve((request: IncomingMessage, response: ServerResponse) => {
      ports.add(request.socket.remotePort);
      setTimeout(() => response.end('ok'), 150);
    });
    await transport(get(url));
    await new Promise((done) => setTimeout(done, 150));
    expect(text((await transport(get(url))).body)).toBe('ok');
    expect(ports.size).toBe(2);
  });
});

describe('many at once', () => {
  it('each gets its own answer, also when some fail or are given up', async () => {
    const url = await servers.serve(async (request, response) => {
      const body = await readBody(request);
      const number = Number(body);
      setTimeout(() => (number % 7 === 3 ? request.socket.destroy() : response.end(body)), (number * 37) % 50);
    });
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, number) => {
        const signal = number % 11 === 5 ? AbortSignal.timeout(10) : undefined;
        return transport(post(url, { body: String(number), signal })).then(
          (response) => [number, text(response.body)],
          (error) => [number, error.name],
        );
      }),
    );
    for (const [number, outcome] of outcomes) {
      expect(['TransportError', 'AbortError', String(number)]).toContain(outcome);
    }
    expect(outcomes.filter(([number, outcome]) => outcome === String(number)).length).toBeGreaterThan(140);
  });
});

describe('aborting', () => {
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
    const rejected = transport(post(url, { signal: controller.signal }));
    await expect(rejected).rejects.toMatchObject({ name: 'AbortError', cause: new Error('enough') });
    await closed;
  });

  it('before the call sends nothing', async () => {
    await expect(transport(post('http://no-such-host.invalid/', { signal: AbortSignal.abort() }))).rejects.toThrow(
      AbortError,
    );
  });

  it('in the middle of the answer', async () => {
    const url = await servers.serve((_, response) => {
      response.write('begin');
    });
    const controller = new AbortController();
    const rejected = transport(get(url, { signal: controller.signal }));
    setTimeout(() => controller.abort(), 50);
    await expect(rejected).rejects.toThrow(AbortError);
  });

  it('leaves no listener on the signal', async () => {
    const url = await servers.serve((_, response) => response.end('ok'));
    const { signal } = new AbortController();
    const remove = jest.spyOn(signal, 'removeEventListener');
    await transport(get(url, { signal }));
    expect(remove).toHaveBeenCalledTimes(1);
  });
});
