import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createFetchTransport,
  DynamicClient,
  type ServerExchange,
  type ServiceDescriptor,
  SoapFault,
  serverExchanges,
} from '@wsdl-codegen/runtime';
import {
  json,
  orderClient,
  orderGateway,
  orderService,
  problemOf,
  sender,
} from '../../../tests/support/runtime/gateway.js';
import { Orders } from '../../../tests/support/runtime/orders.js';
import { createGateway, type GatewayClient } from './index.js';

const path = '/Orders/listOrders';

/** The status of a problem, and what it says. */
const told = async (answer: ReturnType<ReturnType<typeof orderGateway>>): Promise<readonly [number, string]> => {
  const seen = await answer;
  expect(seen.type).toBe('application/problem+json');
  const problem = problemOf(seen);
  expect(problem.status).toBe(seen.status);
  return [seen.status, String(problem.detail)];
};

describe('requests that are no call', () => {
  const send = orderGateway({}, { limits: { maxBodyBytes: 1000, maxDepth: 20 } });

  it('are answered with problems that say what is possible', async () => {
    expect(await told(send('/Orders/nothing', json({})))).toEqual([404, 'There is nothing at this address.']);
    const wrongVerb = await send(path, { method: 'PUT', ...json({ count: 1 }) });
    expect([wrongVerb.status, wrongVerb.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await told(send(path, json({ count: 1 }, { Accept: 'text/html' })))).toEqual([
      406,
      expect.stringContaining('application/json, application/x-ndjson'),
    ]);
    expect((await told(send(path, { ...json({ count: 1 }), headers: { 'Content-Type': 'text/csv' } })))[0]).toBe(415);
    expect((await told(send(path, json(' '.repeat(1001)))))[0]).toBe(413);
    expect(await told(send(path, json('{"count":')))).toEqual([400, expect.stringContaining('line 1')]);
    expect((await told(send(path, json({ count: 'x' }))))[0]).toBe(422);
    expect((await told(send(path, {})))[0]).toBe(422);
    const options = await send(path, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST']);
  });

  it('are refused if they are hostile', async () => {
    const deep = `${'['.repeat(400)}${']'.repeat(400)}`;
    expect(await told(send(path, json(deep)))).toEqual([400, expect.stringContaining('deeper than 20')]);
    expect(await told(send(path, json('{"count":1,"count":2}')))).toEqual([
      400,
      expect.stringContaining('two members'),
    ]);
    expect(await told(send(path, json('{"count":1,"__proto__":{"x":1}}')))).toEqual([
      422,
      'The request has a mistake.',
    ]);
    expect((await told(send(`${path}?__proto__=1`, json({ count: 1 }))))[0]).toBe(422);
    expect(({} as { x?: number }).x).toBeUndefined();
    expect((await told(send(path, json(new TextDecoder('latin1').decode(new Uint8Array([0x22, 0xff]))))))[0]).toBe(400);
    expect((await told(send(`/Orders/..%2fOrders/listOrders`, json({ count: 1 }))))[0]).toBe(400);
  });

  it('of other sites are refused where no browser asks first', async () => {
    const evil = { Origin: 'https://evil.example', 'Content-Type': 'text/plain' };
    expect((await told(send(path, { body: '{"count":1}', headers: evil })))[0]).toBe(403);
    const safe = orderGateway({}, { safe: ['listOrders'] });
    expect((await told(safe(`${path}?count=1`, { method: 'GET', headers: { Origin: evil.Origin } })))[0]).toBe(403);
    // Neither where the page would be.
    const atPage = orderGateway({}, { routes: { listOrders: 'POST /openapi.json', getOrders: 'GET /openapi.json' } });
    expect((await told(atPage('/openapi.json', { body: '{"count":1}', headers: evil })))[0]).toBe(403);
    const got = { method: 'GET', headers: { Origin: evil.Origin } };
    expect((await told(atPage('/openapi.json?count=1', got)))[0]).toBe(403);
    const allowed = orderGateway({}, { cors: { origins: ['https://shop.example'] } });
    const answer = await allowed(path, json({ count: 0 }, { Origin: 'https://shop.example' }));
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, 'https://shop.example']);
    const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' };
    const asked = await allowed(path, { method: 'OPTIONS', headers });
    expect(asked.headers.get('access-control-allow-methods')).toBe('POST');
  });
});

