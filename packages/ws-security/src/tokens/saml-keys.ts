/** Assertions for the holder of a key, as keys of signatures in messages. */
import { number } from '@wsdl-codegen/runtime/extend';
import type { VerificationKey } from '../keys/keys.js';
import type { KeyInfoWriter } from '../soap/key-references.js';
import { securityNamespaces } from '../soap/names.js';
import { childElements, securityBlock } from '../soap/soap-message.js';
import type { TokenKeys, TokenReference, TokenScope } from '../soap/token-references.js';
import { attributeText, elementText } from '../xml/canonicalize.js';
import type { PlacedElement } from '../xml/document.js';
import { checkAssertion } from './check-assertion.js';
import { type SamlOptions, samlOptions } from './options.js';
import { samlFactsOf, samlVersions } from './saml-names.js';
import { samlPrincipal } from './saml-principal.js';
import { subjectKey } from './subject-key.js';
import { TokenError } from './token-error.js';
import { neededAttribute } from './trees.js';

/** Options of `samlKeys`. */
export interface SamlKeysOptions extends SamlOptions {
  /** Bits of the secrets in assertions, which are encrypted for the option `decryption`. Default 256. */
  readonly secretBits?: number;
}

/**
 * The keys of SAML assertions, for servers whose callers sign with the key that an assertion binds to them (holder-of-key): `verify({ tokens: [samlKeys({ issuers, audience })] })`. The
 * subject of the assertion is in `context.principal`. Throws `TypeError` for options that do not exist or have another kind.
 */
export function samlKeys(options: SamlKeysOptions): TokenKeys {
  const rules = samlOptions('samlKeys', options, { secretBits: number });
  const proofs = { accepted: ['holder-of-key'], address: undefined } as const;
  return {
    keysOf: async (reference, scope) => {
      const element = assertionOf(reference, scope);
      if (element === undefined) {
        return undefined;
      }
      const checked = await checkAssertion(element, scope.ids, rules, proofs, rules.clock());
      const principal = await samlPrincipal(checked, rules.principal);
      const { decryption, secretBits } = rules;
      const keyOf = (keyInfo: PlacedElement): Promise<VerificationKey> => subjectKey(keyInfo, decryption, secretBits);
      return Promise.all(checked.keyInfos.map(async (keyInfo) => ({ key: await keyOf(keyInfo), principal })));
    },
  };
}

/** The assertion that a reference means; undefined for another token. */
function assertionOf(
  { token, identifier, valueType }: TokenReference,
  { block, ids }: TokenScope,
): PlacedElement | undefined {
  if (token !== undefined) {
    return samlFactsOf(token) === undefined ? undefined : token;
  }
  const facts = Object.values(samlVersions).find(({ identifierType }) => identifierType === valueType);
  if (facts === undefined || identifier === undefined) {
    return undefined;
  }
  const element = ids.find(identifier);
  if (element.parent !== block || samlFactsOf(element) !== facts) {
    throw new TokenError('missing', 'The assertion that a signature refers to is not in the security header block.');
  }
  return element;
}

/**
 * Names the assertion of the message as the key of a signature (holder-of-key): `sign({ key, keyInfo: samlReference })`. The assertion is a part of the same message, as by `samlToken`.
 */
export const samlReference: KeyInfoWriter = {
  keyInfo: (message) => {
    const block = securityBlock(message);
    const assertion = (block === undefined ? [] : childElements(block)).find(
      (child) => samlFactsOf(child) !== undefined,
    );
    const facts = assertion && samlFactsOf(assertion);
    if (assertion === undefined || facts === undefined) {
      throw new TokenError('missing', 'The message has no assertion to refer to.');
    }
    const { extension, extension11 } = securityNamespaces;
    const type = `xmlns:wsse11="${extension11}" wsse11:TokenType="${attributeText(facts.tokenType)}"`;
    const id = elementText(neededAttribute(assertion, facts.id));
    return `<wsse:SecurityTokenReference xmlns:wsse="${extension}" ${type}><wsse:KeyIdentifier ValueType="${facts.identifierType}">${id}</wsse:KeyIdentifier></wsse:SecurityTokenReference>`;
  },
};
