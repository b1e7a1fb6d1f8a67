import { joinPaths, rebaseAddress, splitAddress, splitTarget, withoutEndSlashes } from './urls.js';

it.each([
  ['/a/b?c=d', '/a/b', 'c=d'],
  ['/a', '/a', ''],
  ['http://h:1/a?b?c', '/a', 'b?c'],
  ['http://h', '/', ''],
  ['http://h?x', '/', 'x'],
  ['/a?b#c', '/a', 'b'],
  ['*', '*', ''],
  ['HTTPS://[::1]:1/a', '/a', ''],
  // Readers of addresses disagree about where these hosts end, so they are refused.
  ['http://h;/a', 'http://h;/a', ''],
  ['http://h\\/a', 'http://h\\/a', ''],
  ['http://u@h/a', 'http://u@h/a', ''],
  ['http:///a', 'http:///a', ''],
  ['javascript://h/a', 'javascript://h/a', ''],
  ['{base_url}/a?b', '{base_url}/a', 'b'],
])('splitTarget %s', (target, path, query) => {
  expect(splitTarget(target)).toEqual({ path, query });
});

it.each([
  ['{base_url}/X.asmx', '{base_url}', '/X.asmx'],
  ['http://h:8080/a/X.asmx?q', 'http://h:8080', '/a/X.asmx?q'],
  ['/X.asmx', '', '/X.asmx'],
  ['http://h', 'http://h', ''],
])('splitAddress %s', (address, base, path) => {
  expect(splitAddress(address)).toEqual({ base, path });
});

it('splitAddress knows no place for a relative name', () => {
  expect(splitAddress('X.asmx')).toBeUndefined();
});

it.each([
  ['{base_url}/X.asmx', 'https://h/root/', 'https://h/root/X.asmx'],
  ['http://old:1/x/X.asmx', 'https://new', 'https://new/x/X.asmx'],
  ['X.asmx', 'https://new', 'https://new/X.asmx'],
])('rebaseAddress %s', (address, base, expected) => {
  expect(rebaseAddress(address, base)).toBe(expected);
});

it('joins paths', () => {
  expect(joinPaths('/a/', '/b', '', 'c')).toBe('/a/b/c');
  expect(joinPaths('', '/')).toBe('/');
});

it.each([
  ['', ''],
  ['/', ''],
  ['a//', 'a'],
  ['//a/b', '//a/b'],
])('%j without slashes at its end is %j', (text, without) => {
  expect(withoutEndSlashes(text)).toBe(without);
});
