import { ownedByEveryObject } from '@wsdl-codegen/runtime/extend';
import { countsOf } from '../../contract/grouping.js';
import type { AttributeUse, ComplexTypeDefinition, ElementParticle } from '../../contract/model.js';
import { expandedName, splitExpandedName } from '../../contract/names.js';
import { homeNamespace } from '../names/modules.js';

/** An attribute use with its property. */
export interface MappedAttribute {
  readonly use: AttributeUse;
  readonly property: string;
}

/** How properties are called. */
export interface PropertyNaming {
  /** Short name of a namespace. */
  readonly slugOf: (namespace: string) => string;
  /** The property of an element or attribute of a local name, if nothing else has it. */
  readonly nameOf: (local: string) => string;
}

/** An element in an object: whether it is an array, and whether it is optional. */
export interface ElementInScope {
  readonly declaration: ElementParticle;
  readonly list: boolean;
  readonly optional: boolean;
}

/**
 * The properties of one object: those of a complex type's value (which begin with its base's), or of one occurrence of a
 * repeated group. An element keeps its local name as property; on a collision the one of the type's own namespace does, and
 * the others get `$` and the namespace's short name. The naming may have another form for local names. An optional property gets `$element` or `$attr` if every object has a
 * member of its name.
 */
export class PropertyScope {
  readonly #home: string;
  readonly #naming: PropertyNaming;
  /** Property by owner: `element {ns}name`, `attribute {ns}name`. */
  readonly #byOwner: Map<string, string>;
  readonly #taken: Set<string>;
  readonly #inherited: ReadonlySet<string>;
  readonly #lists = new Set<string>();
  #wildcards: number;
  #groups: number;

  constructor(type: ComplexTypeDefinition | string, naming: PropertyNaming, base?: PropertyScope) {
    this.#home = typeof type === 'string' ? type : homeNamespace(type);
    this.#naming = naming;
    this.#byOwner = new Map(base ? base.#byOwner : []);
    this.#taken = new Set(base ? base.#taken : []);
    this.#inherited = new Set(base ? base.#byOwner.keys() : []);
    this.#wildcards = base ? base.#wildcards : 0;
    this.#groups = base ? base.#groups : 0;
  }

  /** An empty scope for the objects of a repeated group. */
  nested(): PropertyScope {
    return new PropertyScope(this.#home, this.#naming);
  }

  /** True if the base already has a property for the element. */
  inheritsElement(name: string): boolean {
    return this.#inherited.has(`element ${name}`);
  }

  /** Decides the properties of the elements in this object. One element may occur in several branches of a choice. */
  reserveElements(elements: readonly ElementInScope[]): void {
    const byLocal = new Map<string, Set<string>>();
    const optionals = new Set(elements.filter((e) => e.optional).map((e) => e.declaration.name));
    for (const { declaration, list } of elements) {
      const name = expandedName(declaration.namespace, declaration.name);
      if (list) {
        this.#lists.add(name);
      }
      if (this.#byOwner.has(`element ${name}`)) {
        continue;
      }
      const names = byLocal.get(declaration.name) ?? new Set();
      byLocal.set(declaration.name, names.add(name));
    }
    for (const [local, names] of byLocal) {
      const home = expandedName(this.#home, local);
      for (const name of names) {
        const plain = names.size === 1 || name === home;
        const free = !(ownedByEveryObject.has(local) && optionals.has(local));
        const given = plain ? this.#givenName(local, byLocal.keys()) : [];
        this.#claim('element', name, plain ? [...given, free ? local : `${local}$element`] : []);
      }
    }
  }

  /** The property of an element that was reserved. */
  elementProperty(declaration: ElementParticle): string {
    const name = expandedName(declaration.namespace, declaration.name);
    return this.#byOwner.get(`element ${name}`) ?? this.#claim('element', name, [declaration.name]);
  }

  /** True if the element is an array wherever it occurs in this object. */
  isList(declaration: ElementParticle): boolean {
    return this.#lists.has(expandedName(declaration.namespace, declaration.name));
  }

  /** The property of an attribute. */
  attributeProperty(use: AttributeUse, plain: boolean): string {
    const name = expandedName(use.namespace, use.name);
    const known = this.#byOwner.get(`attribute ${name}`);
    const free = use.use === 'required' || !ownedByEveryObject.has(use.name);
    const preferred = free ? [use.name, `${use.name}$attr`] : [`${use.name}$attr`];
    return known ?? this.#claim('attribute', name, plain ? [...this.#givenName(use.name, []), ...preferred] : []);
  }

  /** `$any`, `$any2`… in the order of the content. */
  wildcardProperty(): string {
    this.#wildcards += 1;
    return numbered('$any', this.#wildcards);
  }

  /** `$items`, `$items2`… in the order of the content. */
  itemsProperty(): string {
    this.#groups += 1;
    return numbered('$items', this.#groups);
  }

  /** The name that the naming gives to a local name, unless another of the local names gets or has it, too. */
  #givenName(local: string, others: Iterable<string>): readonly string[] {
    const given = this.#naming.nameOf(local);
    const isShared = [...others].some(
      (other) => other !== local && (other === given || this.#naming.nameOf(other) === given),
    );
    return given === local || isShared || ownedByEveryObject.has(given) ? [] : [given];
  }

  #claim(kind: 'element' | 'attribute', name: string, preferred: readonly string[]): string {
    const { namespace, local } = splitExpandedName(name);
    const suffix = kind === 'element' ? 'element' : 'attr';
    const qualified = `${local}$${this.#naming.slugOf(namespace)}`;
    const candidates = [...preferred, qualified, `${local}$${suffix}`, `${qualified}$${suffix}`];
    let property = candidates.find((candidate) => !this.#taken.has(candidate)) ?? `${qualified}$${suffix}`;
    while (this.#taken.has(property)) {
      property += '$';
    }
    this.#taken.add(property);
    this.#byOwner.set(`${kind} ${name}`, property);
    return property;
  }
}

function numbered(name: string, count: number): string {
  return count === 1 ? name : `${name}${count}`;
}

/** The attributes that a type itself adds, with their properties. Call it after the elements have theirs. */
export function mapAttributes(type: ComplexTypeDefinition, scope: PropertyScope): readonly MappedAttribute[] {
  const uses = type.attributes.filter((use) => use.use !== 'prohibited');
  const count = countsOf(uses.map(({ name }) => name));
  return uses.map((use) => {
    const plain = count.get(use.name) === 1 || use.namespace === '';
    return { use, property: scope.attributeProperty(use, plain) };
  });
}
