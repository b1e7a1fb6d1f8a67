import { resolve } from '../descriptor/resolve.js';
import { itemTypeOf } from '../descriptor/soap-encoding.js';
import { derivedOf, standInPlans } from './derived-types.js';
import { leavesOf } from './members.js';
import { type ComplexPlan, type ElementPlan, planOf, type TypePlan, targetOf } from './plan.js';
import type { SimplePlan } from './simple-plan.js';
import { membersOf } from './substitution.js';

/** What a value may contain that is not checked while a document is read. */
export interface RemainingChecks {
  /** Identity constraints, IDs or references to IDs, which span elements. */
  readonly spanning: boolean;
  /** Elements and attributes that the schema leaves open, and those of mixed content, which are kept as trees. */
  readonly open: boolean;
}

const none: RemainingChecks = { spanning: false, open: false };
const ofTypes = new WeakMap<TypePlan, RemainingChecks>();
const idHolders = new WeakMap<SimplePlan, boolean>();
const ofElements = new WeakMap<ElementPlan, RemainingChecks>();

/** True if values of the element may contain identity constraints or IDs, so that checking them spans elements. */
export function spansElements(element: ElementPlan): boolean {
  return remainingChecks(element).spanning;
}

/** What values of the element may contain, at whatever depth. */
export function remainingChecks(element: ElementPlan): RemainingChecks {
  let checks = ofElements.get(element);
  if (checks === undefined) {
    const own = { spanning: isConstrained(element), open: false };
    checks = typesOf(element).reduce((found, type) => joined(found, checksOf(type)), own);
    ofElements.set(element, checks);
  }
  return checks;
}

function isConstrained({ constraints }: ElementPlan): boolean {
  return constraints !== undefined && constraints.length > 0;
}

function joined(one: RemainingChecks, other: RemainingChecks): RemainingChecks {
  return { spanning: one.spanning || other.spanning, open: one.open || other.open };
}

/** The types that an element may have, those apart that are derived from others. */
function typesOf(element: ElementPlan): readonly TypePlan[] {
  const chosen = element.alternatives?.map(({ type }) => planOf(resolve(type))) ?? [];
  return [targetOf(element), ...standInPlans(element), ...chosen];
}

function checksOf(plan: TypePlan): RemainingChecks {
  if (!ofTypes.has(plan)) {
    learn(plan);
  }
  return ofTypes.get(plan) ?? none;
}

/** Types contain each other in circles: what one contains is handed on to all around it, from those that have it themselves. */
function learn(first: TypePlan): void {
  const around = new Map<TypePlan, TypePlan[]>([[first, []]]);
  const found: (readonly [plan: TypePlan, checks: RemainingChecks])[] = [];
  // Grows while it is read.
  for (const [plan] of around) {
    const { checks, inner } = contentOf(plan);
    found.push([plan, checks]);
    for (const type of inner) {
      const of = ofTypes.get(type);
      if (of !== undefined) {
        found.push([plan, of]);
      } else {
        const users = around.get(type) ?? [];
        users.push(plan);
        around.set(type, users);
      }
    }
  }
  for (const plan of around.keys()) {
    ofTypes.set(plan, none);
  }
  for (let next = found.pop(); next !== undefined; next = found.pop()) {
    const [plan, checks] = next;
    const before = ofTypes.get(plan) ?? none;
    const after = joined(before, checks);
    if (after.spanning !== before.spanning || after.open !== before.open) {
      ofTypes.set(plan, after);
      found.push(...(around.get(plan) ?? []).map((outer) => [outer, after] as const));
    }
  }
}

/** What values of a type contain themselves, and the types of what is in them. */
function contentOf(plan: TypePlan): { readonly checks: RemainingChecks; readonly inner: Iterable<TypePlan> } {
  if (plan.kind === 'simple') {
    return { checks: { spanning: holdsIds(plan), open: false }, inner: [] };
  }
  const members = plan.fields.flatMap((field) => membersOf(field)).map(({ element }) => element);
  const isOpen = plan.mode === 'mixed' || plan.mode === 'tree' || plan.wildcards.length > 0;
  const checks = {
    spanning: members.some(isConstrained) || valuesOf(plan).some(holdsIds),
    open: isOpen || plan.open !== undefined || plan.anyAttribute !== undefined,
  };
  return { checks, inner: new Set([...members.flatMap(typesOf), ...itemsOf(plan), ...derivedPlans(plan)]) };
}

function valuesOf({ attributes, text }: ComplexPlan): readonly SimplePlan[] {
  return [...attributes.map(({ type }) => type), ...(text === undefined ? [] : [text])];
}

function itemsOf({ type }: ComplexPlan): readonly TypePlan[] {
  return type.soapArray === undefined ? [] : [planOf(itemTypeOf(type.soapArray, type.engine))];
}

function derivedPlans(plan: ComplexPlan): readonly TypePlan[] {
  return [...derivedOf(plan).byName.values()].map((type) => planOf(type));
}

/** True if values of the type are, or contain, IDs or references to them. */
export function holdsIds(plan: SimplePlan): boolean {
  let holds = idHolders.get(plan);
  if (holds === undefined) {
    const { builtIn, item } = plan;
    const isOne = builtIn === 'ID' || builtIn === 'IDREF';
    holds = isOne || (item !== undefined && holdsIds(item)) || leavesOf(plan).some(holdsIds);
    idHolders.set(plan, holds);
  }
  return holds;
}
