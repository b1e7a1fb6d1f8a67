import type { QName } from './descriptor.js';
import { formatHex } from './lexical/binary.js';
import { type DateKind, dateKey, durationKey } from './lexical/dates.js';
import { decimalKey } from './lexical/numbers.js';
import { acceptsValue, noPrefixes, type SimplePlan } from './simple-plan.js';

const DATES: ReadonlySet<string> = new Set('dateTime date time gYearMonth gYear gMonthDay gDay gMonth'.split(' '));
const FLOATS: ReadonlySet<string> = new Set(['float', 'double']);

/** A string that is the same for two values exactly when they are equal (Part 2, 2.2.1); values of different primitive types differ. */
export function valueKey(plan: SimplePlan, value: unknown): string {
  if (plan.variety === 'list') {
    const { item } = plan;
    return Array.isArray(value) && item !== undefined ? value.map((part) => valueKey(item, part)).join(' ') : '';
  }
  if (plan.variety === 'union') {
    const member = plan.members.find((each) => acceptsValue(each, value));
    return member === undefined ? '' : valueKey(member, value);
  }
  return atomicKey(plan, value);
}

/** Types of XML Schema 1.1 whose values are some of another type's. */
const PRIMITIVES: Readonly<Record<string, string>> = {
  dateTimeStamp: 'dateTime',
  dayTimeDuration: 'duration',
  yearMonthDuration: 'duration',
};

function atomicKey(plan: SimplePlan, value: unknown): string {
  const { mapped } = plan;
  const builtIn = PRIMITIVES[plan.builtIn] ?? plan.builtIn;
  if (mapped !== undefined) {
    if (!plan.accepts(value)) return '';
    return valueKey(mapped, mapped.parse(plan.format(value, noPrefixes), noPrefixes));
  }
  if (typeof value === 'boolean') return `boolean:${value}`;
  if (typeof value === 'number' && FLOATS.has(builtIn)) return `${builtIn}:${value === 0 ? 0 : value}`;
  if (typeof value === 'number' || typeof value === 'bigint') return `decimal:${decimalKey(String(value))}`;
  if (value instanceof Uint8Array) return `${builtIn}:${formatHex(value)}`;
  if (typeof value === 'string') {
    if (builtIn === 'decimal') return `decimal:${decimalKey(value)}`;
    if (DATES.has(builtIn)) return `${builtIn}:${dateKey(value, builtIn as DateKind)}`;
    if (builtIn === 'duration') return `duration:${durationKey(value)}`;
    return `${builtIn === 'anyURI' ? 'anyURI' : 'string'}:${value}`;
  }
  if (typeof value === 'object' && value !== null && 'namespace' in value && 'name' in value) {
    const { namespace, name } = value as QName;
    return `QName:{${namespace}}${name}`;
  }
  return `other:${String(value)}`;
}
