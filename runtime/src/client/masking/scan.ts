import { isIdentifier } from './members.js';
import type { SecretNames } from './names.js';
import type { Range } from './ranges.js';
import {
  isEscapedQuote,
  isNameStart,
  isQuote,
  isTagNameUnit,
  isWordUnit,
  skipSpace,
  skipSpaces,
  unescapeName,
} from './units.js';
import {
  attributeValue,
  elementContent,
  elementText,
  endBefore,
  isEscaped,
  lineValue,
  memberValue,
  pairValue,
  quotedValue,
  structuredValue,
} from './values-in-text.js';

/** Which names are secret in a text. */
export interface ScanRules {
  readonly names: SecretNames;
  /** Elements that are messages, such as `ChangePassword`: their children are checked one by one. */
  readonly messages: ReadonlySet<string>;
}

/**
 * The values of secret names in a text of any kind, in one pass from its beginning to its end: elements and attributes of
 * XML, members of JSON and of the output of debuggers, `name=value` and `name: value`, parts of `multipart/form-data`, fields
 * whose name is the value of another one (`<Key>password</Key><Value>…`), and the users of addresses. A text that is cut
 * short or broken is hidden to its end rather than shown. Hidden values are not searched again, so the time grows with the
 * length.
 */
export function secretValues(text: string, rules: ScanRules): Range[] {
  return new Scanner(text, rules).scan();
}

/** The last word that was read: where it begins and ends. */
interface Word {
  readonly start: number;
  readonly end: number;
}

/** A start tag that is being read. */
interface Tag {
  readonly name: string;
  /** Its content is a credential: by its own name, or by an attribute that names it. */
  secret: 'no' | 'by-name' | 'by-attribute';
}

/** How far after a name its value may be, in code units. */
const maxDistance = 1024;
const far = -maxDistance;
const noWord: Word = { start: 0, end: 0 };
/** Code units of a quoted name, and of a value that may be a name. */
const maxName = 128;
const nameFields = /(?:^|[._:-])(?:name|key|param|parameter|field|property)$/i;
const valueFields = /(?:^|[._:-])(?:value|val|text|content|data)$/i;
/** Values that mean that there is no credential. */
const emptyValues: ReadonlySet<string> = new Set(['', 'true', 'false', 'null', 'undefined']);
const lineNames = /(?:authorization|cookie2?)$/i;
const schemes = /^(?:basic|bearer|digest|hawk|negotiate|ntlm|token)$/i;
/** Names that are followed by a line number. */
const sourceFile = /\.(?:[cm]?[jt]sx?|cs|vb|java|py|rb|go|php)$/;
/** The credential after the name of its scheme (RFC 9110, 11.4), if it occurs alone in a text. */
const token68 = /[\w.~+/-]{8,}=*/y;

class Scanner {
  readonly #text: string;
  readonly #rules: ScanRules;
  readonly #ranges: Range[] = [];
  #at = 0;
  #word = noWord;
  #wordBefore = noWord;
  /** The last quote, and the one of its kind before it. */
  #quote = -1;
  #quoteBefore = -1;
  readonly #lastQuotes = new Map<number, number>();
  #tag: Tag | undefined;
  /** Where a name field had a secret name as its value; negative when the last had another one. */
  #named = far;
  /** Where the headers of a part named a secret field. */
  #partNamed = far;

  constructor(text: string, rules: ScanRules) {
    this.#text = text;
    this.#rules = rules;
  }

  scan(): Range[] {
    const text = this.#text;
    while (this.#at < text.length) {
      const unit = text.charCodeAt(this.#at);
      if (isWordUnit(unit)) {
        this.#readWord();
      } else {
        this.#read(unit);
      }
    }
    return this.#ranges;
  }

  #readWord(): void {
    const text = this.#text;
    const start = this.#at;
    let end = start + 1;
    while (end < text.length && isWordUnit(text.charCodeAt(end))) {
      end++;
    }
    this.#wordBefore = this.#word;
    this.#word = { start, end };
    this.#at = end;
    if (end - start <= 9 && schemes.test(text.slice(start, end))) {
      this.#readCredential();
    }
  }

