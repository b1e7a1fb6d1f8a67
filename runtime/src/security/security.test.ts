import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { serverExchanges } from '../exchange/server-exchanges.js';
import { type ClientOptions, createMasker, DynamicClient, SoapFaultError, type Transport } from '../index.js';
import { complexType, element, field, sequence } from '../schema/index.js';
import * as xs from '../schema/xs.js';
import { createServer, registerService, type ServerOptions, type ServiceContext } from '../server/index.js';
import type { ServiceDescriptor } from '../service/descriptor.js';
import type { SoapHeaderExtension } from '../soap/extension.js';
import { digestOf, equalInConstantTime } from './digest.js';
import {
  type CheckSecurityOptions,
  checkSecurity,
  memoryNonces,
  type SecurityPart,
  timestamp,
  usernameToken,
  type WsSecurityOptions,
  wsSecurity,
} from './index.js';
import { instantOf } from './instants.js';

const ns = 'urn:svc';
const wrapper = (name: string): ReturnType<typeof element> =>
  element(ns, name, complexType(ns, '', { content: sequence([field(ns, 'text', xs.string, { min: 0 })]) }));

interface Methods {
  echo: { input: { text?: string }; output: { text?: string } };
}

const facts = { action: 'urn:svc/Echo', style: 'document' } as const;
const service: ServiceDescriptor<Methods> = {
  kind: 'service',
  name: 'Service',
  namespace: ns,
  placeholders: [],
  ports: [
    { name: 'Soap', binding: 'soap11', address: 'http://localhost/service' },
    { name: 'Soap12', binding: 'soap12', address: 'http://localhost/service' },
  ],
  operations: {
    echo: {
      name: 'Echo',
      input: { element: wrapper('Echo') },
      output: { element: wrapper('EchoResponse') },
      soap11: facts,
      soap12: facts,
    },
  },
};

const start = Date.parse('2026-01-02T03:04:05.678Z');

interface Joined {
  readonly client: DynamicClient<Methods>;
  readonly transport: Transport;
  readonly sent: string[];
  readonly answered: string[];
  readonly principals: unknown[];
  readonly errors: unknown[];
  /** Sends a request once more, as it is. */
  again(text: string): Promise<string>;
}

/** A client and a server that are joined without a network. */
function joined(
  clientExtensions: readonly SoapHeaderExtension[],
  serverExtensions: readonly SoapHeaderExtension[],
  options: Partial<ClientOptions> & { readonly server?: Partial<ServerOptions> } = {},
): Joined {
  const { server: serverOptions, ...clientOptions } = options;
  const [sent, answered, principals, errors]: [string[], string[], unknown[], unknown[]] = [[], [], [], []];
  const registration = registerService(service, {
    echo: (input, context) => {
      principals.push((context as ServiceContext).principal);
      return input;
    },
  });
  const onError = (error: unknown): void => {
    errors.push(error);
  };
  const server = createServer({ services: [registration], extensions: serverExtensions, onError, ...serverOptions });
  const handle = async (body: string, headers: Readonly<Record<string, string>>): ReturnType<typeof server.handle> =>
    server.handle({ method: 'POST', url: '/service', headers, body: new TextEncoder().encode(body) });
  let last: Readonly<Record<string, string>> = {};
  const transport: Transport = async ({ headers, body }) => {
    sent.push(String(body));
    last = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const answer = await handle(String(body), last);
    answered.push(String(answer.body));
    return {
      status: answer.status,
      statusText: '',
      headers: new Headers(answer.headers),
      body: new TextEncoder().encode(String(answer.body)),
    };
  };
  const client = new DynamicClient(service, { transport, extensions: clientExtensions, ...clientOptions });
  return {
    client,
    transport,
    sent,
    answered,
    principals,
    errors,
    again: async (text) => String((await handle(text, last)).body),
  };
}

const password = 'pa ss<&>';
const passwords = new Map([
  ['me', password],
  ['other', 'x'],
]);
const clockAt =
  (milliseconds: number): (() => Date) =>
  () =>
    new Date(milliseconds);

const checkPasswords: CheckSecurityOptions = {
  passwords: (user) => passwords.get(user),
  clock: clockAt(start),
};

function secured(...parts: SecurityPart[]): SoapHeaderExtension {
  return wsSecurity({ parts, clock: clockAt(start), mustUnderstand: true });
}

/** Name of the innermost code of the fault that a call is answered with; undefined if it succeeds. */
async function refusalOf(call: Promise<unknown>): Promise<string | undefined> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) {
    return undefined;
  }
  if (!(error instanceof SoapFaultError)) {
    throw error;
  }
  return [error.code, ...error.subcodes].at(-1)?.name;
}

