import type {
  AttributeUse,
  ComplexTypeDefinition,
  Contract,
  ElementParticle,
  TypeKey,
  WildcardParticle,
} from '../../contract/model.js';
import { byCodeUnits, expandedName } from '../../contract/names.js';
import { particleOf } from '../../contract/own-content.js';
import { type ContractIndex, effectiveAttributes, indexContract } from '../../contract/queries.js';
import { type DraftParticle, describeModel, keepOrder, simplify } from './content-model.js';
import {
  type ElementInScope,
  type MappedAttribute,
  mapAttributes,
  type PropertyNaming,
  PropertyScope,
} from './properties.js';

/**
 * The mapping of a complex type's content: both the TypeScript type and the descriptor are made from it, so they cannot
 * disagree.
 */
export interface ContentMapping {
  readonly type: ComplexTypeDefinition;
  /** The complex type that it extends, or that it restricts by nothing; its properties come first. */
  readonly base?: ComplexTypeDefinition;
  /** Simple content that this type itself introduces: the type of `$value`. */
  readonly text?: TypeKey;
  /** True if this type itself introduces `$content`. */
  readonly introducesMixed: boolean;
  /** True if the content is mixed; `content` then only constrains. */
  readonly mixed: boolean;
  readonly content?: MappedParticle;
  /** The content as the schema has it, if `content` allows more so that its values keep the order of elements. */
  readonly model?: MappedParticle;
  readonly attributes: readonly MappedAttribute[];
  /** True if this type itself introduces `$anyAttribute`. */
  readonly introducesAnyAttribute: boolean;
  /** True if this type itself introduces `$open`. */
  readonly introducesOpenContent: boolean;
  /** Every property of the value, the base's included. */
  readonly scope: PropertyScope;
}

/** A particle with its property. */
export type MappedParticle = MappedElement | MappedWildcard | MappedGroup;

interface Occurs {
  readonly min: number;
  readonly max: number;
}

export interface MappedElement extends Occurs {
  readonly kind: 'element';
  readonly declaration: ElementParticle;
  readonly property: string;
  readonly list: boolean;
  /** True if it is required, but may be missing in what is read. */
  readonly tolerant?: boolean;
}

export interface MappedWildcard extends Occurs {
  readonly kind: 'any';
  readonly wildcard: WildcardParticle;
  readonly property: string;
  readonly list: boolean;
}

export interface MappedGroup extends Occurs {
  readonly kind: 'sequence' | 'choice' | 'all';
  readonly particles: readonly MappedParticle[];
  /** Set if the order of its occurrences is kept: the property is an array with one object for each occurrence. */
  readonly property?: string;
}

/** Maps the content of complex types. Each mapping is made once; a type needs the mapping of the type that it extends. */
export class ContentMapper {
  readonly #contract: Contract;
  readonly #index: ContractIndex;
  readonly #naming: PropertyNaming;
  readonly #isTolerant: boolean;
  readonly #mappings = new Map<TypeKey, ContentMapping>();

  constructor(contract: Contract, naming: PropertyNaming, isTolerant = false) {
    this.#contract = contract;
    this.#index = indexContract(contract);
    this.#naming = naming;
    this.#isTolerant = isTolerant;
  }

  /** The mapping of a complex type. */
  mappingOf(type: ComplexTypeDefinition): ContentMapping {
    const chain: ComplexTypeDefinition[] = [];
    const seen = new Set<ComplexTypeDefinition>();
    for (let next: ComplexTypeDefinition | undefined = type; next && !this.#mappings.has(next.key); ) {
      if (seen.has(next)) {
        break;
      }
      seen.add(next);
      chain.push(next);
      next = this.#extendedType(next);
    }
    // Bases first, one after the other: chains of derivation may be long.
    for (const next of chain.reverse()) {
      this.#mappings.set(next.key, this.#makeMapping(next));
    }
    return this.#mappings.get(type.key) ?? this.#makeMapping(type);
  }

  /** The mappings of a type and of all that it extends, base last. */
  chainOf(mapping: ContentMapping): readonly ContentMapping[] {
    const chain = [mapping];
    for (let base = mapping.base; base !== undefined; base = chain.at(-1)?.base) {
      chain.push(this.mappingOf(base));
    }
    return chain;
  }

