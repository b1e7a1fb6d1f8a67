import type { SecurityDemand } from '@wsdl-codegen/runtime';
import type { AnyService } from './routes.js';

/** Schemes by name, and which of them a request needs: one of the list, with all that it names. */
export interface Security {
  readonly securitySchemes: Readonly<Record<string, object>>;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

/** What proves who calls, in the place of what a policy demands of messages of SOAP. */
const schemes = {
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'The user name and password of the UsernameToken that the policy of the service demands.',
  },
  saml: {
    type: 'http',
    scheme: 'bearer',
    description: 'The assertion of SAML that the policy of the service demands, in base64url.',
  },
  certificate: {
    type: 'mutualTLS',
    description: 'The certificate of the caller, with which the policy of the service demands signatures.',
  },
} as const;

/** The schemes that the policies of services demand; undefined where none does. */
export function demandedSecurity(services: readonly AnyService[]): Security | undefined {
  const demands = services.flatMap(({ ports }) => ports.flatMap(({ security = [] }) => security));
  const needs = demands.map(namesOf);
  const security = [...new Map(needs.map((names) => [names.join(), names])).values()];
  const used = new Set(security.flat());
  if (used.size === 0) {
    return undefined;
  }
  return {
    securitySchemes: Object.fromEntries(
      Object.entries(schemes).filter(([name]) => used.has(name as keyof typeof schemes)),
    ),
    security: security.map((names) => Object.fromEntries(names.map((name) => [name, []]))),
  };
}

function namesOf({ usernameToken, samlToken, x509 }: SecurityDemand): readonly (keyof typeof schemes)[] {
  return [
    ...(usernameToken === undefined ? [] : (['basic'] as const)),
    ...(samlToken === undefined ? [] : (['saml'] as const)),
    ...(x509 === undefined ? [] : (['certificate'] as const)),
  ];
}
