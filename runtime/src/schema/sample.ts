import type { XmlAttribute, XmlElement, XmlNode } from '../xml/tree.js';
import { parseTree } from '../xml/tree-io.js';
import { XmlWriter } from '../xml/xml-writer.js';
import type { Declarations } from './declarations.js';
import type { ElementDescriptor, Type, WildcardDescriptor } from './descriptor.js';
import { encodeAs, encodeElement } from './encode.js';
import { encodeGroup } from './encode-groups.js';
import { Encoder } from './encoder.js';
import { XmlEncodeError } from './errors.js';
import {
  type AnyNode,
  type AttributePlan,
  type ComplexPlan,
  complexPlan,
  derivedOf,
  type ElementNode,
  type ElementPlan,
  elementPlan,
  type GroupNode,
  membersOf,
  type ParticleNode,
  planOf,
  type TypePlan,
  targetOf,
} from './plan.js';
import { isRecord, writeProperty } from './resolve.js';
import { sampleSimple } from './sample-simple.js';
import { parsePlan } from './simple.js';
import { noPrefixes, type SimplePlan } from './simple-plan.js';
import { itemTypeOf } from './soap-array.js';
import { encodedType, typesOf } from './type-alternatives.js';
import { wildcardAllows } from './wildcard.js';

export interface SampleOptions {
  /** Include what may be left out. Default true. */
  readonly optional?: boolean;
  /** Depth of elements from which on optional ones are left out. Default 6. */
  readonly depth?: number;
  /** Global elements, for wildcards that take declared ones only (`processContents="strict"`). */
  readonly declarations?: Pick<Declarations, 'elements'>;
}

/**
 * A valid value of an element or type: facets kept, the first branch of each choice, recursion cut at its first optional turn.
 * The same every time. Keys and references to IDs are not looked after. Throws `TypeError` when there is none: a type that
 * contains itself without end, or facets that no text was found to keep (rarely there is one all the same).
 */
export function sample<T>(target: ElementDescriptor<T> | Type<T>, options: SampleOptions = {}): T {
  const sampler = new Sampler(options);
  const value = target.kind === 'element' ? sampler.element(elementPlan(target), 1) : sampler.value(planOf(target), 1);
  if (value === IMPOSSIBLE) {
    const why =
      sampler.dead === '' ? 'contains itself without end' : `needs a value of ${sampler.dead}, of which none was found`;
    throw new TypeError(`there is no value of "${target.name}": it ${why}`);
  }
  return value as T;
}

/** No finite value: a required part contains itself, or has facets that nothing keeps. */
const IMPOSSIBLE: unique symbol = Symbol('impossible');
/** Elements after which nothing optional is added: samples are to be read. */
const MAX_ELEMENTS = 2000;
/** Declared elements that are tried for a wildcard: the first may be without end. */
const MAX_CANDIDATES = 20;

/** True for an element that is valid when it is nil and has nothing: a type that must hold itself can end in one. */
function canBeNull({ nillable, fixed }: ElementPlan, target: TypePlan): boolean {
  if (!nillable || fixed !== undefined) return false;
  return (
    target.kind === 'simple' || (target.type.abstract !== true && !target.attributes.some((each) => each.required))
  );
}

class Sampler {
  readonly #optional: boolean;
  readonly #depth: number;
  readonly #declared: readonly ElementDescriptor[];
  /** Types that are being made: one that turns up inside itself is cut. */
  readonly #open = new Set<TypePlan>();
  #count = 0;
  #ids = 0;
  /** A type of which no value was found, for the message. */
  dead = '';

  constructor(options: SampleOptions) {
    this.#optional = options.optional !== false;
    this.#depth = options.depth ?? 6;
    this.#declared = [...(options.declarations?.elements?.values() ?? [])];
  }

  element(element: ElementPlan, depth: number): unknown {
    if (element.alternatives !== undefined) {
      for (const { plan, example } of typesOf(element)) {
        const value = this.#element(element, plan, depth);
        if (value === IMPOSSIBLE) continue;
        if (encodedType(element, value, []) === plan) return value;
        const other = withAttributes(plan, value, example);
        if (encodedType(element, other, []) === plan) return other;
      }
    }
    const target = targetOf(element);
    const value = this.#element(element, target, depth);
    return value === IMPOSSIBLE && canBeNull(element, target) ? null : value;
  }

