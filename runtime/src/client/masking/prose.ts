import { isIdentifier, nameFields } from './members.js';
import { cover, type SecretNames } from './names.js';
import { unescapeText } from './unescape.js';

/** Texts are escaped so often, at most: XML in JSON in a query in a page has four levels. */
const maxLevels = 8;
/** Code units of a name that are looked at. */
const maxName = 128;
/** What a text has in which something can be found. */
const special = /[=:>&%\\<]|earer|asic|EARER|ASIC|igest|awk|egotiate|NTLM|oken/;
/** What is between a name and its value; and the beginning of a tag with attributes. */
const separators = /=>?|:(?!\\?\/\\?\/)|>|<[^\s<>/!?=]{1,128}(?=\s)/g;
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
const fieldName = /^\s{0,8}(?:<!\[CDATA\[)?["'`]?([^\s<>&"'`;,]+)["'`]?/;
/** The end of our own messages: a name of the contract. */
const advice = /; did you mean "[^"]{1,128}"\?$/;
const nameUnit = /[^\0-#%-,/:-@[-^`{-\u00a0…]/;

/** The functions that hide credentials in texts of no known form. */
export interface ProseRules {
  readonly names: SecretNames;
  /** The text without credentials that are known. */
  known(text: string): string;
}

/**
 * A text of no known form without credentials: everything after a secret name and `=`, `:` or `>` is covered, but the places in the code
 * of a stack trace. Where something is found in what the text is unescaped, everything from its first escape on is.
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
  const hidden = inner === shown ? inner : hideInProse(inner, rules, levels - 1);
  if (hidden === inner) {
    return shown;
  }
  const end = Math.min(shown.search(/[&%\\]/), samePart(inner, hidden));
  return shown.slice(0, end) + cover;
}

/** A text without the users of the addresses in it. */
export function hideUsers(text: string): string {
  const shown = text.replace(user, `$1${cover}@`);
  const last = shown.lastIndexOf('/') + 1;
  return /:\\?\/\\?\/$/.test(shown.slice(Math.max(0, last - 5), last))
    ? shown.slice(0, last) + shown.slice(last).replace(cutUser, `$1${cover}`)
    : shown;
}

function samePart(text: string, other: string): number {
  let length = 0;
  while (text[length] === other[length] && length < text.length) {
    length++;
  }
  return length;
}

function hideNamed(text: string, names: SecretNames): string {
  const lastQuote = text.replace(advice, '').lastIndexOf('"');
  const shown: string[] = [];
  let done = 0;
  separators.lastIndex = 0;
  for (let found = separators.exec(text); found !== null; found = separators.exec(text)) {
    const name = found[0].startsWith('<') ? found[0].slice(1) : nameBefore(text, found.index);
    const value = placeOfValue(name, separators.lastIndex, text, names);
    const quoted = isPath(text, found.index, name);
    if (value < 0 || (quoted && value > lastQuote)) {
      continue;
    }
    // Messages about a place in a document quote its value.
    const start = quoted ? text.indexOf('"', value) + 1 : value;
    shown.push(text.slice(done, start), cover);
    done = quoted ? Math.max(start, lastQuote) : framesAfter(text, value);
    separators.lastIndex = done;
  }
  return shown.length === 0 ? text : shown.join('') + text.slice(done);
}

/** Where the frames of a stack trace begin, which have no values; the end of the text if there are none. */
function framesAfter(text: string, from: number): number {
  const frames = text.slice(from).search(/\n {1,8}at [^\n]/);
  return frames < 0 ? text.length : from + frames;
}

/** Where the credential begins that belongs to a name; -1 if there is none. */
function placeOfValue(name: string, at: number, text: string, names: SecretNames): number {
  const bySelf = !sourceFile.test(name) && names.isSecret(name);
  const isField = !bySelf && nameFields.test(name.slice(name.lastIndexOf(' ') + 1));
  const [written = '', value = ''] = (isField && fieldName.exec(text.slice(at, at + maxName))) || [];
  const isSecret = bySelf || (isField && isIdentifier(value) && names.isSecret(value));
  let start = at + written.length;
  empty.lastIndex = start;
  if (!isSecret || empty.test(text) || (!isField && text.startsWith('</', at))) {
    return -1;
  }
  while (text.charAt(start) === ' ') {
    start++;
  }
  return start;
}

/** The word before a separator, or two. */
function nameBefore(text: string, separator: number): string {
  let end = separator;
  while (separator - end < 8 && /["'`\])\\\s]/.test(text.charAt(end - 1))) {
    end--;
  }
  let start = startOfWord(text, end);
  if (text.charAt(start - 1) === ' ' && start < end) {
    start = startOfWord(text, start - 1);
  }
  return text.slice(start, end).trim();
}

function startOfWord(text: string, end: number): number {
  let start = end;
  while (end - start < maxName && nameUnit.test(text.charAt(start - 1))) {
    start--;
  }
  return start;
}

/** Is it a step of a path, `/Order/token: expected…`, or of a qualified name? */
function isPath(text: string, separator: number, name: string): boolean {
  return text.charAt(separator) === ':' && /[/\\:]/.test(text.charAt(separator - name.length - 1));
}
