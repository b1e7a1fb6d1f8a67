import { areAll } from '../../descriptor/resolve.js';
import type { ElementNode } from '../../plan/plan.js';
import { memberOfKey } from '../../plan/substitution.js';
import type { FastGroup, FastParticle } from '../plan.js';
import { isPlain } from './gather.js';
import type { Gathered } from './gathered.js';

/** What the values of an object say about its groups: which branch of a choice they fill, and whether they name elements of a substitution group. */

/** True for what names an element, or elements, which are allowed here. */
export function areMembers(node: ElementNode, part: unknown): boolean {
  try {
    return Array.isArray(part)
      ? node.list && areAll(part, (item) => isMember(node, item))
      : !node.list && isMember(node, part);
  } catch {
    // It cannot be read: the general way says where.
    return false;
  }
}

/** True for a value that names an element which is allowed here. */
function isMember(node: ElementNode, item: unknown): boolean {
  if (!isPlain(item)) {
    return false;
  }
  for (const property in item) {
    if (property !== '$name' && property !== '$value') {
      return false;
    }
  }
  return memberOfKey(node, item.$name) !== undefined;
}

/** The branch of a choice that the object fills, as a particle; undefined if that is left to the general way. */
export function chosenBranch({ masks, particles }: FastGroup, present: number): FastParticle | undefined {
  let chosen: FastParticle | undefined;
  for (let i = 0; i < particles.length; i++) {
    if ((present & ~masks[i]!) === 0) {
      if (chosen !== undefined) {
        return undefined;
      }
      chosen = particles[i];
    }
  }
  return chosen;
}

/** The properties of a group that the object has, as bits. */
export function presentIn(gathered: Gathered, { places, lists }: FastGroup): number {
  let present = 0;
  for (let i = 0; i < places.length; i++) {
    const value = gathered.at(places[i]!);
    if (value !== undefined && !(lists[i] && Array.isArray(value) && value.length === 0)) {
      present |= 1 << i;
    }
  }
  return present;
}
