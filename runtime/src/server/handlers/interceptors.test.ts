import { AsyncLocalStorage } from 'node:async_hooks';
import { type NoteMethods, Notes, noteBindings, notesNamespace } from '../../../../tests/support/runtime/notes.js';
import { type OrderMethods, Orders } from '../../../../tests/support/runtime/orders.js';
import { ServiceError } from '../../client/errors/errors.js';
import { createFetchTransport } from '../../client/fetch-transport.js';
import { type OperationsClient, operationsClient } from '../../client/operations-client.js';
import type { ClientOptions } from '../../client/options/options.js';
import { httpGetCalls, httpPostCalls, soap11Calls, soap12Calls } from '../../client/plans/bindings.js';
import { createServer as createNodeServer } from '../../node/server.js';
import type { BindingKind } from '../../service/descriptor.js';
import { declaredFaults } from '../../soap/declared-faults.js';
import type { SoapHeaderExtension } from '../../soap/extension.js';
import { SoapFault } from '../../soap/soap-fault.js';
import { receiving } from '../../stream/read/receiving.js';
import { streamed } from '../../stream/write/streamed.js';
import { createServer, type SoapServer } from '../server.js';
import type { ErrorInfo, ServerOptions } from '../settings/options.js';
import type { ServiceContext } from './context.js';
import type { ServerAnswer, ServerCall, ServerInterceptor } from './interceptors.js';
import { registerService, type ServiceImplementation } from './registration.js';

type Notes$ = ServiceImplementation<NoteMethods>;

const implementation: Notes$ = {
  add: ({ text }) => `added ${text}`,
  list: ({ text }) => `listed ${text}`,
  notify: () => undefined,
};

function serve(
  interceptors: readonly ServerInterceptor[],
  methods: Partial<Notes$> = {},
  options: Partial<ServerOptions> = {},
): SoapServer {
  const services = [registerService(Notes, { ...implementation, ...methods })];
  return createServer({ services, interceptors, ...options });
}

const calls = {
  soap11: soap11Calls,
  soap12: soap12Calls,
  httpGet: httpGetCalls,
  httpPost: httpPostCalls,
  faults: declaredFaults,
};
const notes = (options: ClientOptions): OperationsClient<NoteMethods> =>
  operationsClient<NoteMethods, BindingKind>(Notes, Notes.operations, options, calls);
const orders = (options: ClientOptions): OperationsClient<OrderMethods> =>
  operationsClient<OrderMethods, BindingKind>(Orders, Orders.operations, options, calls);

function clientOf(server: SoapServer, binding: BindingKind = 'soap11'): OperationsClient<NoteMethods> {
  const transport = createFetchTransport((input, init) => server.fetch(new Request(input, init)));
  return notes({ transport, binding, address: 'http://localhost/notes' });
}

/** What went over the wire, as text. */
async function post(server: SoapServer, name: string, binding: 'soap11' | 'soap12' = 'soap11'): Promise<Response> {
  const version =
    binding === 'soap11' ? 'http://schemas.xmlsoap.org/soap/envelope/' : 'http://www.w3.org/2003/05/soap-envelope';
  const body = `<s:Envelope xmlns:s="${version}"><s:Body><${name} xmlns="${notesNamespace}"><text>a</text></${name}></s:Body></s:Envelope>`;
  const type = binding === 'soap11' ? 'text/xml; charset=utf-8' : 'application/soap+xml; charset=utf-8';
  return server.fetch(
    new Request('http://localhost/notes', { method: 'POST', headers: { 'Content-Type': type }, body }),
  );
}

