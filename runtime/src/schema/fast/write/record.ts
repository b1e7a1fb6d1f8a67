import type { XmlOutput } from '../../../xml/interfaces/writer.js';
import { type ElementTag, startAfter } from '../../../xml/names/element-tag.js';
import { type Encoder, maxPath, type WriteElement } from '../../context/encoder.js';
import { nullOf } from '../../encode/encode-nil.js';
import { encodeOccurrence, encodeParticle, scopeOf } from '../../encode/encode-particles.js';
import type { ComplexPlan, ElementNode, ElementPlan, ParticleNode } from '../../plan/plan.js';
import { memberOfKey } from '../../plan/substitution.js';
import type { FastElement, FastGroup, FastOccurrences, FastParticle, FastRecord } from '../plan.js';
import { flatText } from './flat.js';
import { gather, isPlain, noAttributes } from './gather.js';
import { type FastWriting, Gathered, tagInside, type Value } from './gathered.js';
import { areMembers, chosenBranch, presentIn } from './groups.js';
import {
  declaresXsi,
  fieldText,
  isList,
  itemAt,
  itemText,
  leaf,
  leaves,
  longText,
  nilMarkup,
  writeLeaf,
} from './leaves.js';
import { fastRecordOf, namesType, planNamed } from './record-plan.js';
import { fastTextOf } from './text.js';

/**
 * The fast way of writing records: the values of an object are gathered in the order of the type, and simple ones become markup at once. Anything
 * unusual (a property that the type does not have, a wrong value) is left to the general way, before any part of it is written. So both ways give
 * the same document and the same errors.
 */

/** Steps of the path to an element whose fields, and their items, are not too deep. */
const maxRecordPath = maxPath - 2;

/** The state of writing into an output; undefined if it must see each element, and everything is to be written in the general way. */
export function writingInto(encoder: Encoder, { ready }: XmlOutput): FastWriting | undefined {
  return ready === undefined || isExtended()
    ? undefined
    : { encoder, write: notYet, output: ready, slots: [], used: 0, declared: 0 };
}

/** Set before anything is written. */
function notYet(): void {}

/** True if objects inherit properties that loops over their keys meet. */
function isExtended(): boolean {
  for (const _ in Object.prototype) {
    return true;
  }
  return false;
}

/** Writes a value as an element. False, with nothing written, if that is for the general way. */
export function writeElement(encoder: Encoder, element: ElementPlan, value: unknown, write: WriteElement): boolean {
  if (encoder.path.length > maxRecordPath) {
    return false;
  }
  const writing = encoder.fast as FastWriting;
  writing.write = write;
  const { output } = writing;
  const { target } = element;
  if (target?.kind === 'complex') {
    return writeRecord(writing, element, target, value, undefined);
  }
  const text = value === null || leaves(output, value) ? undefined : fastTextOf(element)?.(value);
  if (text === undefined) {
    return false;
  }
  output.markup(leaf(output.tagOf(element), text));
  return true;
}

/** Writes a value of complex type as an element. False, with nothing written, if that is for the general way. */
function writeRecord(
  writing: FastWriting,
  element: ElementPlan,
  declared: ComplexPlan,
  value: unknown,
  around: Gathered | undefined,
): boolean {
  if (!isPlain(value)) {
    return Array.isArray(value) && writeUnwrapped(writing, element, declared, value, around);
  }
  const isTyped = namesType(element, declared, value);
  const plan = isTyped ? planNamed(element, declared, value.$type) : declared;
  const record = plan === undefined ? null : fastRecordOf(plan);
  if (plan === undefined || record === null || record.list !== undefined) {
    return false;
  }
  const text = around && flatText(around, element, plan, value, isTyped);
  if (text !== undefined) {
    around?.add(text);
    return true;
  }
  const gathered = new Gathered(writing, element, plan, value, around);
  const { base } = gathered;
  const { length } = record.names;
  writing.used = base + length;
  const isWritten = gather(gathered, record, record.attributes, isTyped) && setText(gathered, record);
  // Few functions for each level, since values may be deep.
  if (isWritten && record.text === undefined) {
    const tag = gathered.begin(isTyped);
    if (record.group === undefined) {
      writeFields(gathered, record);
    } else {
      writeGroup(gathered, record.group);
    }
    gathered.end(tag);
  } else if (isWritten) {
    gathered.end(gathered.begin(isTyped));
  }
  const { slots } = writing;
  for (let i = 0; i < length; i++) {
    slots[base + i] = undefined;
  }
  writing.used = base;
  return isWritten;
}

/** Writes a simple content down. False if it is not as it should be. */
function setText(gathered: Gathered, { names, text: textOf }: FastRecord): boolean {
  if (textOf === undefined) {
    return true;
  }
  const { element, writing } = gathered;
  const { output } = writing;
  const value = gathered.at(names.length - 1);
  const isMarked = element.keepsSpace === true && typeof value === 'string' && value.charCodeAt(0) <= 0x20;
  const text = isMarked || element.fixed !== undefined || leaves(output, value) ? undefined : textOf(value);
  gathered.markup = text ?? '';
  return text !== undefined && (text !== '' || (element.default ?? '') === '');
}

