import {
  digestBlock,
  SecuredServer,
  securityBlock,
  tokenBlock,
} from '../../../tests/support/runtime/secured-server.js';
import { someOf } from '../../../tests/support/thorough.js';
import type { CheckSecurityOptions } from './index.js';

const table = new Map([
  ['me', 'secret'],
  ['blank', ''],
]);
const members: Readonly<Record<string, string>> = { me: 'secret', blank: '' };

/** Where programs look passwords up, also in ways that give what is no password. */
const stores: Readonly<Record<string, (user: string) => unknown>> = {
  'a Map': (user) => table.get(user),
  'a Map, later': async (user) => table.get(user),
  'an object': (user) => members[user],
  'a database': async (user) => table.get(user) ?? null,
  'an array of rows': (user) => [table.get(user)],
  'a String object': (user) => new String(table.get(user)),
  'an empty default': (user) => table.get(user) ?? '',
  false: () => false,
  true: () => true,
  'a number': () => 0,
  'a function': () => () => 'secret',
};
const strangers = ['nobody', 'blank', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'length', 'undefined'];
/** What a mistake of a store could make of no password. */
const likely = ['', 'undefined', 'null'];
const others = [
  ' ',
  'false',
  'true',
  '0',
  'NaN',
  '[object Object]',
  '[object Promise]',
  'function Object() { [native code] }',
  '() =&gt; &apos;secret&apos;',
  'stand-in',
  ',',
];
const guesses = [...likely, ...someOf(others, 5)];

function optionsOf(name: string): CheckSecurityOptions {
  return { passwords: stores[name] as (user: string) => string };
}

describe.each(Object.keys(stores))('passwords from %s', (name) => {
  it('let nobody in who is not known, whatever is sent, and all refusals are alike', async () => {
    const server = new SecuredServer(optionsOf(name));
    const bodies = new Set<string>();
    for (const user of [...strangers, 'me']) {
      for (const guess of guesses) {
        for (const block of [tokenBlock(user, guess), digestBlock(user, guess)]) {
          const { status, code, principal, body } = await server.ask(block);
          expect([user, guess, status, code, principal]).toEqual([user, guess, 500, 'FailedAuthentication', undefined]);
          bodies.add(body);
        }
      }
    }
    expect([...bodies]).toHaveLength(1);
  });
});

it.each(['a Map', 'a Map, later', 'an object', 'a database', 'an empty default'])(
  'the right password is known from %s, as text and as a digest',
  async (name) => {
    const server = new SecuredServer(optionsOf(name));
    for (const block of [tokenBlock('me', 'secret'), digestBlock('me', 'secret')]) {
      expect(await server.ask(block)).toMatchObject({ status: 200, principal: 'me' });
    }
    expect(await server.ask(tokenBlock('me', 'secret '))).toMatchObject({ code: 'FailedAuthentication' });
  },
);

it('an unknown user costs the comparison that a known one costs', async () => {
  const digest = jest.spyOn(crypto.subtle, 'digest');
  const server = new SecuredServer(optionsOf('a Map'));
  const costOf = async (block: string): Promise<readonly unknown[]> => {
    digest.mockClear();
    await server.ask(block);
    // The algorithm, and how many blocks of it.
    return digest.mock.calls.map(([name, data]) => [name, Math.ceil((data.byteLength + 9) / 64)]);
  };
  try {
    const text = await costOf(tokenBlock('me', 'wrong'));
    expect(text).toHaveLength(2);
    expect(await costOf(tokenBlock('nobody', 'wrong'))).toEqual(text);
    expect(await costOf(tokenBlock('blank', 'wrong'))).toEqual(text);
    const digested = await costOf(digestBlock('me', 'wrong'));
    expect(digested).toHaveLength(3);
    expect(await costOf(digestBlock('nobody', 'wrong'))).toEqual(digested);
  } finally {
    digest.mockRestore();
  }
});

