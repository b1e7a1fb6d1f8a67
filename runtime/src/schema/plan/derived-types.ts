import type { ComplexType } from '../descriptor/descriptor.js';
import { expandedName, isRecord } from '../descriptor/resolve.js';
import { type ComplexPlan, complexPlan, type DerivedPlans, type ElementPlan } from './plan.js';

/** Types in the place of others, by name and by `$type`. */

/** Types, and `itself` if it is not abstract. */
function indexOf(types: readonly ComplexType[], itself?: ComplexType): DerivedPlans {
  const all = itself === undefined || itself.abstract === true ? types : [itself, ...types];
  return {
    byName: new Map(all.map((type) => [expandedName(type.namespace, type.name), type])),
    byTypeName: new Map(all.flatMap((type) => (type.typeName === undefined ? [] : [[type.typeName, type]]))),
  };
}

const indexes = new WeakMap<() => readonly ComplexType[], DerivedPlans>();

/** The types that an element lists. */
function listed(list: () => readonly ComplexType[], itself?: ComplexType): DerivedPlans {
  let index = indexes.get(list);
  if (index === undefined) {
    index = indexOf(list(), itself);
    indexes.set(list, index);
  }
  return index;
}

/** Types that may replace this one, including the type itself. */
export function derivedOf(plan: ComplexPlan): DerivedPlans {
  plan.derived ??= indexOf(plan.type.derived?.() ?? [], plan.type);
  return plan.derived;
}

/**
 * True for a type of which an element that is nil may be an object: the type or one that may replace it has attributes, or it is abstract,
 * so that the element names another one. Of all other types, nil is null alone.
 */
export function hasNilObjects(plan: ComplexPlan): boolean {
  const types = [...derivedOf(plan).byName.values()];
  return types.length > 0 && (plan.type.abstract === true || types.map(complexPlan).some(hasAttributes));
}

function hasAttributes({ attributes, anyAttribute }: ComplexPlan): boolean {
  return attributes.length > 0 || anyAttribute !== undefined;
}

/** Types that may replace the type of an element: those of the type, or the fewer that the element allows. */
export function derivedAt(element: ElementPlan | undefined, plan: ComplexPlan): DerivedPlans {
  // A type that replaces a simple type cannot be replaced itself: the element lists those that are allowed.
  return element?.derived === undefined || element.alternatives !== undefined || element.standIns !== undefined
    ? derivedOf(plan)
    : listed(element.derived, plan.type);
}

/** The type of that name (`{namespace}local`), when it may stand in for the simple type of the element (Part 1, 3.4.6, 2.3.2). */
export function standInNamed({ standIns }: ElementPlan, name: string): ComplexPlan | undefined {
  const type = standIns && listed(standIns).byName.get(name);
  return type && complexPlan(type);
}

/** The type of a value of an element of simple type, if `$type` names one that replaces it. */
export function standInOf({ standIns }: ElementPlan, value: unknown): ComplexPlan | undefined {
  const type = standIns && isRecord(value) ? listed(standIns).byTypeName.get(value.$type as string) : undefined;
  return type && complexPlan(type);
}

/** All types that may replace the simple type of the element. */
export function standInPlans({ standIns }: ElementPlan): readonly ComplexPlan[] {
  return standIns === undefined ? [] : [...listed(standIns).byName.values()].map(complexPlan);
}
