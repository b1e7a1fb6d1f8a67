import type { ComplexTypeDefinition, ElementParticle, TypeKey, WildcardParticle } from '../../contract/model.js';
import type { ContractIndex } from '../../contract/queries.js';
import { type DraftParticle, describeModel, keepOrder, simplify } from './content-model.js';
import { type ElementInScope, type PlannedAttribute, PropertyScope, planAttributes } from './properties.js';

/**
 * The plan of a complex type's content: both the TypeScript type and the descriptor are made from it, so they cannot
 * disagree.
 */
export interface ComplexTypePlan {
  readonly type: ComplexTypeDefinition;
  /** The complex type that it extends; its properties come first. */
  readonly base?: ComplexTypeDefinition;
  /** Simple content that this type itself introduces: the type of `$value`. */
  readonly text?: TypeKey;
  /** True when this type itself introduces `$content`. */
  readonly introducesMixed: boolean;
  /** True when the content is mixed; `content` then only constrains. */
  readonly mixed: boolean;
  readonly content?: PlannedParticle;
  /** The content as the schema has it, if `content` allows more so that its values keep the order of elements. */
  readonly model?: PlannedParticle;
  readonly attributes: readonly PlannedAttribute[];
  /** True when this type itself introduces `$anyAttribute`. */
  readonly introducesAnyAttribute: boolean;
  /** True when this type itself introduces `$open`. */
  readonly introducesOpenContent: boolean;
  /** Every property of the value, the base's included. */
  readonly scope: PropertyScope;
}

/** A particle with its property. */
export type PlannedParticle = PlannedElement | PlannedWildcard | PlannedGroup;

interface Occurs {
  readonly min: number;
  readonly max: number;
}

export interface PlannedElement extends Occurs {
  readonly kind: 'element';
  readonly declaration: ElementParticle;
  readonly property: string;
  readonly list: boolean;
}

export interface PlannedWildcard extends Occurs {
  readonly kind: 'any';
  readonly wildcard: WildcardParticle;
  readonly property: string;
  readonly list: boolean;
}

export interface PlannedGroup extends Occurs {
  readonly kind: 'sequence' | 'choice' | 'all';
  readonly particles: readonly PlannedParticle[];
  /** Set if the order of its occurrences is kept: the property is an array with one object for each occurrence. */
  readonly property?: string;
}

/** Plans the content of complex types. Plans are made once; a type needs the plan of the type that it extends. */
export class ContentPlanner {
  readonly #index: ContractIndex;
  readonly #slugOf: (namespace: string) => string;
  readonly #plans = new Map<TypeKey, ComplexTypePlan>();

  constructor(index: ContractIndex, slugOf: (namespace: string) => string) {
    this.#index = index;
    this.#slugOf = slugOf;
  }

  /** The plan of a complex type. */
  planOf(type: ComplexTypeDefinition): ComplexTypePlan {
    const chain: ComplexTypeDefinition[] = [];
    const seen = new Set<ComplexTypeDefinition>();
    for (let next: ComplexTypeDefinition | undefined = type; next && !this.#plans.has(next.key); ) {
      if (seen.has(next)) {
        break;
      }
      seen.add(next);
      chain.push(next);
      next = this.#extendedType(next);
    }
    // Bases first, one after the other: chains of derivation may be long.
    for (const next of chain.reverse()) {
      this.#plans.set(next.key, this.#makePlan(next));
    }
    return this.#plans.get(type.key) ?? this.#makePlan(type);
  }

