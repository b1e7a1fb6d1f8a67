import type { QName } from '../../schema/descriptor/descriptor.js';
import type { FaultCode } from '../../soap/fault.js';
import { addressingNamespace, dispatcherNamespace, excerpt, wording } from '../base/wording.js';
import type { Profile } from '../profile/profile.js';
import { explainedReasons, type FaultReasons, shortReasons } from './fault-reasons.js';
import type { BodyElementError, BodyElementName } from './soap-body.js';
import type { NotUnderstood } from './soap-message.js';

/** A fault in the server's own words: code and reason. */
export interface ServerFault {
  readonly code: FaultCode | QName;
  readonly reason: string;
}

/** The problems for which faults may have a code of their own. */
type Problem = 'unknownAction' | 'otherAction' | 'unreadable' | 'internal';

const commonCodes: Readonly<Record<Problem, FaultCode>> = {
  unknownAction: 'Client',
  otherAction: 'Client',
  unreadable: 'Client',
  internal: 'Server',
};

const specificCodes: Readonly<Record<Problem, QName>> = {
  unknownAction: { namespace: addressingNamespace, name: 'ActionNotSupported' },
  otherAction: { namespace: addressingNamespace, name: 'ActionMismatch' },
  unreadable: { namespace: dispatcherNamespace, name: 'DeserializationFailed' },
  internal: { namespace: dispatcherNamespace, name: 'InternalServiceFault' },
};

function serverFault(profile: Profile, problem: Problem, reason: string): ServerFault {
  return { code: (profile.specificCodes ? specificCodes : commonCodes)[problem], reason };
}

function reasonsOf(profile: Profile): FaultReasons {
  return profile.explainedReasons ? explainedReasons : shortReasons;
}

/** The operation is not known. `action` is undefined when the request has none. */
export function unknownActionFault(
  profile: Profile,
  action: string | undefined,
  from: 'SOAPAction' | 'action',
): ServerFault {
  return serverFault(profile, 'unknownAction', reasonsOf(profile).unknownAction(action, from));
}

/** One of the actions that a request states names another operation than the request calls. */
export function otherActionFault(profile: Profile, action: string, operation: string): ServerFault {
  return serverFault(profile, 'otherAction', wording.otherAction(excerpt(action), operation));
}

/** The Body could not be decoded. */
export function unreadableFault(profile: Profile, operation: string | undefined, why: string): ServerFault {
  return serverFault(profile, 'unreadable', reasonsOf(profile).unreadable(operation, why));
}

/** Why a Body with another element than the operation's is refused. `write` translates namespaces to those on the wire. */
export function bodyElementReason(
  profile: Profile,
  { expected, found }: BodyElementError,
  write: ReadonlyMap<string, string> | undefined,
): string {
  const onWire = ({ namespace, name }: BodyElementName): BodyElementName => ({
    namespace: excerpt(write?.get(namespace) ?? namespace),
    name: excerpt(name),
  });
  return reasonsOf(profile).wrongBodyElement(found && onWire(found), onWire(expected));
}

/** The operation failed; `message` is the text that the client may read. */
export function internalFault(profile: Profile, message: string | undefined): ServerFault {
  return serverFault(profile, 'internal', reasonsOf(profile).internal(message));
}

/** A header block had to be understood and was not. */
export function notUnderstoodFault(profile: Profile, header: NotUnderstood): ServerFault {
  const shown = { namespace: excerpt(header.namespace), name: excerpt(header.name) };
  return { code: 'MustUnderstand', reason: reasonsOf(profile).headerNotUnderstood(shown) };
}