describe('values in the address', () => {
  it('are those of safe operations, and of members in the path', async () => {
    const send = orderGateway(
      {},
      { safe: ['listOrders'], routes: { listOrders: '/orders/{count}', putFile: 'PUT /files/{name}' } },
    );
    const got = await send('/orders/1', { method: 'GET' });
    expect(JSON.parse(got.text)).toEqual({ title: 'all', orders: [{ id: 0 }] });
    const put = await send('/files/a%20b', { method: 'PUT', ...json({ content: 'AQID' }) });
    expect(put.text).toBe('3');
    const twice = await send('/files/a', { method: 'PUT', ...json({ name: 'b', content: '' }) });
    expect(problemOf(twice).errors).toEqual([expect.objectContaining({ pointer: '/name' })]);
    expect((await send('/orders/x', { method: 'GET' })).status).toBe(422);
    expect((await send('/files/a?content=%E4', { method: 'PUT' })).status).toBe(400);
    expect(problemOf(await send('/orders/1?%c3%a4/=2', { method: 'GET' })).errors).toEqual([
      expect.objectContaining({ pointer: '/ä~1' }),
    ]);
    expect(problemOf(await send('/orders/1?cuont=2', { method: 'GET' })).errors).toHaveLength(1);
  });
});

describe('a service that fails', () => {
  const clientAt = (address: string, timeoutMs = 1000): { client: DynamicClient<never> } => ({
    client: new DynamicClient(Orders as ServiceDescriptor<never>, { address, timeoutMs }),
  });

  it('is 502 if it is down, 504 if it takes too long, and 502 if its answer is none', async () => {
    const server = createHttpServer((request, response) => {
      if (request.url === '/html') {
        response.end('<html>at http://db.internal</html>');
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    const to = (address: string, timeoutMs?: number): Promise<readonly [number, string]> =>
      told(sender({ services: [clientAt(address, timeoutMs)], onError })(path, json({ count: 1 })));
    const slow = await to(`http://127.0.0.1:${port}/slow`, 50);
    const html = await to(`http://127.0.0.1:${port}/html`);
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    const down = await to(`http://127.0.0.1:${port}/`);
    expect([slow[0], html[0], down[0]]).toEqual([504, 502, 502]);
    expect(`${slow[1]} ${html[1]} ${down[1]}`).not.toMatch(/127|internal|html/);
    expect(errors).toHaveLength(3);
  });

  it('may not answer with what its contract does not allow', async () => {
    const wrong = orderGateway({ listOrders: () => ({ title: 'x', orders: [{ id: 1.5 }] }) });
    expect(await told(wrong(path, json({ count: 1 })))).toEqual([500, 'The operation failed.']);
    const late = orderGateway({ getOrders: () => [{ id: 1 }, {} as never] });
    expect((await told(late('/Orders/getOrders', json({ count: 1 }))))[0]).toBe(500);
  });

  it('may break rules of its contract where the program lets it, and what has no JSON form stays an error', async () => {
    const answers = async (services: readonly GatewayClient[], accept: string): Promise<readonly [number, string]> => {
      const { status, text } = await sender({ services })('/Orders/getOrders', json({ count: 1 }, { Accept: accept }));
      return [status, text];
    };
    const client = (orders: readonly unknown[]): DynamicClient<never> =>
      ({
        $service: { ...Orders, ports: [] },
        $exchange: async () => ({ value: orders, soapHeaders: {} }),
      }) as unknown as DynamicClient<never>;
    const [broken, hopeless] = [client([{ note: 'no id' }]), client([{ id: 1n }])];
    const jsonType = 'application/json';
    expect((await answers([{ client: broken }], jsonType))[0]).toBe(502);
    expect(await answers([{ client: broken, validateAnswers: false }], jsonType)).toEqual([200, '[{"note":"no id"}]']);
    expect((await answers([{ client: hopeless, validateAnswers: false }], jsonType))[0]).toBe(502);
  });

  it('has the time of the gateway', async () => {
    const send = orderGateway({ listOrders: () => new Promise(() => undefined) }, { limits: { handlerTimeoutMs: 5 } });
    expect((await told(send(path, json({ count: 1 }))))[0]).toBe(504);
  });

  it('says in an undeclared fault nothing that nobody chose for callers, unless the program wants it', async () => {
    const fail = (): never => {
      throw new SoapFault('ORA-01017 at http://db.internal');
    };
    const hidden = await orderGateway({ listOrders: fail }, {}, 'client')(path, json({ count: 1 }));
    expect([hidden.status, hidden.text.includes('internal')]).toEqual([502, false]);
    const shown = await orderGateway(
      { listOrders: fail },
      { includeErrorDetail: true },
      'client',
    )(path, json({ count: 1 }));
    expect(problemOf(shown).detail).toBe('ORA-01017 at http://db.internal');
  });

  it.each([
    ['declared', '<faultcode>s:Client</faultcode>', '<Broken xmlns="urn:orders"><why>x</why></Broken>', 'Client'],
    ['undeclared', '<faultcode xmlns:q="http://db.internal">q:Lost</faultcode>', '', 'Server'],
  ])('shows nobody where it is, in a %s fault', async (_, code, detail, shownCode) => {
    const body =
      `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault>${code}<faultstring>no</faultstring>` +
      `<faultactor>http://db.internal/a</faultactor><detail>${detail}</detail></s:Fault></s:Body></s:Envelope>`;
    const transport = createFetchTransport(() =>
      Promise.resolve(new Response(body, { status: 500, headers: { 'Content-Type': 'text/xml' } })),
    );
    const client = new DynamicClient(Orders, { address: 'http://db.internal/orders', transport });
    const hidden = await sender({ services: [{ client }] })(path, json({ count: 1 }));
    expect(hidden.text).not.toContain('internal');
    expect(problemOf(hidden).fault).toMatchObject({ code: shownCode });
    const shown = await sender({ services: [{ client }], includeErrorDetail: true })(path, json({ count: 1 }));
    expect(problemOf(shown).fault).toMatchObject({ actor: 'http://db.internal/a' });
  });
});

describe('who calls', () => {
  it('is found out by an interceptor, whose refusal is the answer', async () => {
    const interceptors = [
      (
        call: { header(name: string): string | undefined; responseHeaders: Record<string, string> },
        next: () => Promise<{ value: unknown }>,
      ) => {
        if (call.header('authorization') !== 'Bearer good') {
          call.responseHeaders['WWW-Authenticate'] = 'Bearer';
          throw new SoapFault('Who are you?', { status: 401 });
        }
        return next();
      },
    ];
    const send = orderGateway({}, { interceptors });
    const refused = await send(path, json({ count: 1 }));
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(problemOf(refused).detail).toBe('Who are you?');
    expect((await send(path, json({ count: 1 }, { Authorization: 'Bearer good' }))).status).toBe(200);
  });

  it('is told to the service only by a rule of the program', async () => {
    const seen: (string | undefined)[] = [];
    const listOrders = (_: unknown, context: { header(name: string): string | undefined }) => {
      seen.push(context.header('authorization'), context.header('idempotency-key'), context.header('cookie'));
      return { title: '', orders: [] };
    };
    const request = json({ count: 1 }, { Authorization: 'Bearer x', 'Idempotency-Key': 'k1', Cookie: 'c=1' });
    await orderGateway({ listOrders }, {}, 'client')(path, request);
    expect(seen.splice(0)).toEqual([undefined, undefined, undefined]);
    await orderGateway({ listOrders }, { passOn: ['authorization', 'Idempotency-Key'] }, 'client')(path, request);
    expect(seen.splice(0)).toEqual(['Bearer x', 'k1', undefined]);
    const passOn = (): { headers: Record<string, string> } => ({ headers: { Authorization: 'Basic own' } });
    await orderGateway({ listOrders }, { passOn }, 'client')(path, request);
    expect(seen.splice(0)).toEqual(['Basic own', undefined, undefined]);
    await orderGateway({ listOrders })(path, request);
    expect(seen).toEqual(['Bearer x', 'k1', 'c=1']);
  });

  it('cannot be checked in messages that are no SOAP', () => {
    const service = { ...orderService(), security: new Map([['Soap', []]]) };
    expect(() => createGateway({ services: [{ service }] })).toThrow("register it with `security: 'unprotected'`");
  });
});

it('exchanges are watched, with credentials hidden', async () => {
  const seen: ServerExchange[] = [];
  const onExchange = serverExchanges((exchange) => void seen.push(exchange));
  const send = orderGateway({}, { onExchange });
  await send(path, json({ count: 1, password: 'p4ss' }, { Authorization: 'Bearer t0ken' }));
  await send(path, json({ count: 1 }));
  expect(seen.map(({ operation, response }) => [operation, response.status])).toEqual([
    ['ListOrders', 422],
    ['ListOrders', 200],
  ]);
  const shown = JSON.stringify([seen[0]?.request.headers, seen[0]?.request.text()]);
  expect(shown).not.toContain('t0ken');
  expect(shown).not.toContain('p4ss');
});

it('a path with a member that requests do not have is refused, also without the document', () => {
  expect(() => orderGateway({}, { routes: { listOrders: '/orders/{cuont}' }, pages: false })).toThrow(/\{cuont\}/);
});

it('options that do not exist are refused, with the name that was meant', () => {
  const services = [{ service: orderService() }];
  expect(() => createGateway({ services, hostz: [] } as never)).toThrow('hosts');
  expect(() => createGateway({ services: [] })).toThrow('needs a service');
  for (const status of [200, 600, '422']) {
    expect(() => createGateway({ services, faults: { Broken: status as number } })).toThrow('from 400 to 599');
  }
  expect(() => createGateway({ services: [{}] } as never)).toThrow('{ client } or { service }');
  expect(() => createGateway({ services, limits: { maxDepth: -1 } })).toThrow(RangeError);
  expect(() => createGateway({ services: [{ client: orderClient(orderService()), passon: [] }] } as never)).toThrow(
    'passOn',
  );
});
