import { askTable, type BindingTable, isSoapKind } from '../contract/binding-kinds.js';
import { bodyParts } from '../contract/body-parts.js';
import type {
  BindingKind,
  ExpandedName,
  HttpBindingKind,
  HttpOperationBinding,
  Message,
  Operation,
  Part,
  Port,
  Service,
  SoapOperationBinding,
} from '../contract/model.js';

/** A `wsdl:message` to be written. */
export interface WrittenMessage {
  readonly name: string;
  readonly parts: readonly Part[];
}

/** A port type to be written: which operations, and the names of their messages. */
export interface WrittenPortType {
  readonly name: ExpandedName;
  readonly kind: 'soap' | HttpBindingKind;
  readonly operations: readonly WrittenOperation[];
}

export interface WrittenOperation {
  readonly operation: Operation;
  readonly input?: WrittenMessage;
  readonly output?: WrittenMessage;
  readonly faults: readonly WrittenMessage[];
}

/** Names of the messages of an operation, by the conventions of ASP.NET or WCF. */
export interface DescribedMessageNames {
  readonly input: (operation: Operation, kind: WrittenPortType['kind']) => string;
  readonly output: (operation: Operation, kind: WrittenPortType['kind']) => string;
  readonly fault: (operation: Operation, fault: string) => string;
}

/** The port types of a service in the order of its ports, with all their messages. */
export function portTypesOf(service: Service, names: DescribedMessageNames): readonly WrittenPortType[] {
  const portTypes = new Map<ExpandedName, WrittenPortType>();
  for (const port of service.ports) {
    if (portTypes.has(port.portType)) {
      continue;
    }
    const kind = kindOf(port.binding);
    const operations = service.operations.flatMap((operation) => {
      const binding = bindingOf(service, operation, port);
      return binding === undefined ? [] : [writtenOperation(operation, kind, binding, names)];
    });
    portTypes.set(port.portType, { name: port.portType, kind, operations });
  }
  return [...portTypes.values()];
}

function kindOf(binding: BindingKind): WrittenPortType['kind'] {
  return isSoapKind(binding) ? 'soap' : binding;
}

/** The facts of an operation over a port, or over another port of the same port type. */
function bindingOf(service: Service, operation: Operation, port: Port): Operation['bindings'][number] | undefined {
  const ports = new Set(service.ports.filter((p) => p.portType === port.portType).map((p) => p.name));
  return operation.bindings.find((binding) => binding.ports.some((name) => ports.has(name)));
}

function writtenOperation(
  operation: Operation,
  kind: WrittenPortType['kind'],
  binding: Operation['bindings'][number],
  names: DescribedMessageNames,
): WrittenOperation {
  const { input, output } = askTable(messageParts, binding, operation);
  return {
    operation,
    ...(operation.input && { input: { name: names.input(operation, kind), parts: input } }),
    ...(operation.output && { output: { name: names.output(operation, kind), parts: output } }),
    faults: operation.faults.map((fault) => ({
      name: names.fault(operation, fault.name),
      parts: fault.part === undefined ? [] : [fault.part],
    })),
  };
}

/** The parts of both messages of an operation. */
interface MessageParts {
  readonly input: readonly Part[];
  readonly output: readonly Part[];
}

/** The messages in each kind of binding. */
const messageParts: BindingTable<[Operation], MessageParts> = {
  soap11: soapMessages,
  soap12: soapMessages,
  httpGet: httpMessages,
  httpPost: httpMessages,
};

function soapMessages(binding: SoapOperationBinding, operation: Operation): MessageParts {
  return {
    input: soapParts(operation.input, binding, 'input'),
    output: soapParts(operation.output, binding, 'output'),
  };
}

function httpMessages(binding: HttpOperationBinding): MessageParts {
  return { input: binding.parameters, output: httpOutput(binding) };
}

function httpOutput(binding: HttpOperationBinding): readonly Part[] {
  const { output } = binding;
  if (output.kind !== 'xml') {
    return [];
  }
  return [
    {
      name: output.part,
      ...(output.element !== undefined && { element: output.element }),
      ...(output.type !== undefined && { type: output.type }),
    },
  ];
}

/** Body parts, followed by attachments, whose type the contract does not keep. */
function soapParts(
  message: Message | undefined,
  binding: SoapOperationBinding,
  side: 'input' | 'output',
): readonly Part[] {
  const attachments = (binding[side]?.attachments ?? []).map((attachment) => ({
    name: attachment.part,
    type: '{http://www.w3.org/2001/XMLSchema}base64Binary',
  }));
  return [...bodyParts(message), ...attachments];
}
