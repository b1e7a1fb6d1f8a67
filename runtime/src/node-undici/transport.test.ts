import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { Agent, Client, type Dispatcher, interceptors, MockAgent, Pool, ProxyAgent } from 'undici';
import { AbortError, ResponseTooLargeError, type TransportError } from '../client/errors.js';
import type { BodyStream, CancelListener, OpenedResponse, Transport, TransportRequest } from '../client/transport.js';
import { answer, get, post, RawServers, readBody, text } from '../testing/raw-servers.js';
import { createUndiciTransport } from './index.js';

let agent: Agent;
let transport: Transport;
const servers = new RawServers();

beforeEach(() => {
  agent = new Agent();
  transport = createUndiciTransport(agent);
});
afterEach(async () => {
  await agent.destroy();
  await servers.close();
});

function open(request: TransportRequest): Promise<OpenedResponse> {
  return transport.open?.(request) ?? Promise.reject(new Error('no open'));
}

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
    const headers = seen.raw?.join('|').toLowerCase();
    expect(headers).toContain(`host|${url.slice('http://'.length)}|`);
    expect(headers).toContain('content-type|text/xml; charset=utf-8|soapaction|"x"');
    expect(headers).toContain('content-length|13');
  });

  it('takes the last of single headers, all of others, whatever their letter case', async () => {
    const url = await servers.serve((request, response) => {
      response.end(
        JSON.stringify([request.headers.host, request.headers['x-thing'], request.headers['content-length']]),
      );
    });
    const headers = { Host: 'elsewhere', 'X-Thing': '1', 'x-thing': '2', 'content-length': '999' };
    expect(JSON.parse(text((await transport(post(url, { headers }))).body))).toEqual(['elsewhere', '1, 2', '4']);
  });

  it('goes to the root path when the address has none, with the query', async () => {
    const url = await servers.serve((request, response) => response.end(request.url));
    expect(text((await transport(get(url))).body)).toBe('/');
    expect(text((await transport(get(`${url}?a=b`))).body)).toBe('/?a=b');
    expect(text((await transport(post(url, { body: undefined }))).body)).toBe('/');
  });

  it('sends bytes, and the user of the address as Basic authentication', async () => {
    const url = await servers.serve(async (request, response) => {
      response.end(`${request.headers.authorization} ${await readBody(request)}`);
    });
    const address = url.replace('http://', 'http://me:p%40ss@');
    const response = await transport(post(address, { body: new Uint8Array([0x41, 0x42]) }));
    expect(text(response.body)).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')} AB`);
  });

  it('keeps connections for the next requests', async () => {
    const ports = new Set<number | undefined>();
    const url = await servers.serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('ok');
    });
    for (let index = 0; index < 5; index++) {
      await transport(get(url));
    }
    expect(ports.size).toBeLessThan(3);
  });

  it.each(['not an address', 'ftp://host/', 'file:///etc/passwd', '/relative'])(
    'refuses the address %s',
    async (url) => {
      await expect(transport(get(url))).rejects.toMatchObject({ name: 'TransportError', code: 'ERR_INVALID_URL' });
    },
  );

  it.each([{ 'X-A': 'b\r\nX-Evil: 1' }, { 'X A': 'b' }])(
    'refuses a header that would break it: %j',
    async (headers) => {
      const url = await servers.serve((_, response) => response.end());
      await expect(transport(get(url, { headers }))).rejects.toMatchObject({
        name: 'TransportError',
        phase: 'connect',
        kind: 'address',
      });
    },
  );

  it('does not share its headers with interceptors', async () => {
    const headers = { 'X-A': '1' };
    const url = await servers.serve((request, response) => response.end(String(request.headers['x-b'])));
    const adding = agent.compose((dispatch) => (options, handler) => {
      Object.assign(options.headers as object, { 'X-B': '2' });
      return dispatch(options, handler);
    });
    const response = await createUndiciTransport(adding)(get(url, { headers }));
    expect([text(response.body), headers]).toEqual(['2', { 'X-A': '1' }]);
  });
});