describe('the digest of a password', () => {
  it.each([['LKqI6G/AikKCQrN0zqZFlg==', '2010-09-16T07:50:45Z', 'userpassword', 'tuOSpGlFlIXsozq4HFNeeGeFLEI=']])(
    'is that of the example in ONVIF: %s',
    async (nonce, created, password, digest) => {
      expect(await digestOf(new Uint8Array(Buffer.from(nonce, 'base64')), created, password)).toBe(digest);
    },
  );

  it('is Base64(SHA-1(nonce + created + password)) for any of them', async () => {
    const texts = fc.string({ unit: 'binary' });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), texts, texts, async (nonce, created, password) => {
        const expected = createHash('sha1').update(nonce).update(created, 'utf8').update(password, 'utf8');
        expect(await digestOf(nonce, created, password)).toBe(expected.digest('base64'));
      }),
    );
  });

  it('is compared as a text is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (a, b) => {
        expect(await equalInConstantTime(a, b)).toBe(a === b);
        expect(await equalInConstantTime(a, a)).toBe(true);
      }),
    );
  });
});

describe.each(['soap11', 'soap12'] as const)('a user name token over %s', (binding) => {
  it.each([
    ['text', {}],
    ['text with a nonce', { nonce: true }],
    ['digest', { digest: true }],
  ])('says who calls, as %s', async (_, options) => {
    const extension = secured(timestamp(), usernameToken('me', password, options));
    const { client, principals, answered, sent } = joined([extension], [checkSecurity(checkPasswords)], { binding });
    expect(await client.call('echo', { text: 'x' })).toEqual({ text: 'x' });
    expect(principals).toEqual(['me']);
    expect(sent[0]).toMatch(/<wsse:Security [^>]*mustUnderstand="1"/);
    expect(answered[0]).toContain('<wsu:Created>2026-01-02T03:04:05.678Z</wsu:Created><wsu:Expires>');
  });

  it.each([
    ['a wrong password', usernameToken('me', 'wrong'), 'FailedAuthentication'],
    ['the digest of a wrong one', usernameToken('me', 'wrong', { digest: true }), 'FailedAuthentication'],
    ['an unknown user', usernameToken('nobody', 'wrong'), 'FailedAuthentication'],
    ['no user name', usernameToken('', 'wrong'), 'FailedAuthentication'],
    ['no token', timestamp(), 'InvalidSecurity'],
    ['a long user name', usernameToken('x'.repeat(300), 'x'), 'InvalidSecurity'],
    ['a long password', usernameToken('me', 'x'.repeat(5000)), 'InvalidSecurity'],
  ])('is refused with %s', async (_, part, code) => {
    const { client, principals, answered } = joined([secured(part)], [checkSecurity(checkPasswords)], { binding });
    expect(await refusalOf(client.call('echo', {}))).toBe(code);
    expect(principals).toEqual([]);
    expect(answered[0]).not.toMatch(/wrong|nobody|password/i);
  });
});

it('a request without a security header block is refused', async () => {
  const { client } = joined([], [checkSecurity(checkPasswords)]);
  expect(await refusalOf(client.call('echo', {}))).toBe('InvalidSecurity');
});

it('each attempt has a token of its own, and a password that is asked for', async () => {
  let asked = 0;
  const ask = (): string => {
    asked++;
    return password;
  };
  const part = usernameToken('me', ask, { digest: true });
  const { client, sent } = joined([secured(part)], [checkSecurity(checkPasswords)], {
    interceptors: [
      async (call, next) => {
        await next(call);
        return next(call);
      },
    ],
  });
  await client.call('echo', {});
  const nonces = sent.map((text) => /Nonce[^>]*>([^<]*)</.exec(text)?.[1]);
  expect([asked, new Set(nonces).size]).toEqual([2, 2]);
});

