export const path = '/ExchangerApi.asmx/Exchange';

/** A query with which the operation at the path can be called. */
export const query = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1';

/** Other ways to write a path, by a change at each of its places. */
function spellings(text: string): string[] {
  const found: string[] = [];
  const inserted = [
    '/',
    '\\',
    '%2F',
    '%5C',
    '%00',
    ';x',
    '/.',
    '/..',
    '%2e',
    '%2E%2e/',
    '%20',
    '.',
    '#',
    '%23',
    '%3F',
    '\u00e9',
    '%C3%A9',
    '%',
    '%%',
    '%zz',
    '|',
  ];
  for (let at = 0; at <= text.length; at++) {
    const character = text[at] ?? '';
    const replaced = [
      `%${character.charCodeAt(0).toString(16)}`,
      `%25${character.charCodeAt(0).toString(16)}`,
      `%u00${character.charCodeAt(0).toString(16)}`,
      character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase(),
      `%c1%${(0x80 + (character.charCodeAt(0) & 0x3f)).toString(16)}`,
      '%EF%BC%AF',
    ];
    for (const other of character === '' ? [] : replaced) {
      found.push(text.slice(0, at) + other + text.slice(at + 1));
    }
    for (const other of inserted) {
      found.push(text.slice(0, at) + other + text.slice(at));
    }
  }
  return found;
}

const authorities = [
  'h',
  'h:80',
  '[::1]',
  'h;',
  "h'",
  'h%20',
  'u@h',
  'u:p@h',
  'h~',
  'h!',
  'h$x',
  'h,x',
  'h(x)',
  'h=x',
  'h*',
  '',
];
const schemes = ['http:', 'HTTP:', 'https:', 'ftp:', 'javascript:', 'file:', 'ws:', 'data:', 'a:'];
const addresses = schemes.flatMap((scheme) => authorities.map((authority) => `${scheme}//${authority}${path}`));

/** The path, and what somebody may write to get past a guard in front of it. */
export const targets: readonly string[] = [
  path,
  `${path}/`,
  `/x/..${path}`,
  `/${path}`,
  `//h${path}`,
  ...spellings(path),
  ...addresses,
];
