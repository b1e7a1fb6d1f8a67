/** The faults of token services. */
import type { SoapFaultError } from '@wsdl-codegen/runtime';
import { securityNamespaces } from '../soap/names.js';
import { trustNamespace } from './trust-names.js';

/** What a token service refuses a request for (WS-Trust 1.4, 11). */
export type TrustFault =
  | 'InvalidRequest'
  | 'FailedAuthentication'
  | 'RequestFailed'
  | 'InvalidSecurityToken'
  | 'AuthenticationBadElements'
  | 'BadRequest'
  | 'ExpiredData'
  | 'InvalidTimeRange'
  | 'InvalidScope'
  | 'RenewNeeded'
  | 'UnableToRenew';

const faults: readonly string[] = [
  'InvalidRequest',
  'FailedAuthentication',
  'RequestFailed',
  'InvalidSecurityToken',
  'AuthenticationBadElements',
  'BadRequest',
  'ExpiredData',
  'InvalidTimeRange',
  'InvalidScope',
  'RenewNeeded',
  'UnableToRenew',
] satisfies readonly TrustFault[];

/** A token service has refused a request. `cause` is the fault. */
export class TokenServiceError extends Error {
  override readonly name = 'TokenServiceError';
  readonly code: TrustFault;
  declare readonly cause: SoapFaultError;

  constructor(code: TrustFault, cause: SoapFaultError) {
    super(`The token service refuses the request: ${code}. ${cause.reason}`, { cause });
    this.code = code;
  }
}

/** The error for a fault with a code of WS-Trust, or of WS-Security where its name is the same; another fault as it is. */
export function trustError(fault: SoapFaultError): Error {
  const code = [...fault.subcodes, fault.code].find(
    ({ namespace, name }) =>
      (namespace === trustNamespace || namespace === securityNamespaces.extension) && faults.includes(name),
  );
  return code === undefined ? fault : new TokenServiceError(code.name as TrustFault, fault);
}
