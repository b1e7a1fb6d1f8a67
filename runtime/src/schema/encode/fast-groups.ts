import type { Gathered, Value } from '../context/gathered.js';
import { areAll } from '../descriptor/resolve.js';
import type { ElementNode, FastElement, FastGroup, FastOccurrences, FastParticle, ParticleNode } from '../plan/plan.js';
import { memberOfKey } from '../plan/substitution.js';
import { encodeOccurrence, encodeParticle, scopeOf } from './encode-particles.js';
import { fieldText, isList, writeField, writeInto, writeLeaf } from './fast-record.js';
import { gather, isPlain, noAttributes } from './gather.js';

/** Choices, repeated groups and substitution groups of objects whose values were gathered. */

function writeParticle(gathered: Gathered, particle: FastParticle): void {
  switch (particle.kind) {
    case 'element':
      writeElement(gathered, particle);
      break;
    case 'any':
      if (particle.node.min > 0 || gathered.at(particle.place) !== undefined) {
        writeGenerally(gathered, particle.node);
      }
      break;
    case 'occurrences':
      writeOccurrences(gathered, particle);
      break;
    case 'sequence':
    case 'choice':
      writeGroup(gathered, particle);
  }
}

function writeElement(gathered: Gathered, { node, place }: FastElement): void {
  const part = gathered.at(place);
  if (part === undefined && node.min === 0) {
    return;
  }
  if (node.substitutes !== undefined) {
    writeSubstitutes(gathered, node, part);
    return;
  }
  const text = fieldText(gathered.output, node, part);
  if (text !== undefined) {
    writeLeaf(gathered, node.element, text);
  } else {
    writeField(gathered, node, part);
  }
}

/** Writes an element, or a list of elements, of a substitution group. */
function writeSubstitutes(gathered: Gathered, node: ElementNode, part: unknown): void {
  if (!areMembers(node, part)) {
    writeGenerally(gathered, node);
    return;
  }
  const { path } = gathered.encoder;
  path.push(node.property);
  if (Array.isArray(part)) {
    for (let i = 0; i < part.length; i++) {
      path.push(i);
      writeMember(gathered, node, part[i]);
      path.pop();
    }
  } else {
    writeMember(gathered, node, part as Value);
  }
  path.pop();
}

/** True for what names an element, or elements, which are allowed here. */
function areMembers(node: ElementNode, part: unknown): boolean {
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

function writeMember(gathered: Gathered, node: ElementNode, item: Value): void {
  const member = memberOfKey(node, item.$name);
  const { path } = gathered.encoder;
  path.push('$value');
  if (member !== undefined) {
    writeInto(gathered, member.element, item.$value);
  }
  path.pop();
}

/** The branch of a choice that the object fills, as a particle; undefined if that is left to the general way. */
function chosenBranch({ masks, particles }: FastGroup, present: number): FastParticle | undefined {
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
function presentIn(gathered: Gathered, { places, lists }: FastGroup): number {
  let present = 0;
  for (let i = 0; i < places.length; i++) {
    const value = gathered.at(places[i]!);
    if (value !== undefined && !(lists[i] && Array.isArray(value) && value.length === 0)) {
      present |= 1 << i;
    }
  }
  return present;
}

/** Writes the part of an object that a group takes. */
export function writeGroup(gathered: Gathered, group: FastGroup): void {
  const present = presentIn(gathered, group);
  if (present === 0 && group.emptiable) {
    return;
  }
  if (group.kind === 'sequence') {
    for (const particle of group.particles) {
      writeParticle(gathered, particle);
    }
    return;
  }
  const branch = present === 0 ? undefined : chosenBranch(group, present);
  if (branch === undefined) {
    writeGenerally(gathered, group.node);
  } else {
    writeParticle(gathered, branch);
  }
}

/** Writes a group with a property of its own: one object for each occurrence. */
function writeOccurrences(gathered: Gathered, particle: FastOccurrences): void {
  const items = gathered.at(particle.place);
  if (!isList(items)) {
    if (items !== undefined) {
      writeGenerally(gathered, particle.node);
    }
    return;
  }
  const { encoder, value, base, plan, write } = gathered;
  const { used, path } = encoder;
  path.push(particle.node.property ?? '', 0);
  for (let i = 0; i < items.length; i++) {
    path[path.length - 1] = i;
    gathered.base = used;
    encoder.used = used + particle.item.names.length;
    if (!writeOccurrence(gathered, particle, items[i])) {
      gathered.open();
      encodeOccurrence(encoder, particle.node, items[i], scopeOf(plan, value, write));
    }
    encoder.slots.fill(undefined, used, encoder.used);
    encoder.used = used;
  }
  path.length -= 2;
  gathered.value = value;
  gathered.base = base;
}

/** Writes an occurrence of a group. False, with nothing written, if that is for the general way. */
function writeOccurrence(gathered: Gathered, { item, group }: FastOccurrences, value: unknown): boolean {
  if (!isPlain(value)) {
    return false;
  }
  gathered.value = value;
  if (!gather(gathered, item, noAttributes, false)) {
    return false;
  }
  const present = presentIn(gathered, group);
  if (group.kind === 'choice') {
    const branch = present === 0 ? undefined : chosenBranch(group, present);
    if (branch === undefined) {
      return false;
    }
    writeParticle(gathered, branch);
  } else {
    for (const particle of group.particles) {
      writeParticle(gathered, particle);
    }
  }
  return true;
}

/** Writes the part of the object that a particle takes in the general way. */
function writeGenerally(gathered: Gathered, node: ParticleNode): void {
  gathered.open();
  const { encoder, plan, value, write } = gathered;
  encodeParticle(encoder, node, scopeOf(plan, value, write));
}
