import type { ComplexType, ElementDescriptor, Type } from '../descriptor/descriptor.js';
import { resolve } from '../descriptor/resolve.js';
import { planElement } from './element-plan.js';
import { compileGroups } from './groups.js';
import type {
  AttributePreparation,
  ChildPlace,
  ComplexPlan,
  ContentPreparation,
  ElementNode,
  ElementPlan,
  TypePlan,
} from './plan-nodes.js';
import { settled } from './settled-plan.js';
import { simplePlan } from './simple-plan.js';

export type * from './plan-nodes.js';

/** Makes plans of descriptors: names indexed, bases joined, properties of groups known. Once for each, on first use. */

const plans = new WeakMap<ComplexType, ComplexPlan>();
const elementPlans = new WeakMap<ElementDescriptor, ElementPlan>();
const maxChain = 1000;

/** The plan of any type. */
export function planOf(type: Type): TypePlan {
  return type.kind === 'simple' ? simplePlan(type) : complexPlan(type);
}

/** The plan of a complex type. */
export function complexPlan(type: ComplexType): ComplexPlan {
  let plan = plans.get(type);
  if (plan === undefined) {
    plan = compile(type);
    plans.set(type, plan);
  }
  return plan;
}

/** The plan of a global element. */
export function elementPlan(element: ElementDescriptor): ElementPlan {
  let plan = elementPlans.get(element);
  if (plan === undefined) {
    plan = planElement(element);
    elementPlans.set(element, plan);
  }
  return plan;
}

/** An element of a type that no declaration says anything else of. */
export function elementOf(namespace: string, name: string, type: Type): ElementPlan {
  return { ...planElement({ kind: 'element', namespace, name, type }), target: planOf(type) };
}

/** Plan of the declared type of an element. */
export function targetOf(element: ElementPlan): TypePlan {
  const target = element.target ?? planOf(resolve(element.lazyType));
  // If the value matters, the type is called each time.
  if (element.alternatives === undefined && element.standIns === undefined) {
    element.target = target;
  }
  return target;
}

/** The type and those it extends, the farthest base first. */
function extensionChain(type: ComplexType): ComplexType[] {
  const chain = [type];
  for (let at = type; at.extends !== undefined; ) {
    at = resolve(at.extends);
    chain.unshift(at);
    if (chain.length > maxChain) {
      throw new TypeError(`complex type "${type.name}" extends itself`);
    }
  }
  return chain;
}

function compile(type: ComplexType): ComplexPlan {
  const chain = extensionChain(type);
  const engine = type.engine as Partial<ContentPreparation> | undefined;
  const text = chain.findLast((link) => link.text)?.text;
  const anyAttribute = chain.findLast((link) => link.anyAttribute)?.anyAttribute;
  const declaring = chain.find((link) => link.attributes?.[0])?.attributes?.[0]?.engine;
  const attributeEngine = (declaring ?? (anyAttribute && engine?.attributes)) as AttributePreparation | undefined;
  const content = compileGroups(chain);
  return settled({
    kind: 'complex',
    type,
    engine,
    attributeEngine,
    anyAttribute,
    attributes: [],
    ...attributeEngine?.plan(chain),
    replaceable: type.derived !== undefined,
    abstract: type.abstract === true,
    unwrap: type.unwrap,
    text: text && simplePlan(resolve(text)),
    mode: text ? 'text' : 'record',
    weight: 1,
    ...content,
    byName: indexNames(content.fields, engine),
  });
}

function indexNames(
  fields: readonly ElementNode[],
  engine: Partial<ContentPreparation> | undefined,
): ReadonlyMap<string, readonly ChildPlace[]> {
  const byName = new Map<string, ChildPlace[]>();
  for (const node of fields) {
    for (const member of engine?.membersOf?.(node) ?? [{ key: undefined, element: node.element }]) {
      const { namespace, name } = member.element;
      const same = byName.get(name);
      const field: ChildPlace = { namespace, node, member };
      if (same === undefined) {
        byName.set(name, [field]);
      } else {
        same.push(field);
      }
    }
  }
  return byName;
}
