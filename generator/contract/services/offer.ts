import type { Position } from '../../source/document.js';
import type { OperationDefinition } from '../../wsdl/components.js';
import type { PolicyAlternatives } from '../../wsdl/policy-model.js';
import type { ExpandedName, Fault, Message, OperationBinding, PolicySubject } from '../model.js';

/** What policies demand of one message of an operation. */
export interface OfferedPolicy extends Pick<PolicySubject, 'direction' | 'fault'> {
  readonly alternatives: PolicyAlternatives;
}

/** One operation as one port offers it: before the ports of a service are united. */
export interface Offer {
  readonly portType: ExpandedName;
  readonly definition: OperationDefinition;
  readonly input?: Message;
  readonly output?: Message;
  readonly faults: readonly Fault[];
  readonly binding: OperationBinding;
  /** Name of the input's (or else the output's) message, which distinguishes operations of the same name. */
  readonly messageName: string;
  readonly documentation?: string;
  readonly position: Position;
  readonly policies?: readonly OfferedPolicy[];
}
