import { type ExpandedName, expandedName, splitExpandedName, xsdNamespace } from '../../source/names.js';
import { anyAtomicType, anySimpleType, anyType, builtInType, isBuiltIn, isBuiltInSimple } from '../built-ins.js';
import type {
  Facet,
  SchemaSet,
  TypeReference,
  XsdComplexTypeDefinition,
  XsdDerivation,
  XsdElementDeclaration,
  XsdFacetName,
  XsdTypeDefinition,
} from '../components.js';

/** The type that a reference means: a definition, or the name of a built-in type. */
export type EffectiveType = XsdTypeDefinition | ExpandedName;

/** The properties of a simple type that constraints need (Part 1, 3.14.1). */
export interface SimpleView {
  readonly variety: 'atomic' | 'list' | 'union';
  /** Local name of the primitive type; `''` for lists, unions and `xs:anySimpleType`. */
  readonly primitive: string;
  /** Local name of the nearest built-in type up the chain; `''` if there is none. */
  readonly builtIn: string;
  readonly itemType?: EffectiveType | undefined;
  readonly memberTypes: readonly (EffectiveType | undefined)[];
  /** The first facet of each name in the nearest step of restriction that has one. */
  readonly facets: ReadonlyMap<XsdFacetName, Facet>;
  /** The nearest step that has facets; the steps before it are those of `base`. */
  readonly step: readonly Facet[];
  /** The type before that step. */
  readonly base?: SimpleView;
  /** How many steps with facets there are. */
  readonly depth: number;
}

/** Looks up types and their derivations. `undefined` always means "unknown": checks that depend on it are skipped. */
export class Types {
  readonly schemas: SchemaSet;
  readonly #views = new Map<EffectiveType, SimpleView | undefined>();

  constructor(schemas: SchemaSet) {
    this.schemas = schemas;
  }

  /** The type that a reference means; nothing if it is not declared or is defined through itself. */
  resolve(reference: TypeReference): EffectiveType | undefined {
    if (reference.kind === 'named' && isBuiltIn(reference.name)) {
      return reference.name;
    }
    const type = reference.kind === 'inline' ? reference.definition : this.schemas.types.get(reference.name);
    return type && this.schemas.circular.has(type) ? undefined : type;
  }

  /** {base type definition}; nothing for `xs:anyType`. */
  baseOf(type: EffectiveType): EffectiveType | undefined {
    if (typeof type === 'string') {
      if (type === anyType) {
        return undefined;
      }
      if (type === anySimpleType || type === anyAtomicType) {
        return anyType;
      }
      return expandedName(xsdNamespace, builtInType(type)?.base ?? 'anySimpleType');
    }
    if (type.kind === 'complexType') {
      return type.base ? this.resolve(type.base) : anyType;
    }
    return type.derivation.kind === 'restriction' ? this.resolve(type.derivation.base) : anySimpleType;
  }

  /** {final} of a type. */
  finalOf(type: EffectiveType): readonly XsdDerivation[] {
    return typeof type === 'string' ? [] : type.final;
  }

  /**
   * Type Derivation OK (Part 1, 3.4.6 and 3.14.6): `derived` is derived from `base` without the methods in `barred`. Nothing
   * when a step is not known.
   */
  isDerived(
    derived: EffectiveType,
    base: EffectiveType,
    barred: readonly XsdDerivation[] = [],
    budget = { left: maxDepth },
  ): boolean | undefined {
    let at: EffectiveType | undefined = derived;
    for (let depth = 0; depth < maxDepth && budget.left-- > 0; depth++) {
      if (isSame(at, base)) {
        return true;
      }
      if (isSimple(at) && !isSimple(base) && base !== anyType) {
        return false;
      }
      const members: readonly (EffectiveType | undefined)[] = this.#unionMembers(base);
      if (members.includes(undefined)) {
        return undefined;
      }
      for (const member of members) {
        if (isSimple(at) && member !== undefined && this.isDerived(at, member, barred, budget) === true) {
          return true;
        }
      }
      if (budget.left <= 0) {
        return undefined;
      }
      if (barred.includes(methodOf(at))) {
        return false;
      }
      const next: EffectiveType | undefined = this.baseOf(at);
      if (next === undefined) {
        return at === anyType ? false : undefined;
      }
      at = next;
    }
    return undefined;
  }

