import type { MarkupOutput, XmlOutput } from '../../xml/interfaces/writer.js';
import { type ElementTag, startAfter } from '../../xml/names/element-tag.js';
import { engineOf } from '../context/content-engine.js';
import { maxRecordPath } from '../context/element-encoder.js';
import type { Encoder, WriteElement } from '../context/encoder.js';
import { Gathered, tagInside } from '../context/gathered.js';
import { isOctets } from '../lexical/binary.js';
import type { ComplexPlan, ElementNode, ElementPlan, FastRecord } from '../plan/plan.js';
import { declaresXsi, nilMarkup, nullOf } from './encode-nil.js';
import { encodeElementNode, scopeOf } from './encode-particles.js';
import { fastRecordOf, namesType, planNamed } from './fast-plan.js';
import { fastTextOf, textWith } from './fast-text.js';
import { flatText, longText } from './flat-record.js';
import { gather, isPlain } from './gather.js';

/**
 * The fast way of writing records: the values of an object are gathered in the order of the type, and simple ones become markup at once. Anything
 * unusual (a property that the type does not have, a wrong value) is left to the general way, before any part of it is written. So both ways give
 * the same document and the same errors.
 */

/** The output that takes ready markup; undefined where everything is to be written in the general way. */
export function readyOf({ ready }: XmlOutput): MarkupOutput | undefined {
  return isExtended() ? undefined : ready;
}

/** True if objects inherit properties that loops over their keys meet. */
function isExtended(): boolean {
  for (const _ in Object.prototype) {
    return true;
  }
  return false;
}

/** Writes a value as an element. False, with nothing written, if that is for the general way. */
export function writeAtOnce(
  encoder: Encoder,
  element: ElementPlan,
  value: unknown,
  write: WriteElement,
  mode: 'first' | 'general' = 'first',
  prefix?: string,
): boolean {
  const { ready } = encoder;
  if (ready === undefined || mode !== 'first' || prefix !== undefined || encoder.path.length > maxRecordPath) {
    return false;
  }
  const { target } = element;
  if (target?.kind === 'complex') {
    return writeRecord(encoder, ready, element, target, value, write, undefined);
  }
  const text = value === null || leaves(ready, value) ? undefined : fastTextOf(element)?.(value);
  if (text === undefined) {
    return false;
  }
  ready.markup(leaf(ready.tagOf(element), text));
  return true;
}

/** True for binary content that goes elsewhere. */
function leaves(output: MarkupOutput, value: unknown): boolean {
  return output.attaches && isOctets(value);
}

function leaf(tag: ElementTag, text: string): string {
  return text === '' ? tag.empty : tag.start + text + tag.end;
}

/** Writes a value of complex type as an element. False, with nothing written, if that is for the general way. */
function writeRecord(
  encoder: Encoder,
  output: MarkupOutput,
  element: ElementPlan,
  declared: ComplexPlan,
  value: unknown,
  write: WriteElement,
  around: Gathered | undefined,
): boolean {
  if (!isPlain(value)) {
    return Array.isArray(value) && writeUnwrapped(encoder, output, element, declared, value, write, around);
  }
  const isTyped = namesType(element, declared, value);
  const plan = isTyped ? planNamed(element, declared, value.$type) : declared;
  const record = plan === undefined ? null : fastRecordOf(plan);
  if (plan === undefined || record === null || record.list !== undefined) {
    return false;
  }
  if (around !== undefined) {
    const text = flatText(around, element, plan, value, isTyped);
    if (text !== undefined) {
      around.add(text);
      return true;
    }
  }
  const gathered = new Gathered(encoder, output, element, plan, write, value, around);
  const { base } = gathered;
  const { length } = record.names;
  encoder.used = base + length;
  const isWritten = gather(gathered, record, record.attributes, isTyped) && setText(gathered, record);
  // Few functions for each level, since values may be deep.
  if (isWritten && record.text === undefined) {
    const tag = gathered.begin(isTyped);
    if (record.group === undefined) {
      writeFields(gathered, record);
    } else {
      engineOf(plan).encodeGathered(gathered, record.group);
    }
    gathered.end(tag);
  } else if (isWritten) {
    gathered.end(gathered.begin(isTyped));
  }
  const { slots } = encoder;
  for (let i = 0; i < length; i++) {
    slots[base + i] = undefined;
  }
  encoder.used = base;
  return isWritten;
}

