/** The names of SAML assertions and of what refers to them (SAML Core 1.1 and 2.0, WSS SAML Token Profile 1.1). */
import type { XmlName } from '../xml/elements.js';

/** The versions of assertions that are read and written. */
export type SamlVersion = '1.1' | '2.0';

/** How a sender shows that an assertion is about it. */
export type SamlConfirmation = 'bearer' | 'holder-of-key' | 'sender-vouches';

/** What is known of a version. */
export interface SamlFacts {
  readonly version: SamlVersion;
  readonly namespace: string;
  /** The attribute without a namespace that is the id of an assertion. */
  readonly id: string;
  readonly confirmations: Readonly<Record<string, SamlConfirmation>>;
  /** `TokenType` of a reference, and of a request to a token service. */
  readonly tokenType: string;
  /** `ValueType` of a key identifier that is the id of an assertion. */
  readonly identifierType: string;
}

const profile = 'http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.1#';

const confirmations = (prefix: string): Readonly<Record<string, SamlConfirmation>> => ({
  [`${prefix}bearer`]: 'bearer',
  [`${prefix}holder-of-key`]: 'holder-of-key',
  [`${prefix}sender-vouches`]: 'sender-vouches',
});

/** The versions by their names. */
export const samlVersions: Readonly<Record<SamlVersion, SamlFacts>> = {
  '1.1': {
    version: '1.1',
    namespace: 'urn:oasis:names:tc:SAML:1.0:assertion',
    id: 'AssertionID',
    confirmations: confirmations('urn:oasis:names:tc:SAML:1.0:cm:'),
    tokenType: `${profile}SAMLV1.1`,
    identifierType: 'http://docs.oasis-open.org/wss/oasis-wss-saml-token-profile-1.0#SAMLAssertionID',
  },
  '2.0': {
    version: '2.0',
    namespace: 'urn:oasis:names:tc:SAML:2.0:assertion',
    id: 'ID',
    confirmations: confirmations('urn:oasis:names:tc:SAML:2.0:cm:'),
    tokenType: `${profile}SAMLV2.0`,
    identifierType: `${profile}SAMLID`,
  },
};

/** The version of the assertion that an element is; undefined for another element. */
export function samlFactsOf({ namespace, name }: XmlName): SamlFacts | undefined {
  return name === 'Assertion'
    ? Object.values(samlVersions).find((version) => version.namespace === namespace)
    : undefined;
}
