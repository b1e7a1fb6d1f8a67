import { type MaskOptions, wordsOf } from './names.js';

/**
 * Names of credentials where the size of a program counts. Every name that `SecretNames` knows is secret here, and some others are: texts of
 * words that belong together, names whose last word is not about a credential.
 */

/** In names without separators, in lower case, wherever they are. */
const parts =
  'pass(?:wor|phrase|code|wd)|pwd|pswd|secret|credential|creds|token|jwt|bearer|authori[sz]ation|cookie|[cx]srf|samlresponse|cvv' +
  '|kennwort|motdepasse|contrase[nñ]a|senha|wachtwoord|пароль|mnemonic|seedphrase|connectionstring|securityanswer|.key|sess(?:ion)?(?:id|guid|hash)' +
  '|(?:pin|access|activation|auth|backup|login|mfa|recovery|security|sms|verification)code|(?:code|oauth)verifier' +
  '|auth(?:hash|data)|card(?:number|no)|ccnumber|creditcard';

/** Whole words, some of them at the end only. */
const words =
  /(?:^| )(?:(?:[mt]?pins?|[th]?otp|cv[cn]|csc)(?: |$)|(?:(?:user|db|login)?pass|pw|assertion|auth|nonce|session|sid|sig|signature|ticket)(?: \d+)*$)|^hash(?: \d+)*$/;

/** Last words of names that are about a credential and do not contain one. */
const about = /^(?:count|error|exception|expired|expires|failure|fault|length|policy|required|size|status|type)$/;

const inHeaders = /(?:^| )(?:key|auth|authentication|session|signature|ticket)(?: |$)/;

/** Elements of WS-Security and names of .NET that contain no credential themselves. */
const ordinary = ['usernametoken', 'securitytokenreference', 'publickeytoken'];

/** Code units of a name that are checked: its last ones. */
const maxName = 256;

/** Decides which names stand for credentials. */
export class CoarseNames {
  readonly #own: RegExp;
  readonly #except: readonly string[];

  constructor({ words: own = [], except = [] }: MaskOptions) {
    const squashed = own.map(squash).filter((word) => word !== '');
    this.#own = new RegExp(squashed.join('|') || '(?!)');
    this.#except = [...ordinary, ...except.map(squash)];
  }

  /** True for a name whose value may be a credential. A prefix before a colon is ignored. */
  isSecret(name: string): boolean {
    const all = wordsOf(localName(name));
    const joined = all.join('');
    const isKnown = partsOf.test(joined) || words.test(all.join(' '));
    return !this.#except.includes(joined) && (this.#own.test(joined) || (isKnown && !about.test(all.at(-1) ?? '')));
  }

  /** True for two words of a text that are one name: `session id`, but not `Bearer realm`. */
  isSecretPair(first: string, second: string): boolean {
    return lastPart.test(squash(localName(first) + localName(second)));
  }

  /** The same for the name of an HTTP header. */
  isSecretHeader(name: string): boolean {
    const all = wordsOf(localName(name));
    return this.isSecret(name) || (inHeaders.test(all.join(' ')) && !this.#except.includes(all.join('')));
  }
}

const partsOf = new RegExp(parts);
const lastPart = new RegExp(`(?:${parts})[a-z]{0,3}$`);

function localName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf(':') + 1, name.length - maxName));
}

function squash(name: string): string {
  return wordsOf(name).join('');
}
