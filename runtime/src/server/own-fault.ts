import type { QName } from '../schema/descriptor.js';
import type { FaultCode } from '../soap/fault.js';
import type { Profile } from './profile.js';
import type { NotUnderstood } from './soap-message.js';
import { wcfWording, wording } from './wording.js';

/** A fault in the server's own words: code and reason. */
export interface OwnFault {
  readonly code: FaultCode | QName;
  readonly reason: string;
}

/** Namespace of WCF's codes for errors of its dispatcher. */
export const dispatcherNamespace = 'http://schemas.microsoft.com/net/2005/12/windowscommunicationfoundation/dispatcher';
/** Namespace of WCF's codes for errors of addressing. */
export const addressingNamespace = 'http://schemas.microsoft.com/ws/2005/05/addressing/none';

/** The operation is not known. `action` is undefined when the request has none. */
export function unknownActionFault(
  profile: Profile,
  action: string | undefined,
  from: 'SOAPAction' | 'action',
): OwnFault {
  if (profile.faults === 'wcf') {
    return {
      code: { namespace: addressingNamespace, name: 'ActionNotSupported' },
      reason: wcfWording.unknownAction(action ?? ''),
    };
  }
  const reason =
    action === undefined
      ? wording.noAction
      : from === 'action'
        ? wording.unknownAction(action)
        : wording.unknownSoapAction(action);
  return { code: 'Client', reason };
}

/** The Body could not be decoded. */
export function unreadableFault(profile: Profile, operation: string | undefined, reason: string): OwnFault {
  if (profile.faults === 'wcf') {
    return {
      code: { namespace: dispatcherNamespace, name: 'DeserializationFailed' },
      reason: wcfWording.unreadable(operation ?? '', reason),
    };
  }
  return { code: 'Client', reason: `${wording.unreadableRequest} ---> ${reason}` };
}

/** The operation failed; `message` is what the client may know. */
export function internalFault(profile: Profile, message: string | undefined): OwnFault {
  if (profile.faults === 'wcf') {
    return {
      code: { namespace: dispatcherNamespace, name: 'InternalServiceFault' },
      reason: message ?? wcfWording.internal,
    };
  }
  return {
    code: 'Server',
    reason: message === undefined ? wording.unprocessableRequest : `${wording.unprocessableRequest} ---> ${message}`,
  };
}

/** A header block had to be understood and was not. */
export function notUnderstoodFault(profile: Profile, header: NotUnderstood): OwnFault {
  const reason =
    profile.faults === 'wcf'
      ? wcfWording.headerNotUnderstood(header.name, header.namespace)
      : wording.headerNotUnderstood(header.name);
  return { code: 'MustUnderstand', reason };
}