/** Writes a simple content down. False if it is not as it should be. */
function setText(gathered: Gathered, { names, text: textOf }: FastRecord): boolean {
  if (textOf === undefined) {
    return true;
  }
  const { element, output } = gathered;
  const value = gathered.at(names.length - 1);
  const isMarked = element.keepsSpace === true && typeof value === 'string' && value.charCodeAt(0) <= 0x20;
  const text = isMarked || element.fixed !== undefined || leaves(output, value) ? undefined : textOf(value);
  gathered.markup = text ?? '';
  return text !== undefined && (text !== '' || (element.default ?? '') === '');
}

/** Writes the fields of a record. Those that are simple are written together, and so is the whole element if all are. */
function writeFields(gathered: Gathered, { attributes, fields }: FastRecord): void {
  const { output, encoder } = gathered;
  const { slots } = encoder;
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

/** Writes an element with an escaped text into a record. */
export function writeLeaf(gathered: Gathered, element: ElementPlan, text: string): void {
  const { output } = gathered;
  const known = tagInside(gathered, output, element.tag);
  if (text.length >= longText) {
    writeLong(gathered, known, element, text);
  } else if (known !== undefined) {
    gathered.markup += leaf(known, text);
  } else {
    // Tags are made where the element is.
    gathered.open();
    gathered.markup = leaf(output.tagOf(element), text);
  }
}

function writeLong(gathered: Gathered, known: ElementTag | undefined, element: ElementPlan, text: string): void {
  gathered.open();
  const { output } = gathered;
  const { start, end } = known ?? output.tagOf(element);
  output.markup(start);
  output.markup(text);
  output.markup(end);
}

/** The text of a field that is one element of simple type. */
export function fieldText(
  output: MarkupOutput,
  { list, element, substitutes }: ElementNode,
  part: unknown,
): string | undefined {
  return list || substitutes !== undefined ? undefined : itemText(output, element, part);
}

/** The text of an element of simple type; undefined for one that is written in another way. */
function itemText(output: MarkupOutput, element: ElementPlan, value: unknown): string | undefined {
  if (value === undefined || value === null || leaves(output, value)) {
    return undefined;
  }
  const text = element.fastText === undefined ? fastTextOf(element) : element.fastText;
  return text === null ? undefined : textWith(text, value);
}

/** Writes a field that has other elements in it, or several, or is not as it should be. */
export function writeField(gathered: Gathered, node: ElementNode, part: unknown): void {
  if (part === undefined || part === null || node.element.abstract || isList(part) !== node.list) {
    if (part !== null || !writeNull(gathered, node)) {
      writeFieldGenerally(gathered, node);
    }
    return;
  }
  const { path } = gathered.encoder;
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
  const { output, tag } = gathered;
  const meaning = nullOf(node);
  if (meaning === 'nil' && tag !== undefined && declaresXsi(tag.inner)) {
    // Tags are made where the element is.
    gathered.open();
    gathered.markup = nilMarkup(output.tagOf(node.element)) ?? '';
    return gathered.markup !== '';
  }
  return meaning === 'absent';
}

/** Writes an element of a record that has other elements in it, or is not as it should be. */
export function writeInto(gathered: Gathered, element: ElementPlan, value: unknown): void {
  const { encoder, output, write } = gathered;
  const { target } = element;
  const isRecord = target?.kind === 'complex' && encoder.path.length <= maxRecordPath;
  if (!isRecord || !writeRecord(encoder, output, element, target, value, write, gathered)) {
    gathered.open();
    write(encoder, element, value, 'general');
  }
}

function writeItems(gathered: Gathered, element: ElementPlan, items: readonly unknown[]): void {
  const { encoder, output } = gathered;
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

/** True for an array; false for what is none, and for what cannot even be asked. */
export function isList(value: unknown): value is readonly unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

function itemAt(items: readonly unknown[], i: number, path: (string | number)[]): unknown {
  try {
    return items[i];
  } catch (error) {
    path.push(i);
    throw error;
  }
}

function writeFieldGenerally(gathered: Gathered, node: ElementNode): void {
  gathered.open();
  const { encoder, plan, value, write } = gathered;
  encodeElementNode(encoder, node, scopeOf(plan, value, write));
}

/** Writes a list in the place of the object that would contain nothing else. */
function writeUnwrapped(
  encoder: Encoder,
  output: MarkupOutput,
  element: ElementPlan,
  plan: ComplexPlan,
  items: readonly unknown[],
  write: WriteElement,
  around: Gathered | undefined,
): boolean {
  const list = fastRecordOf(plan)?.list;
  if (list === undefined) {
    return false;
  }
  const { path, hidden } = encoder;
  const gathered = new Gathered(encoder, output, element, plan, write, {}, around);
  const tag = gathered.begin(false);
  hidden.push(path.length);
  path.push(list.property);
  writeItems(gathered, list.element, items);
  path.pop();
  hidden.pop();
  gathered.end(tag);
  return true;
}
