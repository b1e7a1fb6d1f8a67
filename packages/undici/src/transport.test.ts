import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { AbortError, type Transport, type TransportRequest } from '@wsdl-codegen/runtime';
import type { BodyStream, CancelListener, OpenedResponse } from '@wsdl-codegen/runtime/extend';
import { Agent, Client, type Dispatcher, interceptors, MockAgent, Pool, ProxyAgent } from 'undici';
import { get, post, RawServers, readBody, text } from '../../../tests/support/runtime/raw-servers.js';
import { describeTransport } from '../../../tests/support/runtime/transport-rules.js';
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

// An agent of undici may open a second connection.
describeTransport({ transport: () => transport, servers, connections: 2 });

describe('the request', () => {
  it('takes the last of single headers, all of others, whatever their letter case', async () => {
    const url = await servers.serve((request, response) => {
      response.end(
        JSON.stringify([request.headers.host, request.headers['x-thing'], request.headers['content-length']]),
      );
    });
    const headers = { Host: 'elsewhere', 'X-Thing': '1', 'x-thing': '2', 'content-length': '999' };
    expect(JSON.parse(text((await transport(post(url, { headers }))).body))).toEqual(['elsewhere', '1, 2', '4']);
  });

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
  it('may be decompressed by an interceptor', async () => {
    const url = await servers.serve((_, response) => {
      response.setHeader('Content-Encoding', 'gzip');
      response.end(gzipSync('<answer/>'));
    });
    const decompressing = createUndiciTransport(agent.compose(interceptors.decompress()));
    expect(text((await decompressing(get(url))).body)).toBe('<answer/>');
  });
});

describe('the connection', () => {
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
