import { countsOf } from '../../contract/grouping.js';
import type { ComplexTypeDefinition, Contract, TypeDefinition, TypeKey } from '../../contract/model.js';
import type { ContractIndex } from '../../contract/queries.js';
import type { Names } from '../names/names.js';

/**
 * Values of `$type`: the TypeScript name of the type. Where two types of one hierarchy share it, those outside the
 * namespace of the hierarchy's root have their module before it: `geo.Point`.
 */
export function discriminatorsOf(
  contract: Contract,
  index: ContractIndex,
  names: Names,
  standIns: ReadonlyMap<TypeKey, readonly ComplexTypeDefinition[]>,
): ReadonlyMap<TypeKey, string> {
  const discriminators = new Map<TypeKey, string>();
  const ofSimpleTypes = new Set([...standIns.values()].flat());
  for (const [root, members] of hierarchiesOf(contract, index)) {
    if (members.length < 2 && !members.some((member) => ofSimpleTypes.has(member))) {
      continue;
    }
    const home = names.types.get(root)?.module.slug;
    const count = countsOf(members.map(({ key }) => names.types.get(key)?.name ?? ''));
    for (const member of members) {
      const own = names.types.get(member.key);
      if (!own) {
        continue;
      }
      const plain = count.get(own.name) === 1 || own.module.slug === home;
      discriminators.set(member.key, plain ? own.name : `${own.module.slug}.${own.name}`);
    }
  }
  return discriminators;
}

/** Complex types by the topmost type of the descriptors that they are derived from. */
function hierarchiesOf(contract: Contract, index: ContractIndex): ReadonlyMap<TypeKey, ComplexTypeDefinition[]> {
  const roots = new Map<TypeKey, TypeKey>();
  const hierarchies = new Map<TypeKey, ComplexTypeDefinition[]>();
  for (const type of contract.types) {
    if (type.kind !== 'complexType') {
      continue;
    }
    const root = rootOf(type, index, roots);
    const members = hierarchies.get(root);
    if (members) {
      members.push(type);
    } else {
      hierarchies.set(root, [type]);
    }
  }
  return hierarchies;
}

/** The topmost type of the descriptors that a type is derived from, itself when it has no base; remembered for all on the way. */
function rootOf(type: TypeDefinition, index: ContractIndex, roots: Map<TypeKey, TypeKey>): TypeKey {
  const way = new Set<TypeKey>();
  let root = type;
  while (!roots.has(root.key) && !way.has(root.key)) {
    way.add(root.key);
    const base = root.base === undefined ? undefined : index.types.get(root.base);
    if (base === undefined) {
      break;
    }
    root = base;
  }
  const found = roots.get(root.key) ?? root.key;
  for (const key of way) {
    roots.set(key, found);
  }
  return found;
}
