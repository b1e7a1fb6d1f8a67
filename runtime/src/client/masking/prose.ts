import { cover, nameField, type SecretNames } from './names.js';
import { unescapeText } from './unescape.js';

/** Texts are escaped so often, at most: XML in JSON in a query in a page has four levels. */
const maxLevels = 8;
/** What a text has in which something can be found. */
const special = /[=:>&%\\<]|earer|asic|EARER|ASIC|igest|awk|egotiate|NTLM|oken/;
/** A word that may be a name, and the beginning of a tag with attributes. */
const words = /<[^\s<>/!?=]{1,128}(?=\s)|[^\0-#%-,/:-@[-^`{-\u00a0…]+/g;
/** What is between a name and its value. */
const separator = /["'`\])\\\s]{0,8}(?:=>?|:(?!\\?\/\\?\/)|>(?!<\/)) {0,8}/y;
/** A value that means that there is no credential, or that is covered already. */
const empty = /(?:\s*(?:true|false|null|undefined|""|''|["'`]?\*\*\*["'`]?)\s*(?:[,;&})\]<\s]|$)|\s*$)/y;
/** The user of an address. */
const user = /(:\\?\/\\?\/)[^/?#\s"<>\\]+@/g;
/** The beginning of the user of one that was cut within the password; a port has digits. */
const cutUser = /^([^?#\s"<>\\:@]*:)(?!\d{1,5}$)[^\s"<>@]+$/;
/** What may be the credential after the name of its scheme (RFC 9110, 11.4). */
const credential =
  /\b([Bb]asic|BASIC|[Bb]earer|BEARER|[Dd]igest|[Hh]awk|[Nn]egotiate|NTLM|[Tt]oken)(\s{1,8})([\w.~+/-]{8,}=*)/g;
/** Names that are followed by a line number. */
const sourceFile = /\.(?:[cm]?[jt]sx?|cs|vb|java|py|rb|go|php)$/;
/** The value of a field that is a name. */
const fieldName = /\s{0,8}(?:<!\[CDATA\[)?["'`]?([^\s<>&"'`;,]{1,64})["'`]?/y;
/** The end of our own messages: a name of the contract. */
const advice = /; did you mean "[^"]{1,128}"\?$/;

/** The functions that hide credentials in texts of no known form. */
export interface ProseRules {
  readonly names: SecretNames;
  /** The text without credentials that are known. */
  known(text: string): string;
}

/**
 * A text of no known form without credentials: everything after a secret name and `=`, `:` or `>` is covered. One in which something is found
 * only when it is unescaped is given by its length.
 */
export function hideInProse(text: string, rules: ProseRules, levels: number = maxLevels): string {
  const covered = rules.known(text);
  if (!special.test(covered)) {
    return covered;
  }
  const known = hideUsers(covered).replace(credential, (whole, scheme: string, space: string, value: string) =>
    // Others look like words of a language.
    /\d|[a-z][A-Z]|[A-Z]{2}/.test(value) ? scheme + space + cover : whole,
  );
  const shown = hideNamed(known, rules.names);
  const inner = levels > 0 && /[&%\\]/.test(shown) ? unescapeText(shown) : shown;
  return inner === shown || hideInProse(inner, rules, levels - 1) === inner ? shown : `(${text.length} characters)`;
}

/** A text without the users of the addresses in it. */
export function hideUsers(text: string): string {
  const shown = text.replace(user, `$1${cover}@`);
  const last = shown.lastIndexOf('/') + 1;
  return /:\\?\/\\?\/$/.test(shown.slice(Math.max(0, last - 5), last))
    ? shown.slice(0, last) + shown.slice(last).replace(cutUser, `$1${cover}`)
    : shown;
}

/** The text as far as the first value of a secret name. */
function hideNamed(text: string, names: SecretNames): string {
  const lastQuote = text.replace(advice, '').lastIndexOf('"');
  let [before, end] = ['', -1];
  for (const { 0: word, index } of text.matchAll(words)) {
    const name = index === end + 1 && text[end] === ' ' ? `${before} ${word}` : word;
    [before, end] = [word, index + word.length];
    separator.lastIndex = end;
    const isFollowed = word.startsWith('<') || separator.test(text);
    const value = isFollowed ? placeOfValue(name, separator.lastIndex, text, names) : -1;
    if (value < 0) {
      continue;
    }
    // A step of a path, `/Order/token: expected…`: messages about a place in a document quote its value.
    const isPath = /[/\\:]/.test(text.charAt(index - 1)) && text.charAt(end) === ':';
    if (!isPath) {
      return text.slice(0, value) + cover;
    }
    const quote = text.indexOf('"', value) + 1;
    if (quote > 0 && quote - 1 <= lastQuote) {
      const rest = quote <= lastQuote ? text.slice(lastQuote) : '';
      return text.slice(0, quote) + cover + hideNamed(rest, names);
    }
  }
  return text;
}

/** Where the credential begins that belongs to a name, after what separates them; -1 if there is none. */
function placeOfValue(name: string, after: number, text: string, names: SecretNames): number {
  let at = after;
  let isSecret = !sourceFile.test(name) && names.isSecret(name);
  if (!isSecret && nameField.test(name)) {
    fieldName.lastIndex = at;
    const field = fieldName.exec(text)?.[1] ?? '';
    isSecret = names.isSecret(field);
    at = fieldName.lastIndex;
  }
  empty.lastIndex = at;
  return isSecret && !empty.test(text) ? at : -1;
}
