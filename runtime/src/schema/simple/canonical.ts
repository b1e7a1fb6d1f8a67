import type { QName } from '../descriptor/descriptor.js';
import { formatHex } from '../lexical/binary.js';
import { type DateKind, dateKey, durationKey } from '../lexical/dates.js';
import { decimalKey } from '../lexical/numbers.js';
import { acceptsValue, leavesOf, noPrefixes, type SimplePlan } from '../plan/simple-plan.js';

const dates: ReadonlySet<string> = new Set('dateTime date time gYearMonth gYear gMonthDay gDay gMonth'.split(' '));
const floats: ReadonlySet<string> = new Set(['float', 'double']);

/** Which member of a union a value belongs to. */
type MemberOf = (union: SimplePlan, value: unknown) => SimplePlan | undefined;

/**
 * A string that is the same for two values exactly when they are equal (Part 2, 2.2.1); values of different primitive types
 * differ. `memberOf` returns the member of a union; by default it is the first with such values, whatever its facets.
 */
export function valueKey(plan: SimplePlan, value: unknown, memberOf: MemberOf = firstMember): string {
  if (plan.variety === 'list') {
    const { item } = plan;
    if (!Array.isArray(value) || item === undefined) {
      return '';
    }
    return value.map((part) => valueKey(item, part, memberOf)).join(' ');
  }
  if (plan.variety === 'union') {
    const member = memberOf(plan, value);
    return member === undefined ? '' : valueKey(member, value, memberOf);
  }
  return atomicKey(plan, value);
}

/** Types of XML Schema 1.1 whose values are some of another type's. */
const primitives: Readonly<Record<string, string>> = {
  dateTimeStamp: 'dateTime',
  dayTimeDuration: 'duration',
  yearMonthDuration: 'duration',
};

function firstMember(union: SimplePlan, value: unknown): SimplePlan | undefined {
  return leavesOf(union).find((each) => acceptsValue(each, value));
}

function atomicKey(plan: SimplePlan, value: unknown): string {
  const { mapped } = plan;
  const builtIn = primitives[plan.builtIn] ?? plan.builtIn;
  if (mapped !== undefined) {
    if (!plan.accepts(value)) {
      return '';
    }
    return valueKey(mapped, mapped.parse(plan.format(value, noPrefixes), noPrefixes));
  }
  if (typeof value === 'boolean') {
    return `boolean:${value}`;
  }
  if (typeof value === 'number' && floats.has(builtIn)) {
    return `${builtIn}:${floatKey(builtIn, value)}`;
  }
  if (typeof value === 'number' || typeof value === 'bigint') {
    return `decimal:${decimalKey(String(value))}`;
  }
  if (value instanceof Uint8Array) {
    return `${builtIn}:${formatHex(value)}`;
  }
  if (typeof value === 'string') {
    if (builtIn === 'decimal') {
      return `decimal:${decimalKey(value)}`;
    }
    if (dates.has(builtIn)) {
      return `${builtIn}:${dateKey(value, builtIn as DateKind)}`;
    }
    if (builtIn === 'duration') {
      return `duration:${durationKey(value)}`;
    }
    return `${builtIn === 'anyURI' ? 'anyURI' : 'string'}:${value}`;
  }
  if (typeof value === 'object' && value !== null && 'namespace' in value && 'name' in value) {
    const { namespace, name } = value as QName;
    return `QName:{${namespace}}${name}`;
  }
  return `other:${String(value)}`;
}

/** Floats are equal when the 32-bit numbers are that they stand for; -0 equals 0. */
function floatKey(builtIn: string, value: number): number {
  const reduced = builtIn === 'float' ? Math.fround(value) : value;
  return reduced === 0 ? 0 : reduced;
}
