import { inspect } from 'node:util';
import { type Transport, TransportError, type TransportRequest } from '@wsdl-codegen/runtime';
import fc from 'fast-check';
import { runs } from '../support/thorough.js';
import { bindings, expectHidden, failureOf } from './vault.js';

/** What transports fail with, whatever it is made of, shows no credential of the request that it holds. */

/** Makes a value that holds another one. */
type Wrap = (inner: unknown, name: string) => unknown;

class Opaque {
  readonly #inner: unknown;
  constructor(inner: unknown) {
    this.#inner = inner;
  }
  get inner(): unknown {
    return this.#inner;
  }
  toJSON(): unknown {
    return { inner: this.#inner };
  }
  toString(): string {
    return String(inspect(this.#inner, { depth: 20 }));
  }
  [inspect.custom](): string {
    return this.toString();
  }
}

class OwnError extends Error {
  override readonly name = 'OwnError';
  readonly #inner: unknown;
  constructor(inner: unknown) {
    super('own');
    this.#inner = inner;
  }
  get response(): unknown {
    return this.#inner;
  }
  override toString(): string {
    return `own ${inspect(this.#inner, { depth: 20 })}`;
  }
}
class InspectedError extends OwnError {
  [inspect.custom](): string {
    return this.toString();
  }
}
class JsonError extends OwnError {
  toJSON(): unknown {
    return { response: this.response };
  }
}

const define = (target: object, name: string, property: PropertyDescriptor): object =>
  Object.defineProperty(target, name, { configurable: true, ...property });

const wraps: readonly Wrap[] = [
  (inner, name) => ({ [name]: inner, other: 1 }),
  (inner) => [1, inner],
  (inner, name) =>
    new Map<unknown, unknown>([
      [name, inner],
      ['b', 2],
    ]),
  (inner) => new Map([[inner, 1]]),
  (inner) => new Set([inner]),
  (inner, name) => Object.assign(new Error('failed'), { [name]: inner }),
  (inner) => new Error('failed', { cause: inner }),
  (inner) => new AggregateError([inner, new Error('other')], 'all failed'),
  (inner) => new TypeError(`failed with ${inspect(inner, { depth: 20 })}`),
  (inner) => Object.freeze({ inner }),
  (inner, name) => Object.assign(Object.create(null) as object, { [name]: inner }),
  (inner, name) => define({}, name, { get: () => inner, enumerable: true }),
  (inner, name) => define(new Error('failed'), name, { get: () => inner, enumerable: true }),
  (inner, name) => define({}, name, { value: inner, enumerable: false }),
  (inner) => ({ [Symbol('inner')]: inner }),
  (inner) => Object.assign(() => 1, { inner }),
  (inner) => ({ call: Object.assign(() => 1, { inner }) }),
  (inner) => new Opaque(inner),
  (inner) => new OwnError(inner),
  (inner) => new InspectedError(inner),
  (inner) => new JsonError(inner),
  (inner) => ({ [inspect.custom]: () => inspect(inner, { depth: 20 }) }),
  (inner) => ({ toJSON: () => inner }),
  (inner) => Promise.resolve(inner),
  (inner) => new Proxy({ inner }, {}),
  (inner) => {
    const value: { inner: unknown; self?: unknown } = { inner };
    value.self = value;
    return value;
  },
  (inner) => {
    const error = new Error('failed');
    error.cause = Object.assign(new Error('again', { cause: error }), { inner });
    return error;
  },
  (inner) => JSON.stringify({ inner: inspect(inner, { depth: 20 }) }),
  (inner) => Buffer.from(inspect(inner, { depth: 20 })),
  (inner) => new TransportError(inspect(inner, { depth: 20 }), { phase: 'send' }, { cause: inner }),
];

/** The request as HTTP packages keep it. */
const holds: readonly ((request: TransportRequest, secret: string) => unknown)[] = [
  (_, secret) => secret,
  (request) => request,
  ({ headers }) => headers,
  ({ headers }) => Object.entries(headers),
  ({ headers }) => Object.entries(headers).flat(),
  ({ headers }) => new Map(Object.entries(headers)),
  ({ headers }) => new Headers(Object.entries(headers).map(([name, value]) => [name, encodeURI(value)])),
  ({ url }) => url,
  ({ url }) => new URL(url),
  ({ url }) => new URL(url).searchParams,
  ({ body }) => body,
  ({ body }) => Buffer.from(body ?? ''),
  ({ url, body }) =>
    new Request(url.replace(/\/\/[^/]*@/, '//'), {
      method: 'POST',
      headers: { authorization: 'Bearer x' },
      body: body as string,
    }),
  (_, secret) => new Response(secret, { headers: { 'set-cookie': encodeURIComponent(secret) } }),
  (_, secret) => new Uint8Array(Buffer.from(secret)),
  (_, secret) => Object(secret) as unknown,
  (_, secret) => Symbol(secret),
  (_, secret) => ({ [secret]: secret }),
];

const secret = fc
  .tuple(
    fc.stringMatching(/^Q[0-9a-f]{9}Z$/),
    fc.string({ unit: fc.constantFrom(...'&<>"\'\\/+%=aé😀'), maxLength: 10 }),
  )
  .map((parts) => parts.join(''));
const cause = fc.record({
  hold: fc.constantFrom(...holds),
  wraps: fc.array(
    fc.tuple(fc.constantFrom(...wraps), fc.constantFrom('request', 'inner', 'config', 'data', 'headers')),
    {
      maxLength: 5,
    },
  ),
});

it.each(bindings)(
  '%s',
  async (binding) => {
    await fc.assert(
      fc.asyncProperty(secret, cause, async (text, { hold, wraps: outer }) => {
        const transport: Transport = async (request) => {
          throw outer.reduce<unknown>((inner, [wrap, name]) => wrap(inner, name), hold(request, text));
        };
        expectHidden(await failureOf(binding, text, transport), text);
      }),
      { numRuns: runs(300), seed: 1 },
    );
  },
  60_000,
);
