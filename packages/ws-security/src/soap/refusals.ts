/** What a message is refused with: a fault of a server, which does not say what was wrong, or an error of a client. */
import type { EnvelopeContext } from '@wsdl-codegen/runtime';
import { SecurityRefusal, SoapFormatError, securityFault } from '@wsdl-codegen/runtime/extend';
import { XmlLimitError, XmlSyntaxError } from '@wsdl-codegen/runtime/xml';
import { SignatureError, type SignatureErrorCode } from '../signature-error.js';

/** The faults of SOAP Message Security 1.1, 12. */
const problems: Readonly<Record<SignatureErrorCode, SecurityRefusal['problem']>> = {
  malformed: 'InvalidSecurity',
  limit: 'InvalidSecurity',
  algorithm: 'UnsupportedAlgorithm',
  key: 'InvalidSecurityToken',
  untrusted: 'FailedAuthentication',
  reference: 'InvalidSecurity',
  'duplicate-id': 'InvalidSecurity',
  digest: 'FailedCheck',
  signature: 'FailedCheck',
  'not-covered': 'InvalidSecurity',
};

/** The error for a message that is refused; any other error, such as one of the program's own functions, as it is. */
export function refusalOf(error: unknown, { side, version }: EnvelopeContext): unknown {
  const isFormat = error instanceof XmlSyntaxError || error instanceof XmlLimitError;
  if (!isFormat && !(error instanceof SignatureError) && !(error instanceof SecurityRefusal)) {
    return error;
  }
  const problem =
    error instanceof SecurityRefusal
      ? error.problem
      : error instanceof SignatureError
        ? problems[error.code]
        : 'InvalidSecurity';
  if (side === 'client') {
    const kind = problem === 'MessageExpired' ? 'expired' : 'security';
    return new SoapFormatError(kind, `The answer is refused: ${error.message}`, '', { cause: error });
  }
  return securityFault(new SecurityRefusal(problem, error.message, { cause: error }), version);
}
