import { inspect } from 'node:util';
import { CallMaskers, createMasker } from './masker.js';

const secret = 'Q123456789Z';
const operation = { name: 'Op', method: 'op', input: {} } as const;
const masker = new CallMaskers().of({ operation, input: { password: secret } });

function jsonOf(value: unknown): string {
  const seen = new Set<unknown>();
  const once = (_: string, item: unknown): unknown => {
    const known = typeof item === 'object' && seen.has(item);
    seen.add(item);
    return known ? undefined : item;
  };
  return JSON.stringify(value, once) ?? '';
}

/** Everything that somebody might print of a value. */
function shown(value: unknown): string {
  const options = { depth: 50, showHidden: true, getters: true, maxStringLength: null, maxArrayLength: null } as const;
  const texts = [inspect(value, options), inspect(value), jsonOf(value)];
  if (!(value instanceof Error) && typeof value === 'object' && value !== null) {
    return [...texts, Object.prototype.toString.call(value)].join('\n');
  }
  const { stack, message } = Object(value) as Error;
  return [...texts, String(value), stack, message].join('\n');
}

const inspected = Symbol.for('nodejs.util.inspect.custom');

class Request1 {
  readonly #body = secret;
  [inspected](): string {
    return `Request1 ${this.#body}`;
  }
}
class Request2 {
  readonly #body = secret;
  toJSON(): unknown {
    return { body: this.#body };
  }
}
class HttpError extends Error {
  readonly #request = { headers: { cookie: secret } };
  override readonly name = 'HttpError';
  readonly status = 500;
  get request(): unknown {
    return this.#request;
  }
  get broken(): unknown {
    throw new Error(secret);
  }
  [inspected](): string {
    return `HttpError ${JSON.stringify(this.#request)}`;
  }
  override toString(): string {
    return `HttpError ${JSON.stringify(this.#request)}`;
  }
}

const error = (properties: object): Error => Object.assign(new Error('failed'), properties);
const cycle: { self?: unknown; readonly token: string } = { token: secret };
cycle.self = cycle;
const errorCycle = new Error(secret);
errorCycle.cause = new Error('outer', { cause: errorCycle });

const hostile: Readonly<Record<string, unknown>> = {
  text: `for ${secret}`,
  'plain object': { request: { headers: { Authorization: `Bearer ${secret}` } } },
  'object with a secret key': { [secret]: 1 },
  'secret name, unknown value': { pin: 4711, apiKey: 'unknown-value' },
  'object with an accessor': Object.defineProperty({}, 'body', { get: () => secret, enumerable: true }),
  'object with an accessor that throws': Object.defineProperty({ body: secret }, 'bad', {
    get: () => {
      throw new Error(secret);
    },
    enumerable: true,
  }),
  'object that inspects itself': { [inspected]: () => secret },
  'object with toJSON': { toJSON: () => secret },
  'object without a prototype': Object.assign(Object.create(null) as object, { body: secret }),
  array: ['x', { body: secret }],
  'array that prints itself': Object.assign(['x'], { toJSON: () => secret }),
  rawHeaders: { rawHeaders: ['Set-Cookie', 'unknown-value', 'Accept', 'x'] },
  map: new Map([['body', secret]]),
  'map by name': new Map([['authorization', 'unknown-value']]),
  'map with a key': new Map([[{ body: secret }, 1]]),
  set: new Set([{ body: secret }]),
  headers: new Headers({ 'X-Body': secret }),
  'headers by name': new Headers({ Authorization: 'unknown-value' }),
  'search parameters': new URLSearchParams({ a: secret, token: 'unknown-value' }),
  url: new URL(`https://u:unknown-value@h/${secret}?token=unknown-value`),
  request: new Request('http://h/', { method: 'POST', headers: { authorization: secret }, body: secret }),
  response: new Response(secret, { headers: { 'Set-Cookie': `a=${secret}` } }),
  'form data': ((form) => {
    form.append('a', secret);
    return form;
  })(new FormData()),
  buffer: Buffer.from(secret),
  'typed array': new Uint8Array(Buffer.from(`x ${secret}`)),
  'array buffer': new TextEncoder().encode(secret).buffer,
  regexp: new RegExp(secret),
  boxed: Object(secret) as unknown,
  symbol: Symbol(secret),
  'symbol key': { [Symbol('s')]: { body: secret } },
  promise: Promise.resolve(secret),
  weak: new WeakRef({ body: secret }),
  iterator: new Map([['a', secret]]).entries(),
  'class that inspects itself': { request: new Request1() },
  'class with toJSON': { request: new Request2() },
  'thrown instance': new Request1(),
  'function with members': { f: Object.assign(() => 1, { secret }) },
  cycle,
  'cycle of errors': errorCycle,
  'error message': new TypeError(`cannot send ${secret}`),
  'error with a request': error({ config: { headers: { cookie: secret }, data: secret } }),
  'error with headers': error({ headers: new Headers({ authorization: secret }) }),
  'error with a map': error({ map: new Map([['b', secret]]) }),
  'error of a class': new HttpError('failed'),
  'error in an error': new AggregateError([error({ body: secret })], 'failed', { cause: new HttpError(secret) }),
  'error with toJSON': error({ toJSON: () => secret }),
  'dom exception': new DOMException(`Bad ${secret}`, 'SyntaxError'),
  'error with an own accessor': Object.defineProperty(new Error('x'), 'body', { get: () => secret, enumerable: true }),
  'deep object': Array.from({ length: 100 }).reduce<unknown>((inner) => ({ inner }), { body: secret }),
  'many objects': Array.from({ length: 5000 }, (_, index) => ({ index, body: index === 4999 ? secret : '' })),
  'long text': `${'x'.repeat(3_000_000)}${secret}`,
  proxy: new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error(secret);
      },
    },
  ),
  'revoked proxy': ((revocable) => {
    revocable.revoke();
    return revocable.proxy;
  })(Proxy.revocable({}, {})),
  'false tag': { [Symbol.toStringTag]: 'Map', body: secret },
};

