import { type MaskOptions, wordsOf } from './names.js';

/**
 * Names of credentials where the size of a program counts. Every name that `SecretNames` knows is secret here, and some others are: texts of words that
 * belong together, and names whose last word is not about a credential.
 */

/** In a name without separators and again in words, in lower case: `userpin-user-pin`. */
const known =
  /pass(?!eng|port|iv|ag)|pwd|pswd|secret|cred(?:ential|s)|token|jwt|bearer|auth(?!or(?!i[sz]))|cookie|[cx]srf|samlresponse|kennwort|contrase[nñ]a|senha|wachtwoord|пароль|mnemonic|seedphrase|connectionstring|securityanswer|[^-]key|sess(?:ion|id)|(?:pin|access|activation|backup|login|mfa|recovery|security|sms|verification)code|codeverifier|card(?:no|num)|ccnum|creditcard|cvv|-(?:[mt]?pins?|[th]?otp|cv[cn]|csc|pw|hash|sid|sig)(?:-|$)|(?:assertion|nonce|signature|ticket)[-\d]*$/;

/** Last words of names that are about a credential and do not contain one. */
const about = /-(?:type|status|count|error|fault|expire[sd]|policy)$/;

/** Decides whether the name of a parameter, element, attribute, member or header stands for a credential. */
export type IsSecret = (name: string) => boolean;

/** The names of known credentials, and those of an option. */
export function secretNames({ words = [], except = [] }: MaskOptions): IsSecret {
  const own = words.map(squash).filter(Boolean);
  const others = except.map(squash);
  return (name) => {
    const joined = squash(name);
    const all = ['', ...wordsOf(name)].join('-');
    const isKnown = known.test(joined + all) && !about.test(all);
    return !others.includes(joined) && (isKnown || own.some((word) => joined.includes(word)));
  };
}

function squash(name: string): string {
  return wordsOf(name).join('');
}
