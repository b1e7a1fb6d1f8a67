import { didYouMean } from '../../base/nearest.js';
import { attributeEngine } from '../context/attribute-engine.js';
import { contentEngine } from '../context/content-engine.js';
import type { Encoder } from '../context/encoder.js';
import type { ComplexPlan, GroupNode } from '../plan/plan.js';

/**
 * Refuses properties that a type does not have: a misspelt name would be sent as if the property were absent. A property that is `undefined`
 * is absent itself, and inherited properties do not count.
 */
export function checkProperties(encoder: Encoder, plan: ComplexPlan, value: Record<string, unknown>): void {
  plan.ownProperties ??= propertiesOfPlan(plan);
  refuseUnknown(encoder, plan.ownProperties, value, 'type');
}

/** The same for an occurrence of a group that has a property of its own. */
export function checkItemProperties(encoder: Encoder, node: GroupNode, item: Record<string, unknown>): void {
  node.ownProperties ??= new Set(node.properties);
  refuseUnknown(encoder, node.ownProperties, item, 'group');
}

const memberProperties: ReadonlySet<string> = new Set(['$name', '$value']);

/** The same for an element of a substitution group. */
export function checkMemberProperties(encoder: Encoder, member: Record<string, unknown>): void {
  refuseUnknown(encoder, memberProperties, member, 'element');
}

/** Unknown properties that were found. */
const looked = new WeakMap<Encoder, number>();

/** The end of a message about an unknown property. */
function meantName(encoder: Encoder, property: string, known: ReadonlySet<string>): string {
  const count = looked.get(encoder) ?? 0;
  looked.set(encoder, count + 1);
  return didYouMean(property, known, count);
}

function refuseUnknown(
  encoder: Encoder,
  known: ReadonlySet<string>,
  value: Record<string, unknown>,
  owner: 'type' | 'group' | 'element',
): void {
  if (encoder.ignoresUnknown) {
    return;
  }
  // A loop over keys without a list of them: this runs for every object that is written.
  for (const property in value) {
    if (!known.has(property) && Object.hasOwn(value, property)) {
      encoder.path.push(property);
      if (value[property] !== undefined) {
        encoder.problem('unknown-property', `the ${owner} has no such property${meantName(encoder, property, known)}`);
      }
      encoder.path.pop();
    }
  }
}

/** Every property that a value of the type may have. */
export function propertiesOfPlan(plan: ComplexPlan): ReadonlySet<string> {
  return new Set([
    ...(plan.type.typeName === undefined ? [] : ['$type']),
    ...(plan.text === undefined ? (plan.content?.properties ?? []) : ['$value']),
    ...(attributeEngine(plan)?.properties(plan) ?? []),
    ...(contentEngine(plan)?.properties?.(plan) ?? []),
  ]);
}
