import { operationParts } from './binding-kinds.js';
import type {
  Contract,
  Derivation,
  ElementParticle,
  ExpandedName,
  Operation,
  Particle,
  Roots,
  Service,
  TypeDefinition,
  TypeKey,
} from './model.js';
import { expandedName } from './names.js';
import { type ContractIndex, derivedTypesAt, headsOf, indexContract } from './queries.js';

/** The parts of a contract's schema that some services need. */
export interface Reached {
  readonly types: ReadonlySet<TypeKey>;
  readonly elements: ReadonlySet<ExpandedName>;
}

/**
 * Types and elements that messages of the services, and documents with the roots, can contain: those that they name, those to which these refer, types that
 * `xsi:type` may name on an element, and elements that may be substituted for one. If a type or element is reached only
 * because it is derived from another, or a member of its group, nothing else is reached through it: no message contains it.
 * Iterative: schemas may be deep.
 */
export function reachableFrom(contract: Contract, services: readonly Service[], roots?: Roots): Reached {
  const walk = new Walk(contract);
  walk.roots(roots);
  for (const service of services) {
    for (const operation of service.operations) {
      walk.operation(operation);
    }
  }
  walk.finish();
  return walk;
}

class Walk implements Reached {
  readonly types = new Set<TypeKey>();
  readonly elements = new Set<ExpandedName>();
  readonly #pending: (() => void)[] = [];
  /** Elements that can be in a message, types that such elements can have, and those all of whose derived types are reached. */
  readonly #used = new Set<ExpandedName>();
  readonly #onElements = new Set<string>();
  readonly #withDerived = new Set<TypeKey>();
  readonly #contract: Contract;
  readonly #index: ContractIndex;

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#index = indexContract(contract);
  }

  finish(): void {
    for (let step = this.#pending.pop(); step; step = this.#pending.pop()) {
      step();
    }
  }

  roots(roots: Roots | undefined): void {
    const { elements, types } = roots ?? noRoots;
    for (const { type } of roots === undefined ? [] : this.#contract.attributes) {
      this.#type(type);
    }
    for (const name of elements) {
      this.#element(name);
    }
    for (const key of types) {
      this.#elementType(key);
    }
  }

  operation(operation: Operation): void {
    for (const { element, type } of operationParts(operation)) {
      if (element !== undefined) {
        this.#element(element);
      }
      this.#elementType(type);
    }
  }

  /** An element that can be in a message. */
  #element(name: ExpandedName): void {
    this.#declaration(name);
    if (this.#used.has(name)) {
      return;
    }
    this.#used.add(name);
    const declaration = this.#index.elements.get(name);
    if (declaration === undefined) {
      return;
    }
    this.#pending.push(() => {
      this.#elementTypes(declaration);
      if (!declaration.block.includes('substitution')) {
        for (const member of this.#index.substitutableDirectly.get(name) ?? []) {
          this.#element(member.name);
        }
      }
    });
  }

  /** An element that something refers to: with its type and its heads. */
  #declaration(name: ExpandedName): void {
    if (this.elements.has(name)) {
      return;
    }
    this.elements.add(name);
    const declaration = this.#index.elements.get(name);
    if (declaration === undefined) {
      return;
    }
    this.#pending.push(() => {
      this.#type(declaration.type);
      for (const { type } of declaration.alternatives ?? []) {
        this.#type(type);
      }
      for (const head of headsOf(declaration)) {
        this.#declaration(head);
      }
    });
  }

  #elementTypes({ type, alternatives = [], block }: Pick<ElementParticle, 'type' | 'alternatives' | 'block'>): void {
    for (const key of [type, ...alternatives.map((alternative) => alternative.type)]) {
      this.#elementType(key, block);
    }
  }

  /** The type of an element, and those that `xsi:type` may put in its place. */
  #elementType(key: TypeKey | undefined, block: readonly Derivation[] = noneBlocked): void {
    this.#type(key);
    const definition = key === undefined ? undefined : this.#index.types.get(key);
    if (definition === undefined) {
      return;
    }
    const isSimple = definition.kind === 'simpleType';
    const blocked = [...block, ...(isSimple ? [] : definition.block)];
    if (blocked.length === 0 || (isSimple && !blocked.includes('restriction'))) {
      this.#allDerived(definition.key);
      return;
    }
    const id = `${blocked.join(' ')} ${definition.key}`;
    if (this.#onElements.has(id)) {
      return;
    }
    this.#onElements.add(id);
    for (const type of derivedTypesAt(this.#contract, definition.key, block)) {
      this.#type(type.key);
    }
  }

  /** Types that are derived from one, at any depth. */
  #allDerived(key: TypeKey): void {
    if (this.#withDerived.has(key)) {
      return;
    }
    this.#withDerived.add(key);
    const { derivedDirectly, restrictedDirectly } = this.#index;
    for (const derived of [...(derivedDirectly.get(key) ?? []), ...(restrictedDirectly.get(key) ?? [])]) {
      if (derived.name !== undefined) {
        this.#type(derived.key);
        this.#pending.push(() => this.#allDerived(derived.key));
      }
    }
  }

  /** A type that something refers to, with its base and its contents. */
  #type(key: TypeKey | undefined): void {
    if (key === undefined || this.types.has(key)) {
      return;
    }
    this.types.add(key);
    const definition = this.#index.types.get(key);
    if (!definition) {
      return;
    }
    this.#pending.push(() => {
      this.#type(definition.base);
      if (definition.kind === 'complexType') {
        this.#complexType(definition);
      } else {
        for (const type of [definition.itemType, ...(definition.memberTypes ?? [])]) {
          this.#type(type);
        }
      }
    });
  }

  #complexType({ content, attributes, soapArray }: Extract<TypeDefinition, { kind: 'complexType' }>): void {
    if (content.kind === 'simple') {
      this.#type(content.type);
    } else if (content.kind !== 'empty' && content.particle) {
      this.#particle(content.particle);
    }
    for (const use of attributes) {
      this.#type(use.type);
    }
    this.#elementType(soapArray?.itemType);
  }

  #particle(particle: Particle): void {
    switch (particle.kind) {
      case 'element':
        if (particle.ref) {
          this.#element(expandedName(particle.namespace, particle.name));
        }
        this.#elementTypes(particle);
        return;
      case 'sequence':
      case 'choice':
      case 'all':
        for (const inner of particle.particles) {
          this.#pending.push(() => this.#particle(inner));
        }
        return;
      case 'any':
        return;
    }
  }
}

const noneBlocked: readonly Derivation[] = [];
const noRoots: Roots = { elements: [], types: [] };
