import { deepStrictEqual } from 'node:assert/strict';
import { retryAfterMs } from '../../../runtime/src/client/messages/headers.js';
import { codingsOf } from '../../../runtime/src/http/content-coding.js';
import { formatMediaType, parseMediaType } from '../../../runtime/src/http/media-type.js';
import { parsePartHeaders } from '../../../runtime/src/http/multipart.js';
import { parseChallenges } from '../../../runtime/src/layers/challenges.js';
import { isWithin, parseCookie } from '../../../runtime/src/layers/cookie.js';
import { parseCookieDate } from '../../../runtime/src/layers/cookie-date.js';
import { mutate } from '../../support/mutate.js';
import { drawn } from '../../support/plain-data.js';
import type { Random } from '../../support/random.js';
import { randomText } from '../../support/random-text.js';
import type { FuzzPart } from '../part.js';

/** Values for parameters, and fields that are nearly right. */
interface Input {
  readonly values: readonly string[];
  readonly contentType: string;
  readonly challenge: string;
  readonly cookie: string;
  readonly retryAfter: string;
  readonly lines: string;
  readonly codings: string;
  /** Seconds since 1970. */
  readonly seconds: number;
}

const examples: Readonly<Record<'challenge' | 'cookie' | 'retryAfter' | 'lines' | 'codings', readonly string[]>> = {
  challenge: [
    'Digest realm="a\\"b", nonce="n", qop="auth,auth-int", algorithm=SHA-256, stale=true',
    'Negotiate abc==, Basic realm="x", charset="UTF-8"',
    'NTLM',
  ],
  cookie: [
    'a=b; Path=/x; Domain=.shop.example; Secure; HttpOnly; Max-Age=10',
    '__Host-a=b; Path=/; Secure',
    'a=b; Expires=Wed, 09 Jun 2021 10:18:14 GMT; Domain=example',
  ],
  retryAfter: ['120', 'Wed, 21 Oct 2099 07:28:00 GMT', 'Wednesday, 21-Oct-99 07:28:00 GMT'],
  lines: ['Content-Type: text/xml;\r\n  charset=utf-8\r\nContent-ID: <a@b>\r\nX:'],
  codings: ['gzip', 'x-gzip, identity, br', ' , deflate,'],
};

const host = new URL('https://www.shop.example/a/b');

/** Fields are read as they were written; anything else is read within its bounds, and never throws. */
export const headers: FuzzPart<Input> = {
  name: 'headers',
  cases: 6000,
  inputs: drawn((random) => {
    const values = Array.from({ length: random.below(5) }, () => randomText(random, 20));
    return {
      values,
      contentType: mutate(formatMediaType('text/x', named(values)), random),
      challenge: nearly('challenge', random),
      cookie: nearly('cookie', random),
      retryAfter: nearly('retryAfter', random),
      lines: nearly('lines', random),
      codings: nearly('codings', random),
      seconds: random.below(2 ** 32),
    };
  }),
  check: (input) => {
    requireSameParameters(input.values.map((value) => value.replace(/[\r\n\0]/g, '')));
    requireSameDate(input.seconds);
    requireOwnCookie(input.cookie);
    parseMediaType(input.contentType);
    parseChallenges(input.challenge);
    parsePartHeaders(input.lines);
    codingsOf(input.codings);
    const wait = retryAfterMs(input.retryAfter) ?? 0;
    if (!(wait >= 0 && wait <= 86_400_000)) {
      throw new Error(`a wait of ${wait} ms`);
    }
  },
};

function nearly(field: keyof typeof examples, random: Random): string {
  const example = random.pick(examples[field]);
  return random.oneIn(8) ? example : mutate(example, random);
}

const named = (values: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(values.map((value, index) => [`p${index}`, value]));

/** Parameters of media types and of challenges. */
function requireSameParameters(values: readonly string[]): void {
  const parameters = named(values);
  deepStrictEqual(
    Object.fromEntries(parseMediaType(formatMediaType('text/x', parameters))?.parameters ?? []),
    parameters,
  );
  const written = Object.entries(parameters).map(([name, value]) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`);
  const [challenge, ...others] = parseChallenges(`Digest ${written.join(', ')}`);
  deepStrictEqual([Object.fromEntries(challenge?.parameters ?? []), others], [parameters, []]);
}

function requireSameDate(seconds: number): void {
  const date = new Date(seconds * 1000);
  deepStrictEqual(parseCookieDate(date.toUTCString()), date.getTime());
}

/** A cookie that is kept belongs to the host that sent it, and can be sent back as one. */
function requireOwnCookie(text: string): void {
  const cookie = parseCookie(text, host, ['shop.example'], 0);
  if (cookie === undefined) {
    return;
  }
  const { name, value, domain, path } = cookie;
  const isSendable = !/[\0-\x08\x0a-\x1f\x7f;]/.test(name + value);
  if (!isWithin(host.hostname, domain) || !isSendable || !path.startsWith('/')) {
    throw new Error(`a cookie that is not its own: ${JSON.stringify(cookie)}`);
  }
}
