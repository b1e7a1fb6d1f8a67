import { anyType } from '../xsd/built-ins.js';
import { groupByEach } from './grouping.js';
import type {
  AttributeDeclaration,
  AttributeUse,
  ComplexTypeDefinition,
  Content,
  Contract,
  Derivation,
  ElementDeclaration,
  ExpandedName,
  Particle,
  SimpleTypeDefinition,
  TypeDefinition,
  TypeKey,
} from './model.js';
import { expandedName } from './names.js';

/**
 * Questions about a contract whose answers need several of its parts. Pure; expensive answers are computed once for each
 * contract object and forgotten with it.
 */

/** The part of a contract that these questions are about. */
export type ContractTypes = Pick<Contract, 'types' | 'elements' | 'attributes'>;

/** A contract's components by their keys. */
export interface ContractIndex {
  readonly types: ReadonlyMap<TypeKey, TypeDefinition>;
  readonly elements: ReadonlyMap<ExpandedName, ElementDeclaration>;
  readonly attributes: ReadonlyMap<ExpandedName, AttributeDeclaration>;
  /** Complex types derived in one step, by the key of their base. */
  readonly derivedDirectly: ReadonlyMap<TypeKey, readonly ComplexTypeDefinition[]>;
  /** Simple types derived by restriction in one step, by the key of their base. */
  readonly restrictedDirectly: ReadonlyMap<TypeKey, readonly SimpleTypeDefinition[]>;
  /** Elements that name an element as the head of their substitution group, by the head. */
  readonly substitutableDirectly: ReadonlyMap<ExpandedName, readonly ElementDeclaration[]>;
}

const indexes = new WeakMap<ContractTypes, ContractIndex>();

/** The maps for looking things up in a contract. */
export function indexContract(contract: ContractTypes): ContractIndex {
  let index = indexes.get(contract);
  if (!index) {
    const complexTypes = contract.types.filter((type) => type.kind === 'complexType');
    const types = new Map(contract.types.map((type) => [type.key, type]));
    const simpleTypes = contract.types.filter((type) => type.kind === 'simpleType');
    index = {
      types,
      elements: new Map(contract.elements.map((element) => [element.name, element])),
      attributes: new Map(contract.attributes.map((attribute) => [attribute.name, attribute])),
      derivedDirectly: groupByEach(complexTypes, (type) => (type.base === undefined ? [] : [type.base])),
      restrictedDirectly: groupByEach(simpleTypes, ({ base }) => (types.has(base) ? [base] : [])),
      substitutableDirectly: groupByEach(contract.elements, headsOf),
    };
    indexes.set(contract, index);
  }
  return index;
}

/** The elements that an element may directly stand in for. */
export function headsOf(element: ElementDeclaration): readonly ExpandedName[] {
  const { substitutionGroup, otherSubstitutionGroups = [] } = element;
  return substitutionGroup === undefined ? [] : [substitutionGroup, ...otherSubstitutionGroups];
}

/**
 * A complex type and the types that it extends, the outermost base first. A restriction is complete, so its base is not
 * included.
 */
export function extensionChain(contract: ContractTypes, key: TypeKey): readonly ComplexTypeDefinition[] {
  const { types } = indexContract(contract);
  const chain: ComplexTypeDefinition[] = [];
  for (let type = types.get(key); type?.kind === 'complexType'; ) {
    chain.push(type);
    const isComplete = type.derivation === 'restriction' || type.base === undefined || chain.length > types.size;
    type = isComplete ? undefined : types.get(type.base as TypeKey);
  }
  return chain.reverse();
}

const contents = new WeakMap<ContractTypes, Map<TypeKey, Content>>();

/**
 * The whole content of a complex type (Part 1, 3.4.2, "content type"): for an extension the particles of its bases, in order,
 * then its own. Nothing for keys of simple and unknown types.
 */
export function effectiveContent(contract: ContractTypes, key: TypeKey): Content | undefined {
  const cache = cacheFor(contents, contract);
  const known = cache.get(key);
  if (known) {
    return known;
  }
  const content = key === anyType ? anyContent : workOutContent(extensionChain(contract, key));
  if (content) {
    cache.set(key, content);
  }
  return content;
}

