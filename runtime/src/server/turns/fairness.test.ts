import { ExchangerApi } from '../../../../tests/support/runtime/fixture.js';
import { env11, envelope, exchangeBody, headers11, namespaces } from '../../../../tests/support/runtime/server.js';
import {
  createServer,
  registerService,
  type ServerInterceptor,
  type ServerOptions,
  SoapFault,
  type SoapServer,
} from '../index.js';
import { RequestCost } from '../wire/request-cost.js';
import { type Caller, Callers } from './callers.js';
import { Fairness, type FairnessOptions } from './fairness.js';
import { IncomingBodies } from './incoming-bodies.js';
import { RunningCalls } from './running-calls.js';
import { Turns } from './turns.js';

/** What `performance.now` says. */
let clock = 0;

beforeEach(() => {
  clock = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => clock);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Lets the event loop go round. */
async function rounds(): Promise<void> {
  for (let count = 0; count < 20; count++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Callers of which more than one have called. */
function several(fairness: Fairness, ...addresses: readonly string[]): readonly Caller[] {
  const callers = addresses.map((address) => fairness.callerAt(address));
  for (const caller of callers) {
    caller.call();
  }
  return callers;
}

describe('callers', () => {
  it('are those of one address; of version 6, of one network of 64 bits; all of unknown address are one', () => {
    const fairness = new Fairness();
    const at = (address?: string): Caller => fairness.callerAt(address);
    expect(at('192.0.2.1')).toBe(at('192.0.2.1'));
    expect(at('192.0.2.1')).not.toBe(at('192.0.2.2'));
    expect(at('::ffff:192.0.2.1')).toBe(at('192.0.2.1'));
    expect(at('::ffff:192.0.2.1')).not.toBe(at('::ffff:192.0.2.2'));
    expect(at('2001:db8::1')).toBe(at('2001:db8:0:0:ffff::9'));
    expect(at('2001:db8::1')).not.toBe(at('2001:db8:0:1::1'));
    expect(at('not an address')).toBe(at('not an address'));
    expect(at()).toBe(at(undefined));
  });

  it('are one where fairness is off', () => {
    const fairness = new Fairness(false);
    expect(fairness.callerAt('192.0.2.1')).toBe(fairness.callerAt('192.0.2.2'));
    expect(fairness.callerFor('user' as never)).toBeUndefined();
  });

  it('pay by time: the part of all, or the share of those who use much', () => {
    const callers = new Callers(0.1);
    const [first, ...others] = Array.from({ length: 20 }, (_, index) => callers.caller(String(index)));
    for (const caller of [first, ...others]) {
      caller?.call();
    }
    first?.use(550);
    expect(first?.isBehind).toBe(true);
    clock = 4900;
    expect(first?.isBehind).toBe(true);
    clock = 5100;
    expect(first?.isBehind).toBe(false);
  });

  it('owe no more than a second, or what their last request took', () => {
    const callers = new Callers(0.1);
    const [much, more] = [callers.caller('much'), callers.caller('more')];
    for (let count = 0; count < 1000; count++) {
      much.use(30);
    }
    more.use(4000);
    expect([much.owedMs, more.owedMs]).toEqual([1000, 4000]);
  });

  it('never wait for themselves', () => {
    const callers = new Callers(0.1);
    const caller = callers.caller('only');
    caller.call();
    caller.use(3000);
    expect([caller.isBehind, caller.restMs(clock)]).toEqual([true, 0]);
    callers.caller('other').call();
    expect(caller.restMs(clock)).toBeGreaterThan(1000);
  });

  it('are forgotten when there are very many, and those who call on are not', () => {
    const callers = new Callers(0.1);
    const known = callers.caller('known');
    for (let count = 0; count < 100_000; count++) {
      callers.caller(`address ${count}`);
      callers.caller('known');
    }
    expect(callers.caller('known')).toBe(known);
    expect(callers.size).toBeLessThan(20_000);
  });

  it('pay for bytes where the clock stands still', () => {
    const rules = { fairness: new Fairness(), turns: new Turns() };
    const cost = new RequestCost(rules, '192.0.2.1');
    for (let count = 0; count < 10; count++) {
      cost.read(1_048_576);
      rules.turns.run(cost, () => undefined);
    }
    expect(cost.caller.isBehind).toBe(true);
    const other = new RequestCost(rules, '192.0.2.2');
    other.read(2000);
    expect([rules.turns.holdsBack(cost.caller), rules.turns.holdsBack(other.caller)]).toEqual([true, false]);
  });
});

describe('room', () => {
  it('in memory is made by the caller whose bodies take most of it, its oldest first', () => {
    const bodies = new IncomingBodies(100);
    const [heavy, light] = several(new Fairness(), '192.0.2.1', '192.0.2.2');
    const refused: string[] = [];
    const begin = (name: string, caller?: Caller): ReturnType<typeof bodies.begin> =>
      bodies.begin(() => refused.push(name), caller);
    const old = begin('light', light);
    old.grow(20);
    const first = begin('heavy 1', heavy);
    first.grow(40);
    const second = begin('heavy 2', heavy);
    second.grow(40);
    expect(old.grow(20)).toBe(true);
    expect([refused, bodies.bytes]).toEqual([['heavy 1'], 80]);
    second.complete();
    second.wait(() => refused.push('heavy 2 waits'));
    expect(begin('light too', light).grow(10)).toBe(true);
    expect([refused, bodies.bytes]).toEqual([['heavy 1'], 90]);
    expect(begin('heavy 3', heavy).grow(40)).toBe(true);
    expect([refused, bodies.bytes]).toEqual([['heavy 1', 'heavy 2 waits'], 90]);
  });

  it('for calls is left by a caller to others', () => {
    const [one, other] = several(new Fairness(), '192.0.2.1', '192.0.2.2');
    const calls = new RunningCalls(100, 1e9);
    const begun: (() => void)[] = [];
    while (calls.admits(10, one)) {
      begun.push(calls.begin(10, undefined, one));
    }
    expect(begun).toHaveLength(80);
    expect(calls.admits(10, other)).toBe(true);
    begun.pop()?.();
    expect(calls.admits(10, one)).toBe(true);
    for (const end of begun) {
      end();
    }
    expect([one?.calls, one?.heldBytes]).toEqual([0, 0]);
  });

  it('for messages of calls is left by a caller to others', () => {
    const [one, other] = several(new Fairness(), '192.0.2.1', '192.0.2.2');
    const calls = new RunningCalls(1000, 1_000_000);
    const input = { text: 'x'.repeat(50_000) };
    while (calls.admits(1000, one)) {
      calls.begin(1000, input, one);
    }
    expect(one?.heldBytes).toBeGreaterThan(600_000);
    expect(one?.heldBytes).toBeLessThan(850_000);
    expect(calls.admits(1000, other)).toBe(true);
  });

  it('is all for one who calls alone', () => {
    const [one] = several(new Fairness(), '192.0.2.1');
    const calls = new RunningCalls(100, 1e9);
    for (let count = 0; count < 100; count++) {
      expect(calls.admits(10, one)).toBe(true);
      calls.begin(10, undefined, one);
    }
    expect(calls.admits(10, one)).toBe(false);
  });
});

describe('principals', () => {
  const exchange = { method: 'POST', url: '/ExchangerApi.asmx', body: Buffer.from(envelope(env11, exchangeBody)) };

  /** Asks a server whose handler takes some milliseconds, and whose interceptor lets everybody in under the name in the request. */
  function server(options: Partial<ServerOptions> = {}): (name: string) => Promise<Response> {
    const interceptor: ServerInterceptor = (call, next) => next({ principal: { name: call.header('user') } as never });
    const made = createServer({
      services: [
        registerService(ExchangerApi, {
          exchange: (_, context) => {
            clock += (context.principal as { readonly name: string }).name === 'much' ? 900 : 1;
            return 1;
          },
        }),
      ],
      namespaces,
      interceptors: [interceptor],
      fairness: { principalKey: (principal) => (principal as { readonly name: string }).name },
      ...options,
    });
    return (name) => {
      const headers = { ...headers11(), user: name } as Record<string, string>;
      return made.fetch(
        new Request(`http://localhost${exchange.url}`, { method: 'POST', headers, body: exchange.body }),
      );
    };
  }

  it('that have used much wait until others have been quiet', async () => {
    const ask = server();
    expect([(await ask('much')).status, (await ask('little')).status]).toEqual([200, 200]);
    const answers: string[] = [];
    const late = ask('much').then(() => answers.push('much'));
    await rounds();
    expect((await ask('another')).status).toBe(200);
    answers.push('another');
    expect(answers).toEqual(['another']);
    clock += 5000;
    await late;
    expect(answers).toEqual(['another', 'much']);
  });

  it('of whom too many calls wait are refused, with the time to try again', async () => {
    const errors: unknown[] = [];
    const ask = server({
      fairness: { maxWaiting: 20, principalKey: (principal) => (principal as { readonly name: string }).name },
      onError: (error) => errors.push(error),
    });
    await ask('much');
    await ask('little');
    const waiting = [ask('much'), ask('much')];
    await rounds();
    const refused = await ask('much');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.text()).toContain('Too many requests.');
    expect(errors[0]).toBeInstanceOf(SoapFault);
    clock += 60_000;
    await waiting[0];
    clock += 60_000;
    await waiting[1];
  });
});

describe('requests that a program hands over as a whole', () => {
  const request = (remoteAddress: string): Parameters<SoapServer['handle']>[0] => ({
    method: 'POST',
    url: '/ExchangerApi.asmx',
    headers: Object.fromEntries(Object.entries(headers11()).map(([name, value]) => [name.toLowerCase(), value])),
    body: Buffer.from(envelope(env11, exchangeBody)),
    remoteAddress,
  });

  function server(options: Partial<ServerOptions> = {}): (address: string) => Promise<number> {
    const exchange = (_: unknown, { callerAddress }: { readonly callerAddress: string | undefined }): number => {
      clock += callerAddress === '192.0.2.1' ? 900 : 1;
      return 1;
    };
    const made = createServer({ services: [registerService(ExchangerApi, { exchange })], namespaces, ...options });
    return async (address) => (await made.handle(request(address))).status;
  }

  it('wait for their turn as others do', async () => {
    const ask = server();
    expect([await ask('192.0.2.1'), await ask('192.0.2.2')]).toEqual([200, 200]);
    const order: string[] = [];
    const late = ask('192.0.2.1').then(() => order.push('much'));
    await rounds();
    expect(await ask('192.0.2.2')).toBe(200);
    order.push('little');
    clock += 5000;
    await late;
    expect(order).toEqual(['little', 'much']);
  });

  it('are refused when too many of a caller wait', async () => {
    const ask = server({ fairness: { maxWaiting: 0 } });
    expect([await ask('192.0.2.1'), await ask('192.0.2.2')]).toEqual([200, 200]);
    expect([await ask('192.0.2.1'), await ask('192.0.2.2')]).toEqual([429, 200]);
  });

  it('are refused when there is no room for bodies that wait, the oldest first', async () => {
    const maxBodyBytes = envelope(env11, exchangeBody).length;
    const ask = server({ limits: { maxBodyBytes, maxIncomingBytes: maxBodyBytes } });
    expect([await ask('192.0.2.1'), await ask('192.0.2.2')]).toEqual([200, 200]);
    const first = ask('192.0.2.1');
    await rounds();
    const second = ask('192.0.2.1');
    expect(await first).toBe(503);
    clock += 60_000;
    expect(await second).toBe(200);
  });
});

describe('the option fairness', () => {
  it.each<[string, unknown, string]>([
    ['another type', 'yes', 'The option `fairness` must be an object, or false.'],
    ['null', null, 'The option `fairness` must be an object, or false.'],
    ['an option that does not exist', { shares: 1 }, 'fairness` has no option `shares`; did you mean `share`?'],
    ['a share of nothing', { share: 0 }, 'The option `share` must be a number above 0, and at most 1, not 0.'],
    ['a share of more than all', { share: 1.5 }, 'The option `share` must be a number above 0, and at most 1'],
    ['no number', { maxWaiting: Number.NaN }, 'The option `maxWaiting` must be a number of at least 0'],
    ['no function', { principalKey: 'name' }, 'The option `principalKey` must be a function'],
  ])('refuses %s', (_, given, message) => {
    expect(() => createServer({ services: [], fairness: given as FairnessOptions })).toThrow(message);
  });
});
