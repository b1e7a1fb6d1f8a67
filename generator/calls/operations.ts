import type { BindingKind, OperationDescriptor, ServiceDescriptor } from '@wsdl-codegen/runtime';
import { nearest } from '@wsdl-codegen/runtime/schema';
import { choiceOrder } from '../contract/binding-kinds.js';
import { diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { type OperationParameter, parametersOf } from './parameters.js';

/** An operation as it is called from outside. */
export interface ListedOperation {
  readonly service: string;
  /** Name on the wire. */
  readonly operation: string;
  /** Name of the method in TypeScript. */
  readonly method: string;
  /** The shortest name that means this operation alone: its own, or `SERVICE.OPERATION`. */
  readonly name: string;
  readonly bindings: readonly BindingKind[];
  readonly parameters: readonly OperationParameter[];
  readonly documentation?: string;
}

/** An operation of a service. */
export interface FoundOperation {
  readonly service: ServiceDescriptor;
  readonly method: string;
  readonly operation: OperationDescriptor;
}

type Services = ReadonlyMap<string, ServiceDescriptor>;

/** All operations of services, in their order. */
export function listedOperations(services: Services): readonly ListedOperation[] {
  const all = foundOperations(services);
  const count = (name: string): number => all.filter(({ operation }) => operation.name === name).length;
  return all.map(({ service, method, operation }) => ({
    service: service.name,
    operation: operation.name,
    method,
    name: count(operation.name) > 1 ? `${service.name}.${operation.name}` : operation.name,
    bindings: bindingsOf({ service, method, operation }),
    parameters: parametersOf(operation.input),
    ...(operation.documentation !== undefined && { documentation: operation.documentation }),
  }));
}

/** The kinds of bindings over which an operation can be called, the preferred one first. */
export function bindingsOf({ service, operation }: FoundOperation): readonly BindingKind[] {
  return choiceOrder.filter(
    (kind) => operation[kind] !== undefined && service.ports.some(({ binding }) => binding === kind),
  );
}

/** Every operation of services, in their order. */
export function foundOperations(services: Services): readonly FoundOperation[] {
  return [...services.values()].flatMap((service) =>
    Object.entries(service.operations).map(([method, operation]) => ({ service, method, operation })),
  );
}

/** The operation that a name means: `OPERATION` or `SERVICE.OPERATION`, on the wire or as the method in TypeScript. */
export function findOperation(services: Services, name: string): Result<FoundOperation | undefined> {
  const all = foundOperations(services);
  const found = all.filter((each) => namesOf(each).includes(name));
  const [first] = found;
  if (first === undefined) {
    const known = [...new Set(all.flatMap(namesOf))];
    return [undefined, [diagnostic('call/unknown-operation', { name, nearest: nearest(name, known) })]];
  }
  // A method may have the name that another operation has on the wire.
  const onWire = found.filter(({ operation, service }) =>
    [operation.name, `${service.name}.${operation.name}`].includes(name),
  );
  const meant = onWire.length > 0 ? onWire : found;
  const names = meant.map(({ service, method, operation }) =>
    meant.some((other) => other.service.name === service.name && other.method !== method)
      ? `${service.name}.${method}`
      : `${service.name}.${operation.name}`,
  );
  return meant.length === 1 ? [meant[0], []] : [undefined, [diagnostic('call/several-operations', { name, names })]];
}

/** The names by which a user may call an operation. */
export function namesOf({ service, method, operation }: FoundOperation): readonly string[] {
  return [operation.name, method, `${service.name}.${operation.name}`, `${service.name}.${method}`];
}