  #element(element: ElementPlan, target: TypePlan, depth: number): unknown {
    this.#count++;
    const text = element.fixed ?? element.default;
    if (target.kind === 'simple')
      return text === undefined ? this.#simple(target) : parsePlan(target, text, noPrefixes, 'enumeration');
    if (target.mode === 'tree') return emptyTree(element.namespace, element.name);
    if (target.mode === 'text' && target.text !== undefined && text !== undefined) {
      const value = this.value(target, depth);
      const parsed = parsePlan(target.text, text, noPrefixes, 'enumeration');
      return typeof value === 'object' && value !== null ? { ...value, $value: parsed } : value;
    }
    return this.value(target, depth);
  }

  #simple(plan: SimplePlan): unknown {
    if (plan.builtIn === 'ID') return `id${++this.#ids}`;
    if (plan.builtIn === 'IDREF' && this.#ids > 0) return 'id1';
    const value = sampleSimple(plan);
    if (value !== undefined) return value;
    this.dead ||= plan.type.name === '' ? 'an anonymous simple type' : `"${plan.type.name}"`;
    return IMPOSSIBLE;
  }

  value(plan: TypePlan, depth: number): unknown {
    if (plan.kind === 'simple') return this.#simple(plan);
    if (plan.mode === 'tree') return emptyTree('', 'any');
    if (this.#open.has(plan)) return IMPOSSIBLE;
    this.#open.add(plan);
    const value = plan.type.abstract === true ? this.#derived(plan, depth) : this.#complex(plan, depth);
    this.#open.delete(plan);
    return value;
  }

  #derived(plan: ComplexPlan, depth: number): unknown {
    for (const type of derivedOf(plan).byName.values()) {
      const value = this.value(complexPlan(type), depth);
      if (typeof value === 'object' && value !== null) return { $type: type.typeName, ...value };
    }
    return IMPOSSIBLE;
  }

  #complex(plan: ComplexPlan, depth: number): unknown {
    const array = plan.type.soapArray;
    if (array !== undefined) {
      const target = planOf(itemTypeOf(array));
      // A tree carries the name of the element in which it stands.
      const isTree = target.kind === 'complex' && target.mode === 'tree';
      const item = isTree ? emptyTree('', array.itemName) : this.value(target, depth + 1);
      return item === IMPOSSIBLE ? [] : [item];
    }
    const result: Record<string, unknown> = {};
    if (!plan.attributes.every((attribute) => this.#attribute(attribute, result))) return IMPOSSIBLE;
    if (plan.anyAttribute !== undefined) result.$anyAttribute = {};
    if (plan.mode === 'text' && plan.text !== undefined) {
      result.$value = this.#simple(plan.text);
      if (result.$value === IMPOSSIBLE) return IMPOSSIBLE;
    } else if (plan.mode === 'mixed') {
      const content = this.#mixed(plan, depth);
      if (content === undefined) return IMPOSSIBLE;
      result.$content = content;
    } else if (plan.content !== undefined && !this.#particle(plan.content, result, depth)) return IMPOSSIBLE;
    const { unwrap } = plan.type;
    return unwrap === undefined ? result : (result[unwrap] ?? []);
  }

  /** Adds an attribute; false when it must be there and cannot. */
  #attribute(attribute: AttributePlan, result: Record<string, unknown>): boolean {
    if (!attribute.required && !this.#optional) return true;
    const text = attribute.fixed ?? attribute.default;
    const value =
      text === undefined ? this.#simple(attribute.type) : parsePlan(attribute.type, text, noPrefixes, 'enumeration');
    if (value === IMPOSSIBLE) return !attribute.required;
    writeProperty(result, attribute.property, value);
    return true;
  }

  /** Nodes of mixed content: what the content model asks for, written and read again as trees. */
  #mixed(plan: ComplexPlan, depth: number): readonly XmlNode[] | undefined {
    const { content } = plan;
    if (content === undefined) return ['text'];
    const value: Record<string, unknown> = {};
    if (!this.#particle(content, value, depth)) return undefined;
    const writer = new XmlWriter();
    writer.startElement('', 'content');
    try {
      encodeGroup(new Encoder(writer, 'content'), plan, content, value, encodeAs);
    } catch (error) {
      if (error instanceof XmlEncodeError) return ['text'];
      throw error;
    }
    writer.endElement();
    return ['text', ...parseTree(writer.toString()).children];
  }

  /** Adds what a particle asks for; false when that is impossible. */
  #particle(node: ParticleNode, target: Record<string, unknown>, depth: number): boolean {
    switch (node.kind) {
      case 'element':
        return this.#elements(node, target, depth);
      case 'any':
        this.#any(node, target, depth);
        return true;
      case 'sequence':
      case 'choice':
      case 'all':
        return node.property === undefined
          ? this.#group(node, target, depth)
          : this.#occurrences(node, node.property, target, depth);
    }
  }

  #wants(depth: number): boolean {
    return this.#optional && depth < this.#depth && this.#count < MAX_ELEMENTS;
  }

  #group(node: GroupNode, target: Record<string, unknown>, depth: number): boolean {
    const count = Math.min(Math.max(node.min, this.#wants(depth) ? 1 : 0), node.max);
    for (let i = 0; i < count; i++) {
      const part: Record<string, unknown> = {};
      if (!this.#once(node, part, depth)) return i >= node.min;
      mergeInto(target, part);
    }
    if (count === 0) this.#emptyLists(node, target);
    return true;
  }

  /** Lists that a group left out would hold, so that the value looks as if it had been read. */
  #emptyLists(node: GroupNode, target: Record<string, unknown>): void {
    if (node.kind === 'choice' && node.particles.length > 1) return;
    for (const particle of node.particles) {
      if ((particle.kind === 'element' || particle.kind === 'any') && particle.list)
        mergeInto(target, { [particle.property]: [] });
    }
  }

  #occurrences(node: GroupNode, property: string, target: Record<string, unknown>, depth: number): boolean {
    const items: unknown[] = [];
    const count = Math.min(Math.max(node.min, this.#wants(depth) ? 1 : 0), node.max);
    for (let i = 0; i < count; i++) {
      const item: Record<string, unknown> = {};
      if (this.#once(node, item, depth)) items.push(item);
      else if (items.length < node.min) return false;
    }
    writeProperty(target, property, items);
    return true;
  }

  #once(node: GroupNode, target: Record<string, unknown>, depth: number): boolean {
    if (node.kind !== 'choice') return node.particles.every((particle) => this.#particle(particle, target, depth));
    return node.particles.some((particle) => {
      const part: Record<string, unknown> = {};
      if (!this.#particle(particle, part, depth)) return false;
      mergeInto(target, part);
      return true;
    });
  }

  #elements(node: ElementNode, target: Record<string, unknown>, depth: number): boolean {
    const count = Math.min(Math.max(node.ownMin, this.#wants(depth) ? 1 : 0), node.ownMax);
    const items: unknown[] = [];
    for (let i = 0; i < count; i++) {
      const item = this.#member(node, depth);
      if (item !== IMPOSSIBLE) items.push(item);
      else if (i < node.ownMin) return false;
      else break;
    }
    if (node.list) mergeInto(target, { [node.property]: items });
    else if (items.length > 0) writeProperty(target, node.property, items[0]);
    return true;
  }

  #member(node: ElementNode, depth: number): unknown {
    if (node.substitutes === undefined) return this.element(node.element, depth + 1);
    for (const { key, element } of membersOf(node)) {
      const value = this.element(element, depth + 1);
      if (value !== IMPOSSIBLE) return { $name: key, $value: value };
    }
    return IMPOSSIBLE;
  }

  #any(node: AnyNode, target: Record<string, unknown>, depth: number): void {
    const trees = Array.from({ length: node.ownMin }, () => this.#wildcard(node.wildcard, depth));
    if (node.list) mergeInto(target, { [node.property]: trees });
    else if (trees.length > 0) writeProperty(target, node.property, trees[0]);
  }

  #wildcard(wildcard: WildcardDescriptor, depth: number): XmlElement {
    if (wildcard.process === 'strict') {
      const allowed = this.#declared.filter(
        (element) => !element.abstract && wildcardAllows(wildcard, element.namespace, element.name),
      );
      for (const element of allowed.slice(0, MAX_CANDIDATES)) {
        const value = this.element(elementPlan(element), Math.max(depth + 1, this.#depth));
        const tree = value === IMPOSSIBLE ? undefined : treeOf(element, value);
        if (tree) return tree;
      }
    }
    return emptyTree(allowedNamespace(wildcard), 'any');
  }
}

/** Adds properties; lists that several particles fill grow. */
function mergeInto(target: Record<string, unknown>, part: Record<string, unknown>): void {
  for (const [property, value] of Object.entries(part)) {
    const known = Object.hasOwn(target, property) ? target[property] : undefined;
    if (Array.isArray(known) && Array.isArray(value)) known.push(...value);
    else writeProperty(target, property, value);
  }
}

/** A value as a tree; undefined when it cannot be written. */
function treeOf(element: ElementDescriptor, value: unknown): XmlElement | undefined {
  const writer = new XmlWriter();
  try {
    encodeElement(element, value, writer);
  } catch (error) {
    if (error instanceof XmlEncodeError) return undefined;
    throw error;
  }
  return parseTree(writer.toString());
}

function emptyTree(namespace: string, name: string): XmlElement {
  return { namespace, name, attributes: [], children: [] };
}

function allowedNamespace(wildcard: WildcardDescriptor): string {
  const { namespaces } = wildcard;
  if (namespaces === 'any') return '';
  if (!('not' in namespaces)) return namespaces[0] ?? '';
  return namespaces.not.includes('urn:example') ? 'urn:example:other' : 'urn:example';
}

/** A sample with other attributes in the place of its own, as far as its type has them. */
function withAttributes(plan: TypePlan, value: unknown, attributes: readonly XmlAttribute[]): unknown {
  if (plan.kind === 'simple' || !isRecord(value)) return value;
  const result = { ...value };
  for (const { namespace, name, value: text } of attributes) {
    const use = plan.attributes.find((each) => each.name === name && each.namespace === namespace);
    if (use !== undefined) writeProperty(result, use.property, parsePlan(use.type, text, noPrefixes, 'enumeration'));
  }
  return result;
}