describe('a token that is sent again', () => {
  const part = usernameToken('me', password, { digest: true });

  it('is refused', async () => {
    const { client, sent, again, errors } = joined([secured(part)], [checkSecurity(checkPasswords)]);
    await client.call('echo', {});
    expect(await again(sent[0] as string)).toContain(':FailedAuthentication<');
    expect(String((errors[0] as Error).cause)).toContain('The token was there before.');
  });

  it('is refused with its nonce written in another way', async () => {
    const { client, sent, again } = joined([secured(part)], [checkSecurity(checkPasswords)]);
    await client.call('echo', {});
    expect(await again((sent[0] as string).replace(/(Nonce[^>]*>)(.)/, '$1\n $2'))).toContain(':FailedAuthentication<');
  });

  it('is refused when it is too old to be remembered', async () => {
    let now = start;
    const options = { ...checkPasswords, clock: () => new Date(now) };
    const { client, sent, again } = joined([secured(part)], [checkSecurity(options)]);
    await client.call('echo', {});
    for (now = start; now <= start + 900_000; now += 10_000) {
      expect(await again(sent[0] as string)).toContain(':FailedAuthentication<');
    }
  });

  it('is refused by a store that other processes share', async () => {
    const seen = new Set<string>();
    const nonces = { use: async (key: string) => !seen.has(key) && seen.add(key).size > 0 };
    const first = joined([secured(part)], [checkSecurity({ ...checkPasswords, nonces })]);
    const second = joined([secured(part)], [checkSecurity({ ...checkPasswords, nonces })]);
    await first.client.call('echo', {});
    await second.client.call('echo', {});
    expect(await second.again(first.sent[0] as string)).toContain(':FailedAuthentication<');
  });

  it('does not fill the memory if its password is wrong', async () => {
    const used: string[] = [];
    const nonces = { use: (key: string) => used.push(key) > 0 };
    const wrong = usernameToken('me', 'wrong', { digest: true });
    const { client } = joined([secured(wrong)], [checkSecurity({ ...checkPasswords, nonces })]);
    await refusalOf(client.call('echo', {}));
    expect(used).toEqual([]);
  });
});

describe('the memory of nonces', () => {
  it('accepts nothing twice, whatever it has room for', () => {
    const token = fc.record({ id: fc.nat(30), created: fc.nat(50) });
    fc.assert(
      fc.property(fc.array(token, { maxLength: 100 }), fc.integer({ min: 1, max: 5 }), (tokens, limit) => {
        const store = memoryNonces({ limit, clock: clockAt(0) });
        const accepted = tokens.filter(({ id, created }) =>
          store.use(`${id} ${created}`, new Date(created), new Date(created + 1000)),
        );
        expect(new Set(accepted.map(({ id, created }) => `${id} ${created}`)).size).toBe(accepted.length);
      }),
    );
  });

  it('forgets those that have expired', () => {
    let now = 0;
    const store = memoryNonces({ limit: 1, clock: () => new Date(now) });
    expect(store.use('a', new Date(0), new Date(10))).toBe(true);
    now = 10;
    expect(store.use('b', new Date(0), new Date(20))).toBe(true);
  });
});

describe('instants', () => {
  const at = (seconds: number, options: CheckSecurityOptions = {}): Promise<string | undefined> => {
    const clock = clockAt(start + seconds * 1000);
    const { client } = joined([secured(timestamp())], [checkSecurity({ timestamp: true, ...options, clock })]);
    return refusalOf(client.call('echo', {}));
  };

  it.each([
    ['in time', 0, undefined],
    ['at the end of its time and the difference of clocks', 359, undefined],
    ['after it', 360, 'MessageExpired'],
    ['from a clock that is ahead', -59, undefined],
    ['from the future', -61, 'MessageExpired'],
  ])('a timestamp %s', async (_, seconds, code) => {
    expect(await at(seconds)).toBe(code);
  });

  it('a server may ask for newer messages', async () => {
    expect(await at(20, { maxAgeSeconds: 10, clockSkewSeconds: 5 })).toBe('MessageExpired');
    expect(await at(14, { maxAgeSeconds: 10, clockSkewSeconds: 5 })).toBeUndefined();
  });

  it('a request without a timestamp is refused where one is needed', async () => {
    const { client } = joined([secured(usernameToken('me', 'x'))], [checkSecurity({ timestamp: true })]);
    expect(await refusalOf(client.call('echo', {}))).toBe('InvalidSecurity');
  });

  it.each([
    ['2026-01-02T03:04:05Z', 1767323045000],
    ['2026-01-02T03:04:05.1234567Z', 1767323045123],
    ['2026-01-02T04:04:05+01:00', 1767323045000],
    ['2026-01-02T03:04:05', undefined],
    ['2026-13-02T03:04:05Z', undefined],
    ['now', undefined],
    ['', undefined],
  ])('%s is read as %s', (text, instant) => {
    expect(instantOf(text)).toBe(instant);
  });
});

