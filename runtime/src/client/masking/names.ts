import { RecentMap } from '../../base/recent-map.js';
import {
  aboutWords,
  finalWords,
  headerWords,
  ordinaryNames,
  secretEndings,
  secretParts,
  secretWords,
  wholeWords,
} from './words.js';

/** The names to hide in addition to those of known credentials. */
export interface MaskOptions {
  /**
   * More words that make a name secret, wherever they are in it: `['customerNumber']` also hides `customer_number` and `oldCustomerNumber`. Letter
   * case does not matter.
   */
  readonly words?: readonly string[];
  /** Whole names that are not secret although they contain such a word, as `pinCode` in an address. Letter case and separators do not matter. */
  readonly except?: readonly string[];
}

/** Code units of a name that are checked: its last ones. */
const maxName = 256;
/** Code units of the names whose answer is kept. */
const maxKnown = 65_536;
/** Shorter words are not combined from several parts: `p_in` is not a PIN. */
const minJoined = 6;

/**
 * The words of a name: it is split at changes of letter case, at digits, and at everything that is neither a letter nor a digit. They are in
 * lower case.
 */
export function wordsOf(name: string): string[] {
  const words = name.match(/\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}+(?!\p{Ll})|\p{Nd}+/gu) ?? [];
  return words.map((word) => word.toLowerCase());
}

/** An expression for one of some words; one of several parts may have `-` between them. */
function anyOf(words: readonly string[], shortest = minJoined): string {
  return words.map((word) => (word.length < shortest ? word : [...word].join('-?'))).join('|');
}

const final = new RegExp(
  `-(?:${finalWords.join('|')})(?:-\\p{Nd}+)*-$|^-(?:${wholeWords.join('|')})(?:-\\p{Nd}+)*-$`,
  'u',
);
const about = new RegExp(`-(?:${aboutWords.join('|')})-`);
const inHeaders = new RegExp(`-(?:${headerWords.join('|')})-`);

/** Decides by their words which names stand for credentials: of parameters, elements, attributes, members, fields, parts, headers. */
export class SecretNames {
  /** The parts of names that matter: a name that is never secret, one that is, or a word that says that no secret is meant. */
  readonly #parts: RegExp;
  readonly #except: ReadonlySet<string>;
  /** Names that were checked already: messages repeat them. */
  readonly #known = new RecentMap<boolean>(maxKnown);

  constructor(options: MaskOptions = {}) {
    const own = (options.words ?? []).map(squash).filter((word) => word !== '');
    const listed = [anyOf(secretWords), anyOf(own, 0)].filter((word) => word !== '').join('|');
    const one = `[^-]*(?:${secretParts.join('|')})[^-]*|[^-]*(?:${secretEndings.join('|')})`;
    const parts = `-(?:(${anyOf(ordinaryNames)})|(${listed}|${one})|(?:${aboutWords.join('|')}))(?=-)`;
    this.#parts = new RegExp(parts, 'gu');
    this.#except = new Set((options.except ?? []).map(squash));
  }

  /** True for a name whose value is a credential. A prefix before a colon is ignored. */
  isSecret(name: string): boolean {
    let secret = this.#known.get(name);
    if (secret === undefined) {
      const words = this.#wordsOf(name);
      secret = this.#has(words) || final.test(words);
      // A name that is part of a long text would keep all of it: this one is part of a short text.
      this.#known.set(` ${name}`.slice(1), secret);
    }
    return secret;
  }

  /** The same for the name of an HTTP header: some words mean a credential only there. */
  isSecretHeader(name: string): boolean {
    const words = this.#wordsOf(name);
    return this.isSecret(name) || (inHeaders.test(words) && !about.test(words));
  }

  /** The words of a name, each between `-`; none of one that is excluded. */
  #wordsOf(name: string): string {
    const words = wordsOf(name.slice(Math.max(name.lastIndexOf(':') + 1, name.length - maxName)));
    return this.#except.has(words.join('')) ? '' : ['', ...words, ''].join('-');
  }

  /** Is one of the words in the list, or are several together, and no word after them says otherwise? */
  #has(words: string): boolean {
    const parts = [...words.matchAll(this.#parts)].filter(([, ordinary]) => ordinary === undefined);
    return parts.at(-1)?.[2] !== undefined;
  }
}

function squash(name: string): string {
  return wordsOf(name).join('');
}

/** The text that replaces a credential. */
export const cover = '***';

/** What is hidden in a value. */
export interface ValueRules {
  readonly names: SecretNames;
  /** A text within it without credentials. */
  readonly text: (text: string) => string;
  /** Is told of each value of a secret name. */
  readonly secret: (value: string) => void;
}

/** What is hidden in a text. */
export interface TextRules extends ValueRules {
  /** Elements that are messages, such as `ChangePassword`: their children are checked one by one. */
  readonly messages: ReadonlySet<string>;
}

const emptyValues: ReadonlySet<string> = new Set(['', 'true', 'false', 'null', 'undefined']);

/** False for a text that means that there is no credential. */
export function holdsText(text: string): boolean {
  return text.length > 16 || !emptyValues.has(text.trim());
}

/** Fields whose value is the name of another, and those that have its value: `<Key>password</Key><Value>…`, `{ name: 'password', value: … }`. */
export const nameField: RegExp = /(?:^|[ ._:-])(?:name|key|param|parameter|field|property)$/i;
export const valueField: RegExp = /(?:^|[ ._:$-])(?:value|val|text|content|data|children)$/i;

/** True for a text that can be the name of a parameter or an element. Titles and names of people have spaces. */
export function isIdentifier(text: string): boolean {
  return /^[^\s<>&"']{1,64}$/.test(text);
}
