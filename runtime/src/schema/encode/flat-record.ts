import { type ElementTag, onePiece } from '../../xml/element-tag.js';
import type { Encoder } from '../context/encoder.js';
import type { Gathered, Value } from '../context/gathered.js';
import type { ElementPlan, FastRecord, FlatRecord, FlatTags } from '../plan/plan.js';
import { flatRecordOf } from './fast-plan.js';
import { textWith } from './fast-text.js';
import { isUnknown } from './gather.js';

/**
 * Records of single simple values, as one text. The markup between two values is nearly always the same and is kept: the end of one value, and the
 * beginning of the next.
 */

/** Longer texts are written by themselves, so that they are not copied once more. */
export const longText = 8192;

/** How many records of a type are left to the other ways after an unusual one. */
const pause = 16;

/**
 * The whole element of an object in the record `around`, if its properties are in the order of the type and nothing about it is special. Undefined
 * where another way is to be tried; nothing has happened then.
 */
export function flatText(around: Gathered, element: ElementPlan, record: FastRecord, value: Value): string | undefined {
  const { tag, flat } = element;
  if (tag === undefined || tag.outer !== around.tag?.inner || tag.declarations !== undefined) {
    return undefined;
  }
  const content = record.flat === undefined ? flatRecordOf(record) : record.flat;
  if (content === null || around.output.attaches) {
    return undefined;
  }
  if (content.pause > 0) {
    content.pause--;
    return undefined;
  }
  const tags = flat?.tag === tag ? flat : tagsOf(element, record, tag);
  const text = partsText(around.encoder, record, content, tags, value);
  if (text === undefined) {
    content.pause = pause;
  }
  return text;
}

/** Nothing is kept yet. */
function tagsOf(element: ElementPlan, { names }: FastRecord, tag: ElementTag): FlatTags {
  const places = 2 * names.length + 1;
  const tags = { tag, before: new Array<number>(places).fill(never), joints: new Array<string>(places).fill('') };
  element.flat = tags;
  return tags;
}

/** What nothing comes after. */
const never = -2;

function partsText(
  encoder: Encoder,
  record: FastRecord,
  { texts, required, needed }: FlatRecord,
  tags: FlatTags,
  value: Value,
): string | undefined {
  const { names, places, next, attributes } = record;
  const { before, joints } = tags;
  const end = names.length;
  const contentFrom = attributes.length;
  let markup = '';
  let last = -1;
  /** Which markup comes before: that of the last place, or `end` where an element has just ended. */
  let state = -1;
  let met = 0;
  let known = 0;
  let missing = needed;
  // A loop over keys without a list of them: this runs for every object that is written.
  for (const property in value) {
    met++;
    const part = value[property];
    if (part === undefined) {
      continue;
    }
    let place = next[last + 1]!;
    if (names[place] !== property) {
      const found = places.get(property);
      if (found === undefined) {
        if (isUnknown(encoder, property)) {
          return undefined;
        }
        continue;
      }
      place = found;
      next[last + 1] = place;
    }
    const text = textWith(texts[place]!, part);
    if (place <= last || text === undefined || text.length >= longText) {
      return undefined;
    }
    last = place;
    known++;
    missing -= required[place]!;
    // An element without text is a place of its own.
    const at = text === '' && place >= contentFrom ? end + 1 + place : place;
    if (before[at] !== state && !join(record, tags, state, at)) {
      return undefined;
    }
    markup = markup + joints[at]! + text;
    state = at === place ? place : end;
  }
  if (missing > 0 || (known < end && Object.getOwnPropertyNames(value).length !== met)) {
    return undefined;
  }
  return before[end] === state || join(record, tags, state, end) ? markup + joints[end]! : undefined;
}

/** Keeps the markup between two places. False if a tag is not known yet. */
function join(record: FastRecord, tags: FlatTags, state: number, at: number): boolean {
  const { names, attributes } = record;
  const next = at < attributes.length ? 'attribute' : at === names.length ? 'end' : 'content';
  const closing = closingOf(record, tags.tag, state, next);
  const opening = openingOf(record, tags.tag, at);
  if (closing === undefined || opening === undefined) {
    return false;
  }
  tags.before[at] = state;
  tags.joints[at] = onePiece(closing, opening);
  return true;
}

/** What ends the place before, or the start tag. */
function closingOf(
  record: FastRecord,
  tag: ElementTag,
  state: number,
  next: 'attribute' | 'content' | 'end',
): string | undefined {
  if (state < record.attributes.length) {
    const isFirst = state < 0;
    switch (next) {
      case 'attribute':
        return isFirst ? tag.open : '"';
      case 'content':
        return isFirst ? tag.start : '">';
      case 'end':
        return isFirst ? tag.empty : '"/>';
    }
  }
  const own = state === record.names.length ? '' : fieldTag(record, tag, state)?.end;
  return own === undefined || next !== 'end' ? own : own + tag.end;
}

function openingOf(record: FastRecord, tag: ElementTag, at: number): string | undefined {
  const { names, attributes } = record;
  const end = names.length;
  if (at === end) {
    return '';
  }
  if (at > end) {
    return fieldTag(record, tag, at - end - 1)?.empty;
  }
  return at < attributes.length ? attributes[at]?.start : fieldTag(record, tag, at)?.start;
}

/** The tag of a field inside the element, if it is the one that was written last and declares nothing. */
function fieldTag({ attributes, fields }: FastRecord, { inner }: ElementTag, place: number): ElementTag | undefined {
  const tag = fields[place - attributes.length]?.element.tag;
  return tag?.outer === inner && tag.declarations === undefined ? tag : undefined;
}
