import { ExchangerApi } from '../../../../tests/support/runtime/fixture.js';
import {
  env11,
  envelope,
  exchangeBody,
  headers11,
  namespaces,
  send,
  type TextAnswer,
  walletServer,
} from '../../../../tests/support/runtime/server.js';
import { type CorsOptions, createServer, registerService, SoapFault } from '../index.js';

const path = '/ExchangerApi.asmx';
const query = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1';
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const shop = 'https://shop.example';
const list: CorsOptions = { origins: [shop] };

/** The headers of CORS in an answer, and Vary. */
function corsOf({ headers }: Pick<TextAnswer, 'headers'>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name === 'vary' || name.startsWith('access-control-')),
  );
}

function preflight(origin: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return {
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type,soapaction',
    ...more,
  };
}

describe('without the option', () => {
  it('no page of another site reads anything, and OPTIONS is unchanged', async () => {
    const { server } = walletServer();
    for (const [method, url] of [
      ['GET', path],
      ['OPTIONS', path],
      ['GET', `${path}/Nothing`],
      ['GET', '/nothing'],
    ] as const) {
      expect(corsOf(await send(server, method, url, preflight(shop)))).toEqual({});
    }
    expect((await send(server, 'OPTIONS', path, preflight(shop))).status).toBe(405);
  });
});

