import type { ComplexTypeDefinition, Contract, TypeKey } from '../contract/model.js';
import type { ContractIndex } from '../contract/queries.js';
import type { Names } from './names.js';

/**
 * Values of `$type`: the TypeScript name of the type. Where two types of one hierarchy share it, those outside the
 * namespace of the hierarchy's root have their module before it: `geo.Point`.
 */
export function discriminatorsOf(contract: Contract, index: ContractIndex, names: Names): ReadonlyMap<TypeKey, string> {
  const hierarchies = new Map<TypeKey, ComplexTypeDefinition[]>();
  for (const type of contract.types) {
    if (type.kind !== 'complexType') continue;
    const root = rootOf(type, index);
    hierarchies.set(root.key, [...(hierarchies.get(root.key) ?? []), type]);
  }
  const discriminators = new Map<TypeKey, string>();
  for (const [root, members] of hierarchies) {
    if (members.length < 2) continue;
    const home = names.types.get(root)?.module.slug;
    for (const member of members) {
      const own = names.types.get(member.key);
      if (!own) continue;
      const shared = members.some((other) => other !== member && names.types.get(other.key)?.name === own.name);
      discriminators.set(member.key, shared && own.module.slug !== home ? `${own.module.slug}.${own.name}` : own.name);
    }
  }
  return discriminators;
}

/** The topmost complex type that a type is derived from, itself when it has no base. */
function rootOf(type: ComplexTypeDefinition, index: ContractIndex): ComplexTypeDefinition {
  const seen = new Set<TypeKey>([type.key]);
  let root = type;
  while (root.base !== undefined && !seen.has(root.base)) {
    seen.add(root.base);
    const base = index.types.get(root.base);
    if (base?.kind !== 'complexType') break;
    root = base;
  }
  return root;
}
