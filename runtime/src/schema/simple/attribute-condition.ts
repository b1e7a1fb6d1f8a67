import type { XmlAttribute } from '../../xml/interfaces/tree.js';
import type { Lazy, SimpleType, TypeAlternativeDescriptor } from '../descriptor/descriptor.js';
import { resolve } from '../descriptor/resolve.js';
import { compareDecimals } from '../lexical/numbers.js';
import { noPrefixes, type SimplePlan, simplePlan } from '../plan/simple-plan.js';
import { comparisonOf } from './facets.js';
import { sameValues, valueOrder } from './orders.js';
import { parsePlan } from './simple.js';

/**
 * Tests of type alternatives (XML Schema 1.1, Part 1, 3.12.6): a subset of XPath 2.0 over the attributes of an element, whose
 * values have no type. A module of its own, which only packages with type alternatives hold.
 */

type Comparator = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** A test as generated code writes it. */
export type AttributeTest =
  | { readonly kind: 'or' | 'and'; readonly operands: readonly AttributeTest[] }
  | { readonly kind: 'not'; readonly operand: AttributeTest }
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'exists' | 'holds'; readonly operand: AttributeTestOperand }
  | {
      readonly kind: 'compare';
      readonly operator: Comparator;
      /** True for `eq` and its like. */
      readonly single?: boolean;
      readonly left: AttributeTestOperand;
      readonly right: AttributeTestOperand;
    };

/** A value in a test. */
export type AttributeTestOperand =
  /** Each of the two may be `*`. */
  | { readonly kind: 'attribute'; readonly namespace: string; readonly name: string }
  | { readonly kind: 'string' | 'number'; readonly value: string }
  | { readonly kind: 'length'; readonly operand: AttributeTestOperand }
  | {
      readonly kind: 'cast';
      readonly type: Lazy<SimpleType>;
      readonly operand: AttributeTestOperand;
      readonly optional?: boolean;
    };

/** A test of a type alternative. One that cannot be evaluated is false. */
export function conditionOf(test: AttributeTest): Pick<TypeAlternativeDescriptor, 'holds' | 'example'> {
  return { holds: (attributes) => fulfils(test, attributes), example: exampleOf(test) };
}

/** The values with which a test compares attributes: they pass the usual tests. */
function exampleOf(test: AttributeTest): readonly XmlAttribute[] {
  switch (test.kind) {
    case 'and':
      return test.operands.flatMap(exampleOf);
    case 'or':
      return test.operands.slice(0, 1).flatMap(exampleOf);
    case 'compare':
      return exampleOfComparison(test);
    case 'not':
    case 'constant':
    case 'exists':
    case 'holds':
      return [];
  }
}

function exampleOfComparison({ left, right }: AttributeTest & { readonly kind: 'compare' }): readonly XmlAttribute[] {
  const [attribute, literal] = left.kind === 'attribute' ? [left, right] : [right, left];
  if (attribute.kind !== 'attribute' || (literal.kind !== 'string' && literal.kind !== 'number')) {
    return [];
  }
  return [{ namespace: attribute.namespace, name: attribute.name, value: literal.value }];
}

function fulfils(test: AttributeTest, attributes: readonly XmlAttribute[]): boolean {
  try {
    return holds(test, attributes);
  } catch {
    // A dynamic error counts as false (3.12.4).
    return false;
  }
}

/** A value; without a plan it is that of an attribute, which has no type. */
interface Item {
  readonly plan: SimplePlan | 'string' | 'decimal' | 'double' | undefined;
  readonly value: unknown;
  readonly text: string;
}

class TestError extends Error {}

function holds(test: AttributeTest, attributes: readonly XmlAttribute[]): boolean {
  switch (test.kind) {
    case 'or':
      return test.operands.some((operand) => holds(operand, attributes));
    case 'and':
      return test.operands.every((operand) => holds(operand, attributes));
    case 'not':
      return !holds(test.operand, attributes);
    case 'constant':
      return test.value;
    case 'exists':
      return itemsOf(test.operand, attributes).length > 0;
    case 'holds':
      return booleanValue(itemsOf(test.operand, attributes), test.operand);
    case 'compare': {
      const left = itemsOf(test.left, attributes);
      const right = itemsOf(test.right, attributes);
      const single = test.single === true;
      if (single && (left.length > 1 || right.length > 1)) {
        throw new TestError('more than one value');
      }
      return left.some((a) => right.some((b) => compare(a, b, test.operator, single)));
    }
  }
}

