import { didYouMean } from '../../base/nearest.js';
import { checkOptions, flag, type OptionKinds } from '../../base/options.js';
import { encodedType } from '../context/attribute-engine.js';
import type { ValidationIssue } from '../context/encoder.js';
import { typesOf } from '../context/type-alternatives.js';
import type { ElementDescriptor, Type } from '../descriptor/descriptor.js';
import { LexicalError, type ValuePath } from '../descriptor/errors.js';
import { isRecord, readProperty, writeProperty } from '../descriptor/resolve.js';
import { propertiesOfPlan } from '../encode/own-properties.js';
import { type JsonMembers, MemberNames, membersKind, namesOf } from '../json-schema/member-names.js';
import { chooseBranch, isPresent } from '../match/chosen-branch.js';
import { standInOf } from '../plan/derived-types.js';
import { closedLists } from '../plan/emptiable.js';
import {
  type AttributePlan,
  type ComplexPlan,
  type ElementNode,
  type ElementPlan,
  type GroupNode,
  type ParticleNode,
  type TypePlan,
  targetOf,
} from '../plan/plan.js';
import { noPrefixes, type SimplePlan } from '../plan/simple-plan.js';
import { parsePlan } from '../simple/simple.js';
import { validateValue } from '../validate/validate.js';
import { coerceSimple } from './coerce.js';
import { JsonError } from './json-error.js';
import { refuseOther, simpleFromJson, valueOrNone } from './simple-from-json.js';
import { rootOf } from './to-json.js';
import { maxIssues, ValueWalk } from './value-walk.js';

type Value = Record<string, unknown>;

/** How JSON is read. */
export interface FromJsonOptions {
  /**
   * Also take what stands for a value though it is not in the form of `toJsonSchema`: `'5'` and `5` for an integer of any size, `'true'`
   * for a boolean, numbers for texts, a `Date` for a date, `bigint`, `Uint8Array` and values of scalar mappings as they are, one item
   * for a list of one, a text for an object that has only `$value`, null and the empty text for an optional part that is absent. For forms,
   * queries and values of programs. Default false.
   */
  readonly coerce?: boolean;
  /** Check the value against every facet, occurrence, choice and identity constraint, as `validate` does (default). */
  readonly validate?: boolean;
  /** How members are called. Default: as properties. In camel case, members that a type does not have are always refused. */
  readonly members?: JsonMembers;
}

const kinds: OptionKinds<FromJsonOptions> = { coerce: flag, validate: flag, members: membersKind };

/** A value that was read, or everything that is wrong with its JSON. */
export type FromJsonResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly [ValidationIssue, ...ValidationIssue[]] };

/**
 * The value of a JSON form, as `toJsonSchema` describes it and `toJson` makes it. Lists that are absent are empty in it and default values of
 * attributes are filled in, as where XML is read. Throws `JsonError` with the path of the first mistake, and all of them in `issues`: of values that
 * cannot be read and of breaches up to 1,000 each.
 */
export function fromJson<T>(target: ElementDescriptor<T> | Type<T>, json: unknown, options: FromJsonOptions = {}): T {
  checkOptions('`fromJson`', options, kinds);
  const result = readJson(target, json, options);
  if (result.issues !== undefined) {
    throw new JsonError(rootOf(target).name, result.issues);
  }
  return result.value as T;
}

/** As `fromJson`, without an exception. */
export function readJson(target: ElementDescriptor | Type, json: unknown, options: FromJsonOptions): FromJsonResult {
  const coerces = options.coerce === true;
  const walk = options.members === 'camelCase' ? new FromCamelCase(coerces) : new FromJson(coerces);
  const value = walk.element(rootOf(target), json);
  // Without the values that were not looked at, the check would find what is not wrong.
  // A breach may come of a value that was not read, and be none.
  const most = maxIssues + walk.issues.length;
  const checked = options.validate === false || walk.isFull ? [] : validateValue(target, value, {}, most);
  // Members that there are not are in the place of no value.
  const unread = new UnreadPlaces(walk.issues.filter(({ code }) => code !== 'unknown-property'));
  const found = checked.map((issue) => walk.inJson(value, issue)).filter((issue) => !unread.explain(issue));
  const [first, ...others] = [...walk.issues, ...found];
  return first === undefined ? { value } : { issues: [first, ...others] };
}

const spanning: ReadonlySet<string> = new Set(['key', 'unique', 'keyref', 'duplicate-id', 'unknown-idref']);

/** The steps from a place to those within it. */
interface Place {
  readonly steps: Map<ValuePath[number], Place>;
  isUnread: boolean;
}

