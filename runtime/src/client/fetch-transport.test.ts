import { double, type SumsMethods, sums } from '../../../tests/support/runtime/sums.js';
import { ResponseTooLargeError, TransportError } from './errors/errors.js';
import { createFetchTransport } from './fetch-transport.js';
import { operationsClient } from './operations-client.js';
import { soap11Calls } from './plans/bindings.js';

const url = 'https://wallet.example/x';

describe('a transport over fetch', () => {
  it('sends method, headers and body, follows no redirect, and gives the whole answer', async () => {
    const seen: unknown[] = [];
    const transport = createFetchTransport(async (input, init) => {
      seen.push(input, init);
      return new Response('<a/>', { status: 202, statusText: 'Accepted', headers: { 'X-Thing': 'yes' } });
    });
    const response = await transport({ method: 'POST', url, headers: { SOAPAction: '"x"' }, body: '<q/>' });
    expect(seen).toEqual([
      url,
      { method: 'POST', headers: { SOAPAction: '"x"' }, body: '<q/>', signal: null, redirect: 'manual' },
    ]);
    expect([response.status, response.statusText, response.headers.get('x-thing')]).toEqual([202, 'Accepted', 'yes']);
    expect(new TextDecoder().decode(response.body)).toBe('<a/>');
  });

  it('joins the pieces of a body, and treats a missing body as an empty one', async () => {
    const pieces = new ReadableStream({
      start(controller) {
        for (const piece of ['one ', 'two']) {
          controller.enqueue(new TextEncoder().encode(piece));
        }
        controller.close();
      },
    });
    const answers = [new Response(pieces), new Response(null, { status: 204 })];
    const transport = createFetchTransport(async () => answers.shift() as Response);
    const request = { method: 'GET', url, headers: {} } as const;
    expect(new TextDecoder().decode((await transport(request)).body)).toBe('one two');
    expect((await transport(request)).body.byteLength).toBe(0);
  });

  it('refuses a body in a coding that no host undoes, as the transport of Node does', async () => {
    const answer = (coding: string): Response => new Response('<a/>', { headers: { 'Content-Encoding': coding } });
    const asked = (coding: string) =>
      createFetchTransport(async () => answer(coding))({ method: 'GET', url, headers: {} });
    await expect(asked('gzip, x-own')).rejects.toMatchObject({
      name: 'ContentEncodingError',
      message: 'Unknown Content-Encoding "x-own"',
      contentEncoding: 'gzip, x-own',
    });
    // The host has undone them.
    expect((await asked('zstd')).status).toBe(200);
    expect((await asked('BR, identity')).status).toBe(200);
  });

  it('gives up at the size limit and lets go of the rest', async () => {
    let cancelled = false;
    const endless = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(1000));
      },
      cancel() {
        cancelled = true;
      },
    });
    const transport = createFetchTransport(async () => new Response(endless));
    const rejected = transport({ method: 'GET', url, headers: {}, maxResponseBytes: 10_000 });
    await expect(rejected).rejects.toThrow(ResponseTooLargeError);
    expect(cancelled).toBe(true);
  });

  it('reports the cause of "fetch failed"', async () => {
    const transport = createFetchTransport(async () => {
      const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
      throw new TypeError('fetch failed', { cause });
    });
    const error: TransportError = await transport({ method: 'GET', url, headers: {} }).catch((reason) => reason);
    expect(error).toBeInstanceOf(TransportError);
    expect([error.message, error.code, error.phase]).toEqual([
      'connect ECONNREFUSED 127.0.0.1:1',
      'ECONNREFUSED',
      'connect',
    ]);
  });

  it('recognises a body that was cut short', async () => {
    const broken = new ReadableStream({
      pull(controller) {
        controller.error(new Error('terminated'));
      },
    });
    const transport = createFetchTransport(async () => new Response(broken));
    await expect(transport({ method: 'GET', url, headers: {} })).rejects.toMatchObject({
      name: 'ResponseTruncatedError',
      phase: 'receive',
    });
  });

  it('recognises a body that is not in its coding', async () => {
    const cause = Object.assign(new Error('incorrect header check'), { code: 'Z_DATA_ERROR' });
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new TypeError('terminated', { cause })),
    });
    const headers = { 'Content-Encoding': 'gzip', 'Content-Length': '20' };
    const transport = createFetchTransport(async () => new Response(broken, { headers }));
    await expect(transport({ method: 'GET', url, headers: {} })).rejects.toMatchObject({
      name: 'ContentEncodingError',
      message: 'The gzip body is broken: incorrect header check',
      contentEncoding: 'gzip',
      code: 'Z_DATA_ERROR',
      kind: 'body',
    });
  });

  it('says what had come of an answer when the call is aborted', async () => {
    const caller = new AbortController();
    const fetched = createFetchTransport(async (_, init) => {
      let pulls = 0;
      const body = new ReadableStream({
        start: (controller) =>
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason), { once: true }),
        pull(controller) {
          if (pulls++ === 0) {
            controller.enqueue(new TextEncoder().encode('<s:En'));
          } else {
            caller.abort('enough');
          }
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'text/xml' } });
    });
    const client = operationsClient<SumsMethods, 'soap11'>(
      sums,
      { double },
      { transport: fetched },
      { soap11: soap11Calls },
    );
    await expect(client.double({ of: 21 }, { signal: caller.signal })).rejects.toMatchObject({
      name: 'AbortError',
      cause: 'enough',
      response: { status: 200, bodyLength: 5 },
    });
  });
});
