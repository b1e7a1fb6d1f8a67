import type {
  BindingDefinition,
  BindingMessage,
  BindingOperationDefinition,
  MessageReference,
  OperationDefinition,
  PartDefinition,
  PortDefinition,
  PortTypeDefinition,
} from '../../wsdl/components.js';
import { groupBy } from '../grouping.js';
import type { ServicesContext } from './context.js';
import { plainChildren } from './lookup.js';
import { resolve } from './references.js';
import { suggestedWord } from './suggestions.js';
import { WaitingOperations } from './waiting-operations.js';

/** An operation of a port type with its half in a binding. */
export type BoundOperation = readonly [definition: OperationDefinition, bound: BindingOperationDefinition];

/**
 * Limit of the operations, parts, headers and faults that the ports of all services offer, each counted once for every port. Every port of a
 * service has all operations of its binding, so a short document may mean very many.
 */
const maxOffered = 100_000;

interface Matched {
  readonly operations: readonly BoundOperation[];
  /** Number of the operations and of their parts, headers and faults. */
  readonly size: number;
}

/** The operations that ports offer: those of each binding are paired with those of its port type once. */
export class PortOperations {
  readonly #context: ServicesContext;
  readonly #silent: ServicesContext;
  readonly #byBinding = new Map<BindingDefinition, Matched>();
  #offered = 0;

  constructor(context: ServicesContext) {
    this.#context = context;
    this.#silent = { ...context, report: () => undefined };
  }

  /** The operations of a port. There are none once the ports up to this one offer too much, which is an error. */
  take(port: PortDefinition, binding: BindingDefinition, portType: PortTypeDefinition): readonly BoundOperation[] {
    const { operations, size } = this.#matched(binding, portType);
    const isFirst = this.#offered <= maxOffered;
    this.#offered += size;
    if (this.#offered <= maxOffered) {
      return operations;
    }
    if (isFirst) {
      this.#context.report('contract/too-many-operations', { port: port.name, limit: maxOffered }, port.position);
    }
    return [];
  }

  #matched(binding: BindingDefinition, portType: PortTypeDefinition): Matched {
    const known = this.#byBinding.get(binding);
    if (known !== undefined) {
      return known;
    }
    const operations = matchOperations(this.#context, binding, portType);
    const isHttp = binding.protocol?.kind === 'http';
    const size = operations.reduce((sum, operation) => sum + this.#sizeOf(operation, isHttp), 0);
    const matched = { operations, size };
    this.#byBinding.set(binding, matched);
    return matched;
  }

  #sizeOf([definition, bound]: BoundOperation, isHttp: boolean): number {
    const parts = this.#partsOf(definition.input, isHttp) + this.#partsOf(definition.output, isHttp);
    return 1 + parts + headersOf(bound.input) + headersOf(bound.output) + definition.faults.length;
  }

  /** Parts of a message. HTTP bindings make a parameter of each child of an element; these count as parts. */
  #partsOf(reference: MessageReference | undefined, isHttp: boolean): number {
    const { messages } = this.#context.definitions;
    const message = reference && resolve(this.#silent, 'message', messages, reference.message, reference.messageAt);
    const parts = message?.parts ?? [];
    return isHttp ? parts.reduce((sum, part) => sum + this.#parametersOf(part), 0) : parts.length;
  }

  #parametersOf({ element }: PartDefinition): number {
    const children = element === undefined ? undefined : plainChildren(this.#context.lookup, element);
    return Math.max(1, children?.length ?? 1);
  }
}

function headersOf(message: BindingMessage | undefined): number {
  return (message?.headers ?? []).reduce((sum, { headerFaults }) => sum + 1 + headerFaults.length, 0);
}

/**
 * Pairs the operations of a binding with those of its port type, in the port type's order. Operations of the same name are
 * distinguished by the names of input and output (WSDL 1.1, 2.4.5), else by their order.
 */
function matchOperations(
  context: ServicesContext,
  binding: BindingDefinition,
  portType: PortTypeDefinition,
): readonly BoundOperation[] {
  const pairs = new Map<OperationDefinition, BindingOperationDefinition>();
  const byName = groupBy(portType.operations, (operation) => operation.name);
  const waiting = new WaitingOperations(portType.operations);
  for (const bound of binding.operations) {
    const match = waiting.take(bound);
    if (match !== undefined) {
      pairs.set(match, bound);
    } else if (byName.has(bound.name)) {
      context.report('wsdl/duplicate-component', { kind: 'operation', name: bound.name }, bound.nameAt);
    } else {
      const candidate = suggestedWord(context.lookup, bound.name, () => byName.keys());
      const parameters = { operation: bound.name, portType: portType.name, candidate };
      context.report('contract/unresolved-operation', parameters, bound.nameAt);
    }
  }
  for (const operation of portType.operations) {
    if (pairs.has(operation)) {
      continue;
    }
    const parameters = { operation: operation.name, binding: binding.name };
    context.report('contract/unbound-operation', parameters, operation.position);
  }
  return portType.operations.flatMap((operation) => {
    const bound = pairs.get(operation);
    return bound === undefined ? [] : [[operation, bound] as const];
  });
}
