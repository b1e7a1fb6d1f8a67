import type { ComplexType, Lazy, SimpleType } from '../descriptor/descriptor.js';
import { resolve } from '../descriptor/resolve.js';
import { simplePlan } from '../plan/simple-plan.js';

/** The variety of a restriction is that of its base, which may be declared later. */
const restrictionPrototype: object = Object.create(Object.prototype, {
  variety: {
    get(this: SimpleType): SimpleType['variety'] {
      return this.base === undefined ? 'atomic' : simplePlanVariety(this.base);
    },
  },
});

function simplePlanVariety(base: NonNullable<SimpleType['base']>): SimpleType['variety'] {
  return simplePlan(resolve(base)).variety;
}

/** A simple type whose variety is that of its base. */
export function makeRestriction<T>(data: Omit<SimpleType<T>, '~type' | 'variety'>): SimpleType<T> {
  return Object.assign(Object.create(restrictionPrototype), data) as SimpleType<T>;
}

/** The properties of a complex type other than its name. */
export type ComplexTypeOptions = Omit<ComplexType, '~type' | 'kind' | 'namespace' | 'name' | 'engine'>;

/** Every property of a definition: one that is missing here does not compile. */
const definitionProperties: Readonly<Record<keyof ComplexTypeOptions, true>> = {
  typeName: true,
  abstract: true,
  extends: true,
  derived: true,
  attributes: true,
  anyAttribute: true,
  text: true,
  mixed: true,
  content: true,
  model: true,
  openContent: true,
  tree: true,
  unwrap: true,
  soapArray: true,
};

/** A complex type whose definition is made when it is first read. */
interface Deferred {
  /** Its definition, once it is made. */
  made?: ComplexTypeOptions;
  readonly make: () => ComplexTypeOptions;
}

const deferred = new WeakMap<object, Deferred>();

const deferredPrototype: object = Object.create(
  Object.prototype,
  Object.fromEntries(
    Object.keys(definitionProperties).map((property) => [
      property,
      {
        get(this: object): unknown {
          return definitionOf(this)[property as keyof ComplexTypeOptions];
        },
      },
    ]),
  ),
);

function definitionOf(type: object): ComplexTypeOptions {
  const found = deferred.get(type) as Deferred;
  found.made ??= found.make();
  return found.made;
}

/** A complex type, whose definition a function makes when it is first read; `engine` is for content that needs one. */
export function makeComplexType<T>(
  namespace: string,
  name: string,
  definition: Lazy<ComplexTypeOptions>,
  engine: object | undefined,
): ComplexType<T> {
  const data = { kind: 'complex', namespace, name, ...(engine !== undefined && { engine }) } as const;
  if (typeof definition !== 'function') {
    return { ...data, ...definition };
  }
  const type = Object.assign(Object.create(deferredPrototype), data) as ComplexType<T>;
  deferred.set(type, { make: definition });
  return type;
}