/** Writes the fields of a record. Those that are simple are written together, and so is the whole element if all are. */
function writeFields(gathered: Gathered, { attributes, fields }: FastRecord): void {
  const { output, slots } = gathered.writing;
  const first = gathered.base + attributes.length;
  let markup = '';
  /** The tag of the element before, whose end is not written yet. */
  let last: ElementTag | undefined;
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i]!;
    const part = slots[first + i];
    if (part === undefined && field.min === 0) {
      continue;
    }
    const text = fieldText(output, field, part);
    const known = text === undefined ? undefined : tagInside(gathered, output, field.element.tag);
    if (text !== undefined && text !== '' && text.length < longText && known !== undefined) {
      // Few pieces: each takes its time when they become one text.
      markup = markup + (last === undefined ? known.start : startAfter(known, last)) + text;
      last = known;
      continue;
    }
    gathered.markup = last === undefined ? markup : markup + last.end;
    last = undefined;
    if (text !== undefined) {
      writeLeaf(gathered, field.element, text);
    } else {
      writeField(gathered, field, part);
    }
    markup = gathered.markup;
  }
  gathered.markup = last === undefined ? markup : markup + last.end;
}

/** Writes a field that has other elements in it, or several, or is not as it should be. */
function writeField(gathered: Gathered, node: ElementNode, part: unknown): void {
  if (part === undefined || part === null || node.element.abstract || isList(part) !== node.list) {
    if (part !== null || !writeNull(gathered, node)) {
      writeGenerally(gathered, node);
    }
    return;
  }
  const { path } = gathered.writing.encoder;
  const { element, property } = node;
  path.push(property);
  if (node.list) {
    writeItems(gathered, element, part as readonly unknown[]);
  } else {
    writeInto(gathered, element, part);
  }
  path.pop();
}

/** Writes what null stands for. False, with nothing written, if that is for the general way. */
function writeNull(gathered: Gathered, node: ElementNode): boolean {
  const { writing, tag } = gathered;
  const meaning = nullOf(node);
  if (meaning === 'nil' && tag !== undefined && declaresXsi(tag.inner)) {
    // Tags are made where the element is.
    gathered.open();
    gathered.markup = nilMarkup(writing.output.tagOf(node.element)) ?? '';
    return gathered.markup !== '';
  }
  return meaning === 'absent';
}

/** Writes an element of a record that has other elements in it, or is not as it should be. */
function writeInto(gathered: Gathered, element: ElementPlan, value: unknown): void {
  const { writing } = gathered;
  const { encoder } = writing;
  const { target } = element;
  const isRecord = target?.kind === 'complex' && encoder.path.length <= maxRecordPath;
  if (!isRecord || !writeRecord(writing, element, target, value, gathered)) {
    gathered.open();
    writing.write(encoder, element, value, 'general');
  }
}

function writeItems(gathered: Gathered, element: ElementPlan, items: readonly unknown[]): void {
  const { encoder, output } = gathered.writing;
  const { path } = encoder;
  for (let i = 0; i < items.length; i++) {
    const item = itemAt(items, i, path);
    const text = itemText(output, element, item);
    if (text !== undefined) {
      writeLeaf(gathered, element, text);
      continue;
    }
    path.push(i);
    writeInto(gathered, element, item);
    path.pop();
  }
}

/** Writes a list in the place of the object that would contain nothing else. */
function writeUnwrapped(
  writing: FastWriting,
  element: ElementPlan,
  plan: ComplexPlan,
  items: readonly unknown[],
  around: Gathered | undefined,
): boolean {
  const list = fastRecordOf(plan)?.list;
  if (list === undefined) {
    return false;
  }
  const { path, hidden } = writing.encoder;
  const gathered = new Gathered(writing, element, plan, {}, around);
  const tag = gathered.begin(false);
  hidden.push(path.length);
  path.push(list.property);
  writeItems(gathered, list.element, items);
  path.pop();
  hidden.pop();
  gathered.end(tag);
  return true;
}

function writeParticle(gathered: Gathered, particle: FastParticle): void {
  switch (particle.kind) {
    case 'element':
      writeElementNode(gathered, particle);
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

function writeElementNode(gathered: Gathered, { node, place }: FastElement): void {
  const part = gathered.at(place);
  if (part === undefined && node.min === 0) {
    return;
  }
  if (node.substitutes !== undefined) {
    writeSubstitutes(gathered, node, part);
    return;
  }
  const text = fieldText(gathered.writing.output, node, part);
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
  const { path } = gathered.writing.encoder;
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

function writeMember(gathered: Gathered, node: ElementNode, item: Value): void {
  const member = memberOfKey(node, item.$name);
  const { path } = gathered.writing.encoder;
  path.push('$value');
  if (member !== undefined) {
    writeInto(gathered, member.element, item.$value);
  }
  path.pop();
}

/** Writes the part of an object that a group takes. */
function writeGroup(gathered: Gathered, group: FastGroup): void {
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
  const { writing, value, base, plan } = gathered;
  const { encoder, write } = writing;
  const { path } = encoder;
  const { used } = writing;
  path.push(particle.node.property ?? '', 0);
  for (let i = 0; i < items.length; i++) {
    path[path.length - 1] = i;
    gathered.base = used;
    writing.used = used + particle.item.names.length;
    if (!writeOccurrence(gathered, particle, items[i])) {
      gathered.open();
      encodeOccurrence(encoder, particle.node, items[i], scopeOf(plan, value, write));
    }
    writing.slots.fill(undefined, used, writing.used);
    writing.used = used;
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
  const { writing, plan, value } = gathered;
  const { encoder, write } = writing;
  encodeParticle(encoder, node, scopeOf(plan, value, write));
}
