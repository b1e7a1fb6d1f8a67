/** What programs have to give for the demands of policies, as data and for people. */
import type { SecurityDemand } from '../service/security-demand.js';

/**
 * What a program gives to meet a demand.
 * - `x509`: a key of its own with the certificate, which signs messages.
 * - `peer`: the certificates of the other side, whose signatures are checked and for which messages are encrypted.
 * - `usernameToken`: a user and a password, which a client sends.
 * - `samlToken`: an assertion, which a client sends.
 * - `usernameCheck`, `samlCheck`: how a server checks these.
 */
export type SecurityMeans = 'x509' | 'peer' | 'usernameToken' | 'samlToken' | 'usernameCheck' | 'samlCheck';

/** Who protects its messages. */
export type SecuritySide = 'client' | 'server';

/** What a program gives in one way of meeting demands: of each list, one object that meets all. That which protects the others comes first. */
export type SecurityWay = readonly (readonly SecurityMeans[])[];

/** What a demand needs of a side. */
export function securityNeeds({ x509, usernameToken, samlToken }: SecurityDemand, side: SecuritySide): SecurityWay {
  const isServer = side === 'server';
  const certificates: readonly SecurityMeans[] =
    x509?.use === 'mutual' ? ['x509', 'peer'] : [isServer ? 'peer' : 'x509'];
  return [
    ...(x509 ? [certificates] : []),
    ...(usernameToken ? [[isServer ? 'usernameCheck' : 'usernameToken'] as const] : []),
    ...(samlToken ? [[isServer ? 'samlCheck' : 'samlToken'] as const] : []),
  ];
}

const hints: Readonly<Record<SecurityMeans, string>> = {
  x509: 'x509({ key, certificate })',
  peer: 'x509({ peer })',
  usernameToken: 'usernameToken({ user, password })',
  samlToken: 'saml({ token })',
  usernameCheck: 'checkUsernameToken({ passwords })',
  samlCheck: 'saml({ check })',
};

/** What the option `security` of a side is for one of several demands, for people: `x509({ key, certificate })`. It is "nothing" for a demand that needs nothing. */
export function securityHint(demands: readonly SecurityDemand[], side: SecuritySide): string {
  const texts = demands.map((demand) => oneOrAll(securityCalls(securityNeeds(demand, side))) || 'nothing');
  return [...new Set(texts)].join(' or ');
}

/** What a client gives in its program for the first of several ways: the import that it needs, and the option `security`. Undefined if nothing has to be given. */
export function securityCode(
  ways: readonly SecurityWay[],
): { readonly statement: string; readonly option: string } | undefined {
  const [first = []] = ways.every((way) => way.length > 0) ? ways : [];
  const calls = securityCalls(first);
  const names = calls.map((call) => call.slice(0, call.indexOf('(')));
  const statement = `import { ${names.sort().join(', ')} } from '@wsdl-codegen/ws-security';`;
  return calls.length === 0 ? undefined : { statement, option: `security: ${oneOrAll(calls)}` };
}

function securityCalls(way: SecurityWay): readonly string[] {
  return way.map((needs) =>
    needs.length > 1 ? 'x509({ key, certificate, peer })' : needs.map((each) => hints[each]).join(),
  );
}

function oneOrAll(calls: readonly string[]): string {
  return calls.length > 1 ? `[${calls.join(', ')}]` : calls.join();
}
