import { didYouMean } from '../../base/nearest.js';
import type { ComplexType } from '../../schema/descriptor/descriptor.js';
import { type ComplexPlan, complexPlan, type ElementNode, type ElementPlan, targetOf } from '../../schema/plan/plan.js';
import { membersOf } from '../../schema/plan/substitution.js';

/** Values that are leaves of paths, although they are objects. */
type Leaf =
  | string
  | number
  | bigint
  | boolean
  | symbol
  | null
  | undefined
  | Uint8Array
  | Date
  | ((...args: never) => unknown);

/** How deep lists are looked for. */
type Shorter = readonly [never, 0, 1, 2, 3, 4];

/**
 * The paths of all lists in a value, by properties that are joined with dots: `'orders'`, `'page.lines'`, and `'customers.orders'` for the orders of
 * all customers. The empty path is a value that is a list itself. Of a value of which nothing is known it may be any text.
 */
export type ListPath<T, Depth extends number = 4> = [Depth] extends [never]
  ? never
  : [unknown, 4] extends [T, Depth]
    ? string
    : T extends Leaf
      ? never
      : T extends readonly (infer Item)[]
        ? '' | ListPath<Item, Shorter[Depth]>
        : T extends object
          ? { [K in keyof T & string]: Joined<K, ListPath<NonNullable<T[K]>, Shorter[Depth]>> }[keyof T & string]
          : never;

/** `Rest` has no constraint: TypeScript 5.0 would look for an end of the recursion above to check it. */
type Joined<Key extends string, Rest> = Rest extends '' ? Key : Rest extends string ? `${Key}.${Rest}` : never;

/** The items of the list at a path. */
export type ItemAt<T, Path extends string> = unknown extends T
  ? unknown
  : Path extends ''
    ? ItemOf<T>
    : InnerItem<Inner<NonNullable<T>>, Path>;

type ItemOf<T> = T extends readonly (infer Item)[] ? Item : never;
/** Paths go on in the items of lists. */
type Inner<T> = T extends readonly (infer Item)[] ? Inner<NonNullable<Item>> : T;
type InnerItem<T, Path extends string> = T extends unknown
  ? Path extends keyof T
    ? ItemOf<NonNullable<T[Path]>>
    : Path extends `${infer Key}.${infer Rest}`
      ? Key extends keyof T
        ? ItemAt<NonNullable<T[Key]>, Rest>
        : never
      : never
  : never;

/** The value in which a path begins. */
export interface PathRoot {
  /** Its name in errors. */
  readonly name: string;
  /** Undefined for a value without properties. */
  readonly plan: ComplexPlan | undefined;
  /** Property that is the whole value. */
  readonly unwrap?: string | undefined;
}

/**
 * The properties on the way from a type to a list. Without a path, it is the only list there is, and undefined if there is none. Throws `TypeError`
 * for a path to something else, and where a path is needed.
 */
export function listSteps({ name, plan, unwrap }: PathRoot, path: string | undefined): readonly string[] | undefined {
  const lists = listsOf({ name, plan, unwrap });
  if (path === undefined) {
    return onlyList(name, lists);
  }
  const segments = path === '' ? [] : path.split('.');
  const steps = plan && (unwrap === undefined ? stepsIn(plan, segments) : stepsAt(plan, unwrap, segments));
  if (steps === undefined) {
    const names = lists.map((list) => shown(list, unwrap));
    throw new TypeError(`${name} has no list "${path}" whose items could be streamed${didYouMean(path, names)}.`);
  }
  return steps;
}

/** The properties on the way to each list of a value, from its type. */
export function listsOf({ plan, unwrap }: PathRoot): readonly Steps[] {
  return plan === undefined ? [] : unwrap === undefined ? listsIn(plan) : listsAt(plan, unwrap);
}

function onlyList(name: string, lists: readonly Steps[]): Steps | undefined {
  const [list, ...others] = lists;
  if (others.length > 0) {
    const names = lists.map((each) => `"${each.join('.')}"`).join(', ');
    throw new TypeError(`${name} has several lists; the option "items" must name one of ${names}.`);
  }
  return list;
}

type Steps = readonly string[];

