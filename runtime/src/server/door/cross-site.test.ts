import {
  env11,
  envelope,
  exchangeBody,
  send,
  type TextAnswer,
  walletServer,
} from '../../../../tests/support/runtime/server.js';
import { createServer, type ServerOptions } from '../index.js';

const path = '/ExchangerApi.asmx';
const query = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1';
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

type Headers = Readonly<Record<string, string>>;

/** Sends a GET and a POST of an operation; says how often it ran. */
async function both(
  headers: Headers,
  options: Partial<ServerOptions> = {},
  url = '',
): Promise<readonly [number, number, number]> {
  const { server, calls } = walletServer(options);
  const host = { Host: 'wallet.example' };
  const get = await send(server, 'GET', `${url}${path}/Exchange?${query}`, { ...host, ...headers });
  const post = await send(server, 'POST', `${url}${path}/Exchange`, { ...host, ...form, ...headers }, query);
  return [get.status, post.status, calls.length];
}

const refused = [403, 403, 0];
const served = [200, 200, 2];

describe('a request of another site is refused over GET and POST', () => {
  it.each<[string, Headers]>([
    [
      'an image, a script, a frame',
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
    ],
    [
      'a link or a form',
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
    ],
    ['a script', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors', Origin: 'https://evil.example' }],
    ['a neighbouring host', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://blog.wallet.example' }],
    ['the same host, as a lie of the origin', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://wallet.example' }],
    ['a site that browsers do not know yet', { 'Sec-Fetch-Site': 'some-site' }],
    ['two sites', { 'Sec-Fetch-Site': 'same-origin, cross-site' }],
    ['an older browser', { Origin: 'https://evil.example' }],
    ['a file or a sandboxed frame', { Origin: 'null' }],
    ['another port', { Origin: 'https://wallet.example:8443' }],
    ['a longer host', { Origin: 'https://wallet.example.evil' }],
    ['a subdomain', { Origin: 'https://a.wallet.example' }],
    ['a host with a path', { Origin: 'https://wallet.example/' }],
    ['an app', { Origin: 'capacitor://wallet.example' }],
    ['a redirect across sites', { Origin: 'https://wallet.example https://evil.example' }],
    ['a request without a host', { Origin: 'https://wallet.example', Host: '' }],
  ])('%s', async (_, headers) => {
    expect(await both(headers)).toEqual(refused);
  });

  it.each<[string, string]>([
    ['http://wallet.example', 'https'],
    ['https://wallet.example', 'http'],
  ])('%s, when it is known that the site is %s', async (origin, proto) => {
    const headers = { Origin: origin, 'X-Forwarded-Proto': proto };
    expect(await both(headers, { trustProxy: true })).toEqual(refused);
    expect(await both(headers)).toEqual(served);
  });

  it('http at a server that speaks https itself', async () => {
    expect(await both({ Origin: 'http://wallet.example' }, {}, 'https://wallet.example')).toEqual(refused);
  });
});

describe('a request is served', () => {
  it.each<[string, Headers, Partial<ServerOptions>]>([
    ['of a client that is not a browser', {}, {}],
    ['of a page of the service', { 'Sec-Fetch-Site': 'same-origin' }, {}],
    ['that the user typed', { 'Sec-Fetch-Site': 'none' }, {}],
    ['of its own page, whose policy hides the origin', { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }, {}],
    ['of an older browser', { Origin: 'https://wallet.example' }, {}],
    ['of an older browser, over http', { Origin: 'http://wallet.example' }, {}],
    ['with another letter case of the host', { Origin: 'https://wallet.example', Host: 'WALLET.Example' }, {}],
    ['with the usual port', { Origin: 'https://wallet.example', Host: 'wallet.example:443' }, {}],
    ['with a port', { Origin: 'http://wallet.example:8080', Host: 'wallet.example:8080' }, {}],
    ['at an IPv6 address', { Origin: 'http://[::1]:8080', Host: '[::1]:8080' }, {}],
    ['at an IPv6 address that is written out', { Origin: 'http://[::1]', Host: '[0:0:0:0:0:0:0:1]:80' }, {}],
    [
      'behind a proxy that changes the host',
      {
        Origin: 'https://wallet.example',
        Host: 'backend:81',
        'X-Forwarded-Host': 'wallet.example',
        'X-Forwarded-Proto': 'https',
      },
      { trustProxy: true },
    ],
    [
      'of the public address',
      { Origin: 'https://wallet.example', Host: 'backend:81' },
      { baseUrl: 'https://Wallet.example/soap' },
    ],
    [
      'of a trusted site',
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://shop.example' },
      { trustedOrigins: ['https://shop.example'] },
    ],
    [
      'of a trusted site, in an older browser',
      { Origin: 'https://shop.example' },
      { trustedOrigins: ['https://Shop.example:443'] },
    ],
    [
      'of a site that a function trusts',
      { Origin: 'https://a.shop.example' },
      { trustedOrigins: (origin) => origin.endsWith('.shop.example') },
    ],
    ['of any site, where all are trusted', { 'Sec-Fetch-Site': 'cross-site' }, { trustedOrigins: '*' }],
  ])('%s', async (_, headers, options) => {
    expect(await both(headers, options)).toEqual(served);
  });

  it('where the address alone names the host', async () => {
    const { server } = walletServer();
    const url = `http://wallet.example${path}/Exchange`;
    expect((await send(server, 'POST', url, { ...form, Origin: 'http://wallet.example' }, query)).status).toBe(200);
    expect((await send(server, 'POST', url, { ...form, Origin: 'http://evil.example' }, query)).status).toBe(403);
  });
});

it('a forwarded host counts only behind a trusted proxy', async () => {
  const headers = { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' };
  expect(await both(headers)).toEqual(refused);
});

it('a trusted site does not make others trusted', async () => {
  const options = { trustedOrigins: ['https://shop.example'] };
  expect(await both({ 'Sec-Fetch-Site': 'cross-site' }, options)).toEqual(refused);
  expect(await both({ Origin: 'https://shop.example.evil' }, options)).toEqual(refused);
});

it.each(['aspnet', 'strict'] as const)('the refusal says what to do, in plain text (%s)', async (profile) => {
  const { server } = walletServer({ profile });
  const got = await send(server, 'GET', `${path}/Exchange?${query}`, { 'Sec-Fetch-Site': 'cross-site' });
  expect([got.status, got.headers['content-type'], got.text]).toEqual([
    403,
    'text/plain; charset=utf-8',
    'Pages of other web sites may not call this operation. To allow this one, add its origin to the option trustedOrigins of the server.\r\n',
  ]);
});

it.each(['', '?WSDL', '?op=Exchange'])('the page %s is open to links from other sites', async (page) => {
  const { server } = walletServer();
  expect((await send(server, 'GET', path + page, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(200);
});

it('wrong entries of trustedOrigins are errors at once', () => {
  expect(() => createServer({ services: [], trustedOrigins: ['shop.example'] })).toThrow(TypeError);
});

/** Requests that a browser sends for any page without a preflight (Fetch, 2.2.2 and 4.10). */
const withoutPreflight = [
  undefined,
  'text/plain',
  'text/plain;charset=UTF-8',
  'TEXT/PLAIN; x="text/xml"',
  'text/plain;type=multipart/related',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded;text/xml',
  'multipart/form-data; boundary=b',
  'multipart/form-data; boundary="b"; type="text/xml"; start-info="text/xml"',
];

describe.each(withoutPreflight)('a body of type %s, which pages of any site can send', (type) => {
  it.each<[string, string, string]>([
    ['SOAP', path, envelope(env11, exchangeBody)],
    ['a form', `${path}/Exchange`, query],
    [
      'a form with parts',
      `${path}/Exchange`,
      query.replace(/(\w+)=(\w+)&?/g, '--b\r\nContent-Disposition: form-data; name="$1"\r\n\r\n$2\r\n').concat('--b--'),
    ],
    ['a package', path, `--b\r\nContent-Type: text/xml\r\n\r\n${envelope(env11, exchangeBody)}\r\n--b--`],
  ])('runs nothing as %s', async (_, url, body) => {
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
    ]) {
      for (const profile of ['aspnet', 'wcf', 'strict'] as const) {
        const { server, calls } = walletServer({ profile });
        const typed = type === undefined ? headers : { ...headers, 'Content-Type': type };
        const got: TextAnswer = await send(server, 'POST', url, { Host: 'wallet.example', ...typed }, body);
        expect([calls, got.status >= 400]).toEqual([[], true]);
      }
    }
  });
});