function workOutContent(chain: readonly ComplexTypeDefinition[]): Content | undefined {
  const content = chain.at(-1)?.content;
  if (!content || content.kind === 'empty' || content.kind === 'simple') {
    return content;
  }
  const particles = chain.flatMap(({ content }) =>
    'particle' in content && content.particle ? [content.particle] : [],
  );
  const particle: Particle | undefined = particles.length > 1 ? joined(particles) : particles[0];
  return { kind: content.kind, ...(particle && { particle }) };
}

/** One after the other; an `xs:all` that extends another is one with it (XML Schema 1.1, Part 1, 3.4.2.3.3). */
function joined(particles: readonly Particle[]): Particle {
  const groups = particles.flatMap((particle) => (particle.kind === 'all' ? [particle] : []));
  if (groups.length < particles.length) {
    return { kind: 'sequence', minOccurs: 1, maxOccurs: 1, particles };
  }
  const minOccurs = groups.at(-1)?.minOccurs ?? 1;
  return { kind: 'all', minOccurs, maxOccurs: 1, particles: groups.flatMap((group) => group.particles) };
}

/** Content of `xs:anyType` (Part 1, 3.4.7). */
const anyContent: Content = {
  kind: 'mixed',
  particle: { kind: 'any', namespaces: { kind: 'any' }, processContents: 'lax', minOccurs: 0, maxOccurs: null },
};

const attributeUses = new WeakMap<ContractTypes, Map<TypeKey, readonly AttributeUse[]>>();

/** All attribute uses of a complex type, those of its bases first; prohibited ones left out. */
export function effectiveAttributes(contract: ContractTypes, key: TypeKey): readonly AttributeUse[] {
  const cache = cacheFor(attributeUses, contract);
  let uses = cache.get(key);
  if (!uses) {
    const byName = new Map<string, AttributeUse>();
    for (const type of extensionChain(contract, key)) {
      for (const use of type.attributes) {
        if (use.use !== 'prohibited') {
          byName.set(expandedName(use.namespace, use.name), use);
        }
      }
    }
    uses = [...byName.values()];
    cache.set(key, uses);
  }
  return uses;
}

const derived = new WeakMap<ContractTypes, Map<TypeKey, readonly ComplexTypeDefinition[]>>();

/**
 * The complex types that may stand in for a type by `xsi:type`: derived from it at any depth, in the contract's order. Types
 * that it blocks (`block`) and anonymous types, which cannot be named, are left out; abstract ones are not: the caller knows
 * whether it needs types or values.
 */
export function derivedTypes(contract: ContractTypes, key: TypeKey): readonly ComplexTypeDefinition[] {
  const cache = cacheFor(derived, contract);
  let types = cache.get(key);
  if (!types) {
    types = collectDerived(contract, key);
    cache.set(key, types);
  }
  return types;
}

/**
 * Like `derivedTypes`, for the type of an element whose `block` excludes derivations in addition to the type's own (Part 1,
 * 3.3.4, "Element Locally Valid", 4.3).
 */
export function derivedTypesAt(
  contract: ContractTypes,
  key: TypeKey,
  block: readonly Derivation[],
): readonly ComplexTypeDefinition[] {
  return block.length === 0 ? derivedTypes(contract, key) : collectDerived(contract, key, block);
}

function collectDerived(
  contract: ContractTypes,
  key: TypeKey,
  alsoBlocked: readonly Derivation[] = [],
): readonly ComplexTypeDefinition[] {
  const { types, derivedDirectly } = indexContract(contract);
  const root = types.get(key);
  const blocked: readonly string[] = [...alsoBlocked, ...(root?.kind === 'complexType' ? root.block : [])];
  const found = new Set<ComplexTypeDefinition>();
  const pending = [key];
  for (let base = pending.pop(); base !== undefined; base = pending.pop()) {
    for (const type of derivedDirectly.get(base) ?? []) {
      // All types derived through a blocked step are blocked, too: the whole chain would contain it.
      if (blocked.includes(type.derivation) || found.has(type)) {
        continue;
      }
      found.add(type);
      pending.push(type.key);
    }
  }
  return [...found].filter((type) => type.name !== undefined && type.key !== key).sort(byKey);
}

