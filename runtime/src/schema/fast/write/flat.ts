import {
  type ElementTag,
  onePiece,
  type ScopeState,
  startAfter,
  type TagJoints,
} from '../../../xml/names/element-tag.js';
import { maxPath } from '../../context/encoder.js';
import type { ComplexPlan, ElementNode, ElementPlan } from '../../plan/plan.js';
import type { FastRecord, FlatRecord } from '../plan.js';
import { fastPlanOf } from '../plan.js';
import { isPlain, isUnknown } from './gather.js';
import type { FastWriting, Gathered, Value } from './gathered.js';
import { longText, nilMarkup } from './leaves.js';
import { fastRecordOf, firstPause, flatRecordOf, namesType, planNamed } from './record-plan.js';
import { fastTextOf, textWith } from './text.js';

/**
 * Records as one text each, together with the few records in them. The markup between two values is nearly always the same and is kept: the end of one
 * value, and the beginning of the next.
 */

/** Longer lists, and those of more text, are written item by item. */
const maxItems = 100;
const maxListText = 32_768;

/** Records in one another that become one text, and the steps of the path that they take. */
const maxDepth = 6;
const maxSteps = 2 * maxDepth + 2;

/** How many records of a type are left to the other ways after unusual ones at most: twice as many after each, from `firstPause` on. */
const maxPause = 1024;

/**
 * The whole element of an object in the record `around`, if its properties are in the order of the type and nothing about it is special; `plan` is its
 * type, and `typed` says that it names that. Undefined where another way is to be tried; nothing has happened then.
 */
export function flatText(
  { writing, tag }: Gathered,
  element: ElementPlan,
  plan: ComplexPlan,
  value: Value,
  typed: boolean,
): string | undefined {
  const { output, encoder } = writing;
  if (tag === undefined || output.attaches || encoder.path.length + maxSteps > maxPath - 2) {
    return undefined;
  }
  writing.declared = 0;
  let text: string | undefined;
  try {
    text = recordText(writing, tag.inner, element, plan, value, typed, 0);
  } catch {
    // A value that cannot be read: the general way says where it is.
    return undefined;
  }
  if (text !== undefined && writing.declared > 0) {
    output.countDeclared(writing.declared);
  }
  return text;
}

function recordText(
  writing: FastWriting,
  around: ScopeState,
  element: ElementPlan,
  plan: ComplexPlan,
  value: Value,
  typed: boolean,
  depth: number,
): string | undefined {
  const tag = typed ? fastPlanOf(plan).typed?.get(element) : element.tag;
  const record = fastRecordOf(plan);
  if (record === null || !isRight(writing, around, tag)) {
    return undefined;
  }
  const flat = record.flat === undefined ? flatRecordOf(record) : record.flat;
  if (flat === null || (record.text !== undefined && isSpecial(element))) {
    return undefined;
  }
  if (flat.paused > 0) {
    flat.paused--;
    return undefined;
  }
  const text = partsText(writing, tag, record, flat, value, typed, depth);
  if (text === undefined) {
    flat.paused = flat.pause;
    flat.pause = Math.min(maxPause, 2 * flat.pause);
    return undefined;
  }
  flat.pause = firstPause;
  writing.declared += tag.declarations?.length ?? 0;
  return text;
}

/** True for the tag of an element that is right in its place. */
function isRight({ output }: FastWriting, around: ScopeState, tag: ElementTag | undefined): tag is ElementTag {
  return tag?.outer === around && (tag.declarations === undefined || output.declaresSame(tag.declarations));
}

/** True for an element whose simple content may need more than its text. */
function isSpecial(element: ElementPlan): boolean {
  return element.fixed !== undefined || element.keepsSpace === true || (element.default ?? '') !== '';
}

