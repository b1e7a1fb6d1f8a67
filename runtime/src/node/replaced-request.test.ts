import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { PassThrough } from 'node:stream';
import type { TransportRequest } from '../http/transport.js';
import { createNodeTransport } from './transport.js';

/**
 * Behaviour that tracing agents and libraries that mock HTTP rely on: they replace `request` of Node's modules, and inspect
 * its arguments.
 */

const transport = createNodeTransport();
afterAll(() => transport.close());
afterEach(() => jest.restoreAllMocks());

const post = (url: string, more: Partial<TransportRequest> = {}): TransportRequest => ({
  method: 'POST',
  url,
  headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '"x"' },
  body: '<a/>',
  ...more,
});

type Callback = (incoming: IncomingMessage) => void;

/** Puts `fake` in the place of `request`, after the transport was loaded. */
function replace(module: typeof http | typeof https, fake: (options: RequestOptions, callback: Callback) => unknown) {
  const spy = jest.spyOn(module, 'request');
  spy.mockImplementation(((options: RequestOptions, callback: Callback) => fake(options, callback)) as never);
  return spy;
}

/** A request that sends nothing, and an answer with only the members that a mock needs. */
function answering(text: string, facts: object = { statusCode: 200 }) {
  return (_: unknown, callback: Callback): unknown => {
    const incoming = Object.assign(new PassThrough(), facts);
    const end = (): void => {
      callback(incoming as unknown as IncomingMessage);
      incoming.end(text);
    };
    return Object.assign(new EventEmitter(), { end });
  };
}

describe('the options of a request', () => {
  it('are one object in the ordinary form, headers a plain object', async () => {
    const spy = replace(http, answering('ok'));
    await transport(post('http://me:p%40ss@wallet.example:8080/a/b?c=d#e', { body: 'ж' }));
    const [options] = spy.mock.calls[0] as unknown as [RequestOptions];
    expect(options).toEqual({
      protocol: 'http:',
      hostname: 'wallet.example',
      port: '8080',
      path: '/a/b?c=d',
      method: 'POST',
      headers: {
        Host: 'wallet.example:8080',
        Authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
        'Content-Type': 'text/xml; charset=utf-8',
        SOAPAction: '"x"',
        'Content-Length': '2',
      },
      agent: expect.any(http.Agent),
    });
    expect(Object.getPrototypeOf(options.headers)).toBe(Object.prototype);
  });

  it('are new for each request, so that what an agent adds to one is not in the next', async () => {
    const seen: unknown[] = [];
    replace(http, (options, callback) => {
      seen.push({ ...options.headers });
      Object.assign(options.headers as object, { traceparent: String(seen.length) });
      return answering('ok')(options, callback);
    });
    const request = post('http://wallet.example/');
    await transport(request);
    await transport(request);
    expect(seen[0]).toEqual(seen[1]);
    expect(request.headers).not.toHaveProperty('traceparent');
  });

  it('for https: go to the module for https, with its own agent', async () => {
    const spy = replace(https, answering('ok'));
    await transport(post('https://[::1]/x'));
    expect(spy.mock.calls[0]?.[0]).toMatchObject({
      protocol: 'https:',
      hostname: '::1',
      port: 443,
      agent: expect.any(https.Agent),
    });
  });

  it('contain a header that is written in two ways only once: as an array, or the last value if only one is allowed', async () => {
    const spy = replace(http, answering('ok'));
    await transport(
      post('http://me:secret@wallet.example/', {
        headers: {
          'X-Tag': 'a',
          'x-tag': 'b',
          'X-TAG': 'c',
          host: 'virtual.example',
          authorization: 'Bearer t',
          'content-length': '999',
        },
      }),
    );
    const [options] = spy.mock.calls[0] as unknown as [RequestOptions];
    expect(options.headers).toEqual({
      'X-Tag': ['a', 'b', 'c'],
      Host: 'virtual.example',
      Authorization: 'Bearer t',
      'content-length': '4',
    });
  });
});

describe('a request or an answer that is only a mock', () => {
  it('may lack everything but events, a status and the end of a body', async () => {
    replace(http, answering('<ok/>'));
    const response = await transport(post('http://wallet.example/'));
    expect([response.status, response.statusText, response.headers.get('content-type')]).toEqual([200, '', null]);
    expect(Buffer.from(response.body).toString()).toBe('<ok/>');
  });

  it('may give its body as text', async () => {
    replace(http, (_, callback) => {
      const incoming = Object.assign(new PassThrough({ encoding: 'utf8' }), { statusCode: 200, headers: {} });
      queueMicrotask(() => {
        callback(incoming as unknown as IncomingMessage);
        incoming.write('ж');
        incoming.end('😀');
      });
      return Object.assign(new EventEmitter(), { end: () => undefined });
    });
    const response = await transport(post('http://wallet.example/', { maxResponseBytes: 6 }));
    expect(Buffer.from(response.body).toString()).toBe('ж😀');
    const rejected = transport(post('http://wallet.example/', { maxResponseBytes: 5 }));
    await expect(rejected).rejects.toMatchObject({ name: 'ResponseTooLargeError' });
  });

  it.each([
    ['destroy', { destroy: jest.fn() }],
    ['abort', { abort: jest.fn() }],
    ['neither', {}],
  ])('is ended by what it has: %s', async (_, methods) => {
    replace(http, () => Object.assign(new EventEmitter(), { end: () => undefined }, methods));
    const controller = new AbortController();
    const rejected = transport(post('http://wallet.example/', { signal: controller.signal }));
    controller.abort(new Error('enough'));
    await expect(rejected).rejects.toMatchObject({ name: 'AbortError', cause: new Error('enough') });
    for (const method of Object.values(methods)) {
      expect(method).toHaveBeenCalledTimes(1);
    }
  });

  it('fails the call when it throws, or closes without an answer', async () => {
    replace(http, () => {
      throw new Error('no network in tests');
    });
    await expect(transport(post('http://wallet.example/'))).rejects.toMatchObject({
      name: 'TransportError',
      message: 'no network in tests',
    });
    replace(http, () => {
      const outgoing = new EventEmitter();
      return Object.assign(outgoing, { end: () => queueMicrotask(() => outgoing.emit('close')) });
    });
    await expect(transport(post('http://wallet.example/'))).rejects.toMatchObject({
      name: 'TransportError',
      message: 'The connection was closed before an answer came',
    });
  });

  it('may have sent nothing over a connection that was reset: an idempotent request is made again in the context of its call', async () => {
    const storage = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    replace(http, (options, callback) => {
      seen.push(storage.getStore());
      if (seen.length > 1) {
        return answering('ok')(options, callback);
      }
      const outgoing = new EventEmitter();
      const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      const fail = (): unknown => storage.run('the call that opened it', () => outgoing.emit('error', reset));
      return Object.assign(outgoing, {
        reusedSocket: true,
        end: () => queueMicrotask(fail),
      }) as unknown as ClientRequest;
    });
    const request = post('http://wallet.example/', { idempotent: true });
    const response = await storage.run('this call', () => transport(request));
    expect([response.status, seen]).toEqual([200, ['this call', 'this call']]);
  });
});
