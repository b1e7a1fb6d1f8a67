import { createServer as createHttpServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { ExchangerApi } from '../../../tests/support/runtime/fixture.js';
import {
  env11,
  envelope,
  exchangeBody,
  headers11,
  namespaces,
  type RecordedCall,
  walletServices,
} from '../../../tests/support/runtime/server.js';
import { registerService } from '../server/index.js';
import { createServer, type ListeningServer, type NodeServerOptions } from './index.js';

const path = '/ExchangerApi.asmx';
const soap = envelope(env11, exchangeBody);

let listening: ListeningServer;
let calls: RecordedCall[];

async function start(options: Partial<NodeServerOptions> = {}): Promise<void> {
  calls = [];
  listening = await createServer({ services: walletServices(calls), namespaces, ...options }).listen(0, '127.0.0.1');
}

afterEach(async () => {
  await listening.close(0);
});

function post(body: string | Uint8Array = soap, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(listening.url + path, {
    method: 'POST',
    headers: { ...headers11(), ...headers },
    body: body as BodyInit,
  });
}

/** Writes raw bytes to the server and collects the answer until it closes (or `until` is seen). */
function raw(pieces: readonly string[], until?: (text: string) => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(listening.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (until?.(text) === true) {
        socket.destroy();
      }
    });
    socket.on('close', () => resolve(text));
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? undefined : reject(error)));
    void (async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise((later) => setTimeout(later, 10));
      }
    })();
  });
}

