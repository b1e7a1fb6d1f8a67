import { gzipSync } from 'node:zlib';
import { ExchangerApi } from '../../../tests/support/runtime/fixture.js';
import { directCalls } from './call/direct-calls.js';
import {
  type FrontDoorOptions,
  frontDoor,
  HandlerTimeoutError,
  registerService,
  type ServerInterceptor,
  ServiceContext,
  type WireRequest,
  type WireResponse,
} from './index.js';
import type { OpenBody } from './receiving.js';

const ok = (body: string | Uint8Array): WireResponse => ({ status: 200, headers: {}, body });
const text = (body: Uint8Array): string => new TextDecoder().decode(body);
const echo = (request: WireRequest): WireResponse => ok(text(request.body));

/** The status and body of the answer to a POST request. */
async function post(
  options: FrontDoorOptions,
  body: Uint8Array | ReadableStream<Uint8Array>,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly [number, string, Headers]> {
  const request = new Request('http://localhost/x', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: body as BodyInit,
    duplex: 'half',
  } as RequestInit);
  const answer = await frontDoor(echo, options).fetch(request);
  return [answer.status, await answer.text(), answer.headers];
}

const bytes = (value: string): Uint8Array => new TextEncoder().encode(value);

describe('bodies with a Content-Encoding', () => {
  const gzip = { 'Content-Encoding': 'gzip' };

  it('come as they are, or decoded', async () => {
    const [, plain] = await post({ decodesBodies: true }, gzipSync('{"a":1}'), gzip);
    expect(plain).toBe('{"a":1}');
    const [, coded] = await post({}, gzipSync('{"a":1}'), gzip);
    expect(coded).not.toBe('{"a":1}');
  });

  it('are refused if they are too long without it, broken, or in an unknown coding', async () => {
    const limits = { maxBodyBytes: 1000 };
    const [long] = await post({ decodesBodies: true, limits }, gzipSync('x'.repeat(5000)), gzip);
    const [broken] = await post({ decodesBodies: true, limits }, bytes('no'), gzip);
    const [unknown] = await post({ decodesBodies: true, limits }, bytes('no'), { 'Content-Encoding': 'zz' });
    expect([long, broken, unknown]).toEqual([413, 400, 415]);
  });
});

it('refusals have the form that the handler gives them, and pages of allowed sites can read them', async () => {
  const refused = ({ status }: WireResponse): WireResponse => ({ ...ok(`no: ${status}`), status });
  const options = { refused, limits: { maxBodyBytes: 10 }, cors: { origins: ['https://shop.example'] } };
  const origin = { Origin: 'https://shop.example' };
  const [status, body, headers] = await post(options, bytes('x'.repeat(11)), origin);
  expect([status, body, headers.get('access-control-allow-origin')]).toEqual([413, 'no: 413', 'https://shop.example']);
  const [other, site] = await post({ refused }, bytes('x'), { Origin: 'https://evil.example' });
  expect([other, site]).toEqual([403, 'no: 403']);
  const door = frontDoor(
    () => {
      throw new Error('secret');
    },
    { refused },
  );
  const failed = await door.handle({ method: 'GET', url: '/', headers: {}, body: bytes('') });
  expect([failed.status, failed.body]).toEqual([500, 'no: 500']);
});

it('a preflight gets the methods of the place that it asks about', async () => {
  const door = frontDoor(echo, {
    cors: { origins: ['https://shop.example'] },
    methods: ({ url }) => (url === '/a' ? ['PUT'] : []),
  });
  const headers = { origin: 'https://shop.example', 'access-control-request-method': 'PUT' };
  const methods = async (url: string): Promise<string | undefined> =>
    (await door.handle({ method: 'OPTIONS', url, headers, body: bytes('') })).headers['Access-Control-Allow-Methods'];
  expect([await methods('/a'), await methods('/b')]).toEqual(['PUT', undefined]);
});

describe('bodies that are read while they arrive', () => {
  const receiving: FrontDoorOptions['receiving'] = ({ url }, body: OpenBody) =>
    url.endsWith('x') ? first(body) : undefined;

  async function first(body: OpenBody): Promise<{ response: WireResponse; isRead: boolean }> {
    const { value } = await body.next();
    await body.return();
    return { response: ok(value ?? ''), isRead: false };
  }

  it('are longer than others may be, and are asked for as they are needed', async () => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled++;
        controller.enqueue(bytes('y'.repeat(100)));
      },
    });
    const [status, answer] = await post({ receiving, limits: { maxBodyBytes: 10 } }, body);
    expect([status, answer.length]).toEqual([200, 100]);
    expect(pulled).toBeLessThan(4);
  });

  it('are refused by the rules of all others', async () => {
    expect((await post({ receiving }, bytes('x'), { Origin: 'https://evil.example' }))[0]).toBe(403);
    expect((await post({ receiving, limits: { maxConcurrentCalls: 0 } }, bytes('x')))[0]).toBe(503);
  });

  it('end in the answer 500 if the handler fails', async () => {
    const errors: unknown[] = [];
    const broken = async (): Promise<never> => {
      throw new Error('broken');
    };
    const [status] = await post({ receiving: broken, onError: (error) => errors.push(error) }, bytes('x'));
    expect([status, String(errors[0])]).toEqual([500, 'Error: broken']);
  });
});

it('an answer that is made as it is sent keeps its place until then', async () => {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield bytes('a');
  }
  const streaming = (): WireResponse => {
    const own = pieces();
    const stream = {
      length: undefined,
      next: () => own.next(),
      return: () => own.return(undefined),
      readable: () => new ReadableStream<Uint8Array>(),
    };
    return { ...ok(''), stream: stream as never };
  };
  const door = frontDoor(streaming, { limits: { maxConcurrentCalls: 1 } });
  const ask = (): Promise<WireResponse> => door.handle({ method: 'GET', url: '/', headers: {}, body: bytes('') });
  const open = await ask();
  expect((await ask()).status).toBe(503);
  await open.stream?.next();
  await open.stream?.next();
  const again = await ask();
  expect(again.status).toBe(200);
  await again.stream?.return();
  expect((await ask()).status).toBe(200);
});

describe('direct calls', () => {
  const { exchange } = ExchangerApi.operations;
  const request: WireRequest = { method: 'POST', url: '/', headers: {}, body: bytes('') };
  const context = (): ServiceContext =>
    new ServiceContext(ExchangerApi as never, exchange as never, 'httpPost', request, {});

  it('go through the interceptors of the server, then through those of the service', async () => {
    const seen: string[] = [];
    const named =
      (name: string): ServerInterceptor =>
      (_, next) => {
        seen.push(name);
        return next();
      };
    const service = registerService(ExchangerApi, { exchange: () => 7 }, { interceptors: [named('inner')] });
    const call = directCalls(service, { interceptors: [named('outer')] }).get('exchange');
    expect(await call?.({}, context(), request)).toBe(7);
    expect(seen).toEqual(['outer', 'inner']);
  });

  it('end after their time, and abort the signal', async () => {
    const own = context();
    const service = registerService(ExchangerApi, { exchange: () => new Promise<number>(() => undefined) });
    const call = directCalls(service, { handlerTimeoutMs: 5 }).get('exchange');
    await expect(call?.({}, own, request)).rejects.toBeInstanceOf(HandlerTimeoutError);
    expect(own.signal.aborted).toBe(true);
  });
});