describe('verify', () => {
  it('decides about passwords that are sent as text', async () => {
    const server = new SecuredServer({ verify: async (user, password) => `${user} ${password}` === 'me secret' });
    expect(await server.ask(tokenBlock('me', 'secret'))).toMatchObject({ status: 200, principal: 'me' });
    expect(await server.ask(tokenBlock('me', 'wrong'))).toMatchObject({ code: 'FailedAuthentication' });
  });

  it.each(['true', 1, {}, [], new Boolean(true), () => true, undefined, null])(
    'lets nobody in with %p, which is not true',
    async (answer) => {
      for (const verify of [() => answer, async () => answer]) {
        const server = new SecuredServer({ verify: verify as () => boolean });
        expect(await server.ask(tokenBlock('me', 'secret'))).toMatchObject({ code: 'FailedAuthentication' });
      }
    },
  );

  it('is not asked about digests, nor about empty passwords', async () => {
    const verify = jest.fn(() => true);
    const server = new SecuredServer({ verify });
    expect(await server.ask(digestBlock('me', 'secret'))).toMatchObject({ code: 'UnsupportedSecurityToken' });
    expect(await server.ask(tokenBlock('me', ''))).toMatchObject({ code: 'FailedAuthentication' });
    expect(verify).not.toHaveBeenCalled();
  });

  it('and `passwords` that fail let nobody in', async () => {
    const fail = (): never => {
      throw new Error('no database');
    };
    for (const options of [{ passwords: fail }, { verify: fail }, { passwords: async () => fail() }]) {
      const { status, principal, body } = await new SecuredServer(options).ask(tokenBlock('me', 'secret'));
      expect([status, principal]).toEqual([500, undefined]);
      expect(body).not.toContain('database');
    }
  });
});

describe('principal', () => {
  it('says who a user with the right password is', async () => {
    const server = new SecuredServer({ ...optionsOf('a Map'), principal: async (user) => ({ id: 5, user }) });
    expect(await server.ask(digestBlock('me', 'secret'))).toMatchObject({ principal: { id: 5, user: 'me' } });
  });

  it.each([undefined, null, false])('refuses the call with %p', async (nobody) => {
    const principal = jest.fn(() => nobody);
    const server = new SecuredServer({ ...optionsOf('a Map'), principal });
    const wrong = await server.ask(tokenBlock('me', 'wrong'));
    expect(principal).not.toHaveBeenCalled();
    expect(await server.ask(tokenBlock('me', 'secret'))).toMatchObject({ status: 500, body: wrong.body });
    expect(principal).toHaveBeenCalledWith('me');
  });
});

describe('a token is read in one way only', () => {
  const server = new SecuredServer({
    passwords: (user) => ({ me: 'secret', ' me': 'spaces', 'caf\u00e9': 'composed' })[user],
  });
  const ask = (user: string, password: string, more?: string) => server.ask(tokenBlock(user, password, more));

  it.each<[string, string, string, string | undefined]>([
    ['an element in the name', 'm<b/>e', 'secret', 'InvalidSecurity'],
    ['an element around the name', '<b>me</b>', 'secret', 'InvalidSecurity'],
    ['an element in the password', 'me', 'sec<b>x</b>ret', 'InvalidSecurity'],
    ['two names', 'me</w:Username><w:Username>other', 'secret', 'InvalidSecurity'],
    ['two passwords', 'me', 'wrong</w:Password><w:Password>secret', 'InvalidSecurity'],
    ['a megabyte of a password', 'me', 'x'.repeat(1_000_000), 'InvalidSecurity'],
    ['a megabyte of elements in it', 'me', '<b/>'.repeat(250_000), 'InvalidSecurity'],
    ['a megabyte of a name', 'x'.repeat(1_000_000), 'secret', 'InvalidSecurity'],
    ['the name in other letters', 'ME', 'secret', 'FailedAuthentication'],
    ['white space after the name', 'me ', 'secret', 'FailedAuthentication'],
    ['white space before the name, which is another one', ' me', 'secret', 'FailedAuthentication'],
    ['a name of other code points', 'cafe\u0301', 'composed', 'FailedAuthentication'],
    ['a name with a character of no width', 'm\u200be', 'secret', 'FailedAuthentication'],
  ])('%s', async (_, user, password, code) => {
    expect(await ask(user, password)).toMatchObject({ status: 500, code, principal: undefined });
  });

  it('where comments, CDATA sections and references are what they are in XML', async () => {
    expect(await ask('m<!-- x -->e', 'sec<![CDATA[ret]]>')).toMatchObject({ status: 200, principal: 'me' });
    expect(await ask('m<?x y?>&#101;', '&#115;ecret')).toMatchObject({ status: 200, principal: 'me' });
    expect(await ask(' me', 'spaces')).toMatchObject({ status: 200, principal: ' me' });
  });

  it('and there is one', async () => {
    const token = tokenBlock('me', 'secret').replace(/<\/?w:Security[^>]*>/g, '');
    expect(await server.ask(securityBlock(token + token))).toMatchObject({ code: 'InvalidSecurity' });
    expect(await server.ask(securityBlock(`<w:Wrap>${token}</w:Wrap>`))).toMatchObject({ code: 'InvalidSecurity' });
    expect(await server.ask(tokenBlock('me', 'secret') + tokenBlock('me', 'secret'))).toMatchObject({
      code: 'InvalidSecurity',
    });
  });
});

