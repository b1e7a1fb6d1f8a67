import { isHttpBinding } from '../contract/binding-kinds.js';
import type { Contract, ExpandedName, Operation, OperationBinding, Service, TypeKey } from '../contract/model.js';
import { expandedName, xsdNamespace } from '../contract/names.js';
import { type Reached, reachableFrom } from '../contract/reachable.js';
import { membersOf } from './members.js';
import { bothWays, type Direction } from './relation.js';

/** The types of elements in whose place `xsi:type` may name every type, or every simple one. */
const anyTypes = ['anyType', 'anySimpleType'].map((name) => expandedName(xsdNamespace, name));

/** Which messages of a contract contain which types and elements. */
export interface Uses {
  /** Whether messages of a direction can contain the type. */
  readonly type: (direction: Direction, key: TypeKey) => boolean;
  /** Whether messages of a direction can contain the element. */
  readonly element: (direction: Direction, name: ExpandedName) => boolean;
  /** Whether messages can contain the type or the element, be it because `xsi:type` names any type on an element of `xs:anyType`. */
  readonly hasType: (key: TypeKey) => boolean;
  readonly hasElement: (name: ExpandedName) => boolean;
  /** Whether an element of a message of a direction is declared with the type, so that `xsi:type` may name one derived from it. */
  readonly atElement: (direction: Direction, key: TypeKey) => boolean;
  /** The operations whose messages can contain a type or an element, as `Service.Operation`, sorted. */
  readonly operations: (key: string) => readonly string[];
}

/**
 * The uses of a contract. Where it has no operation at all, everything counts as part of requests and of answers: only its
 * user knows.
 */
export function usesOf(contract: Contract): Uses {
  const isSchemaOnly = contract.services.every(({ operations }) => operations.length === 0);
  const reachedIn = (way: Direction): Reached => {
    const halves = contract.services.map((service) => halfOf(service, way));
    return reachableFrom(contract, halves);
  };
  const reached = { in: reachedIn('in'), out: reachedIn('out') };
  const onElements = { in: elementTypes(contract, reached.in), out: elementTypes(contract, reached.out) };
  const takesAnyType = bothWays.some((way) => anyTypes.some((key) => onElements[way].has(key)));
  const byOperation = new Map<string, readonly string[]>();
  let walked = false;
  return {
    type: (direction, key) => isSchemaOnly || reached[direction].types.has(key),
    element: (direction, name) => isSchemaOnly || reached[direction].elements.has(name),
    hasType: (key) => isSchemaOnly || takesAnyType || bothWays.some((way) => reached[way].types.has(key)),
    hasElement: (name) => isSchemaOnly || bothWays.some((way) => reached[way].elements.has(name)),
    atElement: (direction, key) => onElements[direction].has(key),
    operations: (key) => {
      if (!walked) {
        walked = true;
        collectOperations(contract, byOperation);
      }
      return byOperation.get(key) ?? [];
    },
  };
}

/**
 * The uses of a contract of schemas alone: documents can contain everything. They count as requests, which one side writes and the other reads; `documentEffects` says whom
 * that means.
 */
export function usesOfDocuments(contract: Contract): Uses {
  const { types, elements } = contract;
  const all = { types: new Set(types.map(({ key }) => key)), elements: new Set(elements.map(({ name }) => name)) };
  const onElements = elementTypes(contract, all);
  return {
    type: (direction) => direction === 'in',
    element: (direction) => direction === 'in',
    hasType: () => true,
    hasElement: () => true,
    atElement: (direction, key) => direction === 'in' && onElements.has(key),
    operations: () => [],
  };
}

/** The types with which the elements are declared that are reached. */
function elementTypes(contract: Contract, { types, elements }: Reached): ReadonlySet<TypeKey> {
  const found = new Set<TypeKey>();
  for (const { name, type } of contract.elements) {
    if (elements.has(name)) {
      found.add(type);
    }
  }
  for (const type of contract.types) {
    if (type.kind === 'complexType' && types.has(type.key) && 'particle' in type.content) {
      for (const { particle } of membersOf(type.content.particle).elements.values()) {
        found.add(particle.type);
      }
    }
  }
  return found;
}

function collectOperations(contract: Contract, found: Map<string, readonly string[]>): void {
  const lists = new Map<string, Set<string>>();
  for (const service of contract.services) {
    for (const operation of service.operations) {
      const { types, elements } = reachableFrom(contract, [{ ...service, operations: [operation] }]);
      const name = operationName(service, operation);
      for (const key of [...types, ...elements]) {
        const list = lists.get(key) ?? new Set();
        lists.set(key, list.add(name));
      }
    }
  }
  for (const [key, names] of lists) {
    found.set(key, [...names].sort());
  }
}

/** An operation as people name it. */
export function operationName(service: Service, { name, overload }: Operation): string {
  return `${service.name}.${name}${overload === undefined ? '' : ` (${overload})`}`;
}

/** A service whose messages of one direction are left. */
function halfOf(service: Service, direction: Direction): Service {
  return { ...service, operations: service.operations.map((operation) => halfOfOperation(operation, direction)) };
}

function halfOfOperation(operation: Operation, direction: Direction): Operation {
  const { input, output, faults, ...rest } = operation;
  const bindings = operation.bindings.map((binding) => halfOfBinding(binding, direction));
  return direction === 'in'
    ? { ...rest, ...(input && { input }), faults: [], bindings }
    : { ...rest, ...(output && { output }), faults, bindings };
}

function halfOfBinding(binding: OperationBinding, direction: Direction): OperationBinding {
  if (isHttpBinding(binding)) {
    return direction === 'in' ? { ...binding, output: { kind: 'empty' as const } } : { ...binding, parameters: [] };
  }
  const { input, output, ...rest } = binding;
  if (direction === 'out') {
    const headerFaults = (input?.headers ?? []).flatMap((header) => header.headerFaults);
    const first = input?.headers[0];
    const answers = first && headerFaults.length > 0 ? [{ ...first, part: { name: '' }, headerFaults }] : [];
    return { ...rest, ...(output && { output }), ...(input && { input: { ...input, headers: answers } }) };
  }
  const headers = (input?.headers ?? []).map((header) => ({ ...header, headerFaults: [] }));
  return { ...rest, ...(input && { input: { ...input, headers } }) };
}
