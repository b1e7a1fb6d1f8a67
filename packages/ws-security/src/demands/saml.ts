/** SAML assertions for the demands of policies. */
import type { MessageSecurity, SoapHeaderExtension } from '@wsdl-codegen/runtime';
import { having, type OptionKinds, requireOptions } from '@wsdl-codegen/runtime/extend';
import type { SecurityPart } from '@wsdl-codegen/runtime/security';
import { type BlockCheck, type BlockToken, blockChecks, blockExtensions } from './security-block.js';

/** The assertion that a client sends: a part of the security block, made anew for each attempt. */
export interface SamlSent {
  readonly token: SecurityPart;
}

/** What checks the assertions that a server receives. */
export interface SamlChecked {
  readonly check: SoapHeaderExtension;
}

const kinds: OptionKinds<SamlSent & SamlChecked> = {
  token: having('a part of the security block, with `write`', 'write'),
  check: having('an extension that checks assertions', 'understands'),
};

/**
 * Sends or checks a SAML assertion, where the WS-Policy of a service demands one: `security: saml({ token })` at a client, `saml({ check })` at a server. A policy that demands
 * a token of a token service (`IssuedToken`) is met in the same way. Throws `TypeError` for options that do not exist, are missing or have another kind.
 */
export function saml(options: SamlSent): MessageSecurity<'samlToken'> & BlockToken;
/** At a server. */
export function saml(options: SamlChecked): MessageSecurity<'samlCheck'> & BlockCheck;
export function saml(
  options: Partial<SamlSent & SamlChecked>,
): MessageSecurity<'samlToken' | 'samlCheck'> & BlockToken & BlockCheck {
  requireOptions('saml', options, kinds as OptionKinds<typeof options>);
  const { token, check } = options;
  if ((token === undefined) === (check === undefined)) {
    throw new TypeError('`saml` needs either `token` or `check`.');
  }
  const meets = token !== undefined ? { samlToken: true } : { samlCheck: true };
  return {
    meets: meets as Readonly<Record<'samlToken' | 'samlCheck', true>>,
    ...(token !== undefined && { token: () => token }),
    ...(check !== undefined && { check: () => check }),
    extensions: (demand, all, side) => (side === 'client' ? blockExtensions(demand, all) : blockChecks(demand, all)),
  } as ReturnType<typeof saml> & BlockToken & BlockCheck & MessageSecurity<'samlToken' | 'samlCheck'>;
}