/** The places of values that could not be read, as a tree: there may be very many, and as many breaches. */
class UnreadPlaces {
  readonly #root: Place = { steps: new Map(), isUnread: false };
  readonly #isEmpty: boolean;

  constructor(issues: readonly ValidationIssue[]) {
    this.#isEmpty = issues.length === 0;
    for (const { path } of issues) {
      let place = this.#root;
      for (const step of path) {
        let next = place.steps.get(step);
        if (next === undefined) {
          next = { steps: new Map(), isUnread: false };
          place.steps.set(step, next);
        }
        place = next;
      }
      place.isUnread = true;
    }
  }

  /** True for a breach that may come of values that could not be read: it is at one, around one, or of a rule that compares values. */
  explain({ path, code }: ValidationIssue): boolean {
    if (this.#isEmpty || spanning.has(code)) {
      return !this.#isEmpty;
    }
    let place: Place | undefined = this.#root;
    for (const step of path) {
      if (place.isUnread) {
        return true;
      }
      place = place.steps.get(step);
      if (place === undefined) {
        return false;
      }
    }
    return true;
  }
}

class FromJson extends ValueWalk {
  readonly #coerces: boolean;

  constructor(coerces: boolean) {
    super();
    this.#coerces = coerces;
  }

  /** What is wrong with a value, in the words of its JSON. */
  inJson(_value: unknown, issue: ValidationIssue): ValidationIssue {
    return issue;
  }

  protected override typeOf(element: ElementPlan, value: unknown): TypePlan | undefined {
    if (element.alternatives === undefined) {
      return standInOf(element, value) ?? targetOf(element);
    }
    for (const { plan } of typesOf(element)) {
      if (encodedType(element, this.#tested(element, plan, value), this.inherited) === plan) {
        return plan;
      }
    }
    return this.problem(
      'type-alternative',
      'the attributes select a type for the element that is not that of the value',
    );
  }

  /** The part of a value that decides whether it is of a type that attributes choose: of an object its attributes. */
  #tested(element: ElementPlan, plan: TypePlan, value: unknown): unknown {
    const known = this.issues.length;
    const tested = plan.kind === 'simple' || !isRecord(value) ? this.typed(element, plan, value) : undefined;
    const attributes = tested ?? this.attributesOf(element, plan as ComplexPlan, value as Value);
    this.issues.length = known;
    return attributes;
  }

  protected override simple(plan: SimplePlan, value: unknown): unknown {
    return simpleFromJson(plan, value, this.#coerces ? coerceSimple : refuseOther);
  }

  protected override nilWithoutAttributes(): undefined {
    return this.at('$nil', () => this.problem('wrong-type', 'the type has no attributes, so null is its only nil'));
  }

  protected override typedSide(_value: Value, result: Value): Value {
    return result;
  }

  protected override prepare(node: ElementNode, value: unknown): unknown {
    const isOptional = node.ownMin === 0 || node.list || node.element.optional === true;
    return this.#coerces && isOptional && saysNothing(node.element, value) ? undefined : value;
  }

  protected override asList(value: unknown, unwrap?: string): unknown {
    if (!this.#coerces || Array.isArray(value) || value === null) {
      return value;
    }
    const inner = unwrap !== undefined && isRecord(value) ? readProperty(value, unwrap) : undefined;
    return inner === undefined ? [value] : this.asList(inner);
  }

  protected override asObject(plan: ComplexPlan, value: unknown): unknown {
    const isText = plan.mode === 'text' && !isRecord(value);
    return this.#coerces && isText ? { $value: value } : value;
  }

  protected override completeObject(plan: ComplexPlan, value: Value, result: Value): void {
    for (const attribute of plan.attributes) {
      addDefault(attribute, result);
    }
    if (result.$nil !== true && plan.mode !== 'mixed') {
      if (plan.content !== undefined) {
        addLists(plan.content, result);
      }
      if (plan.open !== undefined) {
        result.$open ??= [];
      }
    }
    plan.ownProperties ??= propertiesOfPlan(plan);
    addUnknown(plan.ownProperties, value, result);
  }

  protected override completeItem(node: GroupNode, value: Value, result: Value): void {
    addListsOfGroup(node, result);
    addUnknown(new Set(node.properties), value, result);
  }

  protected override completeTree(value: object, known: readonly string[]): void {
    for (const [property, given] of Object.entries(value)) {
      if (given !== undefined && !known.includes(property)) {
        this.at(property, () => this.problem('unknown-property', 'trees of XML have no such property'));
      }
    }
  }
}

/** Problems that name properties in their messages. */
const namingProperties: ReadonlySet<string> = new Set(['missing-choice', 'several-choices']);

class FromCamelCase extends FromJson {
  /** The names of the objects around, the innermost last. */
  readonly #around: MemberNames[] = [];
  /** Those of objects that were read. */
  readonly #read = new WeakMap<object, MemberNames>();