describe('interceptors of a server', () => {
  it.each(noteBindings)('are called around the handler over %s, the first outermost', async (binding) => {
    const log: unknown[] = [];
    const logging =
      (name: string): ServerInterceptor =>
      async (call, next) => {
        log.push([name, call.service.name, call.operation.name, call.binding, call.input]);
        const answer = await next(call);
        log.push([name, answer.value]);
        return answer;
      };
    const server = serve([logging('outer'), logging('inner')]);
    expect(await clientOf(server, binding).add({ text: 'a' })).toBe('added a');
    expect(log).toEqual([
      ['outer', 'Notes', 'Add', binding, { text: 'a' }],
      ['inner', 'Notes', 'Add', binding, { text: 'a' }],
      ['inner', 'added a'],
      ['outer', 'added a'],
    ]);
  });

  it('of a service are called inside those of the server, and only for its calls', async () => {
    const log: string[] = [];
    const named =
      (name: string): ServerInterceptor =>
      (call, next) => {
        log.push(`${name} ${call.service.name}`);
        return next();
      };
    const ordersService: ServiceImplementation<OrderMethods> = {
      listOrders: () => ({ title: '', orders: [] }),
      getOrders: () => [],
      putOrders: () => 0,
      putFile: () => 0,
      getFile: () => ({ content: new Uint8Array() }),
    };
    const server = createServer({
      services: [
        registerService(Notes, implementation, { interceptors: [named('notes')] }),
        registerService(Orders, ordersService),
      ],
      interceptors: [named('all')],
    });
    await clientOf(server).add({ text: 'a' });
    const transport = createFetchTransport((input, init) => server.fetch(new Request(input, init)));
    await orders({ transport }).getOrders({ count: 1 });
    expect(log).toEqual(['all Notes', 'notes Notes', 'all Orders']);
  });

  it('see headers, method and address of the request, and may set those of the answer', async () => {
    const seen: unknown[] = [];
    const server = serve([
      async (call, next) => {
        seen.push(call.method, call.url, call.header('X-Tenant'), call.request instanceof Request);
        call.responseHeaders['X-Served-By'] = 'a';
        return next();
      },
    ]);
    const answer = await server.fetch(
      new Request('http://localhost/notes/Add?text=a', { headers: { 'X-Tenant': 't' } }),
    );
    expect(answer.headers.get('x-served-by')).toBe('a');
    expect(seen).toEqual(['GET', 'http://localhost/notes/Add?text=a', 't', true]);
  });

  it('pass state and principal on to later ones and to the handler', async () => {
    const contexts: ServiceContext[] = [];
    const inner: ServerCall[] = [];
    const server = serve(
      [
        async (call, next) => {
          const answer = await next({ ...call, state: { tenant: 't' }, principal: 'ann' });
          expect(call.state).toEqual({ tenant: 't', roles: ['r'] });
          return answer;
        },
        (call, next) => {
          inner.push(call);
          call.state.roles = ['r'];
          return next(call);
        },
      ],
      {
        add: (_, context) => {
          contexts.push(context as unknown as ServiceContext);
          return String(context.state.tenant);
        },
      },
    );
    expect(await clientOf(server).add({ text: 'a' })).toBe('t');
    expect(inner[0]?.principal).toBe('ann');
    expect(contexts[0]?.principal).toBe('ann');
    expect(contexts[0]?.state).toEqual({ tenant: 't', roles: ['r'] });
  });

  it('give each call a state of its own', async () => {
    const states: unknown[] = [];
    const server = serve([
      (call, next) => {
        states.push({ ...call.state });
        return next({ state: { seen: true } });
      },
    ]);
    await clientOf(server).add({ text: 'a' });
    await clientOf(server).add({ text: 'b' });
    expect(states).toEqual([{}, {}]);
  });

  it.each(noteBindings)('may change the parameter and the result over %s', async (binding) => {
    const server = serve([
      async (call, next) => {
        const { value } = await next({ ...call, input: { text: 'changed' } });
        return { value: `${value}!` };
      },
    ]);
    expect(await clientOf(server, binding).add({ text: 'a' })).toBe('added changed!');
  });

  it.each(noteBindings)('may answer without the handler over %s', async (binding) => {
    const add = jest.fn();
    const server = serve([async () => ({ value: 'kept' })], { add });
    expect(await clientOf(server, binding).add({ text: 'a' })).toBe('kept');
    expect(add).not.toHaveBeenCalled();
  });

  it.each(noteBindings)('may refuse over %s with a status of HTTP, headers and a reason', async (binding) => {
    const errors: [unknown, ErrorInfo][] = [];
    const server = serve(
      [
        async (call) => {
          call.responseHeaders['WWW-Authenticate'] = 'Basic realm="notes"';
          throw new SoapFault('Who are you?', { code: 'Client', status: 401 });
        },
      ],
      {},
      { onError: (error, info) => errors.push([error, info]) },
    );
    const answer = binding.startsWith('soap')
      ? await post(server, 'Add', binding as 'soap11')
      : await server.fetch(new Request('http://localhost/notes/Add?text=a'));
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="notes"']);
    expect(await answer.text()).toContain('Who are you?');
    expect(errors).toEqual([[expect.any(SoapFault), expect.objectContaining({ service: 'Notes', operation: 'Add' })]]);
  });

  it.each(noteBindings)('do not show other errors to clients over %s', async (binding) => {
    const errors: unknown[] = [];
    const server = serve([() => Promise.reject(new Error('secret'))], {}, { onError: (error) => errors.push(error) });
    const error: unknown = await clientOf(server, binding)
      .add({ text: 'a' })
      .catch((caught: unknown) => caught);
    expect(String(error)).not.toContain('secret');
    expect(error).toBeInstanceOf(ServiceError);
    expect(errors).toEqual([new Error('secret')]);
  });

  it('that throw instead of rejecting, or give no answer, fail the call', async () => {
    const errors: unknown[] = [];
    const onError = (error: unknown): unknown => errors.push(error);
    const throwing = (): never => {
      throw new Error('thrown');
    };
    const forgetful = (async (_call: ServerCall, next: () => Promise<ServerAnswer>) => {
      await next();
    }) as unknown as ServerInterceptor;
    await expect(clientOf(serve([throwing], {}, { onError })).add({ text: 'a' })).rejects.toThrow();
    await expect(clientOf(serve([forgetful], {}, { onError })).add({ text: 'a' })).rejects.toThrow();
    expect(errors.map(String)).toEqual([
      'Error: thrown',
      'TypeError: An interceptor of the server gave no answer: return that of next, or { value }.',
    ]);
  });

  it('begin an asynchronous context that reaches the handler', async () => {
    const storage = new AsyncLocalStorage<string>();
    const server = serve([(call, next) => storage.run('in', () => next(call))], {
      add: async () => {
        await Promise.resolve();
        return String(storage.getStore());
      },
    });
    expect(await clientOf(server).add({ text: 'a' })).toBe('in');
  });

  it('have the time limit of the call', async () => {
    const errors: unknown[] = [];
    const server = serve(
      [() => new Promise<ServerAnswer>(() => undefined)],
      {},
      {
        limits: { handlerTimeoutMs: 5 },
        onError: (error) => errors.push(error),
      },
    );
    await expect(clientOf(server).add({ text: 'a' })).rejects.toThrow();
    expect(errors).toMatchObject([{ name: 'HandlerTimeoutError' }]);
  });

  it('see the signal that ends with the call', async () => {
    let aborted: Promise<unknown> | undefined;
    const server = serve(
      [
        (call) => {
          aborted = new Promise((resolve) => call.signal.addEventListener('abort', resolve));
          return new Promise<ServerAnswer>(() => undefined);
        },
      ],
      {},
      { limits: { handlerTimeoutMs: 5 } },
    );
    await expect(clientOf(server).add({ text: 'a' })).rejects.toThrow();
    await aborted;
  });

  it('count among the calls that run', async () => {
    let release: (() => void) | undefined;
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    const server = serve([(call, next) => waiting.then(() => next(call))], {}, { limits: { maxConcurrentCalls: 1 } });
    const first = clientOf(server).add({ text: 'a' });
    expect((await post(server, 'Add')).status).toBe(503);
    release?.();
    expect(await first).toBe('added a');
  });
});

