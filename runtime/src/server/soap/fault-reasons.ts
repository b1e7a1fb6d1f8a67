import { wcfWording, wording } from '../base/wording.js';
import { elementKey } from '../routes/soap-routes.js';
import type { BodyElementName } from './soap-body.js';

/** The reasons of the server's own faults. */
export interface FaultReasons {
  /** The operation is not known. `action` is undefined when the request has none; `from` is where it was given. */
  unknownAction(action: string | undefined, from: 'SOAPAction' | 'action'): string;
  /** The request could not be read: `why`. `operation` is its operation, where it is known. */
  unreadable(operation: string | undefined, why: string): string;
  /** The Body begins with `held`, or is empty. */
  wrongBodyElement(held: BodyElementName | undefined, wanted: BodyElementName): string;
  /** The operation failed. `message` is the text that the client may read. */
  internal(message: string | undefined): string;
  headerNotUnderstood(header: BodyElementName): string;
}

/** Reasons that say what happened, as ASP.NET's do. */
export const shortReasons: FaultReasons = {
  unknownAction: (action, from) => {
    if (action === undefined) {
      return wording.noAction;
    }
    return from === 'action' ? wording.unknownAction(action) : wording.unknownSoapAction(action);
  },
  unreadable: (_, why) => `${wording.unreadableRequest} ---> ${why}`,
  wrongBodyElement: (held, wanted) =>
    wording.wrongBodyElement(held === undefined ? 'nothing' : elementKey(held), elementKey(wanted)),
  internal: (message) =>
    message === undefined ? wording.unprocessableRequest : `${wording.unprocessableRequest} ---> ${message}`,
  headerNotUnderstood: ({ name }) => wording.headerNotUnderstood(name),
};

/** Reasons that explain what may be wrong, as WCF's do. */
export const explainedReasons: FaultReasons = {
  unknownAction: (action = '') => wcfWording.unknownAction(action),
  unreadable: (operation = '', why) => wcfWording.unreadable(operation, why),
  wrongBodyElement: (held, wanted) => {
    const found =
      held === undefined
        ? "node type 'EndElement' with name 'Body'"
        : `node type 'Element' with name '${held.name}' and namespace '${held.namespace}'`;
    return wcfWording.wrongBodyElement(wanted.name, wanted.namespace, found);
  },
  internal: (message = wcfWording.internal) => message,
  headerNotUnderstood: ({ name, namespace }) => wcfWording.headerNotUnderstood(name, namespace),
};
