import type { SimpleType } from '../descriptor/descriptor.js';
import { resolve } from '../descriptor/resolve.js';
import { simplePlan } from '../plan/simple-plan.js';
import { planDerived } from '../simple/derived-plan.js';

/** The variety of a restriction is that of its base, which may be declared later. */
const restrictionPrototype: object = Object.create(Object.prototype, {
  variety: {
    get(this: SimpleType): SimpleType['variety'] {
      return this.base === undefined ? 'atomic' : simplePlan(resolve(this.base)).variety;
    },
  },
});

/** A simple type whose variety is that of its base. */
export function makeRestriction<T>(data: Omit<SimpleType<T>, '~type' | 'variety'>): SimpleType<T> {
  return Object.assign(Object.create(restrictionPrototype), { planner: planDerived }, data) as SimpleType<T>;
}
