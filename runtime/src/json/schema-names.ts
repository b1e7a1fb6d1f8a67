import type { Type } from '../schema/descriptor/descriptor.js';
import type { SchemaPlace } from '../schema/json-schema/json-schema.js';
import type { TypePlan } from '../schema/plan/plan.js';

/** A name with only the characters that components of OpenAPI may have (4.8.7.1): others are written as their code point. */
export function componentName(name: string): string {
  return name.replace(/[^\w.-]/gu, (character) => {
    return `_u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  });
}

/** Names of definitions. A type has the name that the program gives it, or its own; an anonymous one that of the place where it is used. */
export class SchemaNames {
  readonly #given: ((type: Type) => string | undefined) | undefined;
  readonly #decided = new Map<TypePlan, string>();
  readonly #places = new Map<TypePlan, SchemaPlace[]>();
  readonly #taken = new Set<string>();

  constructor(given: ((type: Type) => string | undefined) | undefined) {
    this.#given = given;
  }

  /** Notes a place where a type is used. */
  note(plan: TypePlan, place: SchemaPlace | undefined): void {
    const places = this.#places.get(plan) ?? [];
    this.#places.set(plan, places);
    if (place !== undefined) {
      places.push(place);
    }
  }

  /** Decides the names of all types that were noted: those that would share one get the name of their namespace, too. */
  decide(): void {
    const plans = [...this.#places.keys()];
    const isNamed = (plan: TypePlan): boolean => this.#own(plan) !== '';
    this.#decideEach(new Map(plans.filter(isNamed).map((plan) => [plan, this.#own(plan)])));
    const anonymous = plans.filter((plan) => !isNamed(plan));
    this.#decideEach(new Map(anonymous.map((plan) => [plan, this.#leastName(plan, new Set())])));
  }

  /** The name of a type's definition. */
  nameOf(plan: TypePlan, place: SchemaPlace | undefined): string {
    const known = this.#decided.get(plan);
    if (known !== undefined) {
      return known;
    }
    const name = this.#own(plan) || this.#nameAt(place, new Set());
    return this.#take(plan, this.#taken.has(name) ? qualified(plan, name) : name);
  }

  #decideEach(wanted: ReadonlyMap<TypePlan, string>): void {
    const counts = new Map<string, number>();
    for (const name of wanted.values()) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    for (const [plan, name] of wanted) {
      const isShared = (counts.get(name) ?? 0) > 1 || this.#taken.has(name);
      this.#take(plan, isShared ? qualified(plan, name) : name);
    }
  }

  #take(plan: TypePlan, name: string): string {
    this.#decided.set(plan, name);
    this.#taken.add(name);
    return name;
  }

  /** The name of a type wherever it is used; `''` for an anonymous one. */
  #own({ type }: TypePlan): string {
    return componentName(this.#given?.(type) ?? (type.kind === 'complex' ? type.typeName : undefined) ?? type.name);
  }

  /** The first, in the order of code units, of the names that an anonymous type has by its places. */
  #leastName(plan: TypePlan, seen: Set<TypePlan>): string {
    seen.add(plan);
    const names = (this.#places.get(plan) ?? []).map((place) => this.#nameAt(place, seen));
    return names.sort().find((name) => name !== '') ?? 'Anonymous';
  }

  #nameAt(place: SchemaPlace | undefined, seen: Set<TypePlan>): string {
    const { owner = '', property = '' } = place ?? {};
    const name = typeof owner === 'string' ? owner : this.#ownerName(owner, seen);
    return [name, componentName(property)].filter((each) => each !== '').join('.');
  }

  #ownerName(owner: TypePlan, seen: Set<TypePlan>): string {
    return this.#decided.get(owner) ?? (seen.has(owner) ? '' : this.#own(owner) || this.#leastName(owner, seen));
  }
}

/** A name with its namespace, as eight digits that are the same for the same namespace (FNV-1a). */
function qualified({ type }: TypePlan, name: string): string {
  let mixed = 0x811c9dc5;
  for (let i = 0; i < type.namespace.length; i++) {
    mixed = Math.imul(mixed ^ type.namespace.charCodeAt(i), 0x01000193);
  }
  return `${name}-${(mixed >>> 0).toString(16).padStart(8, '0')}`;
}
