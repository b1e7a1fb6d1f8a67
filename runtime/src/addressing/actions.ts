import type { AddressingFacts } from '../service/addressing.js';
import type { FaultDescriptor, OperationDescriptor } from '../service/descriptor.js';
import { fillAction } from '../service/placeholders.js';
import type { HeaderContext } from '../soap/extension.js';

/** The facts about a call by which its actions are found. */
export type ActionContext = Pick<HeaderContext, 'service' | 'operation' | 'facts' | 'action' | 'placeholders'>;

/**
 * The action of requests: that of the WSDL, else the SOAP action, else the default one (1.0 Metadata, 4.4.1 and 4.4.4; 2004/08, 3.3).
 */
export function requestAction(context: ActionContext): string {
  const { operation, facts, action, placeholders } = context;
  if (facts.inputAction !== undefined) {
    return fillAction(facts.inputAction, placeholders);
  }
  return action === '' ? defaultAction(context, `${operation.name}${isOneWay(operation) ? '' : 'Request'}`) : action;
}

/** The action of answers (1.0 Metadata, 4.4). */
export function answerAction(context: ActionContext): string {
  const { operation, facts, placeholders } = context;
  return facts.outputAction === undefined
    ? defaultAction(context, `${operation.name}Response`)
    : fillAction(facts.outputAction, placeholders);
}

/** The action of a fault that the operation declares; the submission has one for all. */
export function declaredFaultAction(context: ActionContext, fault: FaultDescriptor, version: AddressingFacts): string {
  if (fault.action !== undefined) {
    return fillAction(fault.action, context.placeholders);
  }
  if (version.version === '2004/08') {
    return version.faultAction;
  }
  const delimiter = actionBase(context).endsWith(':') ? ':' : '/';
  return defaultAction(context, [context.operation.name, 'Fault', fault.name].join(delimiter));
}

/** True for an operation that nothing answers. */
export function isOneWay({ oneWay, output }: OperationDescriptor): boolean {
  return oneWay === true || output === undefined;
}

/** Namespace and name of the port type, and a name in it, with the delimiter of the namespace between them (1.0 Metadata, 4.4.4). */
function defaultAction(context: ActionContext, name: string): string {
  return fillAction(`${actionBase(context)}${name}`, context.placeholders);
}

/** The beginning of default actions; where the descriptor has none, the service stands for its port type. */
function actionBase({ service: { namespace, name, actionBase: declared } }: ActionContext): string {
  const delimiter = /^urn:/i.test(namespace) ? ':' : '/';
  return declared ?? `${namespace}${namespace.endsWith(delimiter) ? '' : delimiter}${name}${delimiter}`;
}
