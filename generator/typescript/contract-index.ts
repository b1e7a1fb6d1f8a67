import type {
  ComplexTypeDefinition,
  Contract,
  ElementDeclaration,
  ExpandedName,
  TypeDefinition,
  TypeKey,
} from '../contract/model.js';

/** Look-ups into a contract, made once. */
export interface ContractIndex {
  readonly types: ReadonlyMap<TypeKey, TypeDefinition>;
  readonly elements: ReadonlyMap<ExpandedName, ElementDeclaration>;
  /** Complex types that may stand in for a type by `xsi:type`: derived at any depth, abstract ones left out; in order of keys. */
  readonly derived: ReadonlyMap<TypeKey, readonly ComplexTypeDefinition[]>;
  /** Elements that may stand in for a head, at any depth, abstract ones left out; in order of names. */
  readonly substitutes: ReadonlyMap<ExpandedName, readonly ElementDeclaration[]>;
}

/** Indexes a contract. */
export function indexContract(contract: Contract): ContractIndex {
  const types = new Map(contract.types.map((type) => [type.key, type]));
  const elements = new Map(contract.elements.map((element) => [element.name, element]));
  const derived = new Map<TypeKey, ComplexTypeDefinition[]>();
  for (const type of contract.types) {
    if (type.kind !== 'complexType' || type.abstract) continue;
    for (const ancestor of ancestorsOf(type, types)) append(derived, ancestor, type);
  }
  const substitutes = new Map<ExpandedName, ElementDeclaration[]>();
  for (const element of contract.elements) {
    if (element.abstract) continue;
    const seen = new Set<ExpandedName>([element.name]);
    for (let head = element.substitutionGroup; head !== undefined && !seen.has(head); ) {
      seen.add(head);
      append(substitutes, head, element);
      head = elements.get(head)?.substitutionGroup;
    }
  }
  return { types, elements, derived, substitutes };
}

/** Keys of the complex types that a type is derived from, nearest first. */
function ancestorsOf(type: ComplexTypeDefinition, types: ReadonlyMap<TypeKey, TypeDefinition>): readonly TypeKey[] {
  const found: TypeKey[] = [];
  for (let base = type.base; base !== undefined && !found.includes(base) && base !== type.key; ) {
    const definition = types.get(base);
    if (definition?.kind !== 'complexType') break;
    found.push(base);
    base = definition.base;
  }
  return found;
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