/**
 * The complex types that may stand in for a named simple type by `xsi:type` (Part 1, 3.4.6, "Type Derivation OK (Complex)",
 * 2.3.2): those with simple content that is derived from it, through whatever types between. `block` as for `derivedTypesAt`.
 */
export function derivedFromSimple(
  contract: ContractTypes,
  key: TypeKey,
  block: readonly Derivation[] = [],
): readonly ComplexTypeDefinition[] {
  const { types, restrictedDirectly } = indexContract(contract);
  if (types.get(key)?.kind !== 'simpleType') {
    return [];
  }
  const simple = new Set([key]);
  if (!block.includes('restriction')) {
    const waiting = [key];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const { key: restricted } of restrictedDirectly.get(next) ?? []) {
        if (!simple.has(restricted)) {
          simple.add(restricted);
          waiting.push(restricted);
        }
      }
    }
  }
  const found = new Set<ComplexTypeDefinition>();
  for (const each of simple) {
    for (const type of collectDerived(contract, each, block)) {
      found.add(type);
    }
  }
  return [...found].sort(byKey);
}

function byKey(a: ComplexTypeDefinition, b: ComplexTypeDefinition): number {
  return a.key < b.key ? -1 : 1;
}

const members = new WeakMap<ContractTypes, Map<ExpandedName, readonly ElementDeclaration[]>>();

/**
 * The elements that may replace a reference to a global element, without the element itself (Part 1, 3.3.6, "substitution
 * group"): members at any depth, sorted by name, without abstract ones, and without those that the `block` of the head, of
 * its type, or of a type between excludes.
 */
export function substitutionMembers(contract: ContractTypes, element: ExpandedName): readonly ElementDeclaration[] {
  const cache = cacheFor(members, contract);
  let found = cache.get(element);
  if (!found) {
    found = collectMembers(contract, element);
    cache.set(element, found);
  }
  return found;
}

function collectMembers(contract: ContractTypes, name: ExpandedName): readonly ElementDeclaration[] {
  const { elements, substitutableDirectly } = indexContract(contract);
  const head = elements.get(name);
  if (!head || head.block.includes('substitution')) {
    return [];
  }
  const found = new Set<ElementDeclaration>();
  const pending = [name];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const member of substitutableDirectly.get(next) ?? []) {
      if (member === head || found.has(member)) {
        continue;
      }
      found.add(member);
      pending.push(member.name);
    }
  }
  return [...found]
    .filter((member) => !member.abstract && isDerivationAllowed(contract, member.type, head))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Part 1, 3.3.6, "Substitution Group OK (Transitive)", clause 2.3: no step from the head's type to the member's is blocked. */
function isDerivationAllowed(contract: ContractTypes, type: TypeKey, head: ElementDeclaration): boolean {
  const { types } = indexContract(contract);
  const blocked = new Set<string>(head.block);
  const headType = types.get(head.type);
  if (headType?.kind === 'complexType') {
    for (const method of headType.block) {
      blocked.add(method);
    }
  }
  if (blocked.size === 0) {
    return true;
  }
  const methods = new Set<string>();
  let key = type;
  for (let steps = 0; key !== head.type && steps <= types.size; steps++) {
    const current = types.get(key);
    if (!current) {
      break;
    }
    methods.add(current.kind === 'complexType' ? current.derivation : 'restriction');
    const base = current.base ?? anyType;
    const baseType = types.get(base);
    if (base !== head.type && baseType?.kind === 'complexType') {
      for (const method of baseType.block) {
        blocked.add(method);
      }
    }
    key = base;
  }
  for (const method of methods) {
    if (blocked.has(method)) {
      return false;
    }
  }
  return true;
}

function cacheFor<V>(caches: WeakMap<ContractTypes, Map<string, V>>, contract: ContractTypes): Map<string, V> {
  let cache = caches.get(contract);
  if (!cache) {
    cache = new Map();
    caches.set(contract, cache);
  }
  return cache;
}
