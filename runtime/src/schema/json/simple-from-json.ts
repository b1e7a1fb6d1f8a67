import { LexicalError } from '../descriptor/errors.js';
import { isRecord } from '../descriptor/resolve.js';
import { digitsPattern, floatingWords, isCharacter, jsonFormOf } from '../json-schema/json-forms.js';
import { isQName } from '../lexical/names.js';
import { leavesOf } from '../plan/members.js';
import { acceptsValue, describe, noPrefixes, type SimplePlan } from '../plan/simple-plan.js';
import { formatPlan, parsePlan } from '../simple/simple.js';
import { isWritable } from '../simple/union-writing.js';
import { wrongValue } from '../simple/wrong-value.js';

/** How values that are not in the JSON form of their type are read. */
export type ReadOther = (plan: SimplePlan, value: unknown) => unknown;

/** Refuses every value that is not in the JSON form of its type. */
export const refuseOther: ReadOther = (plan, value) => {
  throw new LexicalError(wrongForm(plan, value));
};

/** The value of a simple type from its JSON form; `readOther` reads what is not in it. Throws `LexicalError`. */
export function simpleFromJson(plan: SimplePlan, json: unknown, readOther: ReadOther): unknown {
  const { mapped } = plan;
  if (mapped !== undefined && !isCharacter(plan)) {
    return mappedFromJson(plan, mapped, json, readOther);
  }
  switch (plan.variety) {
    case 'list':
      return listFromJson(plan, json, readOther);
    case 'union':
      return unionFromJson(plan, json, readOther);
    case 'atomic':
      return atomicFromJson(plan, json) ?? readOther(plan, json);
  }
}

/** A value of the program's own, made of its text. */
function mappedFromJson(plan: SimplePlan, mapped: SimplePlan, json: unknown, readOther: ReadOther): unknown {
  if (readOther !== refuseOther && typeof json !== 'string' && plan.accepts(json)) {
    return json;
  }
  const value = plan.ownTexts && typeof json === 'string' ? valueOrNone(mapped, json, readOther) : undefined;
  if (value === undefined && plan.ownTexts && typeof json === 'string') {
    return parsePlan(plan, json, noPrefixes, 'enumeration');
  }
  const text = formatPlan(mapped, value ?? simpleFromJson(mapped, json, readOther), noPrefixes);
  return parsePlan(plan, text, noPrefixes, 'enumeration');
}

function listFromJson(plan: SimplePlan, json: unknown, readOther: ReadOther): unknown {
  const { item } = plan;
  if (!Array.isArray(json)) {
    return readOther(plan, json);
  }
  return item === undefined ? [] : json.map((each: unknown) => simpleFromJson(item, each, readOther));
}

/** The value of the first member that has it, as with texts; of several, one whose facets it satisfies. */
function unionFromJson(plan: SimplePlan, json: unknown, readOther: ReadOther): unknown {
  const read = valuesOf(plan, json, refuseOther);
  const values = read.length > 0 || readOther === refuseOther ? read : valuesOf(plan, json, readOther);
  const chosen = values.find(({ leaf, value }) => isWritable(leaf, value, noPrefixes)) ?? values[0];
  return chosen === undefined ? readOther(plan, json) : chosen.value;
}

interface MemberValue {
  readonly leaf: SimplePlan;
  readonly value: unknown;
}

function valuesOf(plan: SimplePlan, json: unknown, readOther: ReadOther): readonly MemberValue[] {
  return leavesOf(plan).flatMap((leaf) => {
    const value = valueOrNone(leaf, json, readOther);
    return value === undefined ? [] : [{ leaf, value }];
  });
}

/** The value of a JSON form; undefined if there is none. */
export function valueOrNone(leaf: SimplePlan, json: unknown, readOther: ReadOther): unknown {
  try {
    return simpleFromJson(leaf, json, readOther);
  } catch (error) {
    if (error instanceof LexicalError) {
      return undefined;
    }
    throw error;
  }
}

const digits = new RegExp(digitsPattern);

/** The value of an atomic type; undefined for what is not in its JSON form. */
function atomicFromJson(plan: SimplePlan, json: unknown): unknown {
  switch (jsonFormOf(plan)) {
    case 'digits':
      return typeof json === 'string' && digits.test(json) ? plan.parse(json, noPrefixes) : undefined;
    case 'octets':
      return typeof json === 'string' ? plan.parse(json, noPrefixes) : undefined;
    case 'floating':
      return floatingFromJson(plan, json);
    case 'name':
      return isRecord(json) && isQName(json) ? { namespace: json.namespace, name: json.name } : undefined;
    case 'boolean':
    case 'number':
    case 'text':
      return acceptsValue(plan, json) ? json : undefined;
  }
}

/** Numbers that JSON cannot write. */
const floatingTexts: ReadonlySet<unknown> = new Set(floatingWords);

function floatingFromJson(plan: SimplePlan, json: unknown): unknown {
  if (floatingTexts.has(json)) {
    return plan.parse(json as string, noPrefixes);
  }
  return typeof json === 'number' && Number.isFinite(json) && plan.accepts(json) ? json : undefined;
}

/** Wording of a value that is not in the JSON form of its type. */
function wrongForm(plan: SimplePlan, json: unknown): string {
  const form = plan.variety === 'atomic' ? jsonFormOf(plan) : undefined;
  switch (form) {
    case 'digits':
      return `expected a text of digits, got ${describe(json)}${Number.isSafeInteger(json) ? `; write "${json}"` : ''}`;
    case 'octets':
      return `expected a text of octets in ${plan.builtIn === 'hexBinary' ? 'hexadecimal digits' : 'base64'}, got ${describe(json)}`;
    case 'name':
      return `expected an object with namespace and name, got ${describe(json)}`;
    case 'floating':
    case 'boolean':
    case 'number':
    case 'text':
    case undefined:
      return plan.variety === 'list' ? `expected an array, got ${describe(json)}` : wrongValue(plan, json);
  }
}
