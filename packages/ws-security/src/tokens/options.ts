/** The options of servers that read SAML assertions. */
import {
  callback,
  either,
  flag,
  having,
  number,
  type OptionKinds,
  object,
  requireOptions,
  text,
  texts,
} from '@wsdl-codegen/runtime/extend';
import { memoryNonces, type NonceStore } from '@wsdl-codegen/runtime/security';
import type { AssertionRules } from './check-assertion.js';
import { checkDecryption } from './encrypted-secret.js';
import type { SamlPrincipalOf } from './saml-principal.js';

/** Which assertions are accepted, and who their subjects are. */
export interface SamlOptions extends AssertionRules {
  /** Who the caller is, for `context.principal`. Default what the assertion says. Undefined, null and false refuse the call. */
  readonly principal?: SamlPrincipalOf;
  /** Default: the machine's time. */
  readonly clock?: () => Date;
}

const textOrTexts = [text, texts];

/** The kinds of `SamlOptions`. */
const samlKinds: OptionKinds<Required<SamlOptions>> = {
  issuers: object,
  audience: either('a string, an array of strings or false', ...textOrTexts, {
    ...flag,
    fits: (value) => value === false,
  }),
  recipient: either('a string or an array of strings', ...textOrTexts),
  clockSkewSeconds: number,
  nonces: having('an object with `use`', 'use'),
  algorithms: texts,
  decryption: object,
  principal: callback,
  clock: callback,
};

/** Options with their defaults. */
export type CompleteSamlOptions<Options extends SamlOptions> = Options & {
  readonly clock: () => Date;
  readonly nonces: NonceStore;
};

/** The options of a function, checked and with their defaults: a copy, so that nothing that is changed afterwards goes unchecked. Throws `TypeError`. */
export function samlOptions<Options extends SamlOptions>(
  owner: string,
  options: Options,
  others: Partial<OptionKinds<Options>> = {},
): CompleteSamlOptions<Options> {
  requireOptions<SamlOptions>(owner, options, { ...samlKinds, ...others }, ['issuers', 'audience']);
  checkDecryption(options.decryption);
  const { clock = () => new Date() } = options;
  return { ...options, clock, nonces: options.nonces ?? memoryNonces({ clock }) };
}
