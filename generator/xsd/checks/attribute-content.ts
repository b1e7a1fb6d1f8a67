import { type ExpandedName, expandedName, splitExpandedName } from '../../source/names.js';
import { anySimpleType, anyType } from '../built-ins.js';
import type {
  AttributeContent,
  AttributeGroupDefinition,
  XsdAttributeUse,
  XsdComplexTypeDefinition,
  XsdNamespaceConstraint,
  XsdValueConstraint,
  XsdWildcard,
} from '../components.js';
import { intersectNamespaces, isExpressible, uniteNamespaces } from '../wildcards.js';
import type { EffectiveType, Types } from './types.js';

/** An attribute use with its declaration. */
export interface EffectiveUse {
  readonly name: ExpandedName;
  readonly namespace: string;
  readonly local: string;
  readonly use: XsdAttributeUse;
  /** Nothing when it is not known. */
  readonly type: EffectiveType | undefined;
  /** Its own value constraint, else that of the declaration. */
  readonly value: XsdValueConstraint | undefined;
  /** That of the global declaration, for a reference. */
  readonly declared: XsdValueConstraint | undefined;
}

/** A wildcard after groups are combined. */
export interface EffectiveWildcard {
  readonly namespaces: XsdNamespaceConstraint;
  readonly process: XsdWildcard['processContents'];
}

/** {attribute uses} and {attribute wildcard} of a type (Part 1, 3.4.2). */
export interface EffectiveAttributes {
  readonly uses: ReadonlyMap<ExpandedName, EffectiveUse>;
  readonly wildcard: EffectiveWildcard | undefined;
  /** True if all that they refer to is known. */
  readonly complete: boolean;
}

/** The attributes of a definition, with groups expanded and prohibited uses included. */
export interface OwnAttributes {
  readonly uses: readonly EffectiveUse[];
  readonly wildcard: EffectiveWildcard | undefined;
  readonly complete: boolean;
  /** True if no wildcard of XML Schema 1.0 can express what all of its wildcards allow together. */
  readonly inexpressible: boolean;
}

/** Computes the attributes of types; each once. */
export class Attributes {
  readonly #types: Types;
  readonly #known = new Map<XsdComplexTypeDefinition, EffectiveAttributes>();
  readonly #groups = new Map<AttributeGroupDefinition, OwnAttributes>();
  /** How many uses types with attributes of their own have inherited so far. */
  #inherited = 0;

  constructor(types: Types) {
    this.#types = types;
  }

  /** The attributes of a type, those of its base included. */
  of(type: EffectiveType | undefined): EffectiveAttributes {
    if (type === undefined) {
      return unknownAttributes;
    }
    if (type === anyType) {
      return anyAttributes;
    }
    if (typeof type === 'string' || type.kind === 'simpleType') {
      return noAttributes;
    }
    // The attributes that a definition itself declares, without those of its base type.
    for (const link of this.#types.chainOf(type, (each) => this.#known.has(each)).reverse()) {
      this.#known.set(link, unknownAttributes);
      this.#known.set(link, this.#make(link));
    }
    return this.#known.get(type) ?? unknownAttributes;
  }

  #make(type: XsdComplexTypeDefinition): EffectiveAttributes {
    const own = this.own(type.attributes);
    const base = this.of(this.#types.baseOf(type));
    const uses = type.base ? this.#inherit(base.uses, own.uses) : withUses(new Map(), own.uses);
    if (uses === undefined) {
      return unknownAttributes;
    }
    const inherited = type.base && type.derivation === 'extension' ? base.wildcard : undefined;
    const wildcard =
      own.wildcard && inherited
        ? { namespaces: uniteNamespaces(own.wildcard.namespaces, inherited.namespaces), process: own.wildcard.process }
        : (own.wildcard ?? inherited);
    return { uses, wildcard, complete: own.complete && (!type.base || base.complete) };
  }

