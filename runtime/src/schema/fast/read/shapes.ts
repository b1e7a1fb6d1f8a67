import type { ComplexType } from '../../descriptor/descriptor.js';
import { instanceNamespace } from '../../descriptor/resolve.js';
import { derivedAt } from '../../plan/derived-types.js';
import { leavesOf } from '../../plan/members.js';
import {
  type AnyNode,
  type AttributePlan,
  type ComplexPlan,
  complexPlan,
  type ElementNode,
  type ElementPlan,
  type GroupNode,
  type ParticleNode,
  targetOf,
} from '../../plan/plan.js';
import { isNameType, type SimplePlan } from '../../plan/simple-plan.js';
import { membersOf } from '../../plan/substitution.js';

/** Finds the elements that expressions can find, with the limits of scans. */

/** The most elements and attributes that one expression finds. */
export const maxParts = 64;
const maxLevels = 6;
/** The most elements that one scan may refer to. */
const maxShapes = 64;
const maxAlternatives = 32;
const maxNamespaces = 12;
/** The namespace of a type may be so long: a decoder counts longer ones. */
export const maxTypeNamespace = 200;

/** The facts about an element that a scan needs. */
export interface ScanShape {
  readonly element: ElementPlan;
  /** The type that `xsi:type` names; undefined for an element without. */
  readonly named: ComplexType | undefined;
  /** The type of its text. */
  readonly type: SimplePlan | undefined;
  /** Undefined for an element of simple type. */
  readonly plan: ComplexPlan | undefined;
  readonly attributes: readonly AttributePlan[];
  readonly content: readonly ShapePart[];
}

/** A part of content. */
export type ShapePart = InlinePart | ItemsPart;

/** A part that is found together with those around it. */
export type InlinePart = InlineElement | InlineGroup;

/** An element that is found with its content. */
export interface InlineElement {
  readonly kind: 'element';
  readonly property: string;
  readonly isRequired: boolean;
  /** Its content are inline parts. */
  readonly shape: ScanShape;
  /** How many elements and attributes it has, with itself. */
  readonly size: number;
}

/** A group that is found with all its parts. */
export interface InlineGroup {
  readonly kind: 'sequence' | 'choice';
  readonly isRequired: boolean;
  readonly parts: readonly InlinePart[];
  readonly size: number;
}

/** Elements that are found one by one. */
export interface ItemsPart {
  readonly kind: 'items';
  readonly list: string | undefined;
  readonly min: number;
  readonly max: number;
  readonly elements: readonly ItemElement[];
}

/** An element that is possible there. */
interface ItemElement {
  readonly element: ElementPlan;
  readonly key: string | undefined;
  readonly property: string | undefined;
}

/** Finds shapes of elements, and of those in them. */
export class ShapeFinder {
  /** Their namespaces. */
  readonly namespaces: string[] = [];
  readonly #shapes = new Map<ElementPlan, ScanShape | undefined>();
  /** Elements as they are with `xsi:type`, and the type of each of these. */
  readonly #typedElements = new Map<ElementPlan, readonly ElementPlan[]>();
  readonly #named = new Map<ElementPlan, ComplexType>();

  /** The shape of an element that has been met. */
  shapeOf(element: ElementPlan): ScanShape | undefined {
    return this.#shapes.get(element);
  }

  /** Finds the shapes of what has been met so far, and of what is in that. */
  complete(): void {
    for (const element of this.#shapes.keys()) {
      this.#shapes.set(element, this.#shape(element));
    }
    while (this.#forgetUseless()) {}
  }

  /** True if one of the items can be found, or there are none to be found. */
  finds({ elements }: ItemsPart): boolean {
    return elements.length === 0 || elements.some(({ element }) => this.#shapes.get(element) !== undefined);
  }

  /** Forgets shapes with a part that cannot be found; false if there is none. */
  #forgetUseless(): boolean {
    const useless = [...this.#shapes].filter(
      ([, shape]) => shape?.content.every((part) => part.kind !== 'items' || this.finds(part)) === false,
    );
    for (const [element] of useless) {
      this.#shapes.set(element, undefined);
    }
    return useless.length > 0;
  }

  /** A part that can be found with its neighbours. */
  inline(node: ParticleNode): InlinePart | undefined {
    return this.#inline(node, maxLevels, { parts: maxParts });
  }

  /** Elements that can be found one by one. */
  items(node: ParticleNode): ItemsPart | undefined {
    const found = node.kind === 'element' ? itemsOf(node) : node.kind === 'choice' ? choiceOf(node) : undefined;
    const elements = found?.elements.flatMap((each) => [each, ...this.#withTypes(each)]) ?? [];
    if (found === undefined || elements.length > maxAlternatives) {
      return undefined;
    }
    for (const { element } of elements) {
      if (this.#shapes.size < maxShapes && this.#knows(element.namespace)) {
        this.#shapes.set(element, this.#shapes.get(element));
      }
    }
    return { ...found, elements };
  }

  /** The same element with each of the types that `xsi:type` may name. */
  #withTypes(item: ItemElement): readonly ItemElement[] {
    return this.#typed(item.element).map((element) => ({ ...item, element }));
  }

  #typed(element: ElementPlan): readonly ElementPlan[] {
    const known = this.#typedElements.get(element) ?? this.#makeTyped(element);
    this.#typedElements.set(element, known);
    return known;
  }

  #makeTyped(element: ElementPlan): readonly ElementPlan[] {
    const target = plainTarget(element);
    if (target?.kind !== 'complex' || !target.replaceable) {
      return [];
    }
    const types = [...derivedAt(element, target).byName.values()];
    const isShort =
      types.length < maxAlternatives && types.every(({ namespace }) => namespace.length <= maxTypeNamespace);
    const isKnown =
      isShort && [instanceNamespace, ...types.map(({ namespace }) => namespace)].every((each) => this.#knows(each));
    return isKnown ? types.map((type) => this.#elementOf(element, type)) : [];
  }

  #elementOf(element: ElementPlan, type: ComplexType): ElementPlan {
    const named = { ...element, target: complexPlan(type) };
    this.#named.set(named, type);
    return named;
  }

  #knows(namespace: string): boolean {
    if (!this.namespaces.includes(namespace) && this.namespaces.length < maxNamespaces) {
      this.namespaces.push(namespace);
    }
    return this.namespaces.includes(namespace);
  }

