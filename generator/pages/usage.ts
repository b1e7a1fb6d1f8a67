import type { Contract, ExpandedName, Operation, Service, TypeDefinition, TypeKey } from '../contract/model.js';
import { elementsOf } from '../contract/own-content.js';
import { reachableFrom } from '../contract/reachable.js';

/** A direct use of a type. */
export type TypeUse =
  /** An element or an attribute of a type. */
  | { readonly kind: 'member' | 'attribute'; readonly owner: TypeKey; readonly name: string }
  /** A type that is derived from it, or a list or a union of it. */
  | { readonly kind: 'derived' | 'list' | 'union' | 'array'; readonly owner: TypeKey }
  | { readonly kind: 'element'; readonly name: ExpandedName }
  | { readonly kind: 'part'; readonly of: OperationReference; readonly name: string };

/** An operation, with its service. */
export interface OperationReference {
  readonly service: Service;
  readonly operation: Operation;
}

/** Who uses what in a contract. */
export interface Usage {
  /** The direct uses of types, in the order of the contract. */
  readonly types: ReadonlyMap<TypeKey, readonly TypeUse[]>;
  /** Types that refer to global elements. */
  readonly elements: ReadonlyMap<ExpandedName, readonly TypeUse[]>;
  /** Operations whose messages can contain a type or an element, by its key. */
  readonly operations: ReadonlyMap<string, readonly OperationReference[]>;
}

/** Finds all uses in a contract. */
export function usageOf(contract: Contract): Usage {
  const types = new Map<TypeKey, TypeUse[]>();
  const elements = new Map<ExpandedName, TypeUse[]>();
  for (const type of contract.types) {
    collectUses(type, types, elements);
  }
  for (const { name, type } of contract.elements) {
    add(types, type, { kind: 'element', name });
  }
  const operations = new Map<string, OperationReference[]>();
  for (const service of contract.services) {
    for (const operation of service.operations) {
      const of = { service, operation };
      const reached = reachableFrom(contract, [{ ...service, operations: [operation] }]);
      for (const key of [...reached.types, ...reached.elements]) {
        add(operations, key, of);
      }
      for (const message of [operation.input, operation.output]) {
        for (const part of message && 'parts' in message ? message.parts : []) {
          if (part.type !== undefined) {
            add(types, part.type, { kind: 'part', of, name: part.name });
          }
        }
      }
    }
  }
  return { types, elements, operations };
}

function collectUses(type: TypeDefinition, types: Map<TypeKey, TypeUse[]>, elements: Map<string, TypeUse[]>): void {
  const { key: owner } = type;
  if (type.base !== undefined) {
    add(types, type.base, { kind: 'derived', owner });
  }
  if (type.kind === 'simpleType') {
    if (type.itemType !== undefined) {
      add(types, type.itemType, { kind: 'list', owner });
    }
    for (const member of type.memberTypes ?? []) {
      add(types, member, { kind: 'union', owner });
    }
    return;
  }
  if (type.soapArray) {
    add(types, type.soapArray.itemType, { kind: 'array', owner });
  }
  for (const { name, type: used } of type.attributes) {
    add(types, used, { kind: 'attribute', owner, name });
  }
  for (const element of elementsOf(type.content)) {
    const use: TypeUse = { kind: 'member', owner, name: element.name };
    add(types, element.type, use);
    if (element.ref) {
      add(elements, `{${element.namespace}}${element.name}`, use);
    }
  }
}

function add<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  list.push(item);
}
