import { connectionFields, isProxyField } from './passing-on.js';

it('fields of a connection are known, and those that it names', () => {
  const stays = connectionFields(' close, X-Own ,Keep-Alive');
  const names = ['Transfer-Encoding', 'TE', 'content-length', 'HOST', 'Upgrade', 'x-own', 'X-OWN'];
  expect(names.filter((name) => !stays(name))).toEqual([]);
  expect(['cookie', 'authorization', 'x-other', 'te-x', ''].filter(connectionFields(''))).toEqual(['']);
});

it.each([
  'Forwarded',
  'X-Forwarded-For',
  'x-forwarded-anything',
  'X_Forwarded_For',
  'X-ARR-ClientCert',
  'X-Real-IP',
  'X-Original-URL',
  'X_Rewrite_URL',
])('%s is for proxies to set', (name) => {
  expect(isProxyField(name)).toBe(true);
});

it.each(['Authorization', 'Cookie', 'SOAPAction', 'X-Forwardedness', 'X-Own', 'Content-Type', 'X-Array', ''])(
  'callers may set "%s"',
  (name) => {
    expect(isProxyField(name)).toBe(false);
  },
);