  #shape(element: ElementPlan): ScanShape | undefined {
    const target = plainTarget(element);
    if (target?.kind === 'simple') {
      return simpleShape(element, target);
    }
    if (target === undefined || !isBare(target)) {
      return undefined;
    }
    const content: ShapePart[] = [];
    const isWhole = particlesOf(target).every((node) => this.#addPart(node, content));
    return isWhole ? complexShape(element, target, content, this.#named.get(element)) : undefined;
  }

  #addPart(node: ParticleNode, content: ShapePart[]): boolean {
    const found = this.inline(node) ?? this.items(node);
    if (found !== undefined) {
      content.push(found);
      return true;
    }
    if (node.kind === 'any' && node.ownMin === 0) {
      content.push(nothingOf(node));
      return true;
    }
    const isPlain = node.kind === 'sequence' && node.property === undefined && node.min === 1 && node.max === 1;
    return isPlain && node.particles.every((particle) => this.#addPart(particle, content));
  }

  #inline(node: ParticleNode, levels: number, budget: Budget): InlinePart | undefined {
    if (levels === 0 || budget.parts <= 0) {
      return undefined;
    }
    switch (node.kind) {
      case 'element':
        return isSingle(node) && node.substitutes === undefined ? this.#inlineElement(node, levels, budget) : undefined;
      case 'sequence':
      case 'choice':
        return node.property === undefined && node.max === 1 ? this.#inlineGroup(node, levels, budget) : undefined;
      case 'all':
      case 'any':
        return undefined;
    }
  }

  #inlineElement(
    { element, property, ownMin }: ElementNode,
    levels: number,
    budget: Budget,
  ): InlineElement | undefined {
    const target = this.#knows(element.namespace) ? plainTarget(element) : undefined;
    if (target === undefined || property === '__proto__') {
      return undefined;
    }
    const before = budget.parts--;
    const shape =
      target.kind === 'simple' ? simpleShape(element, target) : this.#inlineRecord(element, target, levels, budget);
    return shape && { kind: 'element', property, isRequired: ownMin > 0, shape, size: before - budget.parts };
  }

  #inlineRecord(element: ElementPlan, plan: ComplexPlan, levels: number, budget: Budget): ScanShape | undefined {
    if (!isBare(plan) || plan.unwrap !== undefined) {
      return undefined;
    }
    budget.parts -= plan.attributes.length;
    const content = this.#inlineAll(particlesOf(plan), levels - 1, budget);
    return content && complexShape(element, plan, content);
  }

  #inlineGroup(node: GroupNode, levels: number, budget: Budget): InlineGroup | undefined {
    const before = budget.parts;
    const parts = this.#inlineAll(node.particles, levels, budget);
    if (parts === undefined || parts.length === 0) {
      return undefined;
    }
    // Which branch is taken must be clear from its first element.
    if (node.kind === 'choice' && parts.some((part) => part.kind !== 'element' && isEmptiable(part))) {
      return undefined;
    }
    const kind = node.kind === 'choice' ? 'choice' : 'sequence';
    const isRequired = node.min > 0 && !(kind === 'choice' && parts.some(isEmptiable));
    return { kind, isRequired, parts, size: before - budget.parts };
  }

  #inlineAll(nodes: readonly ParticleNode[], levels: number, budget: Budget): readonly InlinePart[] | undefined {
    const parts: InlinePart[] = [];
    for (const node of nodes) {
      const part = this.#inline(node, levels, budget);
      if (part === undefined) {
        return undefined;
      }
      parts.push(part);
    }
    return parts;
  }
}

