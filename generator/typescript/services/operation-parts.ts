import { isSoapBinding } from '../../contract/binding-kinds.js';
import type { Operation, SoapOperationBinding } from '../../contract/model.js';
import type { OperationPart } from './bound-package.js';

/** The parts of the runtime's client that the messages of an operation need. */
export function operationParts(operation: Operation): readonly OperationPart[] {
  const soap = operation.bindings.filter(isSoapBinding);
  const parts: Readonly<Record<OperationPart, boolean>> = {
    encoded: soap.some(usesEncoding),
    rpc: soap.some(({ style }) => style === 'rpc'),
    faults: operation.faults.length > 0 || soap.some(hasHeaderFaults),
    addressing: soap.some(({ addressing }) => addressing !== undefined),
  };
  return partOrder.filter((part) => parts[part]);
}

const partOrder: readonly OperationPart[] = ['encoded', 'rpc', 'faults', 'addressing'];

/** True if a message of a binding, a header or a fault is in SOAP encoding. */
function usesEncoding({ input, output, encodedFaults }: SoapOperationBinding): boolean {
  const messages = [input, output];
  const headers = messages.flatMap((message) => message?.headers ?? []);
  return encodedFaults !== undefined || [...messages, ...headers].some((each) => each?.use === 'encoded');
}

function hasHeaderFaults({ input, output }: SoapOperationBinding): boolean {
  return [input, output].some((message) => message?.headers.some(({ headerFaults }) => headerFaults.length > 0));
}
