import type { OperationDescriptor } from '../service/descriptor.js';
import type { SoapHeaderExtension } from '../soap/extension.js';
import { versionOfNamespace } from './versions.js';

/** True if the WSDL asks for WS-Addressing in some of the operations. */
export function asksForAddressing(operations: readonly OperationDescriptor[]): boolean {
  return operations.some(({ soap11, soap12 }) =>
    [soap11, soap12].some((facts) => [facts, ...(facts?.others ?? [])].some((each) => each?.addressing !== undefined)),
  );
}

/** True for an extension of the program's own that understands WS-Addressing. */
export function isAddressing({ understands }: SoapHeaderExtension): boolean {
  return understands.some(({ namespace }) => versionOfNamespace(namespace) !== undefined);
}