function shown(list: Steps, unwrap: string | undefined): string {
  return (unwrap === undefined ? list : list.slice(1)).join('.');
}

/** The properties that a path names in a type; undefined if there is no list. Lists that are all there is to their type need no name. */
function stepsIn(plan: ComplexPlan, segments: Steps): Steps | undefined {
  if (plan.type.unwrap !== undefined) {
    return stepsAt(plan, plan.type.unwrap, segments)?.slice(1);
  }
  // Names may contain dots.
  for (let length = 1; length <= segments.length; length++) {
    const steps = stepsAt(plan, segments.slice(0, length).join('.'), segments.slice(length));
    if (steps !== undefined) {
      return steps;
    }
  }
  return undefined;
}

/** The property, and those that the rest of a path names in its value. */
function stepsAt(plan: ComplexPlan, property: string, rest: Steps): Steps | undefined {
  for (const node of nodesOf(plan, property)) {
    const inner = node.substitutes !== undefined && rest[0] === '$value' ? rest.slice(1) : rest;
    if (node.list && inner.length === 0) {
      return [property];
    }
    for (const each of typesOf(node)) {
      const steps = stepsIn(each, inner);
      if (steps !== undefined) {
        return [property, ...steps];
      }
    }
  }
  return undefined;
}

/** The fields of a property, in a type or in those derived from it. */
function nodesOf(plan: ComplexPlan, property: string): readonly ElementNode[] {
  const derived = (plan.type.derived?.() ?? []).map((type: ComplexType) => complexPlan(type));
  return [plan, ...derived].flatMap(({ fields }) => fields.filter((field) => field.property === property));
}

function typesOf(node: ElementNode): readonly ComplexPlan[] {
  return membersOf(node).flatMap(({ element }) => complexOf(element) ?? []);
}

/** The plan of an element with properties. */
export function complexOf(element: ElementPlan): ComplexPlan | undefined {
  const plan = targetOf(element);
  return plan.kind === 'complex' ? plan : undefined;
}

/** The outermost lists in a type. Recursive types are entered once. */
function listsIn(plan: ComplexPlan, entered: ReadonlySet<ComplexPlan> = new Set()): readonly Steps[] {
  if (entered.has(plan) || entered.size > maxDepth) {
    return [];
  }
  if (plan.type.unwrap !== undefined) {
    return [[]];
  }
  const inside = new Set([...entered, plan]);
  const properties = new Set(plan.fields.map(({ property }) => property));
  return [...properties].flatMap((property) => listsAt(plan, property, inside));
}

const maxDepth = 6;

function listsAt(plan: ComplexPlan, property: string, entered: ReadonlySet<ComplexPlan> = new Set()): readonly Steps[] {
  const node = plan.fields.find((field) => field.property === property);
  if (node === undefined) {
    return [];
  }
  if (node.list) {
    return [[property]];
  }
  return typesOf(node).flatMap((each) => listsIn(each, entered).map((steps) => [property, ...steps]));
}

/** The items of the lists at a path of a value, in order. */
export function itemsAt(value: unknown, steps: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) {
    return steps.length === 0 ? value : value.flatMap((item: unknown) => itemsAt(item, steps));
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const record = value as Record<string, unknown>;
  if ('$value' in record && '$name' in record) {
    return itemsAt(record.$value, steps);
  }
  const [property, ...rest] = steps;
  return property !== undefined && Object.hasOwn(record, property) ? itemsAt(record[property], rest) : [];
}

/** Empties the lists at a path of a value: what a document without its items keeps of them. Returns the value. */
export function withoutItems(value: unknown, steps: readonly string[]): unknown {
  if (Array.isArray(value)) {
    if (steps.length === 0) {
      return [];
    }
    for (const item of value) {
      withoutItems(item, steps);
    }
    return value;
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const record = value as Record<string, unknown>;
  if ('$value' in record && '$name' in record) {
    record.$value = withoutItems(record.$value, steps);
    return value;
  }
  const [property, ...rest] = steps;
  if (property !== undefined && Object.hasOwn(record, property)) {
    record[property] = withoutItems(record[property], rest);
  }
  return value;
}
