import {
  type CheckSecurityOptions,
  checkSecurity,
  memoryNonces,
  type Password,
  timestamp,
  usernameToken,
  type WsSecurityOptions,
  wsSecurity,
} from './index.js';

/** Options as programs in JavaScript give them. */
const check = (options: object): unknown => checkSecurity(options as CheckSecurityOptions);
const send = (options: object): unknown => wsSecurity({ parts: [], ...options } as WsSecurityOptions);
const token = (options: object): unknown => usernameToken('me', 'secret', options as { digest: boolean });
const passwords = (): string => 'secret';

describe('what would check nothing is an error', () => {
  it.each<[string, () => unknown, string]>([
    [
      'no option',
      () => check({}),
      '`checkSecurity` would check nothing. Give it `passwords` or `verify` for user name tokens, or `timestamp: true`.',
    ],
    ['a timestamp that is not needed', () => check({ timestamp: false }), '`checkSecurity` would check nothing.'],
    ['limits alone', () => check({ maxAgeSeconds: 10 }), '`checkSecurity` would check nothing.'],
    [
      'a misspelt option',
      () => check({ password: passwords }),
      '`checkSecurity` has no option `password`; did you mean `passwords`?',
    ],
    [
      'a misspelt limit',
      () => check({ passwords, maxAgeSecond: 5 }),
      'no option `maxAgeSecond`; did you mean `maxAgeSeconds`?',
    ],
    [
      'an option of other libraries',
      () => check({ passwords, hasNonce: true }),
      'no option `hasNonce`; its options are `passwords`, `verify`, `principal`, ',
    ],
    [
      'a misspelt limit of tries',
      () => check({ passwords, failures: { limits: 3 } }),
      '`failures` has no option `limits`; did you mean `limit`?',
    ],
    [
      'a digest that is misspelt',
      () => token({ digets: true }),
      '`usernameToken` has no option `digets`; did you mean `digest`?',
    ],
    ['a misspelt check of answers', () => send({ checkTimestamps: true }), 'did you mean `checkTimestamp`?'],
    [
      'a misspelt limit of answers',
      () => send({ checkTimestamp: { require: true } }),
      '`checkTimestamp` has no option `require`; did you mean `required`?',
    ],
    [
      'a misspelt lifetime',
      () => timestamp({ second: 5 } as object),
      '`timestamp` has no option `second`; did you mean `seconds`?',
    ],
    [
      'a misspelt size',
      () => memoryNonces({ limits: 5 } as object),
      '`memoryNonces` has no option `limits`; did you mean `limit`?',
    ],
    [
      'passwords that are undefined',
      () => check({ passwords: undefined, timestamp: true }),
      'The option `passwords` of `checkSecurity` must be a function, not undefined.',
    ],
    [
      'a check that is undefined',
      () => check({ verify: undefined, passwords }),
      'The option `verify` of `checkSecurity` must be a function, not undefined.',
    ],
    ['both', () => check({ passwords, verify: passwords }), '`checkSecurity` takes `passwords` or `verify`, not both.'],
    [
      'a principal of nobody',
      () => check({ timestamp: true, principal: passwords }),
      'The option `principal` of `checkSecurity` needs `passwords` or `verify`.',
    ],
    [
      'tries of nobody',
      () => check({ timestamp: true, failures: {} }),
      'The option `failures` of `checkSecurity` needs `passwords` or `verify`.',
    ],
    [
      'no options at all',
      () => check(undefined as unknown as object),
      'The options of `checkSecurity` must be an object, not undefined.',
    ],
    [
      'passwords without their option',
      () => check(passwords),
      'The options of `checkSecurity` must be an object, not a function.',
    ],
    ['a list', () => check([]), 'The options of `checkSecurity` must be an object, not an array.'],
    [
      'no parts',
      () => wsSecurity({} as WsSecurityOptions),
      'The option `parts` of `wsSecurity` must be an array of parts, not undefined.',
    ],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
  });
});

