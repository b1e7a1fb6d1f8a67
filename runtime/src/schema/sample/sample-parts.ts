import type { XmlAttribute, XmlElement } from '../../xml/interfaces/tree.js';
import type { WildcardDescriptor } from '../descriptor/descriptor.js';
import { isRecord, writeProperty } from '../descriptor/resolve.js';
import type { TypePlan } from '../plan/plan.js';
import { noPrefixes } from '../plan/simple-plan.js';
import { parsePlan } from '../simple/simple.js';

/** Pieces of samples. */

/** Adds properties; lists that several particles fill grow. */
export function mergeInto(target: Record<string, unknown>, part: Record<string, unknown>): void {
  for (const [property, value] of Object.entries(part)) {
    const known = Object.hasOwn(target, property) ? target[property] : undefined;
    if (Array.isArray(known) && Array.isArray(value)) {
      known.push(...value);
    } else {
      writeProperty(target, property, value);
    }
  }
}

/** An empty element. */
export function emptyTree(namespace: string, name: string): XmlElement {
  return { namespace, name, attributes: [], children: [] };
}

/** A namespace that a wildcard allows. */
export function allowedNamespace(wildcard: WildcardDescriptor): string {
  const { namespaces } = wildcard;
  if (namespaces === 'any') {
    return '';
  }
  if (!('not' in namespaces)) {
    return namespaces[0] ?? '';
  }
  return namespaces.not.includes('urn:example') ? 'urn:example:other' : 'urn:example';
}

/** A sample with other attributes in the place of its own, as far as its type has them. */
export function withAttributes(plan: TypePlan, value: unknown, attributes: readonly XmlAttribute[]): unknown {
  if (plan.kind === 'simple' || !isRecord(value)) {
    return value;
  }
  const result = { ...value };
  for (const { namespace, name, value: text } of attributes) {
    const use = plan.attributes.find((each) => each.name === name && each.namespace === namespace);
    if (use !== undefined) {
      writeProperty(result, use.property, parsePlan(use.type, text, noPrefixes, 'enumeration'));
    }
  }
  return result;
}
