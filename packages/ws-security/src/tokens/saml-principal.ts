/** Who the sender of a message is, by an assertion that was checked. */
import { parseTree, type XmlElement } from '@wsdl-codegen/runtime/xml';
import type { Certificate } from '../keys/certificate.js';
import type { CheckedAssertion } from './check-assertion.js';
import type { SamlConfirmation, SamlVersion } from './saml-names.js';
import { TokenError } from './token-error.js';

/** Whom an assertion speaks of, and what it says. Everything is from what the issuer has signed. */
export interface SamlPrincipal {
  /** The name of the subject; undefined where the assertion has only attributes. */
  readonly nameId: string | undefined;
  readonly nameIdFormat: string | undefined;
  readonly nameQualifier: string | undefined;
  readonly issuer: string;
  /** The values that are text, by the name of the attribute; in version 1.1 with its namespace and a slash before it. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  readonly confirmation: SamlConfirmation;
  readonly version: SamlVersion;
  readonly id: string;
  /** The certificate with which the issuer has signed. */
  readonly issuerCertificate: Certificate | undefined;
  /** The whole assertion, read from what was signed. */
  assertion(): XmlElement;
}

/** Who a principal is to the program. */
export type SamlPrincipalOf = (principal: SamlPrincipal) => unknown;

/** The principal of an assertion. Throws a `TokenError` for one that the program does not know. */
export async function samlPrincipal(
  checked: CheckedAssertion,
  principalOf: SamlPrincipalOf | undefined,
): Promise<unknown> {
  const { assertion, confirmation, certificate, octets } = checked;
  const { subject, issuer, attributes, version, id } = assertion;
  const said: SamlPrincipal = {
    nameId: subject?.nameId,
    nameIdFormat: subject?.format,
    nameQualifier: subject?.nameQualifier,
    issuer,
    attributes,
    confirmation,
    version,
    id,
    issuerCertificate: certificate,
    assertion: () => parseTree(new TextDecoder().decode(octets)),
  };
  const principal = principalOf === undefined ? said : await principalOf(said);
  if (principal === undefined || principal === null || principal === false) {
    throw new TokenError('confirmation', 'The program does not know the subject of the assertion.');
  }
  return principal;
}