  /** The complex type that a type extends. */
  #extendedType(type: ComplexTypeDefinition): ComplexTypeDefinition | undefined {
    if (type.derivation !== 'extension' || type.base === undefined) {
      return undefined;
    }
    const base = this.#index.types.get(type.base);
    return base?.kind === 'complexType' ? base : undefined;
  }

  #makePlan(type: ComplexTypeDefinition): ComplexTypePlan {
    const base = this.#extendedType(type);
    const basePlan = base && this.#plans.get(base.key);
    const scope = new PropertyScope(type, this.#slugOf, basePlan?.scope);
    const mixed = type.content.kind === 'mixed' || basePlan?.mixed === true;
    const particle =
      type.content.kind === 'mixed' || type.content.kind === 'elementOnly' ? type.content.particle : undefined;
    const simple = particle && simplify(particle);
    // The elements of mixed content are not properties: they do not take names from attributes, and their order is kept as it
    // is.
    const ordered = simple && (mixed ? simple : keepOrder(simple, (name) => scope.inheritsElement(name)));
    const content = ordered && assignProperties(ordered, mixed ? new PropertyScope(type, this.#slugOf) : scope);
    const isLooser = simple && ordered && describeModel(simple) !== describeModel(ordered);
    const introducesText = type.content.kind === 'simple' && basePlan?.type.content.kind !== 'simple';
    return {
      type,
      ...(basePlan && { base: basePlan.type }),
      ...(type.content.kind === 'simple' && introducesText && { text: type.content.type }),
      introducesMixed: mixed && basePlan?.mixed !== true,
      mixed,
      ...(content && { content }),
      ...(isLooser && { model: planModel(simple) }),
      attributes: planAttributes(type, scope),
      introducesAnyAttribute: type.anyAttribute !== undefined && !hasAnyAttribute(basePlan),
      introducesOpenContent: !mixed && type.openContent !== undefined && basePlan?.type.openContent === undefined,
      scope,
    };
  }
}

function hasAnyAttribute(basePlan: ComplexTypePlan | undefined): boolean {
  return basePlan?.type.anyAttribute !== undefined;
}

/** A particle that only constrains: the names of its properties mean nothing. */
function planModel(draft: DraftParticle): PlannedParticle {
  const { min, max } = draft;
  switch (draft.kind) {
    case 'element':
      return { ...draft, property: draft.declaration.name, list: max > 1 };
    case 'any':
      return { ...draft, property: '$any', list: max > 1 };
    case 'sequence':
    case 'choice':
    case 'all':
      return { kind: draft.kind, min, max, particles: draft.particles.map(planModel) };
  }
}

/** Names the properties of a particle and of everything below it. */
function assignProperties(draft: DraftParticle, scope: PropertyScope): PlannedParticle {
  scope.reserveElements(elementsInScope(draft));
  return assign(draft, scope);
}

function assign(draft: DraftParticle, scope: PropertyScope): PlannedParticle {
  const { min, max } = draft;
  switch (draft.kind) {
    case 'element':
      return {
        kind: 'element',
        declaration: draft.declaration,
        min,
        max,
        property: scope.elementProperty(draft.declaration),
        list: max > 1 || scope.isList(draft.declaration),
      };
    case 'any':
      return { kind: 'any', wildcard: draft.wildcard, min, max, property: scope.wildcardProperty(), list: max > 1 };
    case 'sequence':
    case 'choice':
    case 'all': {
      if (!draft.ordered) {
        return { kind: draft.kind, min, max, particles: draft.particles.map((p) => assign(p, scope)) };
      }
      const property = scope.itemsProperty();
      const inner = scope.nested();
      inner.reserveElements(draft.particles.flatMap((p) => elementsInScope(p, draft.kind === 'choice')));
      return { kind: draft.kind, min, max, particles: draft.particles.map((p) => assign(p, inner)), property };
    }
  }
}

/** The element particles whose properties are in the same object as the particle's. */
function elementsInScope(draft: DraftParticle, within = false): readonly ElementInScope[] {
  const optional = within || draft.min === 0;
  switch (draft.kind) {
    case 'element':
      return [{ declaration: draft.declaration, list: draft.max > 1, optional }];
    case 'any':
      return [];
    case 'sequence':
    case 'choice':
    case 'all':
      if (draft.ordered) {
        return [];
      }
      return draft.particles.flatMap((p) => elementsInScope(p, optional || draft.kind === 'choice'));
  }
}