describe('the answer', () => {
  it('comes whole, with its headers in any letter case, after preliminary ones', async () => {
    const url = await servers.serve((_, response) => {
      response.writeProcessing();
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      response.setHeader('X-Thing', 'yes');
      response.write('one ');
      setImmediate(() => response.end('two'));
    });
    const response = await transport(get(url));
    expect([response.status, text(response.body)]).toEqual([200, 'one two']);
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
    const { status, headers, body } = await transport(post(url));
    expect([status, headers.get('location'), body.byteLength]).toEqual([302, '/elsewhere', 0]);
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

  it('may be decompressed by an interceptor', async () => {
    const url = await servers.serve((_, response) => {
      response.setHeader('Content-Encoding', 'gzip');
      response.end(gzipSync('<answer/>'));
    });
    const decompressing = createUndiciTransport(agent.compose(interceptors.decompress()));
    expect(text((await decompressing(get(url))).body)).toBe('<answer/>');
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
      response.on('error', () => undefined);
      if (request.url === '/bomb') {
        response.setHeader('Content-Encoding', 'gzip');
        response.end(gzipSync(Buffer.alloc(10_000_000)));
      } else {
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
    expect(error).toMatchObject({ name: 'ResponseTruncatedError', phase: 'receive', received: 5 });
    expect(error.message).toBe(`The answer was cut short after ${came}`);
  });

  it('is refused when it switches to another protocol without a request', async () => {
    const url = await servers.serveRaw((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'),
    );
    await expect(transport(post(url))).rejects.toMatchObject({ name: 'TransportError', phase: 'send' });
  });

  it('is refused when it is not HTTP', async () => {
    const url = await servers.serveRaw((socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
    await expect(transport(post(url))).rejects.toMatchObject({ name: 'TransportError', kind: 'protocol' });
  });
});

describe('the connection', () => {
  it('refused: nothing was sent', async () => {
    const url = await servers.serve(() => undefined);
    await servers.close();
    await expect(transport(post(url))).rejects.toMatchObject({ phase: 'connect', code: 'ECONNREFUSED' });
  });

  it('a name that does not exist: nothing was sent', async () => {
    await expect(transport(post('http://no-such-host.invalid/'))).rejects.toMatchObject({
      name: 'TransportError',
      phase: 'connect',
    });
  });

  it('reset before an answer: perhaps sent', async () => {
    const url = await servers.serveRaw((socket) => socket.resetAndDestroy());
    await expect(transport(post(url))).rejects.toMatchObject({ phase: 'send', kind: 'reset' });
  });

  it('kept alive and closed by the server: sent again only when that does no harm', async () => {
    const url = await servers.serveRaw((socket, count) => {
      if (count % 2 === 1) {
        socket.write(answer('ok'));
      } else {
        socket.destroy();
      }
    });
    await transport(post(url));
    await expect(transport(post(url))).rejects.toMatchObject({
      phase: 'send',
      message: 'The connection was closed before an answer came',
    });
    await transport(post(url));
    expect(text((await transport(post(url, { idempotent: true }))).body)).toBe('ok');
  });

  it('lost twice: an error', async () => {
    let requests = 0;
    const url = await servers.serveRaw((socket) => {
      requests++;
      socket.destroy();
    });
    await expect(transport(post(url, { idempotent: true }))).rejects.toMatchObject({ phase: 'send', kind: 'reset' });
    expect(requests).toBe(2);
  });

  it('of a dispatcher that is closed: nothing was sent', async () => {
    const url = await servers.serve((_, response) => response.end());
    await agent.close();
    await expect(transport(post(url))).rejects.toMatchObject({ name: 'TransportError', phase: 'connect' });
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

  it('while it waits for a connection sends nothing', async () => {
    const seen: (string | undefined)[] = [];
    let answerFirst: () => void = () => undefined;
    const url = await servers.serve((request, response) => {
      seen.push(request.url);
      answerFirst = () => response.end('ok');
    });
    const client = new Client(url);
    const over = createUndiciTransport(client);
    const first = over(get(`${url}/first`));
    const controller = new AbortController();
    const second = over(get(`${url}/second`, { signal: controller.signal }));
    while (seen.length === 0) {
      await new Promise((later) => setImmediate(later));
    }
    controller.abort();
    await expect(second).rejects.toThrow(AbortError);
    answerFirst();
    expect(text((await first).body)).toBe('ok');
    const third = over(get(`${url}/third`));
    while (seen.length < 2) {
      await new Promise((later) => setImmediate(later));
    }
    answerFirst();
    await third;
    expect(seen).toEqual(['/first', '/third']);
    await client.close();
  });

  it('in the middle of the answer gives the part that has come to the one who cancels', async () => {
    const url = await servers.serve((_, response) => {
      response.write('begin');
    });
    let cancel: CancelListener = () => undefined;
    let partial: unknown;
    const cancelling = agent.compose((dispatch) => (options, handler) => {
      const watched: Dispatcher.DispatchHandler = {
        onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
        onResponseStart: (...head) => handler.onResponseStart?.(...head),
        onResponseData(controller, chunk) {
          handler.onResponseData?.(controller, chunk);
          partial = cancel(new Error('enough'));
        },
        onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
      };
      return dispatch(options, watched);
    });
    const onCancel = (listener: CancelListener): void => {
      cancel = listener;
    };
    await expect(createUndiciTransport(cancelling)(get(url, { onCancel }))).rejects.toThrow(AbortError);
    expect(partial).toMatchObject({ status: 200, body: Buffer.from('begin') });
  });

  it('leaves no listener on the signal', async () => {
    const url = await servers.serve((_, response) => response.end('ok'));
    const { signal } = new AbortController();
    const remove = jest.spyOn(signal, 'removeEventListener');
    await transport(get(url, { signal }));
    expect(remove).toHaveBeenCalledTimes(1);
  });
});

/** A body that is made as it is sent. */
function streamOf(chunks: AsyncGenerator<Uint8Array>, length?: number): BodyStream & { readonly returned: boolean } {
  const state = { returned: false };
  return {
    length,
    failure: undefined,
    next: () => chunks.next(),
    return: () => {
      state.returned = true;
      return chunks.return(undefined);
    },
    readable: () => {
      throw new Error('not asked for');
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    get returned() {
      return state.returned;
    },
  };
}

async function* pieces(count: number, made: (index: number) => void = () => undefined): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index++) {
    made(index);
    yield Buffer.alloc(65_536, 'a');
  }
}

describe('a body that is made as it is sent', () => {
  it.each([
    ['with its length', 4 * 65_536, 'undefined 262144'],
    ['in chunks', undefined, 'chunked undefined'],
  ])('is sent %s', async (_, length, framing) => {
    const url = await servers.serve(async (request, response) => {
      const { 'transfer-encoding': coding, 'content-length': announced } = request.headers;
      response.end(`${coding} ${announced} ${(await readBody(request)).length}`);
    });
    const stream = streamOf(pieces(4), length);
    const response = await transport(post(url, { body: undefined, stream }));
    expect(text(response.body)).toBe(`${framing} 262144`);
    expect(stream.returned).toBe(true);
  });

  it('is read no faster than the service takes it, and no further after its answer', async () => {
    let made = 0;
    const url = await servers.serve((_, response) => response.end('enough'));
    const stream = streamOf(
      pieces(100_000, (index) => {
        made = index;
      }),
    );
    const response = await transport(post(url, { body: undefined, stream }));
    expect(text(response.body)).toBe('enough');
    expect(stream.returned).toBe(true);
    expect(made).toBeLessThan(1000);
  });

  it('that fails ends the request with its error', async () => {
    const url = await servers.serve((request) => request.resume());
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('one');
      throw new Error('no more');
    }
    await expect(transport(post(url, { body: undefined, stream: streamOf(failing()) }))).rejects.toMatchObject({
      name: 'TransportError',
      cause: new Error('no more'),
    });
  });

  it('is not read, but ended, when there is no connection', async () => {
    const url = await servers.serve(() => undefined);
    await servers.close();
    let made = false;
    const stream = streamOf(
      pieces(1, () => {
        made = true;
      }),
    );
    await expect(transport(post(url, { body: undefined, stream, idempotent: true }))).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
    expect([made, stream.returned]).toEqual([false, true]);
  });
});

describe('an answer in parts', () => {
  async function whole({ body }: OpenedResponse): Promise<string> {
    const parts: Uint8Array[] = [];
    for (let step = await body.next(); step.done !== true; step = await body.next()) {
      parts.push(step.value);
    }
    return text(Buffer.concat(parts));
  }

  it('begins before its end, and is decompressed', async () => {
    const url = await servers.serve((request, response) => {
      response.setHeader('X-Thing', 'yes');
      if (request.url === '/gzip') {
        response.setHeader('Content-Encoding', 'gzip');
        response.end(gzipSync('compressed'));
      } else {
        response.write('one ');
        setImmediate(() => response.end('two'));
      }
    });
    const plain = await open(get(url));
    expect([plain.status, plain.headers.get('x-thing'), await whole(plain)]).toEqual([200, 'yes', 'one two']);
    expect(await whole(await open(get(`${url}/gzip`)))).toBe('compressed');
  });

  it('is read no faster than it is asked for, and ends the connection when it is left', async () => {
    let written = 0;
    let onClose: (value: unknown) => void = () => undefined;
    const closed = new Promise((done) => {
      onClose = done;
    });
    let full: (value: unknown) => void = () => undefined;
    const isFull = new Promise((done) => {
      full = done;
    });
    const url = await servers.serve((request, response) => {
      request.socket.on('close', onClose);
      const write = (): void => {
        while (!response.destroyed) {
          written += 65_536;
          if (!response.write(Buffer.alloc(65_536, 'a'))) {
            const stuck = setTimeout(full, 300);
            response.once('drain', () => {
              clearTimeout(stuck);
              write();
            });
            return;
          }
        }
      };
      write();
    });
    const { body } = await open(get(url));
    await isFull;
    const before = written;
    expect(before).toBeLessThan(50_000_000);
    for (let read = 0; read < before; ) {
      read += (await body.next()).value?.length ?? 0;
    }
    expect(written).toBeGreaterThan(before);
    await body.return();
    expect(await body.next()).toEqual({ done: true, value: undefined });
    await closed;
  });

  it('that is cut short, or broken, rejects', async () => {
    const url = await servers.serveRaw((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'));
    await expect(whole(await open(get(url)))).rejects.toMatchObject({
      name: 'ResponseTruncatedError',
      received: 5,
      expected: 100,
    });
  });

  it('ends with the signal', async () => {
    const url = await servers.serve((_, response) => {
      response.write('begin');
    });
    const controller = new AbortController();
    const opened = await open(get(url, { signal: controller.signal }));
    await opened.body.next();
    controller.abort();
    await expect(opened.body.next()).rejects.toThrow(AbortError);
  });
});

describe('dispatchers', () => {
  it('of one origin, and mocks', async () => {
    const url = await servers.serve((_, response) => response.end('pool'));
    const pool = new Pool(url);
    expect(text((await createUndiciTransport(pool)(post(url))).body)).toBe('pool');
    await pool.close();
    const mock = new MockAgent();
    mock.disableNetConnect();
    mock.get('http://service.example').intercept({ path: '/a', method: 'POST', body: '<a/>' }).reply(200, 'mock');
    expect(text((await createUndiciTransport(mock)(post('http://service.example/a'))).body)).toBe('mock');
    await mock.close();
  });

  it('through a proxy', async () => {
    const url = await servers.serve((request, response) => response.end(`${request.headers.host} ${request.url}`));
    const tunnels: (string | undefined)[] = [];
    const proxy = createServer();
    proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
      tunnels.push(request.url, request.headers['proxy-authorization']);
      const [host, port] = (request.url ?? '').split(':');
      const onward = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
    });
    const uri = await servers.listen(proxy);
    const proxied = new ProxyAgent({ uri, token: 'Basic dTpw', proxyTunnel: true });
    const host = url.slice('http://'.length);
    expect(text((await createUndiciTransport(proxied)(post(`${url}/a`))).body)).toBe(`${host} /a`);
    expect(tunnels).toEqual([host, 'Basic dTpw']);
    await proxied.destroy();
  });
});
