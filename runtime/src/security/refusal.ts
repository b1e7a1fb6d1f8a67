/** What a message is refused for (SOAP Message Security 1.1, 12). */
export type SecurityProblem =
  | 'UnsupportedSecurityToken'
  | 'InvalidSecurity'
  | 'FailedAuthentication'
  | 'MessageExpired';

/** A refusal before it is a fault, or the error of a client: the cause is for the receiver's own log, and says nothing that was in the message. */
export class SecurityRefusal extends Error {
  override readonly name = 'SecurityRefusal';
  readonly problem: SecurityProblem;

  constructor(problem: SecurityProblem, why: string) {
    super(why);
    this.problem = problem;
  }
}
