import type { Service } from '../contract/model.js';
import { expandedName } from '../contract/names.js';
import type { WrittenMessage } from './messages.js';
import type { ServiceDescription } from './model.js';
import type { NamesTaken } from './names-taken.js';
import { writtenPortTypes } from './write-wsdl.js';

/**
 * Reserves the names of messages, port types and bindings in the WSDL of a service. Those of elements were reserved when they
 * were made.
 */
export function takeWrittenNames(service: Service, described: ServiceDescription, names: NamesTaken): void {
  const { namespace } = service;
  const portTypes = writtenPortTypes(service);
  const owner = { what: `the service "${service.name}"`, span: described.span };
  for (const { name, operations } of portTypes) {
    const all = operations.map(({ operation, input, output, faults }) => [operation.name, input, output, faults]);
    names.take('port type', name, all, owner);
  }
  for (const port of service.ports) {
    names.take('binding', port.bindingName, [port.binding, port.portType], owner);
  }
  const descriptions = new Map([...described.operations].reverse().map((operation) => [operation.name, operation]));
  for (const { operation, input, output, faults } of portTypes.flatMap((portType) => portType.operations)) {
    const description = descriptions.get(operation.name);
    const take = (message: WrittenMessage | undefined, what: string, span = description?.span): void => {
      if (message && span) {
        names.take('message', expandedName(namespace, message.name), message.parts, { what, span });
      }
    };
    take(input, `the operation "${operation.name}" of ${service.name}`);
    take(output, `the answer of the operation "${operation.name}" of ${service.name}`);
    operation.faults.forEach(({ name }, i) => {
      const fault = description?.faults.find((candidate) => candidate.name === name);
      take(faults[i], `the fault "${name}" of "${operation.name}"`, fault?.span);
    });
  }
}
