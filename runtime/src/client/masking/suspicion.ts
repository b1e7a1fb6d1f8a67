import type { SecretNames } from './names.js';

/** Where a text may contain a credential, judged generously: rather too much than too little. */

/** A text with escapes undone some number of times. */
export interface Level {
  readonly text: string;
  /** Where each code unit was in the text itself; undefined if that is this one. */
  readonly places: readonly number[] | undefined;
}

/** Texts are escaped so often, at most. */
const maxLevels = 4;
const escapes =
  /&(?:(amp|lt|gt|quot|apos|nbsp)|#(?:(\d{1,7})|x([\da-f]{1,8})));|(%[c-f][\da-f](?:%[89ab][\da-f]){1,3}|%[\da-f]{2})|[%\\]u([\da-f]{4})|\\(["'\\/bfnrt])/gi;
const characters: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
  ...{ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' },
};

/** A text, and what it says with its escapes undone once, twice, and so on: references of XML, percent-encoding, those of JSON. */
export function levelsOf(text: string): Level[] {
  const levels: Level[] = [];
  for (
    let level: Level | undefined = { text, places: undefined };
    level !== undefined && levels.length <= maxLevels;
  ) {
    levels.push(level);
    level = levelOf(level, escapes, meaning);
  }
  return levels;
}

/** A text with what `meaning` says in the place of each match of a pattern; undefined if there is none. */
export function levelOf(
  { text, places }: Level,
  pattern: RegExp,
  meaning: (match: RegExpMatchArray) => string,
): Level | undefined {
  const pieces: string[] = [];
  const sources: number[] = [];
  let end = 0;
  const add = (piece: string, from: number, step: number): void => {
    pieces.push(piece);
    for (let unit = 0; unit < piece.length; unit++) {
      const at = from + unit * step;
      sources.push(places?.[at] ?? at);
    }
  };
  for (const match of text.matchAll(pattern)) {
    add(text.slice(end, match.index), end, 1);
    add(meaning(match), match.index, 0);
    end = match.index + match[0].length;
  }
  if (end === 0) {
    return undefined;
  }
  add(text.slice(end), end, 1);
  return { text: pieces.join(''), places: sources };
}

function meaning([all, name, decimal, hexadecimal, bytes, unit, character]: RegExpMatchArray): string {
  if (bytes !== undefined) {
    return ofBytes(bytes);
  }
  const number = Number(decimal ?? `0x${hexadecimal ?? unit}`);
  if (number >= 0) {
    return number <= 0x10ffff ? String.fromCodePoint(number) : all;
  }
  const sign = (name ?? character ?? '').toLowerCase();
  return characters[sign] ?? sign;
}

/** A character of UTF-8, or bytes. */
function ofBytes(bytes: string): string {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return bytes.replace(/%(..)/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  }
}

/** A name in a text that says that a credential comes next. */
export interface Named {
  readonly name: string;
  /** Where the credential may begin: after the name, spaces and a sign. */
  readonly start: number;
}

const names = /[\w.$\u0080-\u009f\u00a1-\u2025\u2027-\uffff-]+/g;
/** After the name of a value: the end of a tag or a quote, a sign between a name and its value. */
const sign = /\s{0,9}[=:>"'`\\&%<{[]|[,;\r\n]/y;
const tagStart = /<(?:[\w.-]*:)?$/;
const credential = /[ \t]+[\w.~+/-]{8}/y;
const schemes = /^(?:basic|bearer|digest|hawk|negotiate|ntlm|token)$/i;
const sourceFile = /\.(?:[cm]?[jt]sx?|cs|vb|java|py|rb|go|php)$/;
const user = /:(?:[/\\]{2,9}|[/\\]+)[^\s/?#"'`<>\\]*@/g;

/** The names of credentials in a text, in order, without those that end a tag; the user of an address is one without a name. */
export function* namedSecrets(text: string, secret: SecretNames): Generator<Named> {
  user.lastIndex = 0;
  let address = user.exec(text);
  let before = '';
  let end = 0;
  for (const { 0: name, index } of text.matchAll(names)) {
    const start = index + name.length;
    if (address !== null && address.index < start) {
      yield { name: '', start: address.index + 1 };
      address = null;
    }
    const isPair = index === end + 1 && text[end] === ' ' && secret.isSecretPair(before, name);
    [before, end] = [name, start];
    const after = valueStart(text, name, index, isPair || secret.isSecret(name));
    if (after > 0) {
      yield { name, start: after };
    }
  }
  if (address !== null) {
    yield { name: '', start: address.index + 1 };
  }
}

/** Where the value of a name begins; 0 if there is none. */
function valueStart(text: string, name: string, index: number, isSecret: boolean): number {
  const end = index + name.length;
  if (schemes.test(name)) {
    credential.lastIndex = end;
    if (credential.test(text)) {
      return end + 1;
    }
  }
  if (isSecret && tagStart.test(text.slice(Math.max(0, index - 64), index))) {
    const close = text.indexOf('>', end);
    return close < 0 ? end : text[close - 1] === '/' ? 0 : close + 1;
  }
  sign.lastIndex = end;
  const found = isSecret ? sign.exec(text)?.[0] : undefined;
  const last = found?.at(-1) ?? '';
  const previous = text[index - 1] ?? '';
  if (
    found === undefined ||
    (previous === '/' && last === '>') ||
    (/[,;\r\n]/.test(last) && !/[=:]/.test(previous)) ||
    (last === ':' &&
      (sourceFile.test(name) || (/[/\\:]/.test(previous) && !/^\s*["'`]/.test(text.slice(sign.lastIndex)))))
  ) {
    return 0;
  }
  return sign.lastIndex;
}
