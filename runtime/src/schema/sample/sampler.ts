import type { XmlElement, XmlNode } from '../../xml/interfaces/tree.js';
import type { XmlOutput } from '../../xml/interfaces/writer.js';
import { XmlReader } from '../../xml/read/xml-reader.js';
import { OutputFullError } from '../../xml/text/errors.js';
import { parseTree } from '../../xml/trees/tree-io.js';
import { BoundedWriter } from '../../xml/write/bounded-writer.js';
import { encodedType } from '../context/attribute-engine.js';
import { engineOf } from '../context/content-engine.js';
import { ElementEncoder } from '../context/element-encoder.js';
import { typesOf } from '../context/type-alternatives.js';
import { decodeAs, decoderOf } from '../decode/decode.js';
import type { ElementDescriptor, Type, WildcardDescriptor } from '../descriptor/descriptor.js';
import { XmlEncodeError } from '../descriptor/errors.js';
import { type Declarations, wildcardAllows, writeProperty } from '../descriptor/resolve.js';
import { itemTypeOf } from '../descriptor/soap-encoding.js';
import { encodeAs, encodeElement } from '../encode/encode.js';
import { encodeNode } from '../encode/encode-tree.js';
import { derivedOf } from '../plan/derived-types.js';
import {
  type AnyNode,
  type AttributePlan,
  type ComplexPlan,
  complexPlan,
  type ElementNode,
  type ElementPlan,
  elementOf,
  elementPlan,
  type GroupNode,
  type ParticleNode,
  planOf,
  type TypePlan,
  targetOf,
} from '../plan/plan.js';
import { noPrefixes, type SimplePlan } from '../plan/simple-plan.js';
import { membersOf } from '../plan/substitution.js';
import { parsePlan } from '../simple/simple.js';
import { RandomNumbers } from './random-numbers.js';
import { allowedNamespace, emptyTree, mergeInto, withAttributes } from './sample-parts.js';
import { distinctSimple, likelyValue, sampleReference, sampleSimple } from './sample-simple.js';
import { variedSimple } from './varied-simple.js';

/** How large a sample may become, and what it contains. */
export interface SampleOptions {
  /** Include optional parts. Default true. */
  readonly optional?: boolean;
  /** Depth of elements from which on optional ones are left out. Default 6. */
  readonly depth?: number;
  /** Elements that a sample may have. Default 10,000; optional ones are left out after the first 2000. */
  readonly maxElements?: number;
  /** Characters that the texts of a sample may have together, octets of binary values included. Default 1,000,000. */
  readonly maxCharacters?: number;
  /** Global elements, for wildcards that allow only declared ones (`processContents="strict"`). */
  readonly declarations?: Pick<Declarations, 'elements'>;
  /** A number for a sample with other values, branches of choices and lengths of lists: the same number gives the same sample. Default: the usual values. */
  readonly seed?: number;
}

/** No finite value: a required part contains itself, or has facets that nothing keeps. */
const impossible: unique symbol = Symbol('impossible');
/** Elements after which nothing optional is added: samples are to be read. */
const enoughElements = 2000;
const maxElements = 10_000;
const maxCharacters = 1_000_000;
const maxLevels = 200;
/** Declared elements that are tried for a wildcard: the first may be without end. */
const maxCandidates = 20;

/** True for an element that is valid if it is nil and empty: a type that must contain itself can end in one. */
function canBeNull({ nillable, fixed }: ElementPlan, target: TypePlan): boolean {
  if (!nillable || fixed !== undefined) {
    return false;
  }
  return (
    target.kind === 'simple' || (target.type.abstract !== true && !target.attributes.some((each) => each.required))
  );
}