describe('interceptors of a one-way operation', () => {
  it('may refuse it: the answer waits for them, and not for the handler', async () => {
    const refusing: ServerInterceptor = async () => {
      throw new SoapFault('No.', { code: 'Client', status: 403 });
    };
    expect((await post(serve([refusing]), 'Notify')).status).toBe(403);
    const never = new Promise<undefined>(() => undefined);
    const passing: ServerInterceptor = async (call, next) => {
      await Promise.resolve();
      return next(call);
    };
    expect((await post(serve([passing], { notify: () => never }), 'Notify')).status).toBe(202);
  });

  it('may take it without the handler', async () => {
    const notify = jest.fn();
    expect((await post(serve([async () => ({ value: undefined })], { notify }), 'Notify')).status).toBe(202);
    expect(notify).not.toHaveBeenCalled();
  });

  it('tell onError what goes wrong after the answer', async () => {
    const errors: unknown[] = [];
    const server = serve(
      [(call, next) => next(call)],
      { notify: () => Promise.reject(new Error('late')) },
      { onError: (error) => errors.push(error) },
    );
    expect((await post(server, 'Notify')).status).toBe(202);
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors).toEqual([new Error('late')]);
  });
});

describe('interceptors and extensions', () => {
  const signed: SoapHeaderExtension = {
    understands: [{ namespace: 'urn:x', name: 'User' }],
    read: (_, { setPrincipal }) => setPrincipal?.('ann'),
    write: () => [{ tree: { namespace: 'urn:x', name: 'Done', attributes: [], children: [] } }],
  };

  it.each(['soap11', 'soap12'] as const)('see who an extension has authenticated over %s', async (binding) => {
    const seen: unknown[] = [];
    const server = serve(
      [
        (call, next) => {
          seen.push(call.principal);
          return next();
        },
      ],
      {
        notify: (_, { principal }) => {
          seen.push(principal);
          return undefined;
        },
      },
      { extensions: [signed] },
    );
    await post(server, 'Notify', binding);
    expect(seen).toEqual(['ann', 'ann']);
  });

  it('are refused with the header blocks of extensions', async () => {
    const server = serve([() => Promise.reject(new SoapFault('No.'))], {}, { extensions: [signed] });
    expect(await (await post(server, 'Add')).text()).toMatch(/Done xmlns[\s\S]*No\./);
  });
});

