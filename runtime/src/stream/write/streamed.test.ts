import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itInAll } from '../../../../tests/support/in-all.js';
import {
  type Entry,
  Fetched$element,
  type Load,
  Store,
  type StoreMethods,
} from '../../../../tests/support/runtime/stream-fixture.js';
import { soapPackage } from '../../../../tests/support/soap-package.js';
import type { ListeningServer } from '../../node/listen.js';
import { createServer, type NodeServer } from '../../node/server.js';
import { parseXml } from '../../schema/index.js';
import { registerService, type ServiceImplementation } from '../../server/handlers/registration.js';
import type { ServerOptions } from '../../server/settings/options.js';
import { SoapFault } from '../../soap/soap-fault.js';
import { openMessage, packMessage } from '../../soap/xop.js';
import { streamed } from './streamed.js';

const env = 'http://schemas.xmlsoap.org/soap/envelope/';
const request = (name: string): string =>
  `<?xml version="1.0"?><s:Envelope xmlns:s="${env}"><s:Body><${name} xmlns="urn:store"><name>n</name><count>2000</count></${name}></s:Body></s:Envelope>`;
const headers = (name: string): Record<string, string> => ({
  'Content-Type': 'text/xml; charset=utf-8',
  SOAPAction: `"urn:store/${name}"`,
});

async function* entries(count: number): AsyncGenerator<Entry> {
  for (let id = 0; id < count; id++) {
    await Promise.resolve();
    yield { id, text: `entry ${id} ж` };
  }
}
async function* octets(count: number): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece < count; piece++) {
    yield new Uint8Array(5000).fill(piece);
  }
}
const wholeList = (count: number): Entry[] => Array.from({ length: count }, (_, id) => ({ id, text: `entry ${id} ж` }));
const wholeOctets = new Uint8Array(50_000).map((_, at) => Math.floor(at / 5000));

const implementation: ServiceImplementation<StoreMethods> = {
  load: ({ name }) => ({ name, count: 0 }),
  fetch: ({ name, count }) => streamed<Load>({ name, entries: entries(count) }),
  entries: async ({ count }) => streamed(entries(count)),
  echo: (input) => input,
};

const errors: unknown[] = [];
const open: ListeningServer[] = [];

function serve(
  methods: Partial<ServiceImplementation<StoreMethods>> = {},
  options: Partial<ServerOptions> = {},
): NodeServer {
  const service = registerService(Store, { ...implementation, ...methods });
  return createServer({ services: [service], onError: (error) => errors.push(error), ...options });
}

async function listen(server: NodeServer): Promise<string> {
  const listening = await server.listen(0, '127.0.0.1');
  open.push(listening);
  return `${listening.url}/store`;
}

beforeEach(() => {
  errors.length = 0;
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((listening) => listening.close(0)));
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly complete: boolean;
}