  /** The complex type that a type extends, or that it restricts by nothing. */
  #extendedType(type: ComplexTypeDefinition): ComplexTypeDefinition | undefined {
    const base = type.base === undefined ? undefined : this.#index.types.get(type.base);
    if (base?.kind !== 'complexType') {
      return undefined;
    }
    return type.derivation === 'extension' || this.#isUnchanged(type, base) ? base : undefined;
  }

  /** True for a type with simple content that is its base under another name: vocabularies have hundreds of them. */
  #isUnchanged(type: ComplexTypeDefinition, base: ComplexTypeDefinition): boolean {
    return (
      type.content.kind === 'simple' &&
      base.content.kind === 'simple' &&
      type.content.type === base.content.type &&
      sameData(type.anyAttribute, base.anyAttribute) &&
      sameData(type.attributes, byNames(effectiveAttributes(this.#contract, base.key)))
    );
  }

  #makeMapping(type: ComplexTypeDefinition): ContentMapping {
    const base = this.#extendedType(type);
    const baseMapping = base && this.#mappings.get(base.key);
    const scope = new PropertyScope(type, this.#naming, baseMapping?.scope);
    const mixed = type.content.kind === 'mixed' || baseMapping?.mixed === true;
    const particle = particleOf(type.content);
    const simple = particle && simplify(particle);
    // The elements of mixed content are not properties: they do not take names from attributes, and their order is kept as it
    // is.
    const ordered = simple && (mixed ? simple : keepOrder(simple, (name) => scope.inheritsElement(name)));
    const content = ordered && assignProperties(ordered, mixed ? new PropertyScope(type, this.#naming) : scope);
    const isLooser = simple && ordered && describeModel(simple) !== describeModel(ordered);
    const introducesText = type.content.kind === 'simple' && baseMapping?.type.content.kind !== 'simple';
    return {
      type,
      ...(baseMapping && { base: baseMapping.type }),
      ...(type.content.kind === 'simple' && introducesText && { text: type.content.type }),
      introducesMixed: mixed && baseMapping?.mixed !== true,
      mixed,
      ...(content && { content: this.#isTolerant ? tolerant(content) : content }),
      ...(isLooser && { model: mapModel(simple) }),
      attributes: type.derivation === 'restriction' && baseMapping ? [] : mapAttributes(type, scope),
      introducesAnyAttribute: type.anyAttribute !== undefined && !hasAnyAttribute(baseMapping),
      introducesOpenContent: !mixed && type.openContent !== undefined && baseMapping?.type.openContent === undefined,
      scope,
    };
  }
}

function sameData(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** As a restriction has its attributes. */
function byNames(uses: readonly AttributeUse[]): readonly AttributeUse[] {
  const nameOf = ({ namespace, name }: AttributeUse): string => expandedName(namespace, name);
  return [...uses].sort((a, b) => byCodeUnits(nameOf(a), nameOf(b)));
}

function hasAnyAttribute(baseMapping: ContentMapping | undefined): boolean {
  return baseMapping?.type.anyAttribute !== undefined;
}

/**
 * A particle whose required elements may be missing. In choices and in groups that are optional or repeat they say which branch, or that the
 * group, is there; those stay as they are.
 */
function tolerant(particle: MappedParticle): MappedParticle {
  switch (particle.kind) {
    case 'element':
      return isTolerable(particle) ? { ...particle, tolerant: true } : particle;
    case 'sequence':
    case 'all':
      return particle.min === 1 && particle.max === 1
        ? { ...particle, particles: particle.particles.map(tolerant) }
        : particle;
    case 'choice':
    case 'any':
      return particle;
  }
}

/** A property that every object has would never be absent. */
function isTolerable({ min, list, property }: MappedElement): boolean {
  return min > 0 && !list && !(property in Object.prototype);
}

/** A particle that only constrains: the names of its properties mean nothing. */
function mapModel(draft: DraftParticle): MappedParticle {
  const { min, max } = draft;
  switch (draft.kind) {
    case 'element':
      return { ...draft, property: draft.declaration.name, list: max > 1 };
    case 'any':
      return { ...draft, property: '$any', list: max > 1 };
    case 'sequence':
    case 'choice':
    case 'all':
      return { kind: draft.kind, min, max, particles: draft.particles.map(mapModel) };
  }
}

/** Names the properties of a particle and of everything below it. */
function assignProperties(draft: DraftParticle, scope: PropertyScope): MappedParticle {
  scope.reserveElements(elementsInScope(draft));
  return assign(draft, scope);
}

function assign(draft: DraftParticle, scope: PropertyScope): MappedParticle {
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
