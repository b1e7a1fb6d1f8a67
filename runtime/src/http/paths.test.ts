import { withinSeconds } from '../../../tests/support/processor-time.js';
import { comparablePath, foldCase, isPlainPath, requestPath, unescapePath, writtenPath } from './paths.js';

it.each([
  ['/Shop.asmx/Pay', '/Shop.asmx/Pay'],
  // An escape of a character that a path cannot contain otherwise means that character, whatever the case of the digits.
  ['/%D1%8F', '/я'],
  ['/%d1%8f', '/я'],
  ['/a%20b%5b1%5D', '/a b[1]'],
  ['/a[1]', '/a[1]'],
  // Separators, and characters that need no escape, stay escaped.
  ['/a%2fb%5Cc', '/a%2Fb%5Cc'],
  ['/%41%2Eb%7e', '/%41%2Eb%7E'],
  ['/a%00%25%3b', '/a%00%25%3B'],
  ['/a%252Fb', '/a%252Fb'],
  // No UTF-8, no escape at all.
  ['/%FF%D1%8F%e9', '/%FF%D1%8F%E9'],
  ['/%FF/%D1%8F', '/%FF/я'],
  ['/100%/%u0041', '/100%/%u0041'],
  ['/a/.b/c.', '/a/.b/c.'],
  ['/...', '/...'],
])('reads %s as %s', (path, comparable) => {
  expect(requestPath(path)).toBe(comparable);
});

it.each(['/a/../b', '/a/..', '/./b', '/a/%2e%2E/b', '/a/.%2e', '/a/%2e', '/я', '/a b', '/a\tb', '/a\u00e9'])(
  '%j means no service',
  (path) => {
    expect(requestPath(path)).toBeUndefined();
  },
);

it('undoes escapes in values last', () => {
  expect(unescapePath('a%2Fb%41%D1%8F%25')).toBe('a/bAя%');
  expect(unescapePath('a%FFb%')).toBe('a%FFb%');
});

it.each(['/a b/я', '/a%2Fb', '/x[1]|{}', '/😀'])('%s is written as a URL that reads the same', (path) => {
  expect(writtenPath(path)).toMatch(/^[!-~]+$/);
  expect(requestPath(writtenPath(path))).toBe(path);
});

it('compares locations of a WSDL in the same form', () => {
  expect(comparablePath('/я')).toBe(requestPath('/%D1%8F'));
});

it('folds case without making ASCII of other letters', () => {
  expect(foldCase('/Я.ASMX')).toBe('/я.asmx');
  expect(foldCase('/loo\u212aup')).not.toBe('/lookup');
});

it.each([
  ...[
    '',
    '*',
    'a',
    'x://y/z',
    '//host/x',
    '/a b',
    '/a\tb',
    '/\u00e9',
    '/a\\b',
    '/.',
    '/..',
    '/a/./b',
    '/a/../b',
    '/a/.%2E/b',
  ],
  ...[
    '/%2e%2e/a',
    '/%252e%252E/a',
    '/%25252e./a',
    '/a%2f../b',
    '/a%2F%2e%2e%2Fb',
    '/a%5c..',
    '/..%5Ca',
    '/..%252fa',
    '/a%252f..',
  ],
  ...[
    '/a%00',
    '/..;/a',
    '/..;x=y/a',
    '/..%3b/a',
    '/%u002e%u002e/a',
    '/..%u002fa',
    '/%c0%ae%C0%AE/a',
    '/..%c0%afa',
    '/..%c1%9ca',
  ],
])('%j is not understood by all in the same way', (path) => {
  expect(isPlainPath(path)).toBe(false);
});

it.each([
  ...[
    '/',
    '/a/b',
    '/a//b',
    '/a/',
    '/.well-known/x',
    '/a..',
    '/..a',
    '/...',
    '/a.b',
    '/a;b',
    '/a;..',
    '/100%',
    '/%41%2e',
  ],
  ...['/a%2Fb', '/a%5Cb', '/a%252Fb', '/%D1%8F', '/%E9', '/a%2eb/c', '/[1]|{}'],
])('%j is', (path) => {
  expect(isPlainPath(path)).toBe(true);
});

it('a path costs time in proportion to its length', async () => {
  const paths = ['/..;', '%25', '/%2f..;', '..%2', '/.%25', '%2f.'].map((piece) => `/${piece.repeat(100_000)}`);
  await withinSeconds(1, () => paths.forEach(isPlainPath));
});