  /** Member types of a union without facets of its own. */
  #unionMembers(type: EffectiveType): readonly (EffectiveType | undefined)[] {
    if (typeof type === 'string' || type.kind !== 'simpleType' || type.derivation.kind !== 'union') {
      return [];
    }
    return type.derivation.memberTypes.map((member) => this.resolve(member));
  }

  /** The simple type of a text: the type itself, or that of simple content. Nothing for other complex types. */
  simple(type: EffectiveType): SimpleView | undefined {
    const chain: EffectiveType[] = [];
    for (
      let at: EffectiveType | undefined = type;
      at !== undefined && !this.#views.has(at);
      at = this.#simpleBase(at)
    ) {
      this.#views.set(at, undefined);
      chain.push(at);
    }
    for (const link of chain.reverse()) {
      this.#views.set(link, this.#makeView(link));
    }
    return this.#views.get(type);
  }

  /** The facets that a definition adds, and to which type. */
  stepOf(
    type: XsdTypeDefinition,
  ): { readonly base: EffectiveType | undefined; readonly facets: readonly Facet[] } | undefined {
    if (type.kind === 'simpleType') {
      const { derivation } = type;
      return derivation.kind === 'restriction'
        ? { base: this.#simpleBase(type), facets: derivation.facets }
        : undefined;
    }
    const { content } = type;
    return content.kind === 'simple' ? { base: this.#simpleBase(type), facets: content.facets } : undefined;
  }

  /** The type whose view is the basis of this type's view. */
  #simpleBase(type: EffectiveType): EffectiveType | undefined {
    if (typeof type === 'string') {
      return undefined;
    }
    if (type.kind === 'simpleType') {
      return type.derivation.kind === 'restriction' ? this.resolve(type.derivation.base) : undefined;
    }
    if (type.content.kind !== 'simple') {
      return undefined;
    }
    return type.content.type ?? (type.base && this.resolve(type.base));
  }

  /** A type and the complex types it is derived from, nearest first, as far as they are not known yet. */
  chainOf(
    type: XsdComplexTypeDefinition,
    isKnown: (type: XsdComplexTypeDefinition) => boolean,
  ): XsdComplexTypeDefinition[] {
    const chain = new Set<XsdComplexTypeDefinition>();
    let at: EffectiveType | undefined = type;
    while (at !== undefined && typeof at !== 'string' && at.kind === 'complexType' && !isKnown(at) && !chain.has(at)) {
      chain.add(at);
      at = this.baseOf(at);
    }
    return [...chain];
  }

  #makeView(type: EffectiveType): SimpleView | undefined {
    if (typeof type === 'string') {
      return builtInView(type);
    }
    if (type.kind === 'simpleType') {
      const { derivation } = type;
      if (derivation.kind === 'list') {
        return { ...plainType, variety: 'list', itemType: this.resolve(derivation.itemType) };
      }
      if (derivation.kind === 'union') {
        const memberTypes = derivation.memberTypes.map((member) => this.resolve(member));
        return { ...plainType, variety: 'union', memberTypes };
      }
      return this.#restricted(this.#simpleBase(type), derivation.facets);
    }
    return type.content.kind === 'simple' ? this.#restricted(this.#simpleBase(type), type.content.facets) : undefined;
  }

  #restricted(base: EffectiveType | undefined, facets: readonly Facet[]): SimpleView | undefined {
    const view = base === undefined ? undefined : this.#views.get(base);
    if (!view || facets.length === 0) {
      return view;
    }
    if (view.depth >= maxSteps) {
      return undefined;
    }
    const effective = new Map(view.facets);
    for (const facet of [...facets].reverse()) {
      effective.set(facet.name, facet);
    }
    return { ...view, facets: effective, step: facets, base: view, depth: view.depth + 1 };
  }

  /** The type of an element: its own, else that of the head of its substitution group, else `xs:anyType` (Part 1, 3.3.2). */
  elementType(element: XsdElementDeclaration): EffectiveType | undefined {
    let at: XsdElementDeclaration | undefined = element;
    for (const seen = new Set<XsdElementDeclaration>(); at && !seen.has(at); ) {
      seen.add(at);
      if (at.type) {
        return this.resolve(at.type);
      }
      const [head] = at.substitutionGroups;
      if (!head) {
        return anyType;
      }
      at = this.schemas.elements.get(head.name);
    }
    return undefined;
  }
}

const known = new WeakMap<SchemaSet, Types>();

/** The types of a set of schemas, the same for all that ask. */
export function typesOf(schemas: SchemaSet): Types {
  const types = known.get(schemas) ?? new Types(schemas);
  known.set(schemas, types);
  return types;
}

const maxDepth = 1000;
/** Simple types that are restricted in more steps are not checked: the contract leaves them out. */
const maxSteps = 500;

const plainType = {
  primitive: '',
  builtIn: '',
  memberTypes: [],
  facets: new Map<XsdFacetName, Facet>(),
  step: [],
  depth: 0,
} as const;

function builtInView(name: ExpandedName): SimpleView | undefined {
  const builtIn = builtInType(name);
  if (!builtIn) {
    return isBuiltInSimple(name) ? { ...plainType, variety: 'atomic' } : undefined;
  }
  if (builtIn.itemType !== undefined) {
    const itemType = expandedName(xsdNamespace, builtIn.itemType);
    return { ...plainType, variety: 'list', builtIn: builtIn.name, itemType };
  }
  return { ...plainType, variety: 'atomic', primitive: builtIn.primitive, builtIn: builtIn.name };
}

/** Equality of types, even if a schema takes part twice: the name decides if there is one. */
export function isSame(a: EffectiveType, b: EffectiveType): boolean {
  if (a === b) {
    return true;
  }
  if (typeof a === 'string' || typeof b === 'string') {
    return false;
  }
  return a.source === b.source || (a.name !== undefined && a.name === b.name);
}

/** True for simple types, built-in ones included. */
export function isSimple(type: EffectiveType): boolean {
  return typeof type === 'string' ? isBuiltInSimple(type) : type.kind === 'simpleType';
}

function methodOf(type: EffectiveType): XsdDerivation {
  return typeof type !== 'string' && type.kind === 'complexType' ? type.derivation : 'restriction';
}

/** How messages call a type. */
export function typeName(type: EffectiveType): string {
  if (typeof type === 'string') {
    return `xs:${splitExpandedName(type).local}`;
  }
  return type.name === undefined ? 'the anonymous type' : `"${splitExpandedName(type.name).local}"`;
}