/** The element of an object: what is in each of its places, and the markup between them. */
function partsText(
  writing: FastWriting,
  tag: ElementTag,
  record: FastRecord,
  flat: FlatRecord,
  value: Value,
  typed: boolean,
  depth: number,
): string | undefined {
  const { names, next } = record;
  const { kinds, required } = flat;
  const end = names.length;
  tag.inside ??= nothingInside(end);
  const { inside } = tag;
  const { before, joints } = inside;
  let markup = '';
  let last = -1;
  /** The place whose markup was written last, or `end` where an element has just ended. */
  let state = -1;
  let met = 0;
  let known = 0;
  let missing = flat.needed;
  // A loop over keys without a list of them: this runs for every object that is written.
  for (const property in value) {
    met++;
    const part = value[property];
    if (part === undefined || (typed && property === '$type')) {
      continue;
    }
    const expected = next[last + 1]!;
    const place = names[expected] === property ? expected : otherPlace(record, last + 1, property);
    if (place === undefined) {
      if (isUnknown(writing.encoder, property)) {
        return undefined;
      }
      continue;
    }
    const text = partText(writing, tag, flat, place, part, depth);
    if (place <= last || text === undefined || (text.length >= longText && kinds[place] !== 'whole')) {
      return undefined;
    }
    last = place;
    known++;
    missing -= required[place]!;
    const at = jointOf(flat, place, part, text, end);
    if (at < 0) {
      continue;
    }
    if (before[at] !== state && !join(record, flat, tag, inside, state, at)) {
      return undefined;
    }
    markup = markup + joints[at]! + text;
    state = at === place ? place : end;
  }
  if (missing > 0 || (known < end && Object.getOwnPropertyNames(value).length !== met)) {
    return undefined;
  }
  return before[end] === state || join(record, flat, tag, inside, state, end) ? markup + joints[end]! : undefined;
}

/** The place of a property that is not the one which followed the last time; it is remembered. */
function otherPlace({ places, next }: FastRecord, index: number, property: string): number | undefined {
  const place = places.get(property);
  if (place !== undefined) {
    next[index] = place;
  }
  return place;
}

/** What is written in a place; undefined for a part that takes a closer look. */
function partText(
  writing: FastWriting,
  tag: ElementTag,
  { kinds, texts, nodes, nulls }: FlatRecord,
  place: number,
  part: unknown,
  depth: number,
): string | undefined {
  if (part === null) {
    return nulls[place] && '';
  }
  return kinds[place] === 'whole'
    ? wholeText(writing, tag.inner, nodes[place], part, depth)
    : textWith(texts[place]!, part);
}

/** Which joint is before the text of a place: empty elements, nil ones, and whole ones have others. -1 for a part that is left out. */
function jointOf({ kinds, nulls }: FlatRecord, place: number, part: unknown, text: string, end: number): number {
  const kind = kinds[place];
  if (kind === 'attribute' || (text !== '' && kind !== 'whole')) {
    return place;
  }
  if (text === '' && (part === null ? nulls[place] === 'absent' : kind !== 'element')) {
    return -1;
  }
  return (part === null ? 2 * end : end) + 1 + place;
}

/** The markup of a record or a list in a record; empty for a list without items. */
function wholeText(
  writing: FastWriting,
  around: ScopeState,
  node: ElementNode | undefined,
  part: unknown,
  depth: number,
): string | undefined {
  if (node === undefined) {
    return undefined;
  }
  if (!node.list) {
    return nestedText(writing, around, node.element, part, depth + 1);
  }
  return Array.isArray(part) ? itemsText(writing, around, node.element, part, depth + 1) : undefined;
}

function nestedText(
  writing: FastWriting,
  around: ScopeState,
  element: ElementPlan,
  value: unknown,
  depth: number,
): string | undefined {
  const { target } = element;
  if (target?.kind !== 'complex' || depth > maxDepth) {
    return undefined;
  }
  if (!isPlain(value)) {
    return Array.isArray(value) ? unwrappedText(writing, around, element, target, value, depth) : undefined;
  }
  const typed = namesType(element, target, value);
  const plan = typed ? planNamed(element, target, value.$type) : target;
  return plan && recordText(writing, around, element, plan, value, typed, depth);
}

/** An element whose value is the list that it contains. */
function unwrappedText(
  writing: FastWriting,
  around: ScopeState,
  element: ElementPlan,
  plan: ComplexPlan,
  items: readonly unknown[],
  depth: number,
): string | undefined {
  const list = fastRecordOf(plan)?.list;
  const { tag } = element;
  if (list === undefined || !isRight(writing, around, tag)) {
    return undefined;
  }
  writing.declared += tag.declarations?.length ?? 0;
  const text = itemsText(writing, tag.inner, list.element, items, depth + 1);
  return text === '' ? tag.empty : text && tag.start + text + tag.end;
}