function head(length: number | 'chunked', more = ''): string {
  const framing = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml; charset=utf-8\r\nSOAPAction: ${headers11().SOAPAction}\r\n${framing}\r\n${more}\r\n`;
}

describe('listen', () => {
  it('answers with Content-Length, on a port of its own', async () => {
    await start();
    const answer = await post();
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(text).toContain('<ExchangeResult>123</ExchangeResult>');
    expect(listening.url).toBe(`http://127.0.0.1:${listening.port}`);
  });

  it('rejects when the port is taken', async () => {
    await start();
    const other = createServer({ services: [] });
    await expect(other.listen(listening.port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('counts bytes, not characters', async () => {
    await start();
    const answer = await fetch(`${listening.url}/ErrorsApi.asmx/GetErrorDesc?errorCode=5&cultureCode=1`);
    expect(await answer.text()).toContain('Я');
  });

  it('takes chunked bodies, split anywhere', async () => {
    await start();
    const pieces = [head('chunked')];
    for (let at = 0; at < soap.length; at += 100) {
      const piece = soap.slice(at, at + 100);
      pieces.push(`${piece.length.toString(16)}\r\n${piece}\r\n`);
    }
    const answer = await raw([...pieces, '0\r\n\r\n'], (text) => text.includes('</soap:Envelope>'));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('answers pipelined requests in their order', async () => {
    await start();
    const ask = (code: number): string =>
      `GET /ErrorsApi.asmx/GetErrorDesc?errorCode=${code}&cultureCode=1 HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const answer = await raw([ask(11) + ask(22) + ask(33)], (text) => text.includes('33'));
    expect([...answer.matchAll(/&lt;(\d+)&gt;/g)].map((match) => match[1])).toEqual(['11', '22', '33']);
  });

  it('answers 100 Continue, but not for a body that is too long', async () => {
    await start({ limits: { maxBodyBytes: 1000 } });
    const good = await raw([head(soap.length, 'Expect: 100-continue\r\n'), soap], (text) => text.includes('Envelope>'));
    expect(good).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    const bad = await raw([head(5000, 'Expect: 100-continue\r\n')]);
    expect(bad).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each([
    ['announced', [head(1_000_000)]],
    ['chunked', [head('chunked'), `400\r\n${'x'.repeat(1024)}\r\n`, `400\r\n${'x'.repeat(1024)}\r\n`]],
  ])('refuses an oversize body: %s', async (_, pieces) => {
    await start({ limits: { maxBodyBytes: 1500 } });
    const answer = await raw(pieces);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/connection: close/i);
    expect((await post()).status).toBe(200);
    expect(calls).toHaveLength(1);
  });

  it('refuses an oversize head', async () => {
    await start({ limits: { maxHeaderBytes: 1024 } });
    expect(await raw([`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX: ${'y'.repeat(2000)}\r\n\r\n`])).toMatch(
      /^HTTP\/1\.1 431 /,
    );
  });

  it.each([
    ['head', ['POST / HTTP/1.1\r\n']],
    ['body', [head(1000), 'x']],
  ])('gives up on a slow %s and serves the others', async (_, pieces) => {
    await start({ limits: { headersTimeoutMs: 200, requestTimeoutMs: 300 } });
    const slow = raw(pieces);
    expect((await post()).status).toBe(200);
    expect(await slow).toMatch(/^HTTP\/1\.1 408 /);
    expect(calls).toHaveLength(1);
  });

  it('drops connections over the limit', async () => {
    await start({ limits: { maxConnections: 1 } });
    const first = connect(listening.port, '127.0.0.1');
    await new Promise((resolve) => first.once('connect', resolve));
    expect(await raw([`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`])).toBe('');
    first.destroy();
  });

  it('survives requests that break off', async () => {
    await start();
    for (let count = 0; count < 20; count++) {
      const socket = connect(listening.port, '127.0.0.1');
      await new Promise((resolve) => socket.once('connect', resolve));
      socket.write(`${head(1000)}partial`);
      await new Promise((resolve) => setTimeout(resolve, 2));
      socket.resetAndDestroy();
    }
    expect((await post()).status).toBe(200);
    expect(calls).toHaveLength(1);
  });

  it('survives bytes that are not HTTP', async () => {
    await start();
    expect(await raw(['nonsense\r\n\r\n'])).toMatch(/^HTTP\/1\.1 400 /);
    expect((await post()).status).toBe(200);
  });

  it('serves many clients at once, each its own answer', async () => {
    await start();
    const codes = Array.from({ length: 200 }, (_, index) => index + 10);
    const texts = await Promise.all(
      codes.map(async (code) =>
        (await fetch(`${listening.url}/ErrorsApi.asmx/GetErrorDesc?errorCode=${code}&cultureCode=1`)).text(),
      ),
    );
    texts.forEach((text, index) => {
      expect(text).toContain(`&lt;${codes[index]}`);
    });
  });
});

describe('handlers', () => {
  async function startWith(exchange: () => number | Promise<number>): Promise<void> {
    const service = registerService(ExchangerApi, { exchange });
    listening = await createServer({ services: [service], namespaces }).listen(0, '127.0.0.1');
  }

  it('learn that the client went away', async () => {
    let aborted: () => void = () => {};
    const gone = new Promise<void>((resolve) => {
      aborted = resolve;
    });
    const controller = new AbortController();
    const service = registerService(ExchangerApi, {
      exchange: (_, { signal }) =>
        new Promise<number>((resolve) => {
          signal.addEventListener('abort', () => {
            aborted();
            resolve(1);
          });
          // The call is there.
          setTimeout(() => controller.abort(), 50);
        }),
    });
    listening = await createServer({ services: [service], namespaces }).listen(0, '127.0.0.1');
    const call = fetch(listening.url + path, {
      method: 'POST',
      headers: headers11(),
      body: soap,
      signal: controller.signal,
    });
    await expect(call).rejects.toThrow();
    await gone;
  });

  it('finish before the server closes, and new connections are refused', async () => {
    let finish: (value: number) => void = () => {};
    await startWith(() => new Promise<number>((resolve) => (finish = resolve)));
    const call = post();
    await new Promise((resolve) => setTimeout(resolve, 50));
    let closed = false;
    const closing = listening.close().then(() => {
      closed = true;
    });
    await expect(fetch(listening.url)).rejects.toThrow();
    expect(closed).toBe(false);
    finish(5);
    expect(await (await call).text()).toContain('>5<');
    await closing;
  });

  it('does not keep a server from closing where no byte has come', async () => {
    await startWith(() => 1);
    const sockets = [connect(listening.port, '127.0.0.1'), connect(listening.port, '127.0.0.1')];
    const ended = sockets.map((socket) => new Promise((resolve) => socket.on('error', resolve).on('close', resolve)));
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    // One of them begins a request.
    const [begun] = sockets;
    begun?.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const start = performance.now();
    const closing = listening.close(5000);
    await ended[1];
    let text = '';
    begun?.on('data', (bytes) => (text += String(bytes))).write('\r\n');
    await Promise.all([closing, ended[0]]);
    expect(text).toContain('200 OK');
    expect(performance.now() - start).toBeLessThan(3000);
  });

  it('are cut off when they outlast the grace', async () => {
    await startWith(() => new Promise<number>(() => {}));
    const call = post();
    const failed = expect(call).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await listening.close(50);
    await failed;
  });

  it('cannot break the answer with a bad header', async () => {
    const service = registerService(ExchangerApi, {
      exchange: (_, context) => {
        context.responseHeaders['X-Bad'] = 'a\r\nSet-Cookie: b';
        return 1;
      },
    });
    listening = await createServer({ services: [service], namespaces }).listen(0, '127.0.0.1');
    const answer = await post();
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([500, null]);
  });
});

describe('nodeListener', () => {
  it('is a handler for http.createServer', async () => {
    const { nodeListener } = createServer({ services: walletServices([]), namespaces });
    const server = createHttpServer(nodeListener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const answer = await new Promise<IncomingMessage>((resolve) =>
      httpRequest({ port, path: '/ExchangerApi.asmx?wsdl' }, resolve).end(),
    );
    expect(answer.statusCode).toBe(200);
    answer.resume();
    server.close();
    server.closeAllConnections();
    await start();
  });
});
