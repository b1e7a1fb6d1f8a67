import type { QName } from '../schema/descriptor/descriptor.js';
import type { FaultCode } from '../soap/fault.js';
import type { Profile } from './profile.js';
import type { BodyElementError, ElementName } from './soap-body.js';
import type { NotUnderstood } from './soap-message.js';
import { elementKey } from './soap-routes.js';
import { addressingNamespace, dispatcherNamespace, excerpt, wcfWording, wording } from './wording.js';

/** A fault in the server's own words: code and reason. */
export interface OwnFault {
  readonly code: FaultCode | QName;
  readonly reason: string;
}

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

/** One of the actions that a request states names another operation than the request calls. */
export function otherActionFault(profile: Profile, action: string, operation: string): OwnFault {
  const reason = wording.otherAction(excerpt(action), operation);
  return profile.faults === 'wcf'
    ? { code: { namespace: addressingNamespace, name: 'ActionMismatch' }, reason }
    : { code: 'Client', reason };
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

/** The content of the Body instead of the operation's element. `write` translates namespaces to those on the wire. */
export function bodyElementReason(
  profile: Profile,
  { expected, found }: BodyElementError,
  write: ReadonlyMap<string, string> | undefined,
): string {
  const onWire = ({ namespace, name }: ElementName): ElementName => ({
    namespace: excerpt(write?.get(namespace) ?? namespace),
    name: excerpt(name),
  });
  const wanted = onWire(expected);
  const held = found === undefined ? undefined : onWire(found);
  if (profile.faults === 'wcf') {
    const what =
      held === undefined
        ? "node type 'EndElement' with name 'Body'"
        : `node type 'Element' with name '${held.name}' and namespace '${held.namespace}'`;
    return wcfWording.wrongBodyElement(wanted.name, wanted.namespace, what);
  }
  return wording.wrongBodyElement(held === undefined ? 'nothing' : elementKey(held), elementKey(wanted));
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
      ? wcfWording.headerNotUnderstood(excerpt(header.name), excerpt(header.namespace))
      : wording.headerNotUnderstood(excerpt(header.name));
  return { code: 'MustUnderstand', reason };
}