describe('interceptors and streams', () => {
  const implementation: ServiceImplementation<OrderMethods> = {
    listOrders: () =>
      streamed({
        title: 't',
        orders: (async function* () {
          yield { id: 1 };
          yield { id: 2 };
        })(),
      }),
    getOrders: () => [],
    putOrders: receiving(async ({ orders: items }, { state }: { readonly state: Record<string, unknown> }) => {
      let sum = Number(state.start);
      for await (const { id } of items) {
        sum += id;
      }
      return sum;
    }),
    putFile: () => 0,
    getFile: () => ({ content: new Uint8Array() }),
  };
  const names: string[] = [];
  const server = createNodeServer({
    services: [registerService(Orders, implementation)],
    interceptors: [
      (call, next) => {
        names.push(call.operation.name);
        if (call.header('x-refused') !== undefined) {
          throw new SoapFault('No.', { status: 403 });
        }
        return next({ state: { start: 10 } });
      },
    ],
  });

  it('are called for requests and answers that come in parts', async () => {
    const { url, close } = await server.listen(0, '127.0.0.1');
    const client = orders({ address: `${url}/orders` });
    try {
      expect(await client.listOrders({ count: 2 })).toMatchObject({ orders: [{ id: 1 }, { id: 2 }] });
      expect(await client.putOrders({ title: 't', orders: [{ id: 1 }, { id: 2 }] })).toBe(13);
      const refused = client.putOrders({ title: 't', orders: [{ id: 1 }] }, { headers: { 'X-Refused': 'yes' } });
      await expect(refused).rejects.toThrow('No.');
      expect(names).toEqual(['ListOrders', 'PutOrders', 'PutOrders']);
    } finally {
      await close(0);
    }
  });
});

describe('the status of a SoapFault', () => {
  it('is that of an error', () => {
    expect(() => new SoapFault('a', { status: 200 })).toThrow(RangeError);
    expect(new SoapFault('a', { status: 429 }).status).toBe(429);
  });
});

describe('types of interceptors', () => {
  interface User {
    readonly name: string;
  }
  interface State {
    readonly tenant: string;
  }

  it('are those that they name, and they can be used together', () => {
    const user: ServerInterceptor<{ principal: User }> = (call, next) =>
      next({ ...call, principal: { name: call.principal?.name ?? '' } });
    const tenant: ServerInterceptor<{ state: State }> = (call, next) =>
      next({ ...call, state: { tenant: call.state.tenant ?? '' } });
    const any: ServerInterceptor = (call, next) => {
      call.state.more = 1;
      return next({ ...call, state: { even: 2 }, principal: 3 });
    };
    // @ts-expect-error the principal is a User
    const wrong: ServerInterceptor<{ principal: User }> = (call, next) => next({ ...call, principal: 5 });
    // @ts-expect-error the answer is not returned
    const forgetful: ServerInterceptor = async (call, next) => {
      await next(call);
    };
    const all: ServerOptions['interceptors'] = [user, tenant, any, wrong, forgetful];
    expect(all).toHaveLength(5);
  });

  it('are those that a handler names', () => {
    interface Service {
      add(input: string, context: ServiceContext): string;
    }
    class Adding implements Service {
      add(_: string, context: ServiceContext & { readonly principal: User; readonly state: State }): string {
        return context.principal.name + context.state.tenant;
      }
    }
    expect(new Adding()).toBeInstanceOf(Adding);
  });
});