  /** Types with more attributes, and groups nested deeper, are not checked. */
  #inherit(
    base: ReadonlyMap<ExpandedName, EffectiveUse>,
    own: readonly EffectiveUse[],
  ): ReadonlyMap<ExpandedName, EffectiveUse> | undefined {
    if (base.size > maxUses || this.#inherited > maxInherited) {
      return undefined;
    }
    if (own.length === 0) {
      return base;
    }
    this.#inherited += base.size;
    return withUses(new Map(base), own);
  }

  /** The attributes that a definition itself gives, without those of its base type. */
  own(content: AttributeContent, depth = 0): OwnAttributes {
    const uses: EffectiveUse[] = [];
    let complete = true;
    let inexpressible = false;
    for (const use of content.uses) {
      const effective = this.#use(use);
      if (effective) {
        uses.push(effective);
      } else {
        complete = false;
      }
    }
    let wildcard: EffectiveWildcard | undefined = content.wildcard && {
      namespaces: content.wildcard.namespaces,
      process: content.wildcard.processContents,
    };
    for (const reference of content.groups) {
      const group =
        reference.kind === 'inline' ? reference.definition : this.#types.schemas.attributeGroups.get(reference.name);
      const inside = group && this.#group(group, depth + 1);
      if (!inside) {
        complete = false;
        continue;
      }
      for (const use of inside.uses) {
        if (!uses.some((other) => other.use === use.use)) {
          uses.push(use);
        }
      }
      complete &&= inside.complete;
      if (wildcard && inside.wildcard) {
        const [one, other] = [wildcard.namespaces, inside.wildcard.namespaces];
        const namespaces = intersectNamespaces(one, other);
        inexpressible ||= isExpressible(one) && isExpressible(other) && !isExpressible(namespaces);
        wildcard = { namespaces, process: wildcard.process };
      } else {
        wildcard ??= inside.wildcard;
      }
    }
    return { uses, wildcard, complete, inexpressible };
  }

  #group(group: AttributeGroupDefinition, depth: number): OwnAttributes | undefined {
    const known = this.#groups.get(group);
    if (known) {
      return known;
    }
    if (depth > maxDepth || this.#types.schemas.circular.has(group)) {
      return undefined;
    }
    const made = this.own(group.content, depth);
    this.#groups.set(group, made);
    return made;
  }

  #use(use: XsdAttributeUse): EffectiveUse | undefined {
    const { target } = use;
    if (target.kind === 'local') {
      const type = target.type ? this.#types.resolve(target.type) : anySimpleType;
      const { name: local, namespace } = target;
      const name = expandedName(namespace, local);
      return { name, namespace, local, use, type, value: use.value, declared: undefined };
    }
    const declaration = this.#types.schemas.attributes.get(target.name);
    if (!declaration) {
      return undefined;
    }
    const type = declaration.type ? this.#types.resolve(declaration.type) : anySimpleType;
    return {
      name: target.name,
      ...splitExpandedName(target.name),
      use,
      type,
      value: use.value ?? declaration.value,
      declared: declaration.value,
    };
  }
}

function withUses(
  uses: Map<ExpandedName, EffectiveUse>,
  own: readonly EffectiveUse[],
): ReadonlyMap<ExpandedName, EffectiveUse> {
  for (const use of own) {
    if (use.use.use === 'prohibited') {
      uses.delete(use.name);
    } else {
      uses.set(use.name, use);
    }
  }
  return uses;
}

/** Types with more attributes, groups nested deeper, and types after those that inherit more together are not checked. */
const maxUses = 2000;
const maxInherited = 500_000;
const maxDepth = 200;

const noAttributes: EffectiveAttributes = { uses: new Map(), wildcard: undefined, complete: true };
const unknownAttributes: EffectiveAttributes = { uses: new Map(), wildcard: undefined, complete: false };
const anyAttributes: EffectiveAttributes = {
  uses: new Map(),
  wildcard: { namespaces: { kind: 'any' }, process: 'lax' },
  complete: true,
};