  /** `Bearer x` in the middle of a text, when `x` looks like no word of a language. */
  #readCredential(): void {
    const start = skipSpaces(this.#text, this.#at);
    token68.lastIndex = start;
    const value = start === this.#at ? undefined : token68.exec(this.#text)?.[0];
    if (value !== undefined && /\d|[a-z][A-Z]|[A-Z]{2}/.test(value)) {
      this.#hide({ start, end: start + value.length });
    }
  }

  #read(unit: number): void {
    if (isQuote(unit)) {
      this.#readQuote(unit);
    } else if (unit === 0x3c) {
      this.#readTag();
    } else if (unit === 0x3e) {
      this.#endTag();
    } else if (unit === 0x3d) {
      this.#readPair();
    } else if (unit === 0x3a) {
      this.#readMember();
    } else if (unit === 0x0a) {
      this.#readLineEnd();
    } else {
      this.#at++;
    }
  }

  #readQuote(unit: number): void {
    this.#quoteBefore = this.#lastQuotes.get(unit) ?? -1;
    this.#quote = this.#at;
    this.#lastQuotes.set(unit, this.#at);
    this.#at++;
  }

  /** Hides a value and goes on after it. */
  #hide({ start, end }: Range): void {
    if (end - start > 16 || !emptyValues.has(this.#text.slice(start, end).trim())) {
      this.#ranges.push({ start, end });
    }
    this.#at = Math.max(this.#at, end);
    this.#word = noWord;
  }

  /** A value that is short enough to be a name; else `''`. */
  #nameIn({ start, end }: Range): string {
    return end - start > maxName ? '' : this.#text.slice(start, end).trim();
  }

  #isSecret(name: string): boolean {
    return this.#rules.names.isSecret(unescapeName(name));
  }

  // Elements

  #readTag(): void {
    const text = this.#text;
    const start = this.#at + 1;
    this.#tag = undefined;
    this.#at = start;
    if (!isNameStart(text.charCodeAt(start))) {
      // An end tag, a declaration, a comment, or no tag. Their content is searched as text.
      return;
    }
    let end = start + 1;
    while (end < text.length && isTagNameUnit(text.charCodeAt(end))) {
      end++;
    }
    const name = text.slice(start, end);
    this.#tag = { name, secret: this.#rules.names.isSecret(name) ? 'by-name' : 'no' };
    this.#at = end;
    this.#word = noWord;
  }

  #endTag(): void {
    const tag = this.#tag;
    const start = this.#at + 1;
    this.#tag = undefined;
    this.#at = start;
    if (tag !== undefined && this.#text.charCodeAt(start - 2) !== 0x2f) {
      this.#readContent(tag, start);
    }
  }

  #readContent(tag: Tag, start: number): void {
    switch (tag.secret) {
      case 'by-name':
        if (!this.#isMessage(tag.name, start)) {
          this.#hide(elementContent(this.#text, start, tag.name));
        }
        return;
      case 'by-attribute':
        // HTML has elements without an end tag; a child that contains the value is found by its name.
        this.#hide(elementText(this.#text, start));
        return;
      case 'no':
        this.#readField(tag, start);
        return;
    }
  }

  /** An element that contains the name of a secret whose value is in another one, or the value for such a name. */
  #readField(tag: Tag, start: number): void {
    if (valueFields.test(tag.name) && this.#isNear(this.#named)) {
      this.#named = far;
      this.#hide(elementContent(this.#text, start, tag.name));
    } else if (nameFields.test(tag.name)) {
      this.#readNameField(elementText(this.#text.slice(0, start + maxName + 1), start));
    }
  }

  #isNear(at: number): boolean {
    return this.#at - at < maxDistance;
  }

  #isMessage(name: string, start: number): boolean {
    const local = name.slice(name.lastIndexOf(':') + 1);
    return this.#rules.messages.has(local) && /^\s*<[^/!]/.test(this.#text.slice(start, start + maxName));
  }

  // Pairs: attributes, fields, and whatever else has `=` between a name and a value.

  #readPair(): void {
    const text = this.#text;
    const equals = this.#at++;
    if (text.charAt(equals + 1) === '>') {
      this.#at++;
      this.#readAfter(equals, equals + 2);
    } else if (text.charAt(equals + 1) !== '=') {
      this.#readValueOfPair(equals);
    }
  }

  #readValueOfPair(equals: number): void {
    const text = this.#text;
    const word = this.#wordBeforeSign(equals);
    const name = word === undefined ? this.#nameBefore(equals) : this.#nameOf(word);
    const start = skipSpaces(text, equals + 1);
    if (name === '' || isNamespace(text, word) || isEscapedQuote(text, start)) {
      return;
    }
    const before = word === undefined ? '' : signBefore(text, word.start);
    if (this.#isSecretField(name, word)) {
      this.#hide(this.#pairValue(text, start, before));
    } else if (nameFields.test(name)) {
      const value = this.#pairValue(text.slice(0, start + maxName + 2), start, before);
      if (this.#readNameField(value) && before === ';') {
        this.#partNamed = this.#at;
      }
    }
  }

  #pairValue(text: string, start: number, before: string): Range {
    if (!isQuote(text.charCodeAt(start))) {
      return pairValue(text, start, before);
    }
    return this.#tag === undefined ? quotedValue(text, start + 1) : attributeValue(text, start + 1);
  }

  /** Looks at the value of a name field. True if it is a secret name. */
  #readNameField(value: Range): boolean {
    const name = this.#nameIn(value);
    const secret = isIdentifier(name) && this.#isSecret(name);
    this.#named = secret ? this.#at : far;
    if (secret && this.#tag?.secret === 'no') {
      this.#tag.secret = 'by-attribute';
    }
    return secret;
  }

  /** Is it the name of a credential, or a value field that belongs to such a name? */
  #isSecretField(name: string, word: Word | undefined): boolean {
    return this.#isSecret(name) || this.#isPair(word) || (valueFields.test(name) && this.#isNamed());
  }

  /** After a name field with a secret name, or in the tag of a secret element: `<token value="x"/>`. */
  #isNamed(): boolean {
    const named = this.#isNear(this.#named);
    this.#named = far;
    return named || (this.#tag !== undefined && this.#tag.secret !== 'no');
  }

  // Members: of JSON and of the output of debuggers; headers.

  #readMember(): void {
    const colon = this.#at++;
    if (this.#text.startsWith('//', colon + 1)) {
      this.#readAddress(colon + 3);
    } else {
      this.#readAfter(colon, colon + 1);
    }
  }

  /** Reads the value at `from`, after a sign (`:` or `=>`) at `sign`. */
  #readAfter(sign: number, from: number): void {
    const text = this.#text;
    const quoted = this.#nameBefore(sign);
    const word = quoted === '' ? this.#wordBeforeSign(sign) : undefined;
    const name = word === undefined ? quoted : this.#nameOf(word);
    const start = skipSpace(text, from);
    if (name === '' || isEscapedQuote(text, start) || (word !== undefined && this.#isPath(word, from, start))) {
      return;
    }
    if (this.#isSecretField(name, word)) {
      this.#hide(this.#memberValue(start, name, word));
    } else if (nameFields.test(name)) {
      const beginning = text.slice(0, start + maxName + 2);
      this.#readNameField(
        isQuote(text.charCodeAt(start)) ? quotedValue(beginning, start + 1) : memberValue(beginning, start),
      );
    }
  }

  /** Is the word part of a path, `/Order/token: expected…`, or of a qualified name, `a:token`? */
  #isPath(word: Word, from: number, value: number): boolean {
    if (isQuote(this.#text.charCodeAt(value))) {
      return false;
    }
    const isFile = sourceFile.test(this.#nameOf(word));
    return isFile || /[/\\:]/.test(this.#text.charAt(word.start - 1)) || (this.#tag !== undefined && value === from);
  }

  #memberValue(start: number, name: string, word: Word | undefined): Range {
    const text = this.#text;
    const unit = text.charCodeAt(start);
    if (unit === 0x7b || unit === 0x5b) {
      return structuredValue(text, start);
    }
    if (isQuote(unit)) {
      return quotedValue(text, start + 1);
    }
    if (word !== undefined && lineNames.test(name)) {
      const before = word.start - 1;
      return isQuote(text.charCodeAt(before))
        ? { start, end: endBefore(text, text.charAt(before), start) }
        : lineValue(text, start);
    }
    const value = memberValue(text, start);
    return schemes.test(text.slice(start, Math.min(value.end, start + 10)))
      ? { start, end: memberValue(text, skipSpaces(text, value.end)).end }
      : value;
  }

  /** The quoted name that ends before `at`, without spaces between; `''` if there is none at this level of escaping. */
  #nameBefore(at: number): string {
    const text = this.#text;
    const { start, end } = { start: this.#quoteBefore + 1, end: this.#quote };
    if (end < at - maxName || start === 0 || end - start > maxName || isEscaped(text, end, start)) {
      return '';
    }
    return text.slice(end + 1, at).trim() === '' ? text.slice(start, end) : '';
  }

  /** The word that ends before `at`, spaces between them left out. */
  #wordBeforeSign(at: number): Word | undefined {
    const { start, end } = this.#word;
    return start < end && end >= at - 8 && this.#text.slice(end, at).trim() === '' ? this.#word : undefined;
  }

  #nameOf({ start, end }: Word): string {
    return this.#text.slice(Math.max(start, end - maxName), end);
  }

  /** Is it one word of the list together with the word before it: `session id`? */
  #isPair(word: Word | undefined): boolean {
    const before = this.#wordBefore;
    return (
      word !== undefined &&
      before.start < before.end &&
      before.end === word.start - 1 &&
      this.#text.charCodeAt(before.end) === 0x20 &&
      this.#rules.names.isSecretPair(this.#nameOf(before), this.#nameOf(word))
    );
  }

  // Parts and addresses

  #readLineEnd(): void {
    const text = this.#text;
    const next = ++this.#at;
    const start = text.charAt(next) === '\n' ? next + 1 : text.startsWith('\r\n', next) ? next + 2 : -1;
    if (start > 0 && this.#isNear(this.#partNamed)) {
      this.#partNamed = far;
      const end = endBefore(text, '\n--', start);
      this.#hide({ start, end: text.charAt(end - 1) === '\r' && end < text.length ? end - 1 : end });
    }
  }

  /** The user of an address whose authority begins at `start`. */
  #readAddress(start: number): void {
    authorityEnd.lastIndex = start;
    const end = authorityEnd.exec(this.#text)?.index ?? this.#text.length;
    const user = this.#text.slice(start, end).lastIndexOf('@');
    this.#at = start;
    if (user > 0) {
      this.#hide({ start, end: start + user });
    }
  }
}

const authorityEnd = /[/?#\s"'`<>\\]/g;

/**
 * The character before a word. A form has none before its first name; the `;` of `&amp;` counts as the character that it
 * means.
 */
function signBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - 5), start);
  return start === 0 || before === '&amp;' ? '&' : before.slice(-2).trim().slice(-1);
}

/** Does the word declare a prefix: `xmlns:token="…"`? */
function isNamespace(text: string, word: Word | undefined): boolean {
  return word !== undefined && text.slice(Math.max(0, word.start - 6), word.start) === 'xmlns:';
}
