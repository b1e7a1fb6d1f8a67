import type { MaskOptions } from './names.js';

/** Names of credentials where the size of a program counts. Every name that `SecretNames` knows is secret here, and many others are. */

/** In a name with a sign between its words and again without signs, in lower case: `-user-pin-userpin`. */
const known =
  /pass(?!eng|port|iv|ag)|phrase|pwd|pswd|secret|cred(?!it)|token|jwt|bearer|auth(?!or(?!i[sz]))|cookie|[cx]srf|saml|kennw|contrase|senha|wachtw|пароль|mnemonic|connectionstr|answer|\wkey|sess(?:ion|id)|(?:pin|access|vation|fication|backup|login|mfa|recovery|security|sms)code|codever|card(?:no|num)|ccnum|creditcard|cvv|[^a-z](?:[mt]?pins?|[th]?otp|cv[cn]|csc|pw|hash|sid|sig)(?![a-z])|(?:assertion|nonce|signature|ticket)\d*$/;

/** Decides whether the name of a parameter, element, attribute or header stands for a credential. */
export type IsSecret = (name: string) => boolean;

/** The names of known credentials, and those of an option. */
export function secretNames({ words = [], except = [] }: MaskOptions): IsSecret {
  const own = words.map(joined).filter(Boolean);
  const others = except.map(joined);
  return (name) => {
    const text = joined(name);
    const isKnown = known.test(`-${separated(name)}-${text}`);
    return !others.includes(text) && (isKnown || own.some((word) => text.includes(word)));
  };
}

function separated(name: string): string {
  return name.replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2-').toLowerCase();
}

function joined(name: string): string {
  return name.replace(/[-_.:\s]+/g, '').toLowerCase();
}
