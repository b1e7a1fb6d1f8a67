import type { CoarseNames } from './coarse-names.js';

/** The name of a credential in a text, which says that its value comes next. */
export interface SecretPlace {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const words = /[\w.$\u0080-\u009f\u00a1-\u2025\u2027-\uffff-]+/g;
/** After the name of a value: the end of a tag or a quote, a sign between a name and its value. */
const sign = /\s{0,9}[=:>"'`\\&%<{[]|[,;\r\n]/y;

/** The names of credentials in a text, in order. */
export function* secretNames(text: string, names: CoarseNames): Generator<SecretPlace> {
  let before = '';
  for (const { 0: name, index: start } of text.matchAll(words)) {
    const end = start + name.length;
    sign.lastIndex = end;
    const isNaming = /[<:]/.test(text[start - 1] ?? '') || sign.test(text);
    if (isNaming && (names.isSecret(name) || names.isSecretPair(before, name))) {
      yield { name, start, end };
    }
    before = name;
  }
}

/** The user in an address, and a credential after the name of the way in which it is sent. */
const open = /:[/\\]+[^\s/?#"'`<>\\]*@|\b(?:basic|bearer|digest|hawk|negotiate|ntlm|token)[ \t]+[\w.~+/-]{8}/i;

/** Where a text may first show a credential that one can tell without the call; its length if nowhere. */
export function secretPlace(text: string, names: CoarseNames): number {
  const named = secretNames(text, names).next().value?.end ?? text.length;
  const at = text.search(open);
  return at < 0 ? named : Math.min(named, at);
}
