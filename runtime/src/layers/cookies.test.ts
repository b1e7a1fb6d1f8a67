import { parseCookieDate } from './cookie-date.js';
import { CookieJar } from './cookie-jar.js';

const https = 'https://api.shop.example/app/orders.svc';
const http = 'http://api.shop.example/app/orders.svc';

/** What a jar sends to an address after the fields came from another one. */
function sent(fields: readonly string[], to: string, from: string = https, jar = new CookieJar()): string | undefined {
  jar.store(from, fields);
  return jar.header(to);
}

beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2030, 0, 1) }));
afterEach(() => void jest.useRealTimers());

describe('a cookie', () => {
  it.each([
    ['goes back to its host', ['a=1'], https, 'a=1'],
    ['may have signs of its own', ['a="x, y"=z '], https, 'a="x, y"=z'],
    ['may have no name', ['=1'], https, '1'],
    ['of another path is not sent', ['a=1; Path=/other'], https, undefined],
    ['is for the folder of its request', ['a=1'], 'https://api.shop.example/app/', 'a=1'],
    ['is not for folders above', ['a=1'], 'https://api.shop.example/', undefined],
    ['of a path is not for names that begin alike', ['a=1; Path=/app'], 'https://api.shop.example/apple', undefined],
    ['with a path that is none gets the default', ['a=1; Path=x'], 'https://api.shop.example/app/', 'a=1'],
    ['that is secure does not go over http', ['a=1; secure'], http, undefined],
    ['does not go to hosts below', ['a=1; Path=/'], 'https://x.api.shop.example/', undefined],
    ['does not go to hosts beside', ['a=1; Path=/; Domain=shop.example'], 'https://www.shop.example/', undefined],
    ['of a domain above goes to its own host', ['a=1; Path=/; Domain=shop.example'], https, 'a=1'],
    ['for another domain is not kept', ['a=1; Domain=evil.example'], https, undefined],
    ['for a host below is not kept', ['a=1; Domain=x.api.shop.example'], https, undefined],
    ['ignores the port', ['a=1; Path=/'], 'https://api.shop.example:8443/', 'a=1'],
    ['with an age of nothing is gone', ['a=1', 'a=; Max-Age=0'], https, undefined],
    ['with a date that is over is gone', ['a=1', 'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], https, undefined],
    ['keeps its last attribute', ['a=1; Path=/x; path=/app'], https, 'a=1'],
    ['with control characters is not kept', ['a=1\r\nX-B: 2'], https, undefined],
    ['that is too long is not kept', [`a=${'x'.repeat(4097)}`], https, undefined],
    ['without a name and a value is not kept', ['=', ';', ''], https, undefined],
    ['named __Secure- has to be secure', ['__Secure-a=1', '__secure-b=1; Secure'], https, '__secure-b=1'],
    [
      'named __Host- has to be for the whole host',
      ['__Host-a=1; Secure; Path=/', '__Host-b=1; Secure', '__Host-c=1; Path=/'],
      https,
      '__Host-a=1',
    ],
  ])('%s', (_, fields, to, header) => {
    expect(sent(fields, to)).toBe(header);
  });

  it('that is secure is not taken over http, nor replaced from there', () => {
    const jar = new CookieJar();
    expect(sent(['a=1; Secure'], https, http, jar)).toBeUndefined();
    expect(sent(['a=1; Secure'], https, https, jar)).toBe('a=1');
    expect(sent(['a=2'], https, http, jar)).toBe('a=1');
    expect(jar.header(http)).toBeUndefined();
  });

  it('ends when its time is over', () => {
    const jar = new CookieJar();
    jar.store(https, ['a=1; Max-Age=60', 'b=2; Expires=Tue, 01 Jan 2030 00:02:00 GMT', 'c=3']);
    expect(jar.header(https)).toBe('a=1; b=2; c=3');
    jest.setSystemTime(Date.UTC(2030, 0, 1, 0, 1));
    expect(jar.header(https)).toBe('b=2; c=3');
    jest.setSystemTime(Date.UTC(2030, 0, 1, 0, 3));
    expect(jar.cookies).toEqual([
      { name: 'c', value: '3', domain: 'api.shop.example', hostOnly: true, path: '/app', secure: false },
    ]);
  });
});

it('cookies of longer paths come first, then those that were made first; a new value keeps the place', () => {
  const jar = new CookieJar();
  jar.store(https, ['a=1; Path=/', 'b=2; Path=/', 'c=3', 'a=4; Path=/']);
  expect(jar.header(https)).toBe('c=3; a=4; b=2');
});

it('hosts of a shared domain have cookies in common, and no others', () => {
  const jar = new CookieJar({ sharedDomains: ['shop.example'] });
  jar.store(https, ['a=1; Path=/; Domain=.Shop.example', 'b=2; Path=/', 'c=3; Path=/; Domain=example']);
  expect(jar.header('https://www.shop.example/')).toBe('a=1');
  expect(jar.header('https://api.shop.example/')).toBe('a=1; b=2; c=3');
  expect(jar.header('https://myshop.example/')).toBeUndefined();
});

it('addresses have no hosts below them', () => {
  const jar = new CookieJar({ sharedDomains: ['0.0.1', '127.0.0.1'] });
  jar.store('http://127.0.0.1/', ['a=1; Domain=0.0.1', 'b=2; Domain=127.0.0.1']);
  expect(jar.header('http://127.0.0.1/')).toBe('b=2');
});

it('a jar can be kept, and emptied', () => {
  const jar = new CookieJar();
  jar.store(https, ['a=1; Path=/; Max-Age=60']);
  const kept = new CookieJar({ cookies: JSON.parse(JSON.stringify(jar.cookies)) as typeof jar.cookies });
  expect(kept.header(https)).toBe('a=1');
  jar.clear();
  expect(jar.header(https)).toBeUndefined();
  expect(kept.header(https)).toBe('a=1');
});

it('the oldest cookies of a domain make room', () => {
  const jar = new CookieJar();
  jar.store(
    https,
    Array.from({ length: 60 }, (_, index) => `c${index}=1`),
  );
  expect(jar.cookies.map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, index) => `c${index + 10}`));
});

it.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
  ['Sunday, 06-Nov-94 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
  ['Sun Nov  6 08:49:37 1994', Date.UTC(1994, 10, 6, 8, 49, 37)],
  ['1 jan 69 0:0:0', Date.UTC(2069, 0, 1)],
  ['31 Feb 2030 00:00:00', undefined],
  ['06 Nov 1994', undefined],
  ['06 Nov 1994 24:00:00', undefined],
  ['06 Nov 1600 00:00:00', undefined],
  ['tomorrow', undefined],
])('the date %j is %p', (text, ms) => {
  expect(parseCookieDate(text)).toBe(ms);
});
