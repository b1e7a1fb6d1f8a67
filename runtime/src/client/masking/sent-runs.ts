import type { TransportRequest } from '../transport.js';
import type { CoarseNames } from './coarse-names.js';
import { secretsIn } from './coarse-values.js';
import type { MaskedCall } from './masker.js';
import { secretNames } from './secret-places.js';
import { unescaped } from './unescaped.js';

/**
 * The credentials that a call sent, as an expression that finds them in a text. Whatever escapes a text leaves its runs of Latin letters and digits
 * as they are: so these are looked for, and what base64 makes of them.
 */

/** Shorter values, and runs, stand for too many other things. */
const minLength = 4;
/** Code units of a run that are looked for. */
const headLength = 8;
/** Of more runs than these, or of a value without any, not all can be found: then every text is hidden. */
const maxRuns = 200;
/** Code units of a body, and of one value in it, that are searched. */
const maxBody = 1_048_576;
const maxValue = 16_384;
const everything = /^/;

/**
 * Finds where a text may repeat a credential that the call sent: at its start if something of it may come before the place that is found. Undefined if the
 * call sent none.
 */
export function sentRuns({ input, request }: MaskedCall, names: CoarseNames): RegExp | undefined {
  let values: string[];
  try {
    values = [...secretsIn(input, names), ...(request === undefined ? [] : secretsOf(request, names))];
  } catch {
    // An input that contains itself.
    return everything;
  }
  const first = new Set<string>();
  const later = new Set<string>();
  const heads = new Set<string>();
  let isFindable = true;
  for (const value of values) {
    const text = value.trim().replace(/^(?:true|false|null)$/, '');
    const runs = [...text.matchAll(/[a-z\d]{4,512}/gi)];
    for (const { 0: run, index } of runs) {
      (index === 0 ? first : later).add(run.slice(0, headLength));
    }
    const before = runs[0]?.index ?? text.length;
    if (before > 0 && runs.length > 0) {
      heads.add(text.slice(0, minLength).replace(/[^a-z\d]/gi, '[^a-zA-Z\\d]{1,4}'));
    }
    isFindable &&= before < minLength;
  }
  if (!isFindable || first.size + later.size > maxRuns) {
    return everything;
  }
  const forms = [...first].flatMap(formsOf);
  if (later.size > 0) {
    forms.push(`^[^]*?(?:${[...heads, ...[...later].flatMap(formsOf)].join('|')})`);
  }
  return forms.length === 0 ? undefined : new RegExp(forms.join('|'));
}

/** Expressions for a run, as it is and in base64, and for a beginning of either that a cut follows. */
function formsOf(run: string): string[] {
  const inBase64 = [0, 1, 2].map((before) => {
    const text = btoa('\0'.repeat(before) + run);
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + run.length) * 8) / 6));
  });
  return [run, ...inBase64].map((form) => {
    const [head = '', rest = ''] = [form.slice(0, minLength), form.slice(minLength)].map(anyAlphabet);
    return rest === '' ? head : `${head}(?:${rest}|.{0,5}(?:…|$))`;
  });
}

/** The signs that the alphabets of base64 write in different ways, and addresses escape. */
function anyAlphabet(text: string): string {
  return text.replace(/[+/]/g, '.{1,3}');
}

/** The credentials in an address, in headers and in a body. */
function secretsOf({ url, headers, addedHeaders = [], body = '' }: TransportRequest, names: CoarseNames): string[] {
  const [, user = ''] = /^[^/]*\/\/([^/?#]*)@/.exec(url) ?? [];
  const sent = typeof body === 'string' ? body : new TextDecoder().decode(body.subarray(0, maxBody));
  const secretHeaders = [headers, ...addedHeaders]
    .flatMap(Object.entries<string>)
    .filter(([name]) => names.isSecretHeader(name));
  const texts = [url, sent.slice(0, maxBody)].flatMap((text) => [text, unescaped(text)]);
  return [
    unescaped(user.slice(user.indexOf(':') + 1)),
    ...secretHeaders.flatMap(([, value]) => secretsOfHeader(value)),
    ...texts.flatMap((text) => [...namedValues(text, names)].map(unescaped)),
  ];
}

/** The credentials in a header, without the names of its parts: `Bearer x`, `a=x; b=y`, the password in Basic. */
function secretsOfHeader(header: string): string[] {
  const value = header.replace(/^(?:basic|bearer|digest|hawk|negotiate|ntlm|token)\s+/i, '');
  const parts = value.replace(/(^|[;,]\s?)[^=;,]+=(?=[^=])/g, '$1');
  try {
    const [, password] = /^[^:]*:(.*)/s.exec(/^basic/i.test(header) ? atob(value) : '') ?? [];
    return [parts, password ?? ''];
  } catch {
    return [parts];
  }
}

const tagStart = /<(?:[\w.-]*:)?$/;
const tag = /<!\[CDATA\[|\]\]>|<[^<>]*>?/;

/** The values after secret names in an address or a body: contents of elements, attributes, fields. */
function* namedValues(text: string, names: CoarseNames): Generator<string> {
  for (const { name, start, end } of secretNames(text, names)) {
    const next = text.indexOf(name, end);
    const rest = text.slice(end, next < 0 ? end + maxValue : next);
    // `password=x`, `"password": "x"`
    const [, ...values] = /^["']?\s*[=:]\s*(?:"([^"]*)|'([^']*)|([^&\s"'<>;,]*))/.exec(rest) ?? [];
    yield values.join('');
    const close = rest.indexOf('>');
    if (tagStart.test(text.slice(Math.max(0, start - 64), start)) && rest[close - 1] !== '/') {
      yield* rest.slice(close + 1).split(tag);
    } else if (/^["'<]/.test(rest)) {
      // `name="password" value="x"`, `name="password">x`, `>password</name><value>x`
      yield /[=:]\s*["']?([^"'&<>]*)/.exec(rest)?.[1] ?? '';
      yield* rest.slice(close + 1).split(tag, 3);
    }
  }
}
