import type { SoapVersion } from '../service/soap-version.js';
import { SoapFault } from '../soap/soap-fault.js';
import { wsse } from './names.js';
import type { SecurityProblem, SecurityRefusal } from './received.js';

/** The words of the specification (SOAP Message Security 1.1, 12). */
const reasons: Readonly<Record<SecurityProblem, string>> = {
  UnsupportedSecurityToken: 'An unsupported token was provided',
  UnsupportedAlgorithm: 'An unsupported signature or encryption algorithm was used',
  InvalidSecurity: 'An error was discovered processing the <wsse:Security> header',
  InvalidSecurityToken: 'An invalid security token was provided',
  FailedAuthentication: 'The security token could not be authenticated or authorized',
  FailedCheck: 'The signature or decryption was invalid',
  MessageExpired: 'The message has expired',
};

/** The fault of a refusal, in the words of the specification: callers do not learn which part was wrong. */
export function securityFault(refusal: SecurityRefusal, version: SoapVersion): SoapFault {
  const { problem } = refusal;
  const code = { namespace: wsse, name: problem };
  return new SoapFault(reasons[problem], {
    ...(version === '1.2' ? { code: 'Client', subcodes: [code] } : { code }),
    cause: refusal,
  });
}