/** Makes one sample. */
export class Sampler {
  readonly #optional: boolean;
  readonly #depth: number;
  readonly #maxElements: number;
  readonly #maxCharacters: number;
  readonly #declared: readonly ElementDescriptor[];
  /** Types that are being made: one that turns up inside itself is cut. */
  readonly #open = new Set<TypePlan>();
  /** Values of complex types, where large ones may share them. */
  readonly #made: Map<TypePlan, unknown> | undefined;
  /** The values found for simple types, except values that are objects. */
  readonly #texts = new Map<SimplePlan, unknown>();
  #count = 0;
  #characters = 0;
  #ids = 0;
  /** Elements that nobody declares may stand for those that a wildcard requires: there is no sample without them. */
  #undeclared: boolean;
  /** True if no declared element was found for a wildcard. */
  #lacking = false;
  /** What writes the children of the content that is being made, in their order; undefined where the properties say it. */
  #order: ((encoder: ElementEncoder) => void)[] | undefined;
  /** A type for which no value was found, for the message. */
  #dead = '';

  /** Texts of values so far, where all are to be different. */
  readonly #used: Set<string> | undefined;
  readonly #random: RandomNumbers | undefined;

  constructor(options: SampleOptions, compact: boolean, distinct = false) {
    this.#used = distinct ? new Set() : undefined;
    this.#optional = options.optional !== false;
    this.#depth = options.depth ?? 6;
    this.#maxElements = options.maxElements ?? maxElements;
    this.#maxCharacters = options.maxCharacters ?? maxCharacters;
    this.#undeclared = options.declarations?.elements === undefined;
    this.#declared = [...(options.declarations?.elements?.values() ?? [])];
    this.#made = compact ? new Map() : undefined;
    this.#random = options.seed === undefined ? undefined : new RandomNumbers(options.seed);
  }

  sample(target: ElementDescriptor | Type): unknown {
    let value = this.#root(target);
    if (value === impossible && this.#lacking) {
      this.#undeclared = true;
      value = this.#root(target);
    }
    if (value !== impossible) {
      return value;
    }
    const why = this.#dead === '' ? 'contains itself endlessly' : `needs a value of ${this.#dead}, and none was found`;
    throw new TypeError(`there is no value of "${target.name}": it ${why}`);
  }

