import { digestBlock, type Outcome, SecuredServer, tokenBlock } from '../../../tests/support/runtime/secured-server.js';
import { type FailureLimits, Failures } from './failures.js';
import type { CheckSecurityOptions, FailureStore } from './index.js';

const passwords = (user: string): string | undefined => ({ me: 'secret', other: 'word' })[user];
const right = tokenBlock('me', 'secret');
const wrong = tokenBlock('me', 'wrong');
const here = '192.0.2.1';
const there = '192.0.2.2';

function serve(failures: FailureLimits, options: CheckSecurityOptions = {}): SecuredServer {
  return new SecuredServer({ passwords, failures, ...options });
}

async function repeat(count: number, ask: (index: number) => Promise<Outcome>): Promise<Outcome | undefined> {
  let last: Outcome | undefined;
  for (let index = 0; index < count; index++) {
    last = await ask(index);
  }
  return last;
}

it('after too many failed tries not even the right password is accepted, and the fault is the same', async () => {
  const server = serve({ limit: 3 });
  const first = await server.ask(wrong, here);
  expect((await server.ask(wrong, here)).body).toBe(first.body);
  expect(await server.ask(right, here)).toMatchObject({ status: 200, principal: 'me' });
  expect((await server.ask(wrong, here)).body).toBe(first.body);
  for (const block of [right, wrong, digestBlock('me', 'secret')]) {
    const refused = await server.ask(block, here);
    expect(refused).toMatchObject({ status: 500, principal: undefined, body: first.body });
    expect(refused.why).toContain('too many tries');
  }
});

it('users who are not known are counted as known ones are', async () => {
  const server = serve({ limit: 2 });
  const why: string[] = [];
  for (const user of ['me', 'nobody']) {
    await repeat(2, () => server.ask(tokenBlock(user, 'wrong'), here));
    why.push((await server.ask(tokenBlock(user, 'wrong'), here)).why);
  }
  expect(why[0]).toContain('too many tries');
  expect(why[1]).toBe(why[0]);
});

it('tries from elsewhere do not lock a user out, nor do those as somebody else', async () => {
  const server = serve({ limit: 2 });
  await repeat(5, () => server.ask(wrong, there));
  await repeat(5, () => server.ask(tokenBlock('other', 'wrong'), here));
  expect(await server.ask(right, there)).toMatchObject({ status: 500 });
  expect(await server.ask(right, here)).toMatchObject({ status: 200 });
});

it('one address cannot try a password as everybody', async () => {
  const server = serve({ limit: 2, addressLimit: 5 });
  await repeat(5, (index) => server.ask(tokenBlock(`user${index}`, 'wrong'), here));
  expect(await server.ask(right, here)).toMatchObject({ status: 500, principal: undefined });
  expect(await server.ask(right, there)).toMatchObject({ status: 200 });
});

it('tries that are refused are not counted: one program with a wrong password does not keep others at its address away', async () => {
  const server = serve({ limit: 2, addressLimit: 5 });
  await repeat(20, () => server.ask(wrong, here));
  expect(await server.ask(tokenBlock('other', 'word'), here)).toMatchObject({ status: 200 });
});

it('the addresses of one network of IPv6 are one, and so are the forms of one of IPv4', async () => {
  const server = serve({ limit: 2 });
  await repeat(2, (index) => server.ask(wrong, `2001:db8:0:1::${index}`));
  expect(await server.ask(right, '2001:db8:0:1:ffff::9')).toMatchObject({ status: 500 });
  expect(await server.ask(right, '2001:db8:0:2::1')).toMatchObject({ status: 200 });
  await repeat(2, () => server.ask(wrong, '::ffff:192.0.2.7'));
  expect(await server.ask(right, '192.0.2.7')).toMatchObject({ status: 500 });
  expect(await server.ask(right, '::ffff:192.0.2.8')).toMatchObject({ status: 200 });
});

it('without an address tries as a user count together', async () => {
  const server = serve({ limit: 2, addressLimit: 3 });
  await repeat(9, (index) => server.ask(tokenBlock(`user${index}`, 'wrong')));
  expect(await server.ask(right)).toMatchObject({ status: 200 });
  await repeat(2, () => server.ask(wrong));
  expect(await server.ask(right)).toMatchObject({ status: 500 });
});

it('tries are forgotten when there was none for a time', async () => {
  let now = Date.parse('2026-01-02T03:04:05Z');
  const server = serve({ limit: 2, seconds: 60 }, { clock: () => new Date(now) });
  await server.ask(wrong, here);
  now += 59_000;
  await server.ask(wrong, here);
  now += 59_000;
  expect(await server.ask(right, here)).toMatchObject({ status: 500 });
  now += 1_000;
  expect(await server.ask(right, here)).toMatchObject({ status: 200 });
  await server.ask(wrong, here);
  expect(await server.ask(right, here)).toMatchObject({ status: 200 });
});

it('many tries at a time tell no more than one after the other', async () => {
  const checks: (() => void)[] = [];
  const server = new SecuredServer({
    verify: async (_, password) => {
      await new Promise<void>((resolve) => checks.push(resolve));
      return password === 'secret';
    },
    failures: { limit: 3 },
  });
  const guesses = [...Array.from({ length: 40 }, (_, index) => `guess${index}`), 'secret'];
  const outcomes = Promise.all(guesses.map((guess) => server.ask(tokenBlock('me', guess), here)));
  while (checks.length < guesses.length) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const check of checks) {
    check();
  }
  expect((await outcomes).every(({ status }) => status === 500)).toBe(true);
});

it('tokens that are not read, too old or there before are not tries', async () => {
  const server = serve({ limit: 1 });
  const old = digestBlock('me', 'wrong', new Date(Date.now() - 3_600_000));
  const digest = digestBlock('me', 'secret');
  for (const block of [old, tokenBlock('me', ''), tokenBlock('m<b/>e', 'wrong'), digest, digest]) {
    await server.ask(block, here);
  }
  expect(await server.ask(right, here)).toMatchObject({ status: 200 });
});

it('a store counts for several processes, and one that fails or gives no number lets nobody guess', async () => {
  const counts = new Map<string, number>();
  const store: FailureStore = {
    count: async (key) => counts.get(key) ?? 0,
    add: async (key) => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
  };
  const [one, other] = [serve({ limit: 2, store }), serve({ limit: 2, store })];
  await one.ask(wrong, here);
  await other.ask(wrong, here);
  expect(await one.ask(right, here)).toMatchObject({ status: 500 });
  expect([...counts.values()]).toEqual([2, 2]);
  const broken = { ...store, count: () => undefined as unknown as number };
  expect(await serve({ store: broken }).ask(right, here)).toMatchObject({ status: 500 });
  const failing = { ...store, count: () => Promise.reject(new Error('no store')) };
  expect(await serve({ store: failing }).ask(right, here)).toMatchObject({ status: 500, principal: undefined });
});

it('memory is bounded: of many users from as many networks the first are forgotten, and the last are known', async () => {
  const failures = new Failures({ limit: 1 }, () => new Date(0));
  const keysOf = (index: number) => failures.keysOf('x'.repeat(256), `2001:db8:${index.toString(16)}::1`);
  const count = 50_000;
  for (let index = 0; index < count; index++) {
    await failures.add(keysOf(index));
  }
  const areKnown = (first: number): Promise<readonly boolean[]> =>
    Promise.all(Array.from({ length: 1_000 }, (_, index) => failures.areTooMany(keysOf(first + index))));
  expect(new Set(await areKnown(count - 1_000))).toEqual(new Set([true]));
  expect(new Set(await areKnown(0))).toEqual(new Set([false]));
});