it('a digest is refused a second time also under a name that the program takes for the same', async () => {
  const server = new SecuredServer({ passwords: (user) => table.get(user.trim().toLowerCase()) });
  const block = digestBlock('me', 'secret');
  expect(await server.ask(block)).toMatchObject({ status: 200 });
  for (const again of [block, block.replace('>me<', '>ME<'), block.replace('>me<', '> me <')]) {
    expect(await server.ask(again)).toMatchObject({ code: 'FailedAuthentication', principal: undefined });
  }
});

it.each(['OK', 1, undefined, null])(
  'a store of nonces that answers %p, which is not true, has seen them',
  async (answer) => {
    const server = new SecuredServer({ ...optionsOf('a Map'), nonces: { use: () => answer as unknown as boolean } });
    expect(await server.ask(digestBlock('me', 'secret'))).toMatchObject({ code: 'FailedAuthentication' });
  },
);

describe('timestamps', () => {
  const now = new Date('2026-01-02T03:04:05Z');
  const at = (seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();
  const created = (seconds: number): string => `<u:Created>${at(seconds)}</u:Created>`;
  const expires = (seconds: number): string => `<u:Expires>${at(seconds)}</u:Expires>`;
  const century = 100 * 365 * 86_400;

  it.each<[string, string, boolean, string | undefined]>([
    ['nothing, where one is needed', '', true, 'InvalidSecurity'],
    ['nothing, where none is', '', false, undefined],
    ['an end alone, where one is needed', expires(100), true, 'InvalidSecurity'],
    ['an end alone, within the age', expires(359), false, undefined],
    ['an end alone, beyond the age', expires(361), false, 'InvalidSecurity'],
    ['an end alone, in a century', expires(century), false, 'InvalidSecurity'],
    ['an end in a century, now', created(0) + expires(century), true, undefined],
    ['an end in a century, when it is too old', created(-361) + expires(century), true, 'MessageExpired'],
    ['an end before the beginning', created(30) + expires(20), true, 'MessageExpired'],
    ['elements in the instant', '<u:Created>2026-01-02<b/>T03:04:05Z</u:Created>', true, 'InvalidSecurity'],
  ])('with %s', async (_, content, timestamp, code) => {
    const server = new SecuredServer({ ...optionsOf('a Map'), timestamp, clock: () => now });
    const token = tokenBlock('me', 'secret').replace('<w:UsernameToken>', `<u:Timestamp>${content}</u:Timestamp>$&`);
    expect((await server.ask(token)).code).toBe(code);
  });

  it.each([new Date(Number.NaN), 1767323045000, undefined])(
    'are not checked against %p, which is no date',
    async (time) => {
      const server = new SecuredServer({ timestamp: true, clock: () => time as Date });
      const { status, principal } = await server.ask(securityBlock(`<u:Timestamp>${created(0)}</u:Timestamp>`));
      expect([status, principal]).toEqual([500, undefined]);
    },
  );
});
