import { SoapFault } from '../server/soap-fault.js';
import type { SoapVersion } from '../soap/version.js';
import { wsse } from './names.js';

/** What a request is refused for (SOAP Message Security 1.1, 12). */
export type SecurityProblem = keyof typeof reasons;

const reasons = {
  UnsupportedSecurityToken: 'An unsupported token was provided',
  InvalidSecurity: 'An error was discovered processing the <wsse:Security> header',
  FailedAuthentication: 'The security token could not be authenticated or authorized',
  MessageExpired: 'The message has expired',
} as const;

/** A refusal before it is a fault: the cause is for the server's own log, and says nothing that was in the message. */
export class SecurityRefusal extends Error {
  override readonly name = 'SecurityRefusal';
  readonly problem: SecurityProblem;

  constructor(problem: SecurityProblem, why: string) {
    super(why);
    this.problem = problem;
  }
}

/** The fault of a refusal, in the words of the specification: callers do not learn which part was wrong. */
export function securityFault(refusal: SecurityRefusal, version: SoapVersion): SoapFault {
  const { problem } = refusal;
  const code = { namespace: wsse, name: problem };
  return new SoapFault(reasons[problem], {
    ...(version === '1.2' ? { code: 'Client', subcodes: [code] } : { code }),
    cause: refusal,
  });
}
