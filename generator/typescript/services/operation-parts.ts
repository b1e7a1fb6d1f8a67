import { isSoapBinding } from '../../contract/binding-kinds.js';
import type { Contract, Operation, Service, SoapOperationBinding } from '../../contract/model.js';
import { reachableFrom } from '../../contract/reachable.js';
import type { ValueExpression } from '../expressions/expression.js';
import type { OperationPart } from './bound-package.js';

const binaryTypes = ['base64Binary', 'hexBinary', 'anyType'].map((name) => `{http://www.w3.org/2001/XMLSchema}${name}`);

/** The parts of the runtime's client that the messages of an operation need; `messages` are their descriptors. */
export function operationParts(
  service: Service,
  operation: Operation,
  messages: readonly ValueExpression[],
  contract: Contract,
): readonly OperationPart[] {
  const soap = operation.bindings.filter(isSoapBinding);
  const parts: Readonly<Record<OperationPart, boolean>> = {
    packages: soap.length > 0 && (soap.some(hasAttachments) || hasBinaries(service, operation, contract)),
    encoded: soap.some(usesEncoding),
    rpc: soap.some(({ style }) => style === 'rpc'),
    contents: soap.length > 0 && messages.some(isContent),
    faults: operation.faults.length > 0 || soap.some(hasHeaderFaults),
    headerBlocks: soap.some(hasHeaders),
    addressing: soap.some(({ addressing }) => addressing !== undefined),
  };
  return partOrder.filter((part) => parts[part]);
}

const partOrder: readonly OperationPart[] = [
  'packages',
  'encoded',
  'rpc',
  'contents',
  'faults',
  'headerBlocks',
  'addressing',
];

/** True for the descriptor of a message whose fields are the children of the Body. */
function isContent(message: ValueExpression): boolean {
  return message.kind === 'object' && message.properties.some(({ name }) => name === 'content');
}

function hasBinaries(service: Service, operation: Operation, contract: Contract): boolean {
  const { types } = reachableFrom(contract, [{ ...service, operations: [operation] }]);
  return binaryTypes.some((type) => types.has(type));
}

function hasAttachments({ input, output }: SoapOperationBinding): boolean {
  return [input, output].some((message) => (message?.attachments.length ?? 0) > 0);
}

/** True if a message of a binding, a header or a fault is in SOAP encoding. */
function usesEncoding({ input, output, encodedFaults }: SoapOperationBinding): boolean {
  const messages = [input, output];
  const headers = messages.flatMap((message) => message?.headers ?? []);
  return encodedFaults !== undefined || [...messages, ...headers].some((each) => each?.use === 'encoded');
}

function hasHeaders({ input, output }: SoapOperationBinding): boolean {
  return [input, output].some((message) => (message?.headers.length ?? 0) > 0);
}

function hasHeaderFaults({ input, output }: SoapOperationBinding): boolean {
  return [input, output].some((message) => message?.headers.some(({ headerFaults }) => headerFaults.length > 0));
}
