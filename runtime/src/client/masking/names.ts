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
/** Names whose answer is kept, and code units of each. */
const maxKnown = 500;
const maxKnownName = 40;
/** Shorter words are not combined from several parts: `p_in` is not a PIN. */
const minJoined = 6;

const final: ReadonlySet<string> = new Set(finalWords);
const whole: ReadonlySet<string> = new Set(wholeWords);
const inHeaders: ReadonlySet<string> = new Set(headerWords);
const about: ReadonlySet<string> = new Set(aboutWords);
const ordinary: ReadonlySet<string> = new Set(ordinaryNames);
const longestOrdinary = Math.max(...ordinaryNames.map((name) => name.length));
const defaultWords: ReadonlySet<string> = new Set(secretWords);

/**
 * The words of a name: it is split at changes of letter case, at digits, and at everything that is neither a letter nor a digit. They are in
 * lower case.
 */
export function wordsOf(name: string): string[] {
  const words = name.match(/\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}+(?!\p{Ll})|\p{Nd}+/gu);
  return words === null ? [] : words.map((word) => word.toLowerCase());
}

/** Decides by their words which names stand for credentials: of parameters, elements, attributes, members, fields, parts, headers. */
export class SecretNames {
  readonly #words: ReadonlySet<string>;
  /** Words of the user, which may be short ones of several parts. */
  readonly #own: ReadonlySet<string>;
  readonly #except: ReadonlySet<string>;
  readonly #longest: number;
  /** Names that were checked already: messages repeat them. */
  readonly #known = new Map<string, boolean>();

  constructor(options: MaskOptions = {}) {
    this.#own = new Set((options.words ?? []).map(squash).filter((word) => word !== ''));
    this.#words = this.#own.size === 0 ? defaultWords : new Set([...defaultWords, ...this.#own]);
    this.#except = new Set((options.except ?? []).map(squash));
    this.#longest = Math.max(...[...this.#words].map((word) => word.length));
  }

  /** True for a name whose value is a credential. A prefix before a colon is ignored. */
  isSecret(name: string): boolean {
    let secret = this.#known.get(name);
    if (secret === undefined) {
      const words = this.#look(name);
      secret = words !== undefined && (this.#has(words) || endsSecret(words));
      this.#remember(name, secret);
    }
    return secret;
  }

  #remember(name: string, secret: boolean): void {
    if (name.length <= maxKnownName) {
      if (this.#known.size >= maxKnown) {
        this.#known.clear();
      }
      // A name that is part of a long text would keep all of it: this one is part of a short text.
      this.#known.set(` ${name}`.slice(1), secret);
    }
  }

  /** The same for the name of an HTTP header: some words mean a credential only there. */
  isSecretHeader(name: string): boolean {
    const words = this.#look(name);
    return words !== undefined && (this.#has(words) || endsSecret(words) || this.#hasHeaderWord(words));
  }

  /** True for two words of a text that are one word of the list: `session id`. */
  isSecretPair(first: string, second: string): boolean {
    const joined = squash(first) + squash(second);
    return joined.length >= minJoined && this.#words.has(joined);
  }

  #look(name: string): string[] | undefined {
    const local = name.slice(Math.max(name.lastIndexOf(':') + 1, name.length - maxName));
    const words = wordsOf(local);
    return words.length === 0 || (this.#except.size > 0 && this.#except.has(words.join(''))) ? undefined : words;
  }

  #hasHeaderWord(words: readonly string[]): boolean {
    return words.some((word) => inHeaders.has(word)) && !words.some((word) => about.has(word));
  }

  /** Is one of the words in the list, or are several together, and no word after them says otherwise? */
  #has(words: readonly string[]): boolean {
    let secret = false;
    let end = 0;
    for (let index = 0; index < words.length; index++) {
      const plain = this.#ordinaryAt(words, index);
      const run = plain > 0 ? 0 : this.#secretAt(words, index);
      if (run > 0) {
        secret = true;
        end = Math.max(end, index + run);
      } else if (index >= end && about.has(words[index] ?? '')) {
        secret = false;
      }
      index += Math.max(0, plain - 1);
    }
    return secret;
  }

  /** How many words from `index` on form a secret word; 0 for none. */
  #secretAt(words: readonly string[], index: number): number {
    let found = isSecretWord(words[index] ?? '') ? 1 : 0;
    let joined = '';
    for (let end = index; end < words.length && joined.length <= this.#longest; end++) {
      joined += words[end];
      const whole = end === index || joined.length >= minJoined;
      if (whole ? this.#words.has(joined) : this.#own.has(joined)) {
        found = end - index + 1;
      }
    }
    return found;
  }

  /** How many words from `index` on form one of the names that are never secret; 0 for none. */
  #ordinaryAt(words: readonly string[], index: number): number {
    let joined = '';
    for (let end = index; end < words.length && joined.length <= longestOrdinary; end++) {
      joined += words[end];
      if (ordinary.has(joined)) {
        return end - index + 1;
      }
    }
    return 0;
  }
}

function isSecretWord(word: string): boolean {
  return secretParts.some((part) => word.includes(part)) || secretEndings.some((ending) => word.endsWith(ending));
}

/** Do the last words make the name secret? Numbers after them do not matter: `pass2`. */
function endsSecret(words: readonly string[]): boolean {
  const last = words.findLastIndex((word) => !/^\p{Nd}/u.test(word));
  const word = words[last] ?? '';
  return final.has(word) || (last === 0 && whole.has(word));
}

function squash(name: string): string {
  return wordsOf(name).join('');
}