function post(url: string, body: string | Uint8Array, sent: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = http.request(url, { method: 'POST', headers: sent, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', () => undefined);
      incoming.on('close', () =>
        resolve({
          status: incoming.statusCode,
          headers: incoming.headers,
          body: Buffer.concat(chunks),
          complete: incoming.complete,
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The service as the package `soap` needs it. */
const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="http://www.w3.org/2001/XMLSchema"
  xmlns:t="urn:store" targetNamespace="urn:store"><types><x:schema targetNamespace="urn:store" elementFormDefault="qualified">
  <x:complexType name="Entry"><x:sequence><x:element name="id" type="x:int"/><x:element name="text" type="x:string"/></x:sequence></x:complexType>
  <x:element name="Fetch"><x:complexType><x:sequence><x:element name="name" type="x:string"/><x:element name="count" type="x:int"/></x:sequence></x:complexType></x:element>
  <x:element name="Fetched"><x:complexType><x:sequence><x:element name="name" type="x:string"/>
    <x:element name="entries" type="t:Entry" minOccurs="0" maxOccurs="unbounded"/><x:element name="file" type="x:base64Binary" minOccurs="0"/></x:sequence></x:complexType></x:element>
  </x:schema></types><message name="In"><part name="p" element="t:Fetch"/></message><message name="Out"><part name="p" element="t:Fetched"/></message>
  <portType name="P"><operation name="Fetch"><input message="t:In"/><output message="t:Out"/></operation></portType>
  <binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Fetch"><s:operation soapAction="urn:store/Fetch"/>
  <input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation></binding>
  <service name="Store"><port name="Soap" binding="t:B"><s:address location="http://127.0.0.1/store"/></port></service></definitions>`;

/** The answer of a handler that gives the same as a whole. */
async function wholeAnswer(
  method: 'fetch' | 'entries',
  result: unknown,
  url = '/store',
  body = request('Fetch'),
): Promise<string> {
  const server = serve({ [method]: () => result as never });
  const answer = await server.handle({
    method: 'POST',
    url,
    headers: {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: `"urn:store/${method === 'fetch' ? 'Fetch' : 'Entries'}"`,
    },
    body: new TextEncoder().encode(body),
  });
  return String(answer.body);
}

describe('an answer that is written while it is sent', () => {
  it('has the octets of the ordinary answer, in chunks', async () => {
    const answer = await post(await listen(serve()), request('Fetch'), headers('Fetch'));
    expect([answer.status, answer.headers['transfer-encoding'], answer.complete]).toEqual([200, 'chunked', true]);
    expect(answer.headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(answer.body.toString()).toBe(await wholeAnswer('fetch', { name: 'n', entries: wholeList(2000) }));
    expect(errors).toEqual([]);
  });

  it('may be a list itself', async () => {
    const answer = await post(await listen(serve()), request('Fetch'), headers('Entries'));
    expect(answer.body.toString()).toBe(await wholeAnswer('entries', wholeList(2000)));
  });

  it('is given through fetch and handle, too', async () => {
    const expected = await wholeAnswer('fetch', { name: 'n', entries: wholeList(2000) });
    const init = { method: 'POST', headers: headers('Fetch'), body: request('Fetch') };
    const response = await serve().fetch(new Request('http://h/store', init));
    expect(await response.text()).toBe(expected);
    const body = new TextEncoder().encode(request('Fetch'));
    const answer = await serve().handle({
      method: 'POST',
      url: '/store',
      headers: { 'content-type': 'text/xml', soapaction: '"urn:store/Fetch"' },
      body,
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.stream ?? []) {
      chunks.push(chunk);
    }
    expect(Buffer.concat(chunks).toString()).toBe(expected);
  });

  itInAll('is read by the client of the package soap', async () => {
    const { createClientAsync } = soapPackage();
    const url = await listen(
      serve({ fetch: ({ name, count }) => streamed({ name, entries: entries(count), file: octets(10) }) }),
    );
    const folder = mkdtempSync(join(tmpdir(), 'codegen-streamed-'));
    writeFileSync(join(folder, 'store.wsdl'), wsdl);
    const client = await createClientAsync(join(folder, 'store.wsdl'), {}, url);
    rmSync(folder, { recursive: true });
    const [answer] = await client.FetchAsync!({ name: 'n', count: 300 });
    expect(answer?.entries).toEqual(wholeList(300));
    expect(answer?.file === Buffer.from(wholeOctets).toString('base64')).toBe(true);
  });

  it('goes over POST without SOAP, too', async () => {
    const url = await listen(serve());
    const plain = '<Fetch xmlns="urn:store"><name>n</name><count>20</count></Fetch>';
    const answer = await post(`${url}/Fetch`, plain, { 'Content-Type': 'text/xml; charset=utf-8' });
    expect(parseXml(Fetched$element, answer.body.toString())).toEqual({ name: 'n', entries: wholeList(20) });
    expect(answer.body.toString()).toBe(
      await wholeAnswer('fetch', { name: 'n', entries: wholeList(20) }, '/store/Fetch', plain),
    );
  });

  it('has binary content as base64, with a Content-Length where it is known', async () => {
    const server = serve({
      fetch: ({ name, count }) =>
        streamed({ name, entries: [], file: count > 0 ? octets(10) : new Blob([wholeOctets]) }),
    });
    const url = await listen(server);
    const expected = await wholeAnswer('fetch', { name: 'n', entries: [], file: wholeOctets });
    const answer = await post(url, request('Fetch'), headers('Fetch'));
    expect(answer.body.toString() === expected).toBe(true);
    const known = await post(url, request('Fetch').replace('2000', '0'), headers('Fetch'));
    expect(known.body.toString() === expected).toBe(true);
    expect(known.headers['content-length']).toBe(String(known.body.length));
  });

  it('has binary content as parts where the request came as a package', async () => {
    const server = serve({ fetch: ({ name }) => streamed({ name, entries: entries(3), file: octets(10) }) });
    const packed = packMessage(request('Fetch'), 'text/xml', [], true);
    const answer = await post(await listen(server), packed.body, {
      ...headers('Fetch'),
      'Content-Type': packed.contentType,
    });
    expect(answer.body.includes(Buffer.from(wholeOctets))).toBe(true);
    const opened = openMessage(answer.body, answer.headers['content-type']);
    const expected = await wholeAnswer('fetch', { name: 'n', entries: wholeList(3), file: wholeOctets });
    expect(Buffer.from(opened?.body ?? []).toString() === expected.replace(' encoding="utf-8"', '')).toBe(true);
  });

  it('is a fault when its source throws before the first chunk', async () => {
    async function* broken(): AsyncGenerator<Entry> {
      await Promise.resolve();
      if (errors.length === 0) {
        throw new Error('no database');
      }
      yield* entries(1);
    }
    const server = serve({ fetch: ({ name }) => streamed({ name, entries: broken() }) });
    const answer = await post(await listen(server), request('Fetch'), headers('Fetch'));
    expect(answer.status).toBe(500);
    expect(answer.body.toString()).toContain('Fault');
    expect(errors).toMatchObject([{ name: 'SourceError', path: '/Fetched/entries', count: 0 }]);
  });

  it('is the fault that its source throws before the first chunk', async () => {
    async function* closed(): AsyncGenerator<Entry> {
      await Promise.resolve();
      if (errors.length === 0) {
        throw new SoapFault('closed today', { code: 'Client' });
      }
      yield* entries(1);
    }
    const server = serve({ fetch: ({ name }) => streamed({ name, entries: closed() }) });
    const answer = await post(await listen(server), request('Fetch'), headers('Fetch'));
    expect(answer.status).toBe(500);
    expect(answer.body.toString()).toContain('closed today');
  });

  it('is a fault when a part that is there does not fit', async () => {
    const server = serve({ fetch: () => streamed({ name: 5 as never, entries: entries(1) }) });
    const answer = await post(await listen(server), request('Fetch'), headers('Fetch'));
    expect([answer.status, errors.length]).toEqual([500, 1]);
  });

  it('is the fault that its handler throws', async () => {
    const server = serve({
      fetch: () => {
        throw new SoapFault('closed today', { code: 'Client' });
      },
    });
    const answer = await post(await listen(server), request('Fetch'), headers('Fetch'));
    expect(answer.body.toString()).toContain('closed today');
  });

  it('ends the connection when its source throws in the middle, and onError hears of it', async () => {
    async function* broken(): AsyncGenerator<Entry> {
      yield* entries(5000);
      throw new Error('the cursor is closed');
    }
    const server = serve({ fetch: ({ name }) => streamed({ name, entries: broken() }) });
    const answer = await post(await listen(server), request('Fetch'), headers('Fetch'));
    expect([answer.status, answer.complete]).toEqual([200, false]);
    expect(errors).toMatchObject([{ name: 'SourceError', path: '/Fetched/entries', count: 5000 }]);
    const response = await server.fetch(
      new Request('http://h/store', { method: 'POST', headers: headers('Fetch'), body: request('Fetch') }),
    );
    await expect(response.text()).rejects.toThrow();
  });

  it('is read no faster than the client takes it, and ends its source when the client goes away', async () => {
    let made = 0;
    let ended = (): void => undefined;
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    async function* endless(): AsyncGenerator<Entry> {
      try {
        for (;;) {
          await Promise.resolve();
          yield { id: ++made, text: 'x'.repeat(1000) };
        }
      } finally {
        ended();
      }
    }
    const server = serve({ fetch: ({ name }) => streamed({ name, entries: endless() }) });
    const url = await listen(server);
    await new Promise<void>((resolve) => {
      const outgoing = http.request(url, { method: 'POST', headers: headers('Fetch') }, (incoming) => {
        incoming.once('readable', () => {
          // Nothing more is read: the buffers of the system are full some time later.
          let before = -1;
          const look = setInterval(() => {
            if (made === before) {
              clearInterval(look);
              incoming.destroy();
              resolve();
            }
            before = made;
          }, 100);
        });
      });
      outgoing.on('error', () => undefined);
      outgoing.end(request('Fetch'));
    });
    await end;
    expect(made).toBeLessThan(100_000);
    expect(errors).toEqual([]);
  });

  it('is cut when the client leaves it unread for too long', async () => {
    let ended = (): void => undefined;
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    function* endless(): Generator<Entry> {
      try {
        for (;;) {
          yield { id: 1, text: 'x'.repeat(1000) };
        }
      } finally {
        ended();
      }
    }
    const server = serve({ fetch: ({ name }) => streamed({ name, entries: endless() }) }, {
      limits: { answerTimeoutMs: 50 },
    } as Partial<ServerOptions>);
    const url = await listen(server);
    const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
    socket.on('error', () => undefined);
    const sent = { ...headers('Fetch'), Host: 'localhost', 'Content-Length': String(request('Fetch').length) };
    const head = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST /store HTTP/1.1\r\n${head.join('')}\r\n${request('Fetch')}`);
    await end;
    socket.destroy();
  });

  it('keeps its place among the running calls until it is sent', async () => {
    let goOn = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    async function* slow(): AsyncGenerator<Entry> {
      yield { id: 1, text: 'a' };
      await gate;
    }
    const server = serve(
      { fetch: ({ name }) => streamed({ name, entries: slow() }) },
      { limits: { maxConcurrentCalls: 1 } },
    );
    const url = await listen(server);
    const first = await server.fetch(
      new Request(url, { method: 'POST', headers: headers('Fetch'), body: request('Fetch') }),
    );
    expect((await post(url, request('Fetch'), headers('Fetch'))).status).toBe(503);
    goOn();
    await first.text();
    expect((await post(url, request('Load'), headers('Load'))).status).not.toBe(503);
  });
});
