import { digestBlock, securityBlock, tokenBlock } from '../support/runtime/secured-server.js';

/** What a caller sends to prove who it is. */
export interface Proof {
  /** Header fields of HTTP; a field may be there several times. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** A header block of SOAP. */
  readonly block?: string;
}

/** What a server accepts. */
export interface Accepted {
  readonly user: string;
  readonly password?: string;
  /** Values of the header fields `Authorization` and `X-Api-Key`. */
  readonly authorization?: readonly string[];
  readonly apiKey?: string;
}

/** Names that nobody was given, with what JavaScript makes of the member of an object that has this name. */
const names: readonly (readonly [name: string, member: string])[] = [
  ['', 'undefined'],
  ['nobody', 'undefined'],
  ['undefined', 'undefined'],
  ['constructor', 'function Object() { [native code] }'],
  ['__proto__', '[object Object]'],
  ['toString', 'function toString() { [native code] }'],
  ['length', '0'],
];
/** Secrets that nobody has. */
const secrets = ['', ' ', 'undefined', 'null', 'true', '[object Object]', '[object Promise]', 'stand-in', '*'];

/** Proofs that prove nothing: of nobody, of somebody with another secret, and of several at once. */
export function attacks({ user, password = 'secret', authorization = [], apiKey }: Accepted): readonly Proof[] {
  const near = [`${password}x`, password.slice(0, -1), password.toUpperCase(), `${password},${password}`];
  const pairs = [
    ...names.flatMap(([name, member]) => ['', member, password].map((secret) => [name, secret] as const)),
    ...[...secrets, ...near].map((secret) => [user, secret] as const),
    ...[user.toUpperCase(), `${user} `, ` ${user}`].map((name) => [name, password] as const),
  ];
  const words = [...secrets, ...names.flat()];
  const fields = [
    ...headerFields(
      'authorization',
      authorization,
      words.flatMap((each) => [each, `Bearer ${each}`, `Basic ${each}`]),
    ),
    ...headerFields(
      'authorization',
      [],
      pairs.map((pair) => `Basic ${Buffer.from(pair.join(':')).toString('base64')}`),
    ),
    ...(apiKey === undefined ? [] : headerFields('x-api-key', [apiKey], words)),
  ];
  return [
    {},
    ...fields.map((headers) => ({ headers })),
    { block: '' },
    { block: securityBlock('') },
    ...pairs.map(([name, secret]) => ({ block: tokenBlock(name, escaped(secret)) })),
    ...pairs.map(([name, secret]) => ({ block: digestBlock(name, secret) })),
    { block: tokenBlock(`${user}</w:Username><w:Username>admin`, password) },
    { block: tokenBlock(`${user}<b/>`, password) },
    { block: tokenBlock(user, password) + tokenBlock(user, password) },
  ];
}

/** A field with each of these values, and with values that are near to known ones. */
function headerFields(
  name: string,
  known: readonly string[],
  values: readonly string[],
): readonly Required<Proof>['headers'][] {
  const near = known.flatMap((each) => [
    each.slice(0, -1),
    `${each}x`,
    each.toUpperCase(),
    `${each}, ${each}`,
    `${each},`,
  ]);
  return [
    ...[...values, ...near].map((value) => [[name, value]] as const),
    // Node keeps the first of several `Authorization`, and joins others.
    ...known.map((each) => [[name, 'wrong'] as const, [name, each] as const]),
  ];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
