/** Something else has read the body of a request, and did not keep it in a form that can be used. */
export class BodyTakenError extends Error {
  override readonly name = 'BodyTakenError';

  /** `advice` says what to do about it, for the programmer who mounted the server. */
  constructor(advice: string) {
    super(`The body of the request was read before the SOAP server could read it. ${advice}`);
  }
}
