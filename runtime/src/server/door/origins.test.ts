import { originTest, serializedOrigin } from './origins.js';

it.each([
  ['https://shop.example', 'https://shop.example'],
  ['HTTPS://Shop.Example:443', 'https://shop.example'],
  ['http://shop.example:80', 'http://shop.example'],
  ['http://shop.example:8080', 'http://shop.example:8080'],
  ['https://shop.example:80', 'https://shop.example:80'],
  ['http://[0:0:0:0:0:0:0:1]:80', 'http://[::1]'],
  ['https://магазин.example', 'https://xn--80aairftm.example'],
  ['capacitor://localhost', 'capacitor://localhost'],
  ['chrome-extension://ABC', 'chrome-extension://abc'],
])('%s is the origin %s', (text, origin) => {
  expect(serializedOrigin(text)).toBe(origin);
});

it.each([
  'null',
  '',
  'shop.example',
  '//shop.example',
  'https://',
  'https:shop.example',
  'https://shop.example/',
  'https://shop.example/path',
  'https://shop.example?x',
  'https://shop.example#x',
  'https://user@shop.example',
  'https://user:secret@shop.example',
  'https://shop.example:99999',
  'https://a.example https://b.example',
  'file:///x',
])('%j is not an origin', (text) => {
  expect(serializedOrigin(text)).toBeUndefined();
});

it('entries of an option are compared as browsers write origins', () => {
  const test = originTest(['HTTPS://Shop.Example:443'], 'o');
  expect(
    ['https://shop.example', 'http://shop.example', 'https://shop.example.evil', 'null', undefined].map(test),
  ).toEqual([true, false, false, false, false]);
});

it.each(['shop.example', 'https://shop.example/', 'null', 'https://*.shop.example', '*'])(
  'the entry %j is an error when the server is made',
  (entry) => {
    expect(() => originTest([entry], 'trustedOrigins')).toThrow(
      `trustedOrigins: "${entry}" is not an origin. Write the scheme, the host and, unless it is the default, the port: "https://shop.example".`,
    );
  },
);

it('a function allows an origin only with true, and is not called for opaque origins', () => {
  expect(originTest(() => true, 'o')('https://a.example')).toBe(true);
  expect(originTest((() => Promise.resolve(false)) as never, 'o')('https://a.example')).toBe(false);
  expect(originTest(() => true, 'o')('null')).toBe(false);
  expect(originTest(() => true, 'o')(undefined)).toBe(false);
});
