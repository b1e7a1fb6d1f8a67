/** What a message is refused with: a fault of a server, which does not say what was wrong, or an error of a client. */
import type { EnvelopeContext } from '@wsdl-codegen/runtime';
import { SecurityRefusal, SoapFormatError, securityFault } from '@wsdl-codegen/runtime/extend';
import { XmlLimitError, XmlSyntaxError } from '@wsdl-codegen/runtime/xml';
import { EncryptionError } from '../encryption/encryption-error.js';
import { SignatureError, type SignatureErrorCode } from '../signature-error.js';
import { TokenError, type TokenErrorCode } from '../tokens/token-error.js';

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

/** The faults for tokens (SAML Token Profile 1.1, 3.6). */
const tokenProblems: Readonly<Record<TokenErrorCode, SecurityRefusal['problem']>> = {
  malformed: 'InvalidSecurityToken',
  missing: 'InvalidSecurity',
  unsupported: 'UnsupportedSecurityToken',
  signature: 'InvalidSecurityToken',
  issuer: 'InvalidSecurityToken',
  expired: 'InvalidSecurityToken',
  audience: 'InvalidSecurityToken',
  confirmation: 'FailedAuthentication',
  replayed: 'InvalidSecurityToken',
};

/** The error for a message that is refused; any other error, such as one of the program's own functions, as it is. */
export function refusalOf(error: unknown, { side, version }: EnvelopeContext): unknown {
  const isFormat = error instanceof XmlSyntaxError || error instanceof XmlLimitError;
  const isToken = error instanceof TokenError;
  const isEncrypted = error instanceof EncryptionError;
  if (
    !isFormat &&
    !isToken &&
    !isEncrypted &&
    !(error instanceof SignatureError) &&
    !(error instanceof SecurityRefusal)
  ) {
    return error;
  }
  const problem =
    error instanceof SecurityRefusal
      ? error.problem
      : error instanceof SignatureError
        ? problems[error.code]
        : isToken
          ? tokenProblems[error.code]
          : isEncrypted
            ? 'FailedCheck'
            : 'InvalidSecurity';
  if (side === 'client') {
    const kind = problem === 'MessageExpired' ? 'expired' : 'security';
    return new SoapFormatError(kind, `The answer is refused: ${error.message}`, '', { cause: error });
  }
  return securityFault(new SecurityRefusal(problem, error.message, { cause: error }), version);
}