function itemsOf(operand: AttributeTestOperand, attributes: readonly XmlAttribute[]): readonly Item[] {
  switch (operand.kind) {
    case 'attribute':
      return attributes
        .filter(
          ({ namespace, name }) =>
            (operand.name === '*' || operand.name === name) &&
            (operand.namespace === '*' || operand.namespace === namespace),
        )
        .map(({ value }) => ({ plan: undefined, value, text: value }));
    case 'string':
      return [{ plan: 'string', value: operand.value, text: operand.value }];
    case 'number':
      return [numeric(operand.value, /[eE]/.test(operand.value) ? 'double' : 'decimal')];
    case 'length': {
      const [item, ...others] = itemsOf(operand.operand, attributes);
      if (others.length > 0) {
        throw new TestError('more than one value');
      }
      return [numeric(String([...(item?.text ?? '')].length), 'decimal')];
    }
    case 'cast': {
      const [item, ...others] = itemsOf(operand.operand, attributes);
      if (others.length > 0 || (item === undefined && operand.optional !== true)) {
        throw new TestError('not one value');
      }
      return item === undefined ? [] : [cast(item, simplePlan(resolve(operand.type)))];
    }
  }
}

function numeric(text: string, plan: 'decimal' | 'double'): Item {
  return { plan, value: plan === 'double' ? Number(text) : text, text };
}

function cast({ text }: Item, plan: SimplePlan): Item {
  const value = parsePlan(plan, text, noPrefixes, 'all');
  if (plan.builtIn === 'float' || plan.builtIn === 'double') {
    return { plan: 'double', value, text };
  }
  if (typeof value === 'number' || typeof value === 'bigint' || plan.builtIn === 'decimal') {
    return { plan: 'decimal', value: String(value), text };
  }
  if (typeof value === 'string' && valueOrder(plan).compare === undefined) {
    return { plan: 'string', value, text: value };
  }
  return { plan, value, text };
}

/** The effective boolean value (XPath 2.0, 2.4.3). */
function booleanValue(items: readonly Item[], operand: AttributeTestOperand): boolean {
  const [first] = items;
  if (first === undefined) {
    return false;
  }
  if (operand.kind === 'attribute') {
    return true;
  }
  if (typeof first.value === 'boolean') {
    return first.value;
  }
  if (first.plan === 'string') {
    return first.text !== '';
  }
  if (first.plan === 'double') {
    return first.value !== 0 && !Number.isNaN(first.value);
  }
  if (first.plan === 'decimal') {
    return compareDecimals(String(first.value), '0') !== 0;
  }
  throw new TestError('neither true nor false');
}

/** Comparison of two values (XPath 2.0, 3.5.1 and 3.5.2): one without type takes that of the other. */
function compare(a: Item, b: Item, operator: Comparator, single: boolean): boolean {
  const left = typed(a, single ? 'string' : b.plan);
  const right = typed(b, single ? 'string' : a.plan);
  const order = orderOf(left, right);
  if (order === undefined) {
    return operator === '!=';
  }
  switch (operator) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

function typed(item: Item, other: Item['plan']): Item {
  if (item.plan !== undefined) {
    return item;
  }
  if (other === 'decimal' || other === 'double') {
    return numeric(floating(item.text), 'double');
  }
  if (other === undefined || other === 'string') {
    return { ...item, plan: 'string' };
  }
  return cast(item, other);
}

function floating(text: string): string {
  const trimmed = text.trim();
  if (trimmed === 'INF' || trimmed === '-INF') {
    return trimmed.replace('INF', 'Infinity');
  }
  if (trimmed === 'NaN' || /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(trimmed)) {
    return trimmed;
  }
  throw new TestError('not a number');
}

/** Negative, zero or positive; undefined for values of one type that have no order, such as NaN. */
function orderOf(a: Item, b: Item): number | undefined {
  const isNumber = ({ plan }: Item): boolean => plan === 'decimal' || plan === 'double';
  if (isNumber(a) && isNumber(b)) {
    if (a.plan === 'decimal' && b.plan === 'decimal') {
      return compareDecimals(String(a.value), String(b.value));
    }
    const [left, right] = [Number(a.value), Number(b.value)];
    return left < right ? -1 : left > right ? 1 : left === right ? 0 : undefined;
  }
  if (a.plan === 'string' && b.plan === 'string') {
    return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
  }
  if (typeof a.value === 'boolean' && typeof b.value === 'boolean') {
    return Number(a.value) - Number(b.value);
  }
  if (
    typeof a.plan !== 'object' ||
    typeof b.plan !== 'object' ||
    valueOrder(a.plan).compare !== valueOrder(b.plan).compare
  ) {
    throw new TestError('values of different types');
  }
  if (sameValues(a.plan, a.value, b.value)) {
    return 0;
  }
  return comparisonOf(a.plan)(a.value, b.value);
}
