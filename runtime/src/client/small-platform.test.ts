import { callRequest } from '../exchange/call-request.js';
import * as nodePlatform from '../node/platform.js';
import { element, field, record, sequence } from '../schema/index.js';
import * as xs from '../schema/xs.js';
import { contentMessages } from '../soap/content-messages.js';
import { double, type SumsMethods, sums, sumsNamespace } from '../testing/sums.js';
import type { XmlElement } from '../xml/index.js';
import { soap11Calls } from './bindings.js';
import { ResponseTooLargeError, ResponseTruncatedError, TimeoutError, TransportError } from './errors.js';
import { clientExtensions } from './extensions.js';
import { createFetchTransport } from './fetch-transport.js';
import { type OperationsClient, operationsClient } from './operations-client.js';
import type { ClientAnswer, ClientOptions } from './options.js';
import * as platform from './platform.js';
import { clientRetries } from './retry.js';
import * as hostErrors from './small-system-errors.js';
import { soapHeaderBlocks } from './soap-headers.js';
import * as systemErrors from './system-errors.js';
import type { Transport } from './transport.js';

jest.mock('#platform', () => jest.requireActual('./platform'));
jest.mock('#host-errors', () => jest.requireActual('./small-system-errors'));
jest.mock('#xml-platform', () => jest.requireActual('../xml/small-platform'));

const note: XmlElement = { namespace: 'urn:n', name: 'Note', attributes: [], children: ['n'] };
const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const seen: string[] = [];
const transport: Transport = async ({ body }) => {
  seen.push(String(body));
  const answer = `<s:Envelope xmlns:s="${soap}"><s:Header><Seen xmlns="urn:n" s:mustUnderstand="1">yes</Seen></s:Header><s:Body><DoubleResponse xmlns="${sumsNamespace}"><result>42</result></DoubleResponse></s:Body></s:Envelope>`;
  return {
    status: 200,
    statusText: 'OK',
    headers: new Headers({ 'Content-Type': 'text/xml' }),
    body: new TextEncoder().encode(answer),
  };
};

function client(options: ClientOptions<'soap11'> = {}): OperationsClient<SumsMethods, 'soap11'> {
  return operationsClient<SumsMethods, 'soap11'>(sums, { double }, { transport, ...options }, { soap11: soap11Calls });
}

beforeEach(() => {
  seen.length = 0;
});

it('browsers have every name that Node has', () => {
  expect(Object.keys(platform).sort()).toEqual(Object.keys(nodePlatform).sort());
  const { connectionFacts, ...names } = systemErrors;
  expect(Object.keys(hostErrors).sort()).toEqual(Object.keys(names).sort());
});