describe('a preflight', () => {
  const allowed = {
    vary: 'Origin',
    'access-control-allow-origin': shop,
    'access-control-allow-headers': 'Content-Type, SOAPAction',
    'access-control-max-age': '600',
  };

  it.each([
    [path, 'GET, POST'],
    [`${path}/Exchange`, 'GET, POST'],
    ['/AddressLocator.svc', 'GET, POST'],
  ])('at %s gets the methods that exist', async (url, methods) => {
    const { server } = walletServer({ cors: list });
    const found = url.startsWith('/Address') ? '/geosrvex/AddressLocator.svc' : url;
    const got = await send(server, 'OPTIONS', found, preflight(shop));
    expect([got.status, got.text]).toEqual([204, '']);
    expect(corsOf(got)).toEqual({ ...allowed, 'access-control-allow-methods': methods });
  });

  it('gets fewer methods if there are fewer', async () => {
    const { server } = walletServer({ cors: list, pages: false });
    const got = await send(server, 'OPTIONS', path, preflight(shop));
    expect(corsOf(got)['access-control-allow-methods']).toBe('POST');
    const unknown = await send(server, 'OPTIONS', `${path}/Nothing`, preflight(shop));
    expect([unknown.status, corsOf(unknown)]).toEqual([204, allowed]);
    expect((await send(server, 'OPTIONS', '/nothing', preflight(shop))).status).toBe(404);
  });

  it.each(['https://evil.example', 'http://shop.example', 'https://shop.example:444', 'null'])(
    'of %s gets no permission',
    async (origin) => {
      const { server } = walletServer({ cors: list });
      const got = await send(server, 'OPTIONS', path, preflight(origin));
      expect([got.status, corsOf(got)]).toEqual([204, { vary: 'Origin' }]);
    },
  );

  it('gets further headers, a time, and credentials, if these are set', async () => {
    const cors = { origins: [shop], headers: ['Authorization', 'X-Trace'], maxAgeSeconds: 0, credentials: true };
    const { server } = walletServer({ cors });
    expect(corsOf(await send(server, 'OPTIONS', path, preflight(shop)))).toEqual({
      vary: 'Origin',
      'access-control-allow-origin': shop,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Content-Type, SOAPAction, Authorization, X-Trace',
      'access-control-max-age': '0',
    });
  });

  it('says nothing of private networks', async () => {
    const { server } = walletServer({ cors: list });
    const got = await send(
      server,
      'OPTIONS',
      path,
      preflight(shop, { 'Access-Control-Request-Private-Network': 'true' }),
    );
    expect(Object.keys(corsOf(got)).join()).not.toContain('private-network');
  });

  it('is an OPTIONS with an origin and a method; others are as before', async () => {
    const { server } = walletServer({ cors: list, profile: 'strict' });
    const got = await send(server, 'OPTIONS', path, { Origin: shop });
    expect([got.status, got.headers.allow]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  });
});

describe('answers', () => {
  it('of every kind can be read', async () => {
    const fault = (): Error => new SoapFault('No.', { code: 'Client' });
    const soap = envelope(env11, exchangeBody);
    for (const { server } of [
      walletServer({ cors: list, limits: { maxBodyBytes: 1000 } }),
      walletServer({ cors: list }, fault),
    ]) {
      for (const [method, url, headers, body] of [
        ['GET', `${path}/Exchange?${query}`, {}, ''],
        ['POST', `${path}/Exchange`, form, query],
        ['POST', path, headers11(), soap],
        ['POST', path, headers11(), '<a'],
        ['POST', path, { 'Content-Type': 'application/json' }, ''],
        ['POST', path, headers11(), ' '.repeat(2000)],
        ['GET', `${path}/Nothing`, {}, ''],
        ['GET', `${path}?WSDL`, {}, ''],
        ['GET', '/nothing', {}, ''],
        ['PUT', path, {}, ''],
      ] as const) {
        const got = await send(server, method, url, { Origin: shop, ...headers }, body);
        expect(corsOf(got)).toEqual({ vary: 'Origin', 'access-control-allow-origin': shop });
        const other = await send(server, method, url, { Origin: 'https://evil.example', ...headers }, body);
        expect(corsOf(other)).toEqual({ vary: 'Origin' });
      }
    }
  });

  it('without an origin say that they depend on it', async () => {
    const { server } = walletServer({ cors: list });
    expect(corsOf(await send(server, 'GET', path))).toEqual({ vary: 'Origin' });
  });

  it('for all sites are the same for all', async () => {
    const { server } = walletServer({ cors: { origins: '*', exposedHeaders: ['Retry-After'] } });
    const expected = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Retry-After' };
    for (const headers of [{}, { Origin: shop }, { Origin: 'null' }]) {
      expect(corsOf(await send(server, 'GET', path, headers))).toEqual(expected);
    }
  });

  it.each([
    ['Accept-Encoding', 'Accept-Encoding, Origin'],
    ['origin', 'origin'],
    ['A, Origin, B', 'A, Origin, B'],
    ['Original', 'Original, Origin'],
    ['*', '*'],
  ])('add to the Vary of a handler: %s', async (vary, expected) => {
    const service = registerService(ExchangerApi, {
      exchange: (_, context) => {
        context.responseHeaders.vary = vary;
        return 1;
      },
    });
    const server = createServer({ services: [service], namespaces, cors: list });
    expect((await send(server, 'GET', `${path}/Exchange?${query}`, { Origin: shop })).headers.vary).toBe(expected);
  });

  it('follow a function', async () => {
    const asked: string[] = [];
    const origins = (origin: string): boolean => {
      asked.push(origin);
      return origin.endsWith('.example');
    };
    const { server } = walletServer({ cors: { origins } });
    expect(corsOf(await send(server, 'GET', path, { Origin: shop }))['access-control-allow-origin']).toBe(shop);
    expect(corsOf(await send(server, 'GET', path, { Origin: 'https://x.test' }))).toEqual({ vary: 'Origin' });
    expect(corsOf(await send(server, 'GET', path, { Origin: 'null' }))).toEqual({ vary: 'Origin' });
    expect([...new Set(asked)]).toEqual([shop, 'https://x.test']);
  });

  it('a function that throws is an error that onError receives, and allows nobody', async () => {
    const errors: unknown[] = [];
    const origins = (): boolean => {
      throw new Error('no database');
    };
    const { server, calls } = walletServer({ cors: { origins }, onError: (error) => errors.push(error) });
    const got = await send(server, 'GET', `${path}/Exchange?${query}`, {
      Origin: shop,
      'Sec-Fetch-Site': 'cross-site',
    });
    expect([got.status, corsOf(got), calls]).toEqual([500, {}, []]);
    expect(errors.map(String)).toContain('Error: no database');
  });
});

describe('operations over GET and POST', () => {
  const fromShop = { Origin: shop, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' };

  /** Whether the operation ran, over GET and over POST. */
  async function runs(cors: CorsOptions, headers: Readonly<Record<string, string>>): Promise<readonly boolean[]> {
    const { server, calls } = walletServer({ cors });
    await send(server, 'GET', `${path}/Exchange?${query}`, headers);
    const get = calls.length === 1;
    await send(server, 'POST', `${path}/Exchange`, { ...form, ...headers }, query);
    return [get, calls.length === 2];
  }

  const yes = [true, true];
  const no = [false, false];

  it.each<[string, CorsOptions, Readonly<Record<string, string>>, readonly boolean[]]>([
    ['run for an allowed site', list, fromShop, yes],
    ['run for an allowed site with a token of its script', list, { ...fromShop, Authorization: 'Bearer t' }, yes],
    ['do not run with a cookie that the site may not use', list, { ...fromShop, Cookie: 'session=1' }, no],
    ['do not run with a password that the browser added', list, { ...fromShop, Authorization: 'Basic dTpw' }, no],
    ['do not run with a login to the network', list, { ...fromShop, Authorization: 'Negotiate x' }, no],
    [
      'run with a cookie where credentials are allowed',
      { ...list, credentials: true },
      { ...fromShop, Cookie: 's=1' },
      yes,
    ],
    ['do not run for another site', list, { ...fromShop, Origin: 'https://evil.example' }, no],
    ['do not run without an origin', list, { 'Sec-Fetch-Site': 'cross-site' }, no],
    ['run for any site, where all may call', { origins: '*' }, { ...fromShop, Origin: 'null' }, yes],
    ['do not run as the user for any site', { origins: '*' }, { ...fromShop, Cookie: 's=1' }, no],
  ])('%s', async (_, cors, headers, expected) => {
    expect(await runs(cors, headers)).toEqual(expected);
  });
});

it.each<[CorsOptions, ErrorConstructor, string]>([
  [{ origins: '*', credentials: true }, TypeError, 'cors: with credentials, the origins must be named.'],
  [{ origins: ['shop.example'] }, TypeError, 'cors.origins: "shop.example" is not an origin.'],
  [{ origins: [shop], headers: ['X Trace'] }, TypeError, 'cors.headers: "X Trace" is not a valid header name.'],
  [
    { origins: [shop], exposedHeaders: ['a\r\nb'] },
    TypeError,
    'cors.exposedHeaders: "a\r\nb" is not a valid header name.',
  ],
  [{ origins: [shop], maxAgeSeconds: -1 }, RangeError, 'cors.maxAgeSeconds is -1'],
  [{ origins: [shop], maxAgeSeconds: 1.5 }, RangeError, 'cors.maxAgeSeconds is 1.5'],
])('%j is an error at once', (cors, kind, message) => {
  const make = (): unknown => createServer({ services: [], cors });
  expect(make).toThrow(kind);
  expect(make).toThrow(message);
});