describe('a security header block that cannot be processed', () => {
  const open =
    '<wsse:Security xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd" xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd">';
  const send = async (content: string, mark = ''): Promise<string> => {
    const { again, client } = joined(
      [secured(timestamp())],
      [checkSecurity({ timestamp: true, clock: clockAt(start) })],
    );
    await client.call('echo', {});
    const block = open.replace('>', `${mark}>`) + content;
    return again(
      `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>${block}</wsse:Security></s:Header><s:Body><Echo xmlns="urn:svc"/></s:Body></s:Envelope>`,
    );
  };
  const stamp = '<wsu:Timestamp><wsu:Created>2026-01-02T03:04:05Z</wsu:Created></wsu:Timestamp>';

  it.each([
    ['two timestamps', stamp + stamp, '', 'InvalidSecurity'],
    ['two blocks', `</wsse:Security>${open}`, '', 'InvalidSecurity'],
    ['an instant that is none', stamp.replace('2026', 'year'), '', 'InvalidSecurity'],
    ['two instants', stamp.replace(/(<wsu:Created>.*<\/wsu:Created>)/, '$1$1'), '', 'InvalidSecurity'],
    ['an instant without an end', stamp.replace('Z<', `${'0'.repeat(100)}Z<`), '', 'InvalidSecurity'],
    [
      'a signature that has to be understood',
      '<x:Signature xmlns:x="urn:x"/>',
      ' s:mustUnderstand="1"',
      'UnsupportedSecurityToken',
    ],
  ])('is refused: %s', async (_, content, mark, code) => {
    expect(await send(content, mark)).toMatch(new RegExp(`<faultcode[^>]*>\\w+:${code}</faultcode>`));
  });

  it('is accepted with parts that need not be understood', async () => {
    expect(await send(`${stamp}<x:Other xmlns:x="urn:x"/>`)).toContain('EchoResponse');
  });
});

it('no credential is in errors and masked logs', async () => {
  const secret = 'geheim-4711';
  const part = usernameToken('me', secret, { nonce: true });
  const { client, sent, errors } = joined([secured(part)], [checkSecurity(checkPasswords)]);
  const error = await client.call('echo', {}).catch((thrown: unknown) => thrown);
  const nonce = /Nonce[^>]*>([^<]*)</.exec(sent[0] as string)?.[1] as string;
  const { inspect } = await import('node:util');
  const shown = inspect(error, { depth: 20 }) + inspect(errors, { depth: 20 }) + createMasker().text(sent[0] as string);
  expect(shown).not.toContain(secret);
  expect(shown).not.toContain(nonce);
});

describe('operations over GET', () => {
  const overGet: ServiceDescriptor<Methods> = {
    ...service,
    ports: [...service.ports, { name: 'Get', binding: 'httpGet', address: 'http://localhost/service' }],
    operations: {
      echo: {
        ...service.operations.echo,
        httpGet: {
          location: '/Echo',
          input: 'urlEncoded',
          parameters: [{ name: 'text', type: xs.string }],
          output: wrapper('EchoResponse'),
        },
      },
    },
  };
  const get = async (extension: SoapHeaderExtension): Promise<readonly [status: number, calls: number]> => {
    let calls = 0;
    const echo = (input: { text?: string }): { text?: string } => {
      calls++;
      return input;
    };
    const server = createServer({ services: [registerService(overGet, { echo })], extensions: [extension] });
    const request = { method: 'GET', url: '/service/Echo?text=x', headers: {}, body: new Uint8Array() };
    return [(await server.handle(request)).status, calls];
  };

  it('are not offered by a server that checks callers', async () => {
    const [status, calls] = await get(checkSecurity(checkPasswords));
    expect([status >= 400, calls]).toEqual([true, 0]);
  });

  describe('on pages', () => {
    const wsdl = [
      '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">',
      '<service name="Service"><port name="Soap"/><port name="Get"/></service></definitions>',
    ].join('\n');
    const described = { ...overGet, documents: () => [{ name: 'service.wsdl', text: wsdl }] };
    const page = async (query: string, extension?: SoapHeaderExtension): Promise<string> => {
      const services = [registerService(described, { echo: (input) => input })];
      const server = createServer({ services, extensions: extension === undefined ? [] : [extension] });
      const request = { method: 'GET', url: `/service${query}`, headers: {}, body: new Uint8Array() };
      return String((await server.handle(request)).body);
    };

    it.each(['', '?op=Echo'])('are not shown by a server that checks callers: %s', async (query) => {
      expect(await page(query)).toContain('HTTP GET');
      const text = await page(query, checkSecurity(checkPasswords));
      expect(text).toContain('SOAP 1.1');
      expect(text.replace(/<noscript>.*<\/noscript>/g, '')).not.toMatch(/HTTP GET|Invoke with GET|httpGet/);
    });

    it('leave the WSDL as it is', async () => {
      expect(await page('?WSDL', checkSecurity(checkPasswords))).toBe(await page('?WSDL'));
    });
  });

  it.each(['aspnet', 'strict'] as const)('tell the owner why they are not offered (%s)', async (profile) => {
    const errors: unknown[] = [];
    const exchanges: unknown[] = [];
    const server = createServer({
      services: [registerService(overGet, { echo: (input) => input })],
      extensions: [checkSecurity(checkPasswords)],
      profile,
      onError: (error, { method, path }) => errors.push([String(error), method, path]),
      onExchange: serverExchanges(({ error }) => exchanges.push(String(error))),
    });
    const ask = async (url: string): Promise<string> =>
      String((await server.handle({ method: 'GET', url, headers: {}, body: new Uint8Array() })).body);
    expect(await ask('/service/Echo?a=1')).toMatch(/^Echo Web Service method name is not valid\./);
    const words = /^Error: \w+ is served over SOAP alone, because an extension of the server has `soapOnly`/;
    expect(errors).toEqual([[expect.stringMatching(words), 'GET', '/service/Echo']]);
    expect(exchanges).toEqual([expect.stringMatching(words)]);
    await ask('/service/Other');
    expect(errors).toHaveLength(1);
  });

  it('are offered without a check on request', async () => {
    expect(await get(checkSecurity({ ...checkPasswords, otherBindings: 'unchecked' }))).toEqual([200, 1]);
  });
});

