import type { ComplexType } from '../descriptor/descriptor.js';
import { expandedName, isRecord } from '../descriptor/resolve.js';
import { type ComplexPlan, complexPlan, type ElementPlan } from './plan.js';

/** Complex types in the place of simple ones (Part 1, 3.4.6, "Type Derivation OK (Complex)", 2.3.2). */

interface StandIns {
  readonly byName: ReadonlyMap<string, ComplexType>;
  readonly byTypeName: ReadonlyMap<string | undefined, ComplexType>;
}

const indexes = new WeakMap<() => readonly ComplexType[], StandIns>();

function standInsOf(list: () => readonly ComplexType[]): StandIns {
  let index = indexes.get(list);
  if (index === undefined) {
    const types = list();
    index = {
      byName: new Map(types.map((type) => [expandedName(type.namespace, type.name), type])),
      byTypeName: new Map(types.map((type) => [type.typeName, type])),
    };
    indexes.set(list, index);
  }
  return index;
}

/** The type of that name (`{namespace}local`), when it may stand in for the simple type of the element. */
export function standInNamed({ standIns }: ElementPlan, name: string): ComplexPlan | undefined {
  const type = standIns && standInsOf(standIns).byName.get(name);
  return type && complexPlan(type);
}

/** The type of a value of an element of simple type, if `$type` names one that replaces it. */
export function standInOf({ standIns }: ElementPlan, value: unknown): ComplexPlan | undefined {
  if (standIns === undefined || !isRecord(value) || typeof value.$type !== 'string') {
    return undefined;
  }
  const type = standInsOf(standIns).byTypeName.get(value.$type);
  return type && complexPlan(type);
}

/** All types that may replace the simple type of the element. */
export function standInPlans({ standIns }: ElementPlan): readonly ComplexPlan[] {
  return standIns === undefined ? [] : [...standInsOf(standIns).byName.values()].map(complexPlan);
}
