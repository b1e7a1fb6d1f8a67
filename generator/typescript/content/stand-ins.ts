import type { ComplexTypeDefinition, Contract, TypeKey } from '../../contract/model.js';
import { elementsOf } from '../../contract/own-content.js';
import { type ContractIndex, derivedFromSimple } from '../../contract/queries.js';

/**
 * Complex types that may replace, by `xsi:type`, the simple types of elements: those that add attributes to a simple type
 * that the descriptors define. Replacements of built-in types are left out, since they would turn every text into an object.
 * Only types of elements count, because attributes have no `xsi:type`.
 */
export function simpleStandIns(
  contract: Contract,
  index: ContractIndex,
): ReadonlyMap<TypeKey, readonly ComplexTypeDefinition[]> {
  const standIns = new Map<TypeKey, readonly ComplexTypeDefinition[]>();
  const seen = new Set<TypeKey>();
  const add = (key: TypeKey): void => {
    if (seen.has(key)) {
      return;
    }
    seen.add(key);
    const type = index.types.get(key);
    if (type?.kind !== 'simpleType' || type.name === undefined) {
      return;
    }
    const derived = derivedFromSimple(contract, key).filter(({ abstract }) => !abstract);
    if (derived.length > 0) {
      standIns.set(key, derived);
    }
  };
  for (const { type } of contract.elements) {
    add(type);
  }
  for (const type of contract.types) {
    for (const element of type.kind === 'complexType' ? elementsOf(type.content) : []) {
      add(element.type);
    }
  }
  return standIns;
}