  override inJson(value: unknown, { path, ...issue }: ValidationIssue): ValidationIssue {
    let at = value;
    const named = path.map((step) => {
      const member = typeof step === 'string' ? (this.#namesAt(at)?.member(step) ?? step) : step;
      at = (at as Readonly<Record<string | number, unknown>> | undefined | null)?.[step];
      return member;
    });
    const names = namingProperties.has(issue.code) ? this.#namesAt(at) : undefined;
    const message = issue.message.replace(/[^\s,]+/g, (word) => names?.member(word) ?? word);
    return { ...issue, path: named, message };
  }

  #namesAt(value: unknown): MemberNames | undefined {
    return isRecord(value) ? this.#read.get(value) : undefined;
  }

  protected override stepOf(step: string | number): string | number {
    return typeof step === 'string' ? (this.#around.at(-1)?.member(step) ?? step) : step;
  }

  protected override enter(owner: ComplexPlan | GroupNode, json: Value): Value {
    const names = namesOf(owner);
    const { properties } = names;
    const value: Value = {};
    for (const [member, given] of Object.entries(json)) {
      const property = properties.get(member) ?? (member.startsWith('$') ? member : undefined);
      if (property !== undefined) {
        writeProperty(value, property, given);
      } else if (given !== undefined) {
        const meant = didYouMean(member, properties.keys(), this.issues.length);
        const what = owner.kind === 'complex' ? 'type' : 'group';
        this.problem('unknown-property', `the ${what} has no such property${meant}`, member);
      }
    }
    this.#around.push(names);
    return value;
  }

  protected override leave(_owner: ComplexPlan | GroupNode, result: Value): Value {
    const names = this.#around.pop();
    if (names !== undefined) {
      this.#read.set(result, names);
    }
    return result;
  }

  protected override asList(value: unknown, unwrap?: string): unknown {
    return super.asList(value, unwrap && new MemberNames([unwrap]).member(unwrap));
  }
}

/** True for null and for the empty text where neither is a value of the element. */
function saysNothing(element: ElementPlan, value: unknown): boolean {
  if (value === null) {
    return !element.nillable;
  }
  const target = value === '' ? targetOf(element) : undefined;
  return target?.kind === 'simple' && valueOrNone(target, '', refuseOther) === undefined;
}

/** Properties that the type does not have stay, so that the check of the value names them. */
function addUnknown(known: ReadonlySet<string>, value: Value, result: Value): void {
  for (const [property, given] of Object.entries(value)) {
    if (given !== undefined && !known.has(property)) {
      writeProperty(result, property, given);
    }
  }
}

function addDefault({ property, required, fixed, default: fallback, type }: AttributePlan, result: Value): void {
  const text = fixed ?? fallback;
  if (required || text === undefined || Object.hasOwn(result, property)) {
    return;
  }
  try {
    writeProperty(result, property, parsePlan(type, text, noPrefixes, 'enumeration'));
  } catch (error) {
    // A default that is not a value of its type is that of nothing.
    if (!(error instanceof LexicalError)) {
      throw error;
    }
  }
}

/** Empty arrays for lists that are absent, where a reader of XML makes them. */
function addLists(node: ParticleNode, result: Value): void {
  if (!('particles' in node)) {
    if (node.list) {
      addList(node.property, result);
    }
  } else if (node.property !== undefined) {
    addList(node.property, result);
  } else if (node.min > 0 || isPresent(node, result)) {
    addListsOfGroup(node, result);
  } else {
    closeLists(node, result);
  }
}

function addListsOfGroup(node: GroupNode, result: Value): void {
  if (node.kind !== 'choice') {
    for (const particle of node.particles) {
      addLists(particle, result);
    }
    return;
  }
  const branch = chooseBranch(node, result);
  if (typeof branch === 'object') {
    addLists(branch, result);
  } else if (branch === 'none') {
    closeLists(node, result);
  }
}

function closeLists(node: GroupNode, result: Value): void {
  for (const { property } of closedLists(node)) {
    addList(property, result);
  }
}

function addList(property: string, result: Value): void {
  if (!Object.hasOwn(result, property)) {
    writeProperty(result, property, []);
  }
}
