import type { AttributeDescriptor, ComplexType } from '../descriptor/descriptor.js';
import { expandedName, resolve } from '../descriptor/resolve.js';
import type { AttributePlan, AttributePreparation } from './plan-nodes.js';
import { simplePlan } from './simple-plan.js';
import { usableText } from './value-constraints.js';

/** The attributes of a type, which is the last of the chain of its bases. */
export function planAttributes(chain: readonly ComplexType[]): ReturnType<AttributePreparation['plan']> {
  const attributes = attributesOf(chain);
  return { attributes, inheritance: attributes.find(({ inheritance }) => inheritance)?.inheritance };
}

function attributesOf(chain: readonly ComplexType[]): AttributePlan[] {
  const byName = new Map<string, AttributeDescriptor>();
  for (const { attributes } of chain) {
    for (const attribute of attributes ?? []) {
      byName.set(expandedName(attribute.namespace, attribute.name), attribute);
    }
  }
  return [...byName.values()].map((attribute) => ({
    namespace: attribute.namespace,
    name: attribute.name,
    property: attribute.property,
    required: attribute.required === true,
    tolerant: attribute.tolerant === true,
    default: usableText(attribute.type, attribute.default),
    fixed: usableText(attribute.type, attribute.fixed),
    inheritance: attribute.inheritance,
    type: simplePlan(resolve(attribute.type)),
  }));
}
