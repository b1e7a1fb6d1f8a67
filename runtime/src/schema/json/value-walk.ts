import type { XmlAttribute, XmlElement, XmlNode } from '../../xml/interfaces/tree.js';
import { inheritanceOf } from '../context/attribute-engine.js';
import { isTree, type ValidationIssue } from '../context/encoder.js';
import { LexicalError } from '../descriptor/errors.js';
import { isRecord, readProperty, writeProperty } from '../descriptor/resolve.js';
import { itemTypeOf } from '../descriptor/soap-encoding.js';
import { chooseBranch } from '../match/chosen-branch.js';
import { derivedAt, hasNilObjects } from '../plan/derived-types.js';
import {
  type ComplexPlan,
  complexPlan,
  type ElementNode,
  type ElementPlan,
  elementOf,
  type GroupNode,
  type ParticleNode,
  type TypePlan,
} from '../plan/plan.js';
import { describe, type SimplePlan } from '../plan/simple-plan.js';
import { memberOfKey, membersOf } from '../plan/substitution.js';

type Value = Record<string, unknown>;

/** Steps of a path beyond which a value must contain itself: more than there are levels in a document that readers accept. */
const maxPath = 500;

/**
 * A walk over a value by its descriptor, which copies it. A value and its JSON form have the same properties: they differ only in the
 * values of simple types, and in what may be left out.
 */
export abstract class ValueWalk {
  readonly issues: ValidationIssue[] = [];
  /** Inheritable attributes of the elements around, for type alternatives. */
  protected inherited: readonly XmlAttribute[] = [];
  readonly #path: (string | number)[] = [];

  /** The type of an element's value; undefined, with a problem, if the value fits none. */
  protected abstract typeOf(element: ElementPlan, value: unknown): TypePlan | undefined;
  /** The other form of a value of a simple type. Throws `LexicalError`. */
  protected abstract simple(plan: SimplePlan, value: unknown): unknown;
  /** Of a value and the result, the one that is not JSON. */
  protected abstract typedSide(value: Value, result: Value): Value;

  /** The value of a property in the form that its particle asks for; undefined if it stands for nothing. */
  protected prepare(_node: ElementNode, value: unknown): unknown {
    return value;
  }

  /** A value where a list is expected; a reader may make a list of another value. */
  protected asList(value: unknown, _unwrap?: string): unknown {
    return value;
  }

  /** A value where an object of the type is expected; a reader may make one of another value. */
  protected asObject(_plan: ComplexPlan, value: unknown): unknown {
    return value;
  }

  /** The other form of an object that says nil, of a type of which nil is null alone. */
  protected nilWithoutAttributes(): null | undefined {
    return null;
  }

  /** An object as it is walked over, with the names of properties. */
  protected enter(_owner: ComplexPlan | GroupNode, value: Value): Value {
    return value;
  }

  /** The same object when all of it was read: the result, with the names that it has in its form. */
  protected leave(_owner: ComplexPlan | GroupNode, result: Value): Value {
    return result;
  }

  /** Completes an object that has its attributes and its content: with defaults, and with properties that its type does not have. */
  protected completeObject(_plan: ComplexPlan, _value: Value, _result: Value): void {
    // Nothing is added by default.
  }

  /** The same for one occurrence of a group. */
  protected completeItem(_node: GroupNode, _value: Value, _result: Value): void {
    // Nothing is added by default.
  }

  /** Looks for what an element or an attribute of a tree does not have. */
  protected completeTree(_value: object, _known: readonly string[]): void {
    // Nobody looks by default.
  }

  /** The other form of an element's value. */
  element(element: ElementPlan, value: unknown): unknown {
    if (value === null || this.isFull) {
      return null;
    }
    if (this.#path.length > maxPath) {
      return this.problem('too-deep', 'the value is nested too deeply, or contains itself');
    }
    const type = this.typeOf(element, value);
    return type && this.typed(element, type, value);
  }

  /** The attributes of an object whose declared type is `declared`, in the other form. */
  protected attributesOf(element: ElementPlan, declared: ComplexPlan, value: Value): Value | undefined {
    const plan = this.#named(element, declared, value);
    const result: Value = value.$type === undefined ? {} : { $type: value.$type };
    if (plan !== undefined) {
      this.#attributes(plan, this.enter(plan, value), result);
      this.leave(plan, result);
    }
    return plan && result;
  }

  /** The other form of an element's value of a type. */
  protected typed(element: ElementPlan, type: TypePlan, value: unknown): unknown {
    return type.kind === 'simple' ? this.#text(type, value) : this.#complex(element, type, value);
  }