describe('nothing secret is shown of', () => {
  it.each(Object.keys(hostile))('%s', (kind) => {
    const safe = shown(masker.value(hostile[kind]));
    expect(safe).not.toContain(secret);
    expect(safe).not.toContain('unknown-value');
    expect(safe).not.toContain(Buffer.from(secret).toString('hex').match(/../g)?.join(' '));
    expect(safe).not.toContain('4711');
  });

  it.each(Object.keys(hostile))('%s, as the cause of an error', (kind) => {
    const safe = shown(masker.value(new Error('failed', { cause: hostile[kind] })));
    expect(safe).not.toContain(secret);
    expect(safe).not.toContain('unknown-value');
  });
});

describe('a value without a credential is kept', () => {
  class Refused extends Error {
    override readonly name = 'Refused';
    override toString(): string {
      return `Refused: ${this.message}`;
    }
  }
  const kept: Readonly<Record<string, unknown>> = {
    'error of the system': Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), {
      code: 'ECONNREFUSED',
      port: 1,
    }),
    'error of a class': new Refused('no'),
    'error with causes': new AggregateError([new RangeError('a')], 'b', { cause: new TypeError('c') }),
    'reason of a timeout': new DOMException('The operation timed out.', 'TimeoutError'),
    'plain object': { code: 5, tokenType: 'Bearer', password: '' },
    map: new Map([['a', [1]]]),
    headers: new Headers({ accept: 'text/xml' }),
    buffer: Buffer.from('abc'),
    date: new Date(0),
    text: 'no',
    nothing: undefined,
    number: 5,
  };

  it.each(Object.keys(kept))('%s', (kind) => {
    expect(masker.value(kept[kind])).toBe(kept[kind]);
  });
});

describe('copies', () => {
  it('of errors have their class, code and stack', () => {
    const cause = Object.assign(new RangeError(`for ${secret}`), {
      code: 'EOWN',
      request: { headers: { accept: 'x' } },
    });
    const copy = masker.value(new TypeError('failed', { cause })) as TypeError;
    expect(copy).toBeInstanceOf(TypeError);
    expect(copy.stack).toContain('safe-value.test');
    expect(copy.cause).toBeInstanceOf(RangeError);
    expect(copy.cause).toMatchObject({ message: 'for ***', code: 'EOWN', request: { headers: { accept: 'x' } } });
    expect(Object.prototype.toString.call(copy)).toBe('[object Error]');
  });

  it('of errors read what their class reads, and print themselves as other errors', () => {
    const copy = masker.value(new HttpError(secret)) as HttpError;
    expect(copy).toBeInstanceOf(HttpError);
    expect(copy).toMatchObject({
      name: 'HttpError',
      message: '***',
      status: 500,
      request: { headers: { cookie: '***' } },
    });
    expect(copy.broken).toBeUndefined();
    expect(String(copy)).toBe('HttpError: ***');
    const exception = masker.value(new DOMException(secret, 'AbortError')) as DOMException;
    expect([exception.name, exception.message, exception.code]).toEqual(['AbortError', '***', 20]);
  });

  it('keep everything except the credential', () => {
    expect(
      createMasker().value({ user: 'me', password: 'x', nested: [1, true, null, { otp: 5, at: new Date(0) }] }),
    ).toEqual({
      user: 'me',
      password: '***',
      nested: [1, true, null, { otp: '***', at: new Date(0) }],
    });
    expect(createMasker().value(new Headers({ cookie: 'a', accept: 'b' }))).toEqual({ cookie: '***', accept: 'b' });
    expect(createMasker().value(new URL('https://a:b@c/?pin=1&d=2'))).toBe('https://***@c/?pin=***&d=2');
    const map = masker.value(
      new Map<string, unknown>([
        ['token', 'x'],
        ['a', [secret]],
      ]),
    );
    expect(map).toEqual({ token: '***', a: ['***'] });
  });

  it('name what contains itself', () => {
    const copy = masker.value(cycle) as typeof cycle;
    expect(copy.self).toBe('[Object]');
    expect(copy.token).toBe('***');
  });

  it('are small, and name what is left out', () => {
    const many = masker.value(hostile['many objects']) as unknown[];
    expect(many.length).toBeLessThan(1000);
    expect(masker.value({ request: new Request1(), body: secret })).toEqual({ request: '[Request1]', body: '***' });
    expect(masker.value({ bytes: Buffer.from(secret) })).toEqual({ bytes: '[Buffer of 11 bytes]' });
  });
});

describe('data of faults', () => {
  it('keep their form', () => {
    const detail = {
      code: 7n,
      text: `for ${secret}`,
      token: 'unknown-value',
      pin: 5,
      at: new Date(0),
      bytes: new TextEncoder().encode(secret),
      items: [{ $any: [{ namespace: 'urn:x', name: 'Password', attributes: [], children: ['unknown-value'] }] }],
    };
    expect(masker.data(detail)).toEqual({
      code: 7n,
      text: 'for ***',
      token: '***',
      pin: '***',
      at: new Date(0),
      bytes: new TextEncoder().encode('***'),
      items: [{ $any: [{ namespace: 'urn:x', name: 'Password', attributes: [], children: ['***'] }] }],
    });
    const same = { code: 7, items: [{ text: 'x' }] };
    expect(masker.data(same)).toBe(same);
  });
});
