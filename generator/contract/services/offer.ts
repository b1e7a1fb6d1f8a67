import type { Position } from '../../source/document.js';
import type { OperationDefinition } from '../../wsdl/components.js';
import type { ExpandedName, Fault, Message, OperationBinding } from '../model.js';

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
}