  #root(target: ElementDescriptor | Type): unknown {
    return target.kind === 'element' ? this.element(elementPlan(target), 1) : this.value(planOf(target), 1);
  }

  /** Counts an element, or a part that may be repeated like one. */
  #step(depth: number): void {
    if (++this.#count > this.#maxElements) {
      throw new RangeError(`the sample needs more than ${this.#maxElements} elements`);
    }
    if (depth > maxLevels) {
      throw new RangeError(`the sample needs more than ${maxLevels} levels`);
    }
  }

  element(element: ElementPlan, depth: number): unknown {
    if (element.alternatives !== undefined) {
      for (const { plan, example } of typesOf(element)) {
        const value = this.#element(element, plan, depth);
        if (value === impossible) {
          continue;
        }
        if (encodedType(element, value, []) === plan) {
          return value;
        }
        const other = withAttributes(plan, value, example);
        if (encodedType(element, other, []) === plan) {
          return other;
        }
      }
    }
    const target = targetOf(element);
    const value = this.#element(element, target, depth);
    return value === impossible && canBeNull(element, target) ? null : value;
  }

  #element(element: ElementPlan, target: TypePlan, depth: number): unknown {
    this.#step(depth);
    const text = element.fixed ?? element.default;
    if (target.kind === 'simple') {
      return text === undefined
        ? this.#simple(target, element.name)
        : parsePlan(target, text, noPrefixes, 'enumeration');
    }
    if (target.mode === 'tree') {
      return emptyTree(element.namespace, element.name);
    }
    const value = this.value(target, depth, element.name);
    const hasText = target.mode === 'text' && typeof value === 'object' && value !== null;
    return hasText && target.text !== undefined && text !== undefined
      ? { ...value, $value: parsePlan(target.text, text, noPrefixes, 'enumeration') }
      : value;
  }

  /** `name` is that of the element or attribute. */
  #simple(plan: SimplePlan, name = ''): unknown {
    if (plan.builtIn === 'ID') {
      return `id${++this.#ids}`;
    }
    const reference = sampleReference(plan, 'id1');
    if (reference !== undefined) {
      return reference;
    }
    const other = this.#used === undefined ? undefined : distinctSimple(plan, this.#used);
    if (other !== undefined) {
      this.#addCharacters(other);
      return other;
    }
    const varied = likelyValue(plan, name, this.#random) ?? (this.#random && variedSimple(plan, this.#random));
    if (varied !== undefined) {
      this.#addCharacters(varied);
      return varied;
    }
    const known = this.#texts.get(plan);
    const value = known ?? sampleSimple(plan) ?? impossible;
    if (known === undefined && (typeof value !== 'object' || this.#made !== undefined)) {
      this.#texts.set(plan, value);
    }
    if (value === impossible) {
      this.#dead ||= plan.type.name === '' ? 'an anonymous simple type' : `"${plan.type.name}"`;
    } else {
      this.#addCharacters(value);
    }
    return value;
  }

  #addCharacters(value: unknown): void {
    const hasLength = typeof value === 'string' || value instanceof Uint8Array || Array.isArray(value);
    this.#characters += hasLength ? value.length : 8;
    if (this.#characters > this.#maxCharacters && this.#made === undefined) {
      throw this.#tooLong();
    }
  }

  #tooLong(): RangeError {
    return new RangeError(`the sample needs more than ${this.#maxCharacters} characters`);
  }

  value(plan: TypePlan, depth: number, name?: string): unknown {
    if (plan.kind === 'simple') {
      return this.#simple(plan, name);
    }
    if (plan.mode === 'tree') {
      return emptyTree('', 'any');
    }
    if (this.#open.has(plan)) {
      return impossible;
    }
    if (this.#count >= enoughElements && this.#made?.has(plan) === true) {
      return this.#made.get(plan);
    }
    this.#open.add(plan);
    const value = plan.type.abstract === true ? this.#derived(plan, depth) : this.#complex(plan, depth);
    this.#open.delete(plan);
    if (value !== impossible && !Array.isArray(value)) {
      this.#made?.set(plan, value);
    }
    return value;
  }

  #derived(plan: ComplexPlan, depth: number): unknown {
    for (const type of this.#inTurn([...derivedOf(plan).byName.values()])) {
      const value = this.value(complexPlan(type), depth);
      if (typeof value === 'object' && value !== null) {
        return { $type: type.typeName, ...value };
      }
    }
    return impossible;
  }

  #complex(plan: ComplexPlan, depth: number): unknown {
    const array = plan.type.soapArray;
    if (array !== undefined) {
      const target = planOf(itemTypeOf(array, plan.type.engine));
      // A tree has the name of its own element.
      const isTree = target.kind === 'complex' && target.mode === 'tree';
      this.#step(depth + 1);
      const item = isTree ? emptyTree('', array.itemName) : this.value(target, depth + 1);
      return item === impossible ? [] : [item];
    }
    const result: Record<string, unknown> = {};
    if (!plan.attributes.every((attribute) => this.#attribute(attribute, result))) {
      return impossible;
    }
    if (plan.anyAttribute !== undefined) {
      result.$anyAttribute = {};
    }
    if (!this.#content(plan, result, depth)) {
      return impossible;
    }
    const { unwrap } = plan.type;
    return unwrap === undefined ? result : (result[unwrap] ?? []);
  }

  /** Adds text or children; false when there have to be some and cannot. */
  #content(plan: ComplexPlan, result: Record<string, unknown>, depth: number): boolean {
    const outer = this.#order;
    this.#order = plan.mode === 'mixed' || plan.model !== plan.content ? [] : undefined;
    const isPossible = this.#ownContent(plan, result, depth);
    this.#order = outer;
    return isPossible;
  }

  #ownContent(plan: ComplexPlan, result: Record<string, unknown>, depth: number): boolean {
    switch (plan.mode) {
      case 'text':
        if (plan.text !== undefined) {
          result.$value = this.#simple(plan.text);
        }
        return result.$value !== impossible;
      case 'mixed':
        result.$content = this.#mixed(plan, depth);
        return result.$content !== undefined;
      case 'record':
      case 'groups':
      case 'tree':
      case 'array':
        return this.#order === undefined
          ? plan.content === undefined || this.#particle(plan.content, result, depth)
          : this.#inOrder(plan, result, depth);
    }
  }

  /** Adds an attribute; false when it must be there and cannot. */
  #attribute(attribute: AttributePlan, result: Record<string, unknown>): boolean {
    if (!attribute.required && !this.#optional) {
      return true;
    }
    const text = attribute.fixed ?? attribute.default;
    const value =
      text === undefined
        ? this.#simple(attribute.type, attribute.name)
        : parsePlan(attribute.type, text, noPrefixes, 'enumeration');
    if (value === impossible) {
      return !attribute.required;
    }
    writeProperty(result, attribute.property, value);
    return true;
  }

  /** Nodes of mixed content: the children that the content model requires, written and read again as trees. */
  #mixed(plan: ComplexPlan, depth: number): readonly XmlNode[] | undefined {
    const text = this.#children(plan, depth);
    return text === undefined ? undefined : ['text', ...(text === '' ? [] : parseTree(text).children)];
  }

  /** Adds children whose model is narrower than the properties that they become: written in their order, and read again. */
  #inOrder(plan: ComplexPlan, result: Record<string, unknown>, depth: number): boolean {
    const text = this.#children(plan, depth);
    if (text) {
      const reader = new XmlReader(text);
      reader.next();
      const decoder = decoderOf(reader, plan.type.name, {});
      engineOf(plan).decode(decoder, plan, elementOf('', 'content', plan.type), result, decodeAs);
    }
    return text !== undefined;
  }

  /** The children that the content model requires, in an element; undefined if that is impossible, `''` if they are too long where that does not matter. */
  #children({ model }: ComplexPlan, depth: number): string | undefined {
    if (model !== undefined && !this.#particle(model, {}, depth)) {
      return undefined;
    }
    const text = this.#written((output) => {
      output.startElement('', 'content');
      const encoder = new ElementEncoder(output, 'content');
      for (const write of this.#order ?? []) {
        write(encoder);
      }
      output.endElement();
    });
    return text ?? '';
  }

  /** The value in written form; undefined if that is impossible, or too long where that does not matter. */
  #written(write: (output: XmlOutput) => void): string | undefined {
    const output = new BoundedWriter(Math.max(0, this.#maxCharacters - this.#characters));
    try {
      write(output);
    } catch (error) {
      if (error instanceof XmlEncodeError) {
        return undefined;
      }
      if (!(error instanceof OutputFullError)) {
        throw error;
      }
      if (this.#made === undefined) {
        throw this.#tooLong();
      }
      return undefined;
    }
    const text = output.toString();
    this.#characters += text.length;
    return text;
  }

  /** Adds the content that a particle requires; false if that is impossible. */
  #particle(node: ParticleNode, target: Record<string, unknown>, depth: number): boolean {
    switch (node.kind) {
      case 'element':
        return this.#elements(node, target, depth);
      case 'any':
        return this.#any(node, target, depth);
      case 'sequence':
      case 'choice':
      case 'all':
        return this.#group(node, target, depth);
    }
  }

  #wants(depth: number): boolean {
    return this.#optional && depth < this.#depth && this.#count < enoughElements;
  }

  /** Adds what a group requires, as items of its property if it has one; false if that is impossible. */
  #group(node: GroupNode, target: Record<string, unknown>, depth: number): boolean {
    const parts: Record<string, unknown>[] = [];
    const count = Math.min(Math.max(node.min, this.#wants(depth) ? 1 : 0), node.max);
    for (let i = 0; i < count; i++) {
      if (i > 0) {
        this.#step(depth);
      }
      const part: Record<string, unknown> = {};
      if (this.#kept(() => this.#once(node, part, depth))) {
        parts.push(part);
      } else if (i < node.min) {
        return false;
      } else {
        break;
      }
    }
    if (node.property !== undefined) {
      writeProperty(target, node.property, parts);
      return true;
    }
    for (const part of parts) {
      mergeInto(target, part);
    }
    if (count === 0) {
      this.#emptyLists(node, target);
    }
    return true;
  }

  /** Lists in a group that is left out, so that the value looks as if it had been read. */
  #emptyLists(node: GroupNode, target: Record<string, unknown>): void {
    if (node.kind === 'choice' && node.particles.length > 1) {
      return;
    }
    for (const particle of node.particles) {
      if ((particle.kind === 'element' || particle.kind === 'any') && particle.list) {
        mergeInto(target, { [particle.property]: [] });
      }
    }
  }

  #once(node: GroupNode, target: Record<string, unknown>, depth: number): boolean {
    if (node.kind !== 'choice') {
      return node.particles.every((particle) => this.#particle(particle, target, depth));
    }
    return this.#inTurn(node.particles).some((particle) => {
      const part: Record<string, unknown> = {};
      if (!this.#kept(() => this.#particle(particle, part, depth))) {
        return false;
      }
      mergeInto(target, part);
      return true;
    });
  }

  /** Tries to add something. What did not become whole leaves no children. */
  #kept(add: () => boolean): boolean {
    const length = this.#order?.length ?? 0;
    const isPossible = add();
    if (!isPossible) {
      this.#order?.splice(length);
    }
    return isPossible;
  }

  /** Alternatives in the order in which they are tried. */
  #inTurn<T>(items: readonly T[]): readonly T[] {
    const first = this.#random?.between(0, items.length - 1) ?? 0;
    return first === 0 ? items : [...items.slice(first), ...items.slice(0, first)];
  }

  /** Times that an optional or repeated element occurs if nothing forbids it. */
  #usualCount(node: ElementNode, depth: number): number {
    if (!this.#wants(depth)) {
      return 0;
    }
    // Lists in lists would become large.
    return this.#random !== undefined && node.list && depth <= 3 ? this.#random.between(1, 3) : 1;
  }

  #elements(node: ElementNode, target: Record<string, unknown>, depth: number): boolean {
    const count = Math.min(Math.max(node.ownMin, this.#usualCount(node, depth)), node.ownMax);
    const items: unknown[] = [];
    for (let i = 0; i < count; i++) {
      const item = this.#member(node, depth);
      if (item !== impossible) {
        items.push(item);
      } else if (i < node.ownMin) {
        return false;
      } else {
        break;
      }
    }
    if (node.list) {
      mergeInto(target, { [node.property]: items });
    } else if (items.length > 0) {
      writeProperty(target, node.property, items[0]);
    }
    return true;
  }

  #member(node: ElementNode, depth: number): unknown {
    if (node.substitutes === undefined) {
      const value = this.element(node.element, depth + 1);
      if (value !== impossible) {
        this.#order?.push((encoder) => encodeAs(encoder, node.element, value));
      }
      return value;
    }
    for (const { key, element } of this.#inTurn(membersOf(node))) {
      const value = this.element(element, depth + 1);
      if (value !== impossible) {
        this.#order?.push((encoder) => encodeAs(encoder, element, value));
        return { $name: key, $value: value };
      }
    }
    return impossible;
  }

  /** Adds the elements that a wildcard requires; false if none is declared. */
  #any(node: AnyNode, target: Record<string, unknown>, depth: number): boolean {
    const trees: XmlElement[] = [];
    while (trees.length < node.ownMin) {
      this.#step(depth);
      const tree = this.#wildcard(node.wildcard, depth);
      if (tree === undefined) {
        return false;
      }
      trees.push(tree);
      this.#order?.push((encoder) => encodeNode(encoder, tree));
    }
    if (node.list) {
      mergeInto(target, { [node.property]: trees });
    } else if (trees.length > 0) {
      writeProperty(target, node.property, trees[0]);
    }
    return true;
  }

  #wildcard(wildcard: WildcardDescriptor, depth: number): XmlElement | undefined {
    if (wildcard.process === 'strict') {
      const allowed = this.#declared.filter(
        (element) => !element.abstract && wildcardAllows(wildcard, element.namespace, element.name),
      );
      for (const element of allowed.slice(0, maxCandidates)) {
        const value = this.element(elementPlan(element), Math.max(depth + 1, this.#depth));
        const text =
          value === impossible ? undefined : this.#written((output) => encodeElement(element, value, output));
        if (text !== undefined) {
          return parseTree(text);
        }
      }
      if (!this.#undeclared) {
        this.#lacking = true;
        return undefined;
      }
    }
    return emptyTree(allowedNamespace(wildcard), 'any');
  }
}
