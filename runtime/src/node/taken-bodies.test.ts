import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import {
  env11,
  envelope,
  exchangeBody,
  headers11,
  namespaces,
  type RecordedCall,
  walletServices,
} from '../../../tests/support/runtime/server.js';
import { createServer, type NodeListener } from './index.js';

/** Bodies that something in front of the server has read. */

const path = '/ExchangerApi.asmx';
const soap = envelope(env11, exchangeBody);
const form = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1.5';
const formHeaders = { 'Content-Type': 'application/x-www-form-urlencoded' };

let calls: RecordedCall[];
let errors: unknown[];
let listener: NodeListener;
let server: Server;
const escaped: unknown[] = [];
const keepEscaped = (error: unknown): void => {
  escaped.push(error);
};

beforeEach(() => {
  calls = [];
  errors = [];
  escaped.length = 0;
  process.on('unhandledRejection', keepEscaped);
  const onError = (error: unknown): void => {
    errors.push(error);
  };
  listener = createServer({ services: walletServices(calls), namespaces, onError }).nodeListener;
});

afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', keepEscaped);
  expect(escaped).toEqual([]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function start(handle: RequestListener): Promise<string> {
  server = createHttpServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that has `first` do something with each request, whose exceptions are collected. */
function startAfter(first: (request: IncomingMessage) => unknown): Promise<string> {
  return start((request, response) => {
    Promise.resolve(first(request))
      .then(() => listener(request, response))
      .catch(keepEscaped);
  });
}

function post(base: string, below = '', headers: Record<string, string> = headers11(), body = soap): Promise<Response> {
  return fetch(base + path + below, { method: 'POST', headers, body, signal: AbortSignal.timeout(5000) });
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const readFirst = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) =>
    request.once('data', () => {
      request.pause();
      resolve();
    }),
  );

describe('a body that is gone', () => {
  it.each<[string, (request: IncomingMessage) => unknown]>([
    ['iterated over', bytesOf],
    ['read by events', (request) => new Promise((resolve) => request.on('data', () => {}).on('end', resolve))],
    [
      'parsed into an object',
      async (request) => Object.assign(request, { body: (await bytesOf(request)).length && {} }),
    ],
    ['read in its beginning', readFirst],
  ])('is an error at once that says what to do: %s', async (_, first) => {
    const answer = await post(await startAfter(first));
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(text).toContain('read before the SOAP server could read it');
    expect(text).toContain('express.raw');
    expect(errors).toEqual([expect.objectContaining({ name: 'BodyTakenError' })]);
    expect(calls).toEqual([]);
  });

  it('is not an error if there is no body, or nobody needs it', async () => {
    const base = await startAfter(bytesOf);
    expect((await fetch(`${base}${path}/Exchange?${form}`)).status).toBe(200);
    expect((await fetch(`${base}${path}?wsdl`)).status).toBe(200);
  });
});

describe('a body that was kept', () => {
  it.each<[string, (request: IncomingMessage, bytes: Buffer) => object]>([
    ['rawBody, bytes', (_, rawBody) => ({ rawBody, body: { parsed: true } })],
    ['rawBody, text', (_, bytes) => ({ rawBody: bytes.toString() })],
    ['body, bytes', (_, body) => ({ body })],
    ['body, an ArrayBuffer', (_, bytes) => ({ body: new Uint8Array(bytes).buffer })],
    ['body, text', (_, bytes) => ({ body: bytes.toString() })],
  ])('is used: %s', async (_, keep) => {
    const base = await startAfter(async (request) => Object.assign(request, keep(request, await bytesOf(request))));
    expect((await post(base)).status).toBe(200);
    expect((await post(base, '/Exchange', formHeaders, form)).status).toBe(200);
    expect(calls).toHaveLength(2);
  });

  it.each([
    ['an object', Object.fromEntries(new URLSearchParams(form))],
    ['a null object', Object.assign(Object.create(null), Object.fromEntries(new URLSearchParams(form)))],
    ['URLSearchParams', new URLSearchParams(form)],
  ])('is used: fields of a form as %s', async (_, body) => {
    const base = await startAfter(async (request) => {
      await bytesOf(request);
      Object.assign(request, { body });
    });
    expect((await post(base, '/Exchange', formHeaders, form)).status).toBe(200);
  });

  it('is text in UTF-8 by then, whatever it was sent in', async () => {
    const text = `<?xml version="1.0" encoding="windows-1251"?>${soap.replace(/^<\?xml[^>]*>/, '').replace('>s<', '>Я<')}`;
    const base = await startAfter(async (request) => {
      await bytesOf(request);
      Object.assign(request, { body: text });
    });
    const headers = { ...headers11(), 'Content-Type': 'text/xml; charset="windows-1251"; x=y' };
    expect((await post(base, '', headers)).status).toBe(200);
    expect(calls[0]?.input).toMatchObject({ sessionId: 'Я' });
  });

  it('is read where somebody has paused the stream', async () => {
    const base = await startAfter((request) => request.pause());
    expect((await post(base)).status).toBe(200);
  });

  it('is read if the framework has put it back', async () => {
    const base = await startAfter((request) => readFirst(request).then(() => request.unshift(soap)));
    expect((await post(base)).status).toBe(200);
  });

  it('is read as text where somebody has set an encoding', async () => {
    const base = await startAfter((request) => request.setEncoding('utf8'));
    expect((await post(base, '', headers11(), soap.replace('>s<', '>Я<'))).status).toBe(200);
    expect(calls[0]?.input).toMatchObject({ sessionId: 'Я' });
  });
});

describe('hostile fields that a parser has read', () => {
  const bodies: readonly [string, string][] = [
    ['toString', '{"sessionId":{"toString":1}}'],
    ['lone surrogate', '{"sessionId":"\\ud800"}'],
    ['nested arrays', `{"sessionId":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['nested objects', `{"sessionId":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`],
    ['prototype', '{"__proto__":{"sessionId":"x"},"constructor":{"prototype":1}}'],
    ['an array', '[1,2,3]'],
  ];

  it.each(bodies)('as a form, in a host that would not survive an exception: %s', async (_, json) => {
    const base = await startAfter(async (request) => {
      await bytesOf(request);
      Object.assign(request, { body: JSON.parse(json) });
    });
    const answer = await post(base, '/Exchange', formHeaders, form);
    expect([400, 500]).toContain(answer.status);
    expect(calls).toEqual([]);
  });
});

it('answers when what a framework put on the request throws', async () => {
  const base = await startAfter((request) =>
    Object.defineProperty(request, 'body', {
      get: () => {
        throw new Error('Invalid JSON');
      },
    }),
  );
  expect((await post(base)).status).toBe(500);
  expect(errors).toEqual([expect.objectContaining({ message: 'Invalid JSON' })]);
});

describe('a host that creates requests itself', () => {
  /** The result of a request that no connection carries. */
  function answerTo(request: object): Promise<string> {
    return new Promise((resolve) => {
      const response = new ServerResponse(request as IncomingMessage);
      const chunks: Buffer[] = [];
      const end = response.end.bind(response);
      response.end = ((chunk: string | Uint8Array) => {
        chunks.push(Buffer.from(chunk as string));
        resolve(`${response.statusCode} ${Buffer.concat(chunks)}`);
        return end();
      }) as typeof response.end;
      listener(request as IncomingMessage, response);
    });
  }

  const head = {
    method: 'POST',
    url: path,
    headers: { 'content-type': 'text/xml', soapaction: headers11().SOAPAction },
  };

  beforeEach(async () => {
    await start(() => undefined);
  });

  it.each<[string, () => object]>([
    [
      'a stream',
      () =>
        Object.assign(Readable.from([Buffer.from(soap)]), head, {
          headers: { ...head.headers, 'content-length': String(soap.length) },
        }),
    ],
    ['a body', () => ({ ...head, body: Buffer.from(soap) })],
    ['nothing of a socket', () => ({ ...head, socket: null, rawBody: soap })],
  ])('is answered: %s', async (_, request) => {
    expect(await answerTo(request())).toContain('<ExchangeResult>123<');
  });

  it('gets an error if a request is not as it should be', async () => {
    expect(await answerTo({ ...head, headers: { ...head.headers, 'content-length': '5' } })).toMatch(/^500 /);
  });
});

it('accepts a request whose stream is not a socket', async () => {
  const base = await start((request, response) => {
    const body = Readable.from([Buffer.from(soap)]);
    const copy = Object.assign(body, {
      method: request.method,
      url: request.url,
      headers: request.headers,
      socket: request.socket,
    });
    request.resume();
    listener(copy as unknown as IncomingMessage, response);
  });
  expect((await post(base)).status).toBe(200);
});