describe.each(['soap11', 'soap12'] as const)('a client that checks the timestamps of answers over %s', (binding) => {
  type Check = WsSecurityOptions['checkTimestamp'];
  /** A call of a server whose clock is some seconds ahead, and which changes its answers. */
  const call = async (
    check: Check,
    ahead: number,
    change: (answer: string) => string = (answer) => answer,
  ): Promise<unknown> => {
    const extension = wsSecurity({
      parts: [timestamp()],
      clock: clockAt(start),
      ...(check !== undefined && { checkTimestamp: check }),
    });
    const server = checkSecurity({ clock: clockAt(start + ahead * 1000), clockSkewSeconds: 10_000, timestamp: true });
    const { answered, transport } = joined([extension], [server]);
    const client = new DynamicClient(service, {
      binding,
      extensions: [extension],
      transport: async (request) => {
        const answer = await transport(request);
        return { ...answer, body: new TextEncoder().encode(change(answered.at(-1) ?? '')) };
      },
    });
    return client.call('echo', { text: 'a' });
  };
  const without = (answer: string): string => answer.replace(/<(\w+:)?Timestamp[\s\S]*Timestamp>/, '');

  it.each<[string, Check, number]>([
    ['of this moment', true, 0],
    ['within what clocks may differ by', true, 59],
    ['within what clocks may differ by, in the past', true, -359],
    ['within limits of its own', { clockSkewSeconds: 600 }, 500],
    ['of any age without the option', undefined, 5000],
    ['of any age where it is off', false, -5000],
  ])('takes one %s', async (_, check, ahead) => {
    expect(await call(check, ahead)).toEqual({ text: 'a' });
  });

  it.each<[string, Check, number]>([
    ['from the future', true, 61],
    ['that is too old', true, -361],
    ['beyond limits of its own', { maxAgeSeconds: 30, clockSkewSeconds: 5 }, -36],
  ])('refuses one %s', async (_, check, ahead) => {
    await expect(call(check, ahead)).rejects.toMatchObject({ name: 'UnexpectedMessageError', problem: 'expired' });
  });

  it('needs one only where it is required', async () => {
    expect(await call(true, 0, without)).toEqual({ text: 'a' });
    await expect(call({ required: true }, 0, without)).rejects.toMatchObject({ problem: 'security' });
  });

  it('refuses one that cannot be read, and two', async () => {
    const broken = (answer: string): string => answer.replace(/Created>[^<]*</, 'Created>yesterday<');
    await expect(call(true, 0, broken)).rejects.toMatchObject({ problem: 'security' });
    const twice = (answer: string): string => answer.replace(/<(\w+:)?Timestamp[\s\S]*Timestamp>/, '$&$&');
    await expect(call(true, 0, twice)).rejects.toMatchObject({ problem: 'security' });
  });

  it('leaves faults as they are', async () => {
    const { client } = joined(
      [wsSecurity({ parts: [timestamp()], clock: clockAt(start), checkTimestamp: { required: true } })],
      [checkSecurity({ timestamp: true, clock: clockAt(start + 5_000_000) })],
      { binding },
    );
    await expect(client.call('echo', {})).rejects.toBeInstanceOf(SoapFaultError);
  });
});