  /** Reports a problem at the present path, or at a member there. */
  protected problem(code: string, message: string, ...member: readonly string[]): undefined {
    if (!this.isFull) {
      this.issues.push({ path: [...this.#path, ...member], code, message });
    }
  }

  /** True when no more problems are looked for: each costs more than a good value. */
  get isFull(): boolean {
    return this.issues.length >= maxIssues;
  }

  /** A step as paths name it. */
  protected stepOf(step: string | number): string | number {
    return step;
  }

  /** Runs `act` one step further down. */
  protected at<T>(step: string | number, act: () => T): T {
    this.#path.push(this.stepOf(step));
    const result = act();
    this.#path.pop();
    return result;
  }

  #text(plan: SimplePlan, value: unknown): unknown {
    try {
      return this.simple(plan, value);
    } catch (error) {
      if (!(error instanceof LexicalError)) {
        throw error;
      }
      return this.problem('wrong-type', error.message);
    }
  }

  #complex(element: ElementPlan, declared: ComplexPlan, value: unknown): unknown {
    const { soapArray, unwrap } = declared.type;
    if (declared.mode === 'tree') {
      return this.#tree(value);
    }
    if (soapArray !== undefined) {
      const item = elementOf('', soapArray.itemName, itemTypeOf(soapArray, declared.type.engine));
      return this.list(value, (each) => this.element(item, each));
    }
    if (unwrap !== undefined) {
      return this.#unwrapped(declared, unwrap, value);
    }
    const object = this.asObject(declared, value);
    return isRecord(object) ? this.#object(element, declared, object) : this.#expected('an object', value);
  }

  /** A list in the place of the object that would contain nothing else. */
  #unwrapped({ content }: ComplexPlan, property: string, value: unknown): unknown {
    const node = content && particleNamed(content, property);
    return node === undefined ? [] : this.#leaf(node, this.asList(value, property));
  }