function itemsText(
  writing: FastWriting,
  around: ScopeState,
  element: ElementPlan,
  items: readonly unknown[],
  depth: number,
): string | undefined {
  if (items.length > maxItems) {
    return undefined;
  }
  return element.target?.kind === 'complex'
    ? recordsText(writing, around, element, items, depth)
    : textsText(around, element, items);
}

function recordsText(
  writing: FastWriting,
  around: ScopeState,
  element: ElementPlan,
  items: readonly unknown[],
  depth: number,
): string | undefined {
  let markup = '';
  for (let i = 0; i < items.length; i++) {
    const text = nestedText(writing, around, element, items[i], depth);
    if (text === undefined || markup.length > maxListText) {
      return undefined;
    }
    markup += text;
  }
  return markup;
}

/** A list of simple values. */
function textsText(around: ScopeState, element: ElementPlan, items: readonly unknown[]): string | undefined {
  const textOf = fastTextOf(element);
  const tag = tagIn(around, element);
  if (textOf === null || tag === undefined) {
    return undefined;
  }
  let markup = '';
  let isOpen = false;
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    const text = item === null ? undefined : textWith(textOf, item);
    if (text === undefined || markup.length > maxListText) {
      return undefined;
    }
    const closing = isOpen ? tag.end : '';
    markup = text === '' ? markup + closing + tag.empty : markup + (isOpen ? startAfter(tag, tag) : tag.start) + text;
    isOpen = text !== '';
  }
  return isOpen ? markup + tag.end : markup;
}

/** The tag of an element in a place, if it is the one that was written last and declares nothing. */
function tagIn(around: ScopeState, element: ElementPlan | undefined): ElementTag | undefined {
  const tag = element?.tag;
  return tag?.outer === around && tag.declarations === undefined ? tag : undefined;
}

/** No place has come before yet. */
const never = -2;

/** No markup is kept yet. Its places are those of the values, the end, those of values as whole elements, and those of nil elements. */
function nothingInside(end: number): TagJoints {
  const places = 3 * end + 1;
  return { before: new Array<number>(places).fill(never), joints: new Array<string>(places).fill('') };
}

/** Keeps the markup between two places. False if a tag is not known yet. */
function join(
  record: FastRecord,
  flat: FlatRecord,
  tag: ElementTag,
  { before, joints }: TagJoints,
  state: number,
  at: number,
): boolean {
  const closing = closingOf(record, tag, state, at);
  const opening = openingOf(record, flat, tag, at);
  if (closing === undefined || opening === undefined) {
    return false;
  }
  before[at] = state;
  joints[at] = onePiece(closing, opening);
  return true;
}

/** The markup that ends the place before, or the start tag. */
function closingOf(record: FastRecord, tag: ElementTag, state: number, at: number): string | undefined {
  const { names, attributes } = record;
  const end = names.length;
  if (state < 0) {
    return at < attributes.length ? tag.open : at === end ? tag.empty : tag.start;
  }
  if (state < attributes.length) {
    return at < attributes.length ? '"' : at === end ? '"/>' : '">';
  }
  const own = state === end ? '' : tagsAt(record, tag, state)?.end;
  return own === undefined || at !== end ? own : own + tag.end;
}

function openingOf(record: FastRecord, { kinds }: FlatRecord, tag: ElementTag, at: number): string | undefined {
  const end = record.names.length;
  if (at === end) {
    return '';
  }
  if (at > 2 * end) {
    const nil = tagIn(tag.inner, record.fields[at - 2 * end - 1 - record.attributes.length]?.element);
    return nil && nilMarkup(nil);
  }
  if (at > end) {
    return kinds[at - end - 1] === 'whole' ? '' : tagsAt(record, tag, at - end - 1)?.empty;
  }
  return kinds[at] === 'attribute' ? record.attributes[at]?.start : tagsAt(record, tag, at)?.start;
}

/** The tags around a value; none around a text. */
function tagsAt(
  { attributes, fields, text }: FastRecord,
  tag: ElementTag,
  place: number,
): Pick<ElementTag, 'start' | 'end' | 'empty'> | undefined {
  return text === undefined ? tagIn(tag.inner, fields[place - attributes.length]?.element) : noTags;
}

const noTags = { start: '', end: '', empty: '' };