/** How many more parts an expression may have. */
interface Budget {
  parts: number;
}

/** True if nothing at all matches a part. */
export function isEmptiable(part: ShapePart): boolean {
  switch (part.kind) {
    case 'element':
    case 'choice':
      return !part.isRequired;
    case 'sequence':
      return !part.isRequired || part.parts.every(isEmptiable);
    case 'items':
      return part.min === 0;
  }
}

function simpleShape(element: ElementPlan, type: SimplePlan): ScanShape | undefined {
  return isSelfContained(type)
    ? { element, named: undefined, type, plan: undefined, attributes: [], content: [] }
    : undefined;
}

function complexShape(
  element: ElementPlan,
  plan: ComplexPlan,
  content: readonly ShapePart[],
  named?: ComplexType,
): ScanShape {
  const attributes = plan.attributes.filter(({ namespace }) => namespace === '');
  return { element, named, type: plan.text, plan, attributes, content };
}

function particlesOf({ mode, fields, content }: ComplexPlan): readonly ParticleNode[] {
  switch (mode) {
    case 'record':
      return fields;
    case 'groups':
      return content === undefined ? [] : [content];
    case 'text':
    case 'mixed':
    case 'array':
    case 'tree':
      return [];
  }
}

/** True for a particle of one element at most, which is not the item of a list. */
function isSingle({ list, ownMax }: ElementNode): boolean {
  return !list && ownMax === 1;
}

function itemsOf(node: ElementNode): ItemsPart | undefined {
  const { property, list, ownMin, ownMax } = node;
  if (property === '__proto__' || (!list && ownMax !== 1)) {
    return undefined;
  }
  const elements = membersOf(node).map(({ element, key }) => ({ element, key, property: list ? undefined : property }));
  return { kind: 'items', list: list ? property : undefined, min: ownMin, max: ownMax, elements };
}

/** A wildcard of which there are no elements. */
function nothingOf({ property, list, ownMax }: AnyNode): ItemsPart {
  return { kind: 'items', list: list ? property : undefined, min: 0, max: ownMax, elements: [] };
}

/** A choice of single elements; if it has a property, each is in an object of its own. */
function choiceOf({ particles, property, min, max }: GroupNode): ItemsPart | undefined {
  const branches = particles.filter((node) => node.kind === 'element');
  const isKnown = branches.every((node) => isSingle(node) && node.substitutes === undefined);
  const isProto = property === '__proto__' || branches.some((node) => node.property === '__proto__');
  if (branches.length < particles.length || !isKnown || isProto || (property === undefined && max !== 1)) {
    return undefined;
  }
  const elements = branches.map((node) => ({ element: node.element, key: undefined, property: node.property }));
  const least = branches.some(({ ownMin }) => ownMin === 0) ? 0 : min;
  return { kind: 'items', list: property, min: least, max, elements };
}

/** The type of an element about whose value nothing else decides. */
function plainTarget(element: ElementPlan): ReturnType<typeof targetOf> | undefined {
  const { alternatives, standIns, fixed } = element;
  const isPlain = alternatives === undefined && standIns === undefined && (fixed ?? element.default) === undefined;
  return isPlain ? targetOf(element) : undefined;
}

/** True unless the prefixes in scope decide about a value. */
function isSelfContained(type: SimplePlan): boolean {
  const leaves = type.variety === 'union' ? leavesOf(type) : [type];
  return leaves.every((leaf) => isAtomWithoutPrefix(leaf.variety === 'list' ? leaf.item : leaf));
}

function isAtomWithoutPrefix(type: SimplePlan | undefined): boolean {
  return type?.variety === 'atomic' && !isNameType(type.mapped ?? type);
}

/** True for a record, content or simple content of which attributes, text and elements are all there is to it. */
function isBare(plan: ComplexPlan): boolean {
  const { abstract, unwrap, mode, model, content, text, attributes, anyAttribute, inheritance } = plan;
  const isWhole = anyAttribute === undefined && inheritance === undefined && !abstract;
  if (!isWhole || unwrap === '__proto__' || model !== content || !attributes.every(isSimple)) {
    return false;
  }
  switch (mode) {
    case 'text':
      return text !== undefined && isSelfContained(text);
    case 'record':
      return true;
    case 'groups':
      return isDefinite(plan);
    case 'mixed':
    case 'array':
    case 'tree':
      return false;
  }
}

/** True if the name of a child says which particle it belongs to; wildcards take only what no element that may be there does. */
function isDefinite({ open, shared, byName }: ComplexPlan): boolean {
  const isKnown = open === undefined && shared.size === 0;
  return (
    isKnown &&
    [...byName.values()].every((same) => new Set(same.map(({ namespace }) => namespace)).size === same.length)
  );
}

function isSimple({ namespace, property, required, default: fallback, fixed, type }: AttributePlan): boolean {
  const isPlain = (fixed ?? fallback) === undefined && property !== '__proto__' && isSelfContained(type);
  return isPlain && (namespace === '' || !required);
}