describe('a value of another kind is an error, which does not show texts', () => {
  const seconds = 'a number of seconds from 0 to 1000000000';

  it.each<[string, unknown, string]>([
    ['passwords', 'geheim', 'a function, not a string'],
    ['passwords', { me: 'geheim' }, 'a function, not an object'],
    ['passwords', null, 'a function, not null'],
    ['verify', true, 'a function, not true'],
    ['principal', 'me', 'a function, not a string'],
    ['failures', 10, 'an object, not 10'],
    ['timestamp', 'true', 'true or false, not a string'],
    ['timestamp', 1, 'true or false, not 1'],
    ['maxAgeSeconds', '300', `${seconds}, not a string`],
    ['maxAgeSeconds', Number.NaN, `${seconds}, not NaN`],
    ['maxAgeSeconds', -1, `${seconds}, not -1`],
    ['maxAgeSeconds', Number.POSITIVE_INFINITY, `${seconds}, not Infinity`],
    ['maxAgeSeconds', 300n, `${seconds}, not 300n`],
    ['clockSkewSeconds', null, `${seconds}, not null`],
    ['otherBindings', 'ignore', '"refuse" or "unchecked", not "ignore"'],
    ['nonces', {}, 'an object with `use`, not an object'],
    ['clock', new Date(), 'a function, not a Date'],
  ])('%s: %p', (name, value, expected) => {
    const make = (): unknown => check({ ...(name === 'verify' ? {} : { passwords }), [name]: value });
    expect(make).toThrow(new TypeError(`The option \`${name}\` of \`checkSecurity\` must be ${expected}.`));
  });

  it.each<[string, () => unknown]>([
    ['a limit of 0 tries', () => check({ passwords, failures: { limit: 0 } })],
    ['half a try', () => check({ passwords, failures: { addressLimit: 1.5 } })],
    ['tries for a text of seconds', () => check({ passwords, failures: { seconds: '9' } })],
    ['a store that does not count', () => check({ passwords, failures: { store: {} } })],
    ['no nonces', () => memoryNonces({ limit: 0 })],
    ['a text as the number of nonces', () => memoryNonces({ limit: '5' } as object)],
    ['a date as the clock of nonces', () => memoryNonces({ clock: new Date() } as object)],
    ['a lifetime that is no number', () => timestamp({ seconds: Number.NaN })],
    ['a part that is none', () => send({ parts: [usernameToken] })],
    ['one part in the place of a list', () => send({ parts: timestamp() })],
    ['a text as a mark', () => send({ mustUnderstand: '1' })],
    ['a limit of answers that is no number', () => send({ checkTimestamp: { maxAgeSeconds: '5' } })],
    ['answers checked perhaps', () => send({ checkTimestamp: 'yes' })],
    ['a text as a digest', () => token({ digest: 'yes' })],
    ['no user', () => usernameToken(undefined as unknown as string, 'x')],
  ])('%s', (_, make) => {
    expect(make).toThrow(TypeError);
  });

  it('a password that is none', async () => {
    const message = /^The password .* must be a string.*, not something else\.$/;
    expect(() => usernameToken('me', 4711 as unknown as Password)).toThrow(message);
    const late = usernameToken('me', () => undefined as unknown as string, { digest: true });
    await expect(late.write(new Date())).rejects.toThrow(message);
  });
});

it('options that are changed afterwards change nothing', () => {
  const options: { passwords: () => string; otherBindings: 'refuse' | 'unchecked' } = {
    passwords,
    otherBindings: 'refuse',
  };
  const extension = checkSecurity(options);
  options.otherBindings = 'unchecked';
  expect(extension.soapOnly).toBe(true);
});

it('all options are taken together', () => {
  const clock = (): Date => new Date();
  const all = { timestamp: true, maxAgeSeconds: 0, clockSkewSeconds: 0, otherBindings: 'unchecked', clock } as const;
  const store = { count: () => 0, add: () => undefined };
  const failures = { limit: 1, addressLimit: 2, seconds: 3, store };
  const nonces = memoryNonces({ limit: 1, clock });
  expect(() => checkSecurity({ ...all, passwords, principal: (user) => user, failures, nonces })).not.toThrow();
  expect(() => checkSecurity({ ...all, verify: () => true })).not.toThrow();
});
