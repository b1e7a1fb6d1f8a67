import type { SimpleType } from '../schema/descriptor/descriptor.js';
import { resolve } from '../schema/descriptor/resolve.js';
import type {
  HttpBindingDescriptor,
  HttpParameterDescriptor,
  OperationDescriptor,
  PortDescriptor,
  SoapBindingDescriptor,
} from './descriptor.js';

/** The facts of a binding of either kind. */
export type Facts = SoapBindingDescriptor | HttpBindingDescriptor;

/** The facts of a binding at one of its ports; undefined if that port does not offer the operation. */
export function factsAt<F extends Facts>(binding: F | undefined, port: string): F | undefined {
  return everyFacts(binding).find(({ ports }) => ports?.includes(port) ?? true);
}

/** The facts of a binding at all its ports, those of the first port first; none if there is no such binding. */
export function everyFacts<F extends Facts>(binding: F | undefined): readonly F[] {
  if (binding === undefined) {
    return [];
  }
  // Both kinds of facts list others of their own kind.
  return binding.others === undefined ? [binding] : [binding, ...(binding.others as readonly F[])];
}

/** True if an operation is offered at a port. */
export function isOfferedAt(operation: OperationDescriptor, port: PortDescriptor): boolean {
  return factsAt<Facts>(operation[port.binding], port.name) !== undefined;
}

/**
 * The names of a list of enumerated values, which is the form of .NET's enumerations with `[Flags]`; undefined for other
 * types.
 */
export function flagNames(type: SimpleType): readonly string[] | undefined {
  const item = type.itemType && resolve(type.itemType);
  return type.variety === 'list' ? item?.facets?.enumeration : undefined;
}

/** How forms have the values of a type: the mapping of the type or of one that it restricts. */
export function formMapping(type: SimpleType): SimpleType['formMapping'] {
  for (let at: SimpleType | undefined = type; at !== undefined; at = at.base && resolve(at.base)) {
    if (at.formMapping !== undefined) {
      return at.formMapping;
    }
  }
  return undefined;
}

/** The property of the input that a parameter over GET or POST is. */
export function propertyOf({ name, property }: HttpParameterDescriptor): string {
  return property ?? name;
}

/** True if the WSDL asks for WS-Addressing in some of the operations. */
export function asksForAddressing(operations: readonly OperationDescriptor[]): boolean {
  return operations.some(({ soap11, soap12 }) =>
    [soap11, soap12].some((facts) => [facts, ...(facts?.others ?? [])].some((each) => each?.addressing !== undefined)),
  );
}
