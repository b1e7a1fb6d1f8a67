import { checkOptions, type OptionKinds } from '../../base/options.js';
import { encodedType } from '../context/attribute-engine.js';
import type { ElementDescriptor, QName, Type } from '../descriptor/descriptor.js';
import { LexicalError } from '../descriptor/errors.js';
import { writeProperty } from '../descriptor/resolve.js';
import { isCharacter, jsonFormOf } from '../json-schema/json-forms.js';
import { type JsonMembers, membersKind, namesOf } from '../json-schema/member-names.js';
import { formatFloating } from '../lexical/numbers.js';
import { standInOf } from '../plan/derived-types.js';
import { leavesOf } from '../plan/members.js';
import {
  type ComplexPlan,
  type ElementPlan,
  elementOf,
  elementPlan,
  type GroupNode,
  type TypePlan,
} from '../plan/plan.js';
import { acceptsValue, describe, noPrefixes, type SimplePlan } from '../plan/simple-plan.js';
import { formatPlan, parsePlan } from '../simple/simple.js';
import { isWritable } from '../simple/union-writing.js';
import { wrongValue } from '../simple/wrong-value.js';
import { JsonError } from './json-error.js';
import { ValueWalk } from './value-walk.js';

/** A value as JSON has it: what `JSON.stringify` writes and `JSON.parse` reads without loss. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** An object of JSON. */
export interface JsonObject {
  readonly [property: string]: JsonValue;
}

/** How JSON is written. */
export interface ToJsonOptions {
  /** How members are called. Default: as properties. */
  readonly members?: JsonMembers;
}

const kinds: OptionKinds<ToJsonOptions> = { members: membersKind };

/**
 * The JSON form of a value, which `toJsonSchema` describes: `bigint` as a text of digits, octets as base64 (`hexBinary` as hexadecimal
 * digits), `NaN`, infinities and the negative zero as `'NaN'`, `'INF'`, `'-INF'`, `'-0'`, values of a scalar mapping as their text on the wire; everything else as it is.
 * Properties that the type does not have are left out. Throws `JsonError` for a value that is not of the type, or that contains itself; its paths are those of the value.
 */
export function toJson<T>(target: ElementDescriptor<T> | Type<T>, value: T, options: ToJsonOptions = {}): JsonValue {
  checkOptions('`toJson`', options, kinds);
  const element = rootOf(target);
  const walk = options.members === 'camelCase' ? new ToCamelCase() : new ToJson();
  const json = walk.element(element, value);
  const [first, ...others] = walk.issues;
  if (first !== undefined) {
    throw new JsonError(element.name, [first, ...others]);
  }
  return json as JsonValue;
}

/** The element of a descriptor; for a type, one that nothing else is known of. */
export function rootOf(target: ElementDescriptor | Type): ElementPlan {
  return target.kind === 'element'
    ? elementPlan(target)
    : elementOf(target.namespace, target.name === '' ? 'value' : target.name, target);
}

class ToJson extends ValueWalk {
  protected override typeOf(element: ElementPlan, value: unknown): TypePlan | undefined {
    const type = standInOf(element, value) ?? encodedType(element, value, this.inherited);
    return type ?? this.problem('type-alternative', 'the attributes select a type that is not the type of the value');
  }

  protected override simple(plan: SimplePlan, value: unknown): unknown {
    return simpleToJson(plan, value);
  }

  protected override typedSide(value: Record<string, unknown>): Record<string, unknown> {
    return value;
  }
}

class ToCamelCase extends ToJson {
  protected override leave(owner: ComplexPlan | GroupNode, result: Record<string, unknown>): Record<string, unknown> {
    const names = namesOf(owner);
    const named: Record<string, unknown> = {};
    for (const [property, value] of Object.entries(result)) {
      writeProperty(named, names.member(property), value);
    }
    return named;
  }
}

function simpleToJson(plan: SimplePlan, value: unknown): unknown {
  const { mapped } = plan;
  if (mapped !== undefined && !isCharacter(plan)) {
    return textToJson(plan, mapped, formatPlan(plan, value, noPrefixes));
  }
  switch (plan.variety) {
    case 'list':
      return listToJson(plan, value);
    case 'union':
      return simpleToJson(memberOf(plan, value), value);
    case 'atomic':
      if (!plan.accepts(value)) {
        throw new LexicalError(wrongValue(plan, value));
      }
      return mapped === undefined ? atomicToJson(plan, value) : value;
  }
}

/** The JSON form of the text of a scalar mapping: that of the type below, of which some mappings have more texts. */
function textToJson({ ownTexts }: SimplePlan, mapped: SimplePlan, text: string): unknown {
  try {
    return simpleToJson(mapped, parsePlan(mapped, text, noPrefixes, 'enumeration'));
  } catch (error) {
    if (ownTexts && error instanceof LexicalError) {
      return text;
    }
    throw error;
  }
}

function listToJson({ item }: SimplePlan, value: unknown): unknown {
  if (!Array.isArray(value)) {
    throw new LexicalError(`expected an array, got ${describe(value)}`);
  }
  return item === undefined ? [] : value.map((each: unknown) => simpleToJson(item, each));
}

/** The member of a union that a value belongs to. */
function memberOf(plan: SimplePlan, value: unknown): SimplePlan {
  const members = leavesOf(plan).filter((leaf) => acceptsValue(leaf, value));
  const member = members.find((leaf) => isWritable(leaf, value, noPrefixes)) ?? members[0];
  if (member === undefined) {
    throw new LexicalError(`${describe(value)} does not fit any member of the union`);
  }
  return member;
}

function atomicToJson(plan: SimplePlan, value: unknown): unknown {
  switch (jsonFormOf(plan)) {
    case 'floating':
      return Number.isFinite(value) && !Object.is(value, -0) ? value : formatFloating(value as number);
    case 'digits':
      return String(value);
    case 'octets':
      return plan.format(value, noPrefixes);
    case 'name': {
      const { namespace, name } = value as QName;
      return { namespace, name };
    }
    case 'boolean':
    case 'number':
    case 'text':
      return value;
  }
}
