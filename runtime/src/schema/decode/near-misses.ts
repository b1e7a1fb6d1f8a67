import type { Decoder, NearMisses } from '../context/decoder.js';
import type { AttributePlan, ComplexPlan } from '../plan/plan.js';
import { GroupStrays } from './group-strays.js';
import { isOpen } from './other-attributes.js';

/** The text of an attribute whose exact name is not there, if another one stands for it. The listener is called. */
function readStray(decoder: Decoder, plan: ComplexPlan, attribute: AttributePlan): string | undefined {
  const at = strayAt(decoder, plan, attribute);
  if (at < 0) {
    return undefined;
  }
  decoder.tell('namespace', decoder.cursor.attributeNamespace(at), attribute.name);
  return decoder.cursor.attributeValue(at);
}

/**
 * Index of the attribute that stands for one whose exact name is not there: without a prefix where the type has it with one, or with the prefix
 * of the element or its type where the type has it without. -1 if there is none, or several.
 */
function strayAt(decoder: Decoder, plan: ComplexPlan, { namespace, name }: AttributePlan): number {
  const { cursor } = decoder;
  let at = -1;
  for (let i = 0; i < cursor.attributeCount; i++) {
    if (cursor.attributeName(i) === name && isStray(decoder, plan, cursor.attributeNamespace(i), namespace)) {
      if (at >= 0) {
        return -1;
      }
      at = i;
    }
  }
  return at >= 0 && isFree(plan, cursor.attributeNamespace(at), name) ? at : -1;
}

function isStray({ cursor }: Decoder, { type }: ComplexPlan, found: string, declared: string): boolean {
  return declared === '' ? found !== '' && (found === cursor.namespace || found === type.namespace) : found === '';
}

/** True for a name that no attribute of the type and no wildcard takes, and whose local part one attribute has. */
function isFree(plan: ComplexPlan, namespace: string, name: string): boolean {
  const same = plan.attributes.filter((each) => each.name === name);
  return !isOpen(plan, namespace, name) && same.length === 1 && same[0]?.namespace !== namespace;
}

/** True for the attribute at an index if it was read in the place of another one. */
function isReadAs(decoder: Decoder, plan: ComplexPlan, index: number): boolean {
  const { cursor } = decoder;
  const meant = plan.attributes.find(({ name }) => name === cursor.attributeName(index));
  return (
    meant !== undefined &&
    cursor.attribute(meant.namespace, meant.name) === undefined &&
    strayAt(decoder, plan, meant) === index
  );
}

/** Reads near misses of groups and attributes; full reading itself reads those of records and values. */
export const nearMisses: NearMisses = {
  strays: (plan, offset) => new GroupStrays(plan, offset),
  attribute: readStray,
  isReadAs,
};
