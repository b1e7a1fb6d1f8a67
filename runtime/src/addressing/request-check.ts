import type { AddressingFacts } from '../service/addressing.js';
import type { EndpointReference } from '../service/endpoint-reference.js';
import type { HeaderContext } from '../soap/extension.js';
import { isOneWay, requestAction } from './actions.js';
import type { AddressingProblem } from './faults.js';
import { type AddressingBlocks, headerNames, type MessageAddressing } from './properties.js';

/** The first problem with the header blocks of a request: their number, and what each of them is (1.0 Core, 3.2). */
export function problemOfBlocks(blocks: AddressingBlocks): AddressingProblem | undefined {
  const repeated = headerNames.find((name) => name !== 'RelatesTo' && blocks.isRepeated(name));
  if (repeated !== undefined) {
    return { kind: 'invalid', header: repeated, subcode: 'InvalidCardinality' };
  }
  if (blocks.text('Action') === undefined) {
    return { kind: 'required', header: 'Action' };
  }
  const withoutAddress = (['From', 'ReplyTo', 'FaultTo'] as const).find((name) => {
    const reference = blocks.reference(name);
    return reference === 'invalid' || reference?.address === '';
  });
  return withoutAddress && { kind: 'invalid', header: withoutAddress, subcode: 'MissingAddressInEPR' };
}

/** The first problem with what the properties of a request ask for. */
export function problemOfRequest(
  properties: MessageAddressing,
  context: HeaderContext,
  facts: AddressingFacts,
  isDestination: (to: string, context: HeaderContext) => boolean,
): AddressingProblem | undefined {
  return (
    problemOfAction(properties, context) ??
    problemOfDestination(properties, context, facts, isDestination) ??
    (isOneWay(context.operation) ? undefined : problemOfAnswer(properties, facts))
  );
}

/**
 * SOAPAction, if it says anything, says the same as Action (1.0 SOAP Binding, 4.2), and Action names the operation that is called. Some WSDLs give an
 * operation a SOAP action and another Action, or a SOAP action that is no IRI: both as the WSDL has them are right.
 */
function problemOfAction({ action }: MessageAddressing, context: HeaderContext): AddressingProblem | undefined {
  const soapAction = context.sentAction ?? '';
  const isAsDeclared = soapAction === context.action && action === requestAction(context);
  if (soapAction !== '' && soapAction !== action && !isAsDeclared) {
    return { kind: 'mismatch', action, soapAction };
  }
  const isOurs =
    !isActionKnown(context) ||
    action === requestAction(context) ||
    (context.action !== '' && action === context.action);
  return isOurs ? undefined : { kind: 'action', action };
}

/** False where the descriptor says nothing about the actions of the operation, so that callers know more about them. */
function isActionKnown({ facts, action, service }: HeaderContext): boolean {
  return facts.inputAction !== undefined || action !== '' || service.actionBase !== undefined;
}

function problemOfDestination(
  { to, version }: MessageAddressing,
  context: HeaderContext,
  { anonymous }: AddressingFacts,
  isDestination: (to: string, context: HeaderContext) => boolean,
): AddressingProblem | undefined {
  if (to === undefined) {
    return version === '2004/08' ? { kind: 'required', header: 'To' } : undefined;
  }
  return to === anonymous || isDestination(to, context) ? undefined : { kind: 'unreachable', to };
}

/** Answers and faults go back over the connection of the request, or nowhere. */
function problemOfAnswer(
  { replyTo, faultTo, messageId }: MessageAddressing,
  { anonymous, none }: AddressingFacts,
): AddressingProblem | undefined {
  const isElsewhere = (reference: EndpointReference | undefined): boolean =>
    reference !== undefined && reference.address !== anonymous && reference.address !== none;
  if (isElsewhere(replyTo)) {
    return { kind: 'invalid', header: 'ReplyTo', subcode: 'OnlyAnonymousAddressSupported' };
  }
  if (isElsewhere(faultTo)) {
    return { kind: 'invalid', header: 'FaultTo', subcode: 'OnlyAnonymousAddressSupported' };
  }
  const isAnswered = none === undefined || replyTo?.address !== none;
  return isAnswered && messageId === undefined ? { kind: 'required', header: 'MessageID' } : undefined;
}
