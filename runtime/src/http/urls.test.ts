import fc from 'fast-check';
import { runs } from '../../../tests/support/thorough.js';
import { joinPaths, rebaseAddress, splitAddress, splitTarget, withoutEndSlashes, writtenAddress } from './urls.js';

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

it.each([
  ['http://h/a', 'http://h/a'],
  ['http://h/Größe dienst.asmx?für=1 2', 'http://h/Gr%C3%B6%C3%9Fe%20dienst.asmx?f%C3%BCr=1%202'],
  ['http://h/Gr%C3%B6%C3%9Fe%20dienst', 'http://h/Gr%C3%B6%C3%9Fe%20dienst'],
  ['https://größe.example:8443/x', 'https://xn--gre-6ka8i.example:8443/x'],
  ['http://größe.example', 'http://xn--gre-6ka8i.example'],
  ['http://h/a/../b\\c', 'http://h/b/c'],
  ['http://h//a/../b', 'http://h//b'],
  ["http://h/it's?it's", "http://h/it's?it%27s"],
  ['http://h/{a}^`<">|[]', 'http://h/%7Ba%7D%5E%60%3C%22%3E|[]'],
  ['http://h/\ud800', 'http://h/%EF%BF%BD'],
  [' http://h/a ', 'http://h/a'],
  ['http://h/./\u0000?z', 'http://h/%00?z'],
  ['/a b', '/a b'],
  ['{base_url}/ü', '{base_url}/ü'],
])('writtenAddress %j', (address, written) => {
  expect(writtenAddress(address)).toBe(written);
  expect(writtenAddress(written)).toBe(written);
});

it('writes an address in the same way however often it is written', () => {
  const found = Array.from({ length: 20_000 }, () => writtenAddress('http://größe.example/ü'));
  expect(new Set(found)).toEqual(new Set(['http://xn--gre-6ka8i.example/%C3%BC']));
});

it('writes every address as URL does', () => {
  const text = fc.string({ unit: 'binary', maxLength: 8 });
  const special = fc.constantFrom(
    '/',
    '//',
    '\\',
    '/..',
    '/.',
    '/%2e%2E',
    '%20',
    '%',
    ' ',
    "'",
    '{',
    '?',
    'ü',
    '\ud800',
    '\u0007',
  );
  const tail = fc.array(fc.oneof(text, special), { maxLength: 6 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(tail, tail, (path, query) => {
      const address = `http://h/${path.replaceAll('#', '')}?${query.replaceAll('#', '')}z`;
      // Older hosts leave this character in paths.
      const expected = new URL(address.replaceAll('^', '')).href;
      expect(writtenAddress(address.replaceAll('^', ''))).toBe(expected);
    }),
    { numRuns: runs(2000) },
  );
});
