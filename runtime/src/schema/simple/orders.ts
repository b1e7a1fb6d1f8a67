import { compareDates, dateKey } from '../lexical/date-order.js';
import type { DateKind } from '../lexical/dates.js';
import { compareDecimals, decimalKey } from '../lexical/numbers.js';
import { type SimplePlan, varietiesOf } from '../plan/simple-plan.js';

/**
 * How the values of decimals, dates and times are compared, which are texts of several spellings. Few messages need it, so it is not with the types:
 * facets, unions, fixed values and validation bring it.
 */

/** Order, equality and key of the values of a type: see `SimpleType`. */
export type Order = Pick<SimplePlan, 'compare' | 'equals' | 'key'>;

const decimals: Order = {
  compare: (a, b) => compareDecimals(a as string, b as string),
  equals: (a, b) => compareDecimals(a as string, b as string) === 0,
  key: keyOfDecimal,
};

/** Of integers as well, which are decimals. */
function keyOfDecimal(value: unknown): string {
  return `decimal:${decimalKey(String(value))}`;
}

function dates(kind: DateKind): Order {
  return {
    compare: (a, b) => compareDates(a as string, b as string, kind),
    equals: (a, b) => compareDates(a as string, b as string, kind) === 0,
    key: (value) => `${kind}:${dateKey(value as string, kind)}`,
  };
}

const dateTimes = dates('dateTime');
const orders: ReadonlyMap<string, Order> = new Map([
  ['decimal', decimals],
  ['dateTime', dateTimes],
  ['dateTimeStamp', dateTimes],
  ...(['date', 'time', 'gYearMonth', 'gYear', 'gMonthDay', 'gDay', 'gMonth'] as const).map(
    (kind) => [kind, dates(kind)] as const,
  ),
]);

/** How the values of an atomic type are compared. */
export function valueOrder(plan: SimplePlan): Order {
  return orders.get(plan.builtIn) ?? plan;
}

/** Equality in the value space. */
export function sameValues(plan: SimplePlan, a: unknown, b: unknown): boolean {
  return plan.variety === 'atomic' ? valueOrder(plan).equals(a, b) : varietiesOf(plan).equals(plan, a, b);
}

/** The key of `valueKey`, for a type that is atomic and no scalar mapping. */
export function atomKey(plan: SimplePlan, value: unknown): string {
  const { key } = valueOrder(plan);
  if (plan.accepts(value)) {
    if (key !== undefined) {
      return key(value);
    }
    // Numbers without a key are integers.
    if (typeof value === 'bigint' || typeof value === 'number') {
      return keyOfDecimal(value);
    }
  }
  return typeof value === 'string' ? `string:${value}` : `other:${String(value)}`;
}
