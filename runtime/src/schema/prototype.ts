import type { ElementDescriptor, SimpleType, StandardSchema, Type } from './descriptor.js';
import { resolve } from './resolve.js';
import { simplePlan } from './simple-plan.js';
import { standardSchema } from './validate.js';

/**
 * Descriptors share prototypes, so that making one costs an object and nothing else: what few ask for is computed when
 * it is asked for.
 */
const prototype: object = Object.defineProperty({}, '~standard', {
  get(this: ElementDescriptor | Type): StandardSchema<unknown>['~standard'] {
    return standardSchema(this);
  },
});

/** The variety of a restriction is that of its base, which may be declared later. */
const restrictionPrototype: object = Object.create(prototype, {
  variety: {
    get(this: SimpleType): SimpleType['variety'] {
      return this.base === undefined ? 'atomic' : simplePlanVariety(this.base);
    },
  },
});

function simplePlanVariety(base: NonNullable<SimpleType['base']>): SimpleType['variety'] {
  return simplePlan(resolve(base)).variety;
}

/** Adds what descriptors have in common to their own data. */
export function makeDescriptor<D extends StandardSchema<unknown>>(data: Omit<D, '~standard'>): D {
  return Object.assign(Object.create(prototype), data) as D;
}

/** As `makeDescriptor`, for a simple type whose variety is that of its base. */
export function makeRestriction<T>(data: Omit<SimpleType<T>, '~standard' | 'variety'>): SimpleType<T> {
  return Object.assign(Object.create(restrictionPrototype), data) as SimpleType<T>;
}