  #object(element: ElementPlan, declared: ComplexPlan, given: Value): unknown {
    const plan = this.#named(element, declared, given);
    if (plan === undefined) {
      return undefined;
    }
    const value = this.enter(plan, given);
    const { $type } = value;
    const isNil = value.$nil === true && element.nillable;
    if (isNil && !hasNilObjects(declared) && element.standIns === undefined) {
      return this.nilWithoutAttributes();
    }
    const result: Value = { ...(isNil && { $nil: true }), ...($type !== undefined && { $type }) };
    this.#attributes(plan, value, result);
    if (!isNil) {
      const { inherited } = this;
      this.inherited = inheritanceOf(plan)?.fromValue(plan, this.typedSide(value, result), inherited) ?? inherited;
      this.#content(plan, value, result);
      this.inherited = inherited;
    }
    this.completeObject(plan, value, result);
    return this.leave(plan, result);
  }

  /** The type of an object: the declared one, or the one that `$type` names. */
  #named(element: ElementPlan, declared: ComplexPlan, { $type }: Value): ComplexPlan | undefined {
    const type = $type === undefined ? declared.type : derivedAt(element, declared).byTypeName.get($type as string);
    return type === undefined
      ? this.at('$type', () => this.problem('unknown-type', `${describe($type)} is not a type that is allowed here`))
      : complexPlan(type);
  }

  #attributes(plan: ComplexPlan, value: Value, result: Value): void {
    for (const { property, type } of plan.attributes) {
      const given = readProperty(value, property);
      if (given !== undefined) {
        this.at(property, () => write(result, property, this.#text(type, given)));
      }
    }
    if (plan.anyAttribute !== undefined && value.$anyAttribute !== undefined) {
      result.$anyAttribute = this.at('$anyAttribute', () => this.#texts(value.$anyAttribute));
    }
  }

  #texts(value: unknown): unknown {
    if (!isRecord(value)) {
      return this.#expected('an object', value);
    }
    for (const [name, text] of Object.entries(value)) {
      if (typeof text !== 'string') {
        this.problem('wrong-type', `expected a string, got ${describe(text)}`, name);
      }
    }
    return { ...value };
  }

  #content(plan: ComplexPlan, value: Value, result: Value): void {
    const { text } = plan;
    switch (plan.mode) {
      case 'text':
        if (text !== undefined) {
          this.at('$value', () => write(result, '$value', this.#text(text, value.$value)));
        }
        break;
      case 'mixed': {
        const nodes = this.at('$content', () => this.list(value.$content, (each) => this.#node(each)));
        write(result, '$content', nodes);
        break;
      }
      case 'record':
      case 'groups':
        this.#children(plan, value, result);
        break;
      case 'tree':
      case 'array':
        break;
    }
  }

  #children({ content, open }: ComplexPlan, value: Value, result: Value): void {
    if (content !== undefined) {
      this.#particle(content, value, result);
    }
    if (open !== undefined && value.$open !== undefined) {
      result.$open = this.at('$open', () => this.list(value.$open, (each) => this.#tree(each)));
    }
  }

  #particle(node: ParticleNode, value: Value, result: Value): void {
    if ('particles' in node && node.property === undefined) {
      this.#group(node, value, result);
      return;
    }
    const property = node.property as string;
    const given = readProperty(value, property);
    // Particles may share a property: then they have a type in common, too.
    if (given !== undefined && !Object.hasOwn(result, property)) {
      this.at(property, () => write(result, property, this.#leaf(node, given)));
    }
  }

  #group(node: GroupNode, value: Value, result: Value): void {
    const branch = node.kind === 'choice' ? chooseBranch(node, value) : 'several';
    if (typeof branch === 'object') {
      this.#particle(branch, value, result);
      return;
    }
    for (const particle of node.particles) {
      this.#particle(particle, value, result);
    }
  }

  /** The value of a property. */
  #leaf(node: ParticleNode, given: unknown): unknown {
    switch (node.kind) {
      case 'any':
        return node.list ? this.list(given, (each) => this.#tree(each)) : this.#tree(given);
      case 'sequence':
      case 'choice':
      case 'all':
        return this.list(given, (each) => this.#item(node, each));
      case 'element': {
        const value = this.prepare(node, given);
        return node.list && value !== undefined
          ? this.list(value, (each) => this.#member(node, each))
          : this.#member(node, value);
      }
    }
  }

  /** One occurrence of a group that has a property of its own. */
  #item(node: GroupNode, given: unknown): unknown {
    if (!isRecord(given)) {
      return this.#expected('an object', given);
    }
    const item = this.enter(node, given);
    const result: Value = {};
    this.#group(node, item, result);
    this.completeItem(node, item, result);
    return this.leave(node, result);
  }

  #member(node: ElementNode, value: unknown): unknown {
    if (node.substitutes === undefined || value === undefined) {
      return value === undefined ? undefined : this.element(node.element, value);
    }
    if (!isRecord(value)) {
      return this.#expected('an object with $name and $value', value);
    }
    const { $name, $value } = value;
    const member = memberOfKey(node, $name);
    if (member === undefined) {
      const names = membersOf(node).map(({ key }) => key);
      const message = `${describe($name)} is not an element that is allowed here; allowed: ${names.join(', ')}`;
      return this.at('$name', () => this.problem('unknown-element', message));
    }
    return { $name, $value: this.at('$value', () => this.element(member.element, $value)) };
  }

  #node(node: unknown): XmlNode | undefined {
    return typeof node === 'string' ? node : this.#tree(node);
  }

  /** A tree is the same in JSON. */
  #tree(value: unknown): XmlElement | undefined {
    if (!isTree(value) || !areTexts([value.prefix]) || !isTable(value.declarations)) {
      return this.#expected('an XmlElement', value);
    }
    if (this.#path.length > maxPath) {
      return this.problem('too-deep', 'the tree is nested too deeply');
    }
    this.completeTree(value, partsOfTree);
    const { namespace, name, prefix, declarations } = value;
    const attributes = this.at('attributes', () => this.list(value.attributes, (each) => this.#attribute(each)));
    const children = this.at('children', () => this.list(value.children, (each) => this.#node(each)));
    return {
      namespace,
      name,
      ...(prefix !== undefined && { prefix }),
      attributes: (attributes ?? []) as XmlAttribute[],
      children: (children ?? []) as XmlNode[],
      ...(declarations !== undefined && { declarations: { ...declarations } }),
    };
  }

  #attribute(value: unknown): unknown {
    const isAttribute =
      isRecord(value) && [value.namespace, value.name, value.value].every((each) => typeof each === 'string');
    if (!isAttribute || !areTexts([value.prefix])) {
      return this.#expected('an attribute with namespace, name and value', value);
    }
    this.completeTree(value, partsOfAttribute);
    return { ...value };
  }

  /** The items of a list. */
  protected list(value: unknown, convert: (item: unknown) => unknown): unknown[] | undefined {
    const items = this.asList(value);
    return Array.isArray(items)
      ? items.map((each: unknown, i) => this.at(i, () => convert(each)))
      : this.#expected('an array', value);
  }

  #expected(what: string, value: unknown): undefined {
    return this.problem('wrong-type', `expected ${what}, got ${describe(value)}`);
  }
}

/** True for texts that may be absent. */
function areTexts(values: readonly unknown[]): boolean {
  return values.every((each) => each === undefined || typeof each === 'string');
}

function isTable(value: unknown): boolean {
  return value === undefined || (isRecord(value) && areTexts(Object.values(value)));
}

const partsOfAttribute = ['namespace', 'name', 'prefix', 'value'];
const partsOfTree = ['namespace', 'name', 'prefix', 'attributes', 'children', 'declarations'];

function write(result: Value, property: string, value: unknown): void {
  if (value !== undefined) {
    writeProperty(result, property, value);
  }
}

/** Problems that are kept. */
export const maxIssues = 1000;

/** The particle of a content that has a property. */
export function particleNamed(node: ParticleNode, property: string): ParticleNode | undefined {
  if (node.property === property) {
    return node;
  }
  if (!('particles' in node) || node.property !== undefined) {
    return undefined;
  }
  for (const particle of node.particles) {
    const found = particleNamed(particle, property);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}