describe('a client in browsers and workers', () => {
  it('waits as long as the service asks, at most a day, and does not try again when that is longer than the call may take', async () => {
    for (const [header, retryAfterMs] of [
      ['120', 120_000],
      ['999999999', 86_400_000],
      ['-5', undefined],
      ['Infinity', undefined],
    ] as const) {
      let sent = 0;
      const busy: Transport = async () => {
        sent++;
        return {
          status: 503,
          statusText: '',
          headers: new Headers({ 'Retry-After': header }),
          body: new Uint8Array(),
        };
      };
      const retry = clientRetries({ attempts: 2, idempotent: true, delayMs: () => 0 });
      const call = client({ transport: busy, retry, timeoutMs: 60_000 }).double({ of: 21 });
      await expect(call).rejects.toMatchObject({ status: 503, retryAfterMs });
      expect({ header, sent }).toEqual({ header, sent: retryAfterMs === undefined ? 2 : 1 });
    }
  });

  it('calls without what it does not name, and skips the header blocks of answers', async () => {
    let answer: ClientAnswer | undefined;
    const result = await client().double({ of: 21 }, { onResponse: (got) => (answer = got) });
    expect([result, answer?.soapHeaders]).toEqual([42, {}]);
  });

  it('says what the options for SOAP headers need', async () => {
    const needs = 'needs `headerBlocks: soapHeaderBlocks` of @wsdl-codegen/runtime';
    expect(() => client({ soapHeaders: [{ tree: note }] })).toThrow(`The option soapHeaders ${needs}`);
    expect(() => client({ strict: true })).toThrow(`The option strict ${needs}`);
    await expect(client().double({ of: 21 }, { soapHeaders: [{ tree: note }] })).rejects.toThrow(needs);
    expect(seen).toEqual([]);
  });

  it('sends and reads SOAP headers with the part that the program names', async () => {
    let answer: ClientAnswer | undefined;
    const headerBlocks = soapHeaderBlocks;
    await client({ headerBlocks, soapHeaders: [{ tree: note }] }).double(
      { of: 21 },
      { soapHeaders: { $any: [{ ...note, name: 'Other' }] }, onResponse: (got) => (answer = got) },
    );
    expect(seen[0]).toContain('<soap:Header><Note xmlns="urn:n">n</Note><Other xmlns="urn:n">n</Other></soap:Header>');
    expect(answer?.soapHeaders.$any).toMatchObject([{ name: 'Seen', children: ['yes'] }]);
    await expect(client({ headerBlocks, strict: true }).double({ of: 21 })).rejects.toMatchObject({
      problem: 'not-understood',
    });
  });

  it('has SOAP headers with the extensions that the program names', async () => {
    const read = jest.fn();
    const extension = { understands: [{ namespace: 'urn:n', name: 'Seen' }], write: () => [{ tree: note }], read };
    expect(() => client({ extensions: [extension] })).toThrow('the option is `extensions: clientExtensions(…)`');
    const extensions = clientExtensions([extension]);
    expect(extensions).toBeDefined();
    await client({ ...(extensions && { extensions }), strict: true }).double({ of: 21 });
    expect(seen[0]).toContain('<soap:Header><Note xmlns="urn:n">n</Note></soap:Header>');
    expect(read.mock.calls[0][0]).toMatchObject([{ mustUnderstand: true, tree: { name: 'Seen' } }]);
  });

  it('asks an operation that declares headers to name what they need', async () => {
    const declared = { property: 'note', element: element('urn:n', 'Note', xs.string) };
    const operation = { ...double, soap11: { action: '', style: 'document', inputHeaders: [declared] } } as const;
    const with11 = (operations: { double: typeof operation }): OperationsClient<SumsMethods, 'soap11'> =>
      operationsClient<SumsMethods, 'soap11'>(sums, operations, { transport }, { soap11: soap11Calls });
    await expect(with11({ double: operation }).double({ of: 21 })).rejects.toThrow(
      'Double needs `headerBlocks: soapHeaderBlocks` of @wsdl-codegen/runtime',
    );
    const named = { ...operation, parts: { headerBlocks: soapHeaderBlocks } };
    await with11({ double: named }).double({ of: 21 }, { soapHeaders: { note: 'x' } });
    expect(seen[0]).toContain('<soap:Header><ns1:Note xmlns:ns1="urn:n">x</ns1:Note></soap:Header>');
  });

  it('sends failed calls again with the retries that the program names', async () => {
    const policy = { attempts: 3, idempotent: true, delayMs: () => 0 } as const;
    let failures = 2;
    const failing: Transport = (request) =>
      failures-- > 0 ? Promise.reject(new TypeError('Failed to fetch')) : transport(request);
    expect(() => client({ retry: policy })).toThrow('the option is `retry: clientRetries(…)`');
    expect(await client({ transport: failing, retry: clientRetries(policy) }).double({ of: 21 })).toBe(42);
    expect(failures).toBe(-1);
  });

  it('ends calls whose time is over, and those that are aborted, and their requests', async () => {
    const fetched = createFetchTransport(async (_, init) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('<s:Env'));
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'text/xml' } });
    });
    await expect(client({ transport: fetched, timeoutMs: 20 }).double({ of: 21 })).rejects.toMatchObject({
      name: 'TimeoutError',
      timeoutMs: 20,
      request: { method: 'POST' },
    });
    const controller = new AbortController();
    const aborted = client({ transport: fetched }).double({ of: 21 }, { signal: controller.signal });
    setTimeout(() => controller.abort('enough'), 20);
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError', cause: 'enough' });
    await expect(client().double({ of: 21 }, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(seen).toEqual([]);
  });

  it('ends calls over transports that do not listen, and those that listen in their own way', async () => {
    const deaf: Transport = () => new Promise(() => undefined);
    await expect(client({ transport: deaf, timeoutMs: 20 }).double({ of: 21 })).rejects.toThrow(
      'No answer within 20 ms',
    );
    const ended = jest.fn();
    const listening: Transport = Object.assign(
      (({ onCancel }) => {
        onCancel?.(ended);
        return new Promise(() => undefined);
      }) satisfies Transport,
      { listensToOnCancel: true },
    );
    await expect(client({ transport: listening, timeoutMs: 20 }).double({ of: 21 })).rejects.toThrow(TimeoutError);
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('says which call a transport failed, with what had come', async () => {
    const head = { status: 200, statusText: 'OK', headers: new Headers(), body: new Uint8Array(3) };
    const thrown: readonly [unknown, object][] = [
      ['closed', { name: 'TransportError', phase: 'unknown' }],
      [new TransportError('refused', { phase: 'connect' }), { name: 'TransportError', phase: 'connect' }],
      [new ResponseTruncatedError({ received: 3, expected: 9, partial: head }), { received: 3, expected: 9 }],
      [new ResponseTooLargeError(2, { partial: head }), { limit: 2, response: { bodyLength: 3 } }],
      [new TimeoutError(7), { timeoutMs: 7 }],
    ];
    for (const [error, facts] of thrown) {
      await expect(client({ transport: () => Promise.reject(error) }).double({ of: 21 })).rejects.toMatchObject({
        ...facts,
        operation: 'Double',
        request: { method: 'POST' },
      });
    }
  });

  it('gives the request of a call without sending it', async () => {
    const { body, headers } = await callRequest(client({ headers: { 'X-A': '1' } }), 'double', { of: 21 });
    expect([headers['X-A'], String(body)]).toEqual(['1', expect.stringContaining('<of>21</of>')]);
    expect(seen).toEqual([]);
  });

  it('has messages whose fields are the children of the Body where an operation names them', async () => {
    const content = record('', '', { content: sequence([field('', 'of', xs.int)]) });
    const operation = { ...double, input: { content } };
    const with11 = (named: { double: typeof operation }): OperationsClient<SumsMethods, 'soap11'> =>
      operationsClient<SumsMethods, 'soap11'>(sums, named, { transport }, { soap11: soap11Calls });
    await expect(with11({ double: operation }).double({ of: 21 })).rejects.toThrow(
      'Double needs `contents: contentMessages` of @wsdl-codegen/runtime',
    );
    const named = { ...operation, parts: { contents: contentMessages } };
    expect(await with11({ double: named }).double({ of: 21 })).toBe(42);
    expect(seen[0]).toMatch(/<soap:Body><of( xmlns="")?>21<\/of><\/soap:Body>/);
  });

  it('writes names in no namespace without a default namespace around them', async () => {
    const kind = element('urn:o', 'Kind', record('urn:o', '', { content: sequence([field('urn:o', 'of', xs.QName)]) }));
    const operation = { ...double, input: { element: kind } };
    const calls = operationsClient<SumsMethods, 'soap11'>(
      sums,
      { double: operation },
      { transport },
      { soap11: soap11Calls },
    );
    await calls.double({ of: { namespace: '', name: 'plain' } as never });
    expect(seen[0]).toMatch(/<ns1:Kind xmlns:ns1="urn:o"><ns1:of>plain<\/ns1:of><\/ns1:Kind>/);
  });

  it('reads bodies of hosts without streams, some of which have only the text', async () => {
    const text = `<s:Envelope xmlns:s="${soap}"><s:Body><DoubleResponse xmlns="${sumsNamespace}"><result>42</result></DoubleResponse></s:Body></s:Envelope>`;
    const head = {
      status: 200,
      statusText: 'OK',
      headers: new Headers({ 'Content-Type': 'text/xml' }),
      body: undefined,
    };
    const bytes = { ...head, clone: () => ({}), arrayBuffer: async () => new TextEncoder().encode(text).buffer };
    const texts = {
      ...head,
      clone: () => ({ text: async () => text }),
      arrayBuffer: () => Promise.reject(new Error('no')),
    };
    for (const response of [bytes, texts]) {
      const fetched = createFetchTransport(async () => response as unknown as Response);
      expect(await client({ transport: fetched }).double({ of: 21 })).toBe(42);
    }
  });
});
