import { isNCName } from '../../xml/characters.js';
import type { ElementTag } from '../../xml/element-tag.js';
import type { MarkupOutput } from '../../xml/writer.js';
import { type Encoder, maxRecordPath } from '../context/encoder.js';
import type {
  AttributePlan,
  ComplexPlan,
  ElementNode,
  ElementPlan,
  FastAttribute,
  FastRecord,
  FastText,
} from '../plan/plan.js';
import { encodeField, type WriteElement } from './encode-groups.js';
import { attributeText, fastTextOf, simpleContentText } from './fast-text.js';

/**
 * Records in one go: the values of an object are gathered in the order of the type, and simple ones become markup at once. What is not as it
 * mostly is (another type by `$type`, a property that the type does not have, a wrong value) is left to the general way, before anything of
 * it is written. So both ways give the same document and the same errors.
 */

type Value = Record<string, unknown>;

/** Writes a value as an element. False, with nothing written, if that is for the general way. */
export function writeAtOnce(encoder: Encoder, element: ElementPlan, value: unknown, write: WriteElement): boolean {
  const { ready } = encoder;
  if (ready === undefined || encoder.path.length > maxRecordPath) {
    return false;
  }
  const { target } = element;
  if (target?.kind === 'complex') {
    return writeRecord(encoder, ready, element, target, value, write);
  }
  const text = leaves(ready, value) ? undefined : fastTextOf(element)?.(value);
  if (text === undefined) {
    return false;
  }
  ready.markup(leaf(ready.tagOf(element), text));
  return true;
}

/** True for binary content that goes elsewhere. */
function leaves(output: MarkupOutput, value: unknown): boolean {
  return output.attaches && value instanceof Uint8Array;
}

function leaf(tag: ElementTag, text: string): string {
  return text === '' ? tag.empty : tag.start + text + tag.end;
}

/** Writes a value of complex type as an element. False, with nothing written, if that is for the general way. */
function writeRecord(
  encoder: Encoder,
  output: MarkupOutput,
  element: ElementPlan,
  plan: ComplexPlan,
  value: unknown,
  write: WriteElement,
): boolean {
  const record = recordOf(plan);
  if (record === null || !isPlain(value)) {
    return false;
  }
  const base = encoder.used;
  encoder.used = base + record.names.length;
  const gathered: Gathered = { encoder, output, element, plan, record, value, base, write };
  const attributes = gather(encoder, record, value, base) ? attributesOf(gathered) : undefined;
  // Few functions for each level, since values may be deep.
  let isWritten = attributes !== undefined;
  if (attributes !== undefined) {
    if (record.content === undefined) {
      writeFields(gathered, output.tagOf(element), attributes);
    } else {
      isWritten = writeContent(gathered, record.content, attributes);
    }
  }
  if (!isWritten) {
    encoder.slots.fill(undefined, base, encoder.used);
  }
  encoder.used = base;
  return isWritten;
}

/** True for an object that inherits nothing of its own class. */
function isPlain(value: unknown): value is Value {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Puts the values of an object in their places. False if there is one that has no place. */
function gather(encoder: Encoder, { names, places }: FastRecord, value: Value, base: number): boolean {
  const { slots, used } = encoder;
  while (slots.length < used) {
    slots.push(undefined);
  }
  let next = 0;
  // A loop over keys without a list of them: this runs for every object that is written.
  for (const property in value) {
    const place = names[next] === property ? next : places.get(property);
    if (place !== undefined) {
      slots[base + place] = value[property];
      next = place + 1;
    } else if (value[property] !== undefined && (!encoder.ignoresUnknown || property.startsWith('$'))) {
      return false;
    }
  }
  return true;
}

/** A record whose values are in their places. */
interface Gathered {
  readonly encoder: Encoder;
  readonly output: MarkupOutput;
  readonly element: ElementPlan;
  readonly plan: ComplexPlan;
  readonly record: FastRecord;
  readonly value: Value;
  readonly base: number;
  readonly write: WriteElement;
}

/** Writes an element of simple content. False, with nothing written, if its text is for the general way. */
function writeContent(gathered: Gathered, textOf: FastText, attributes: string): boolean {
  const { output, element } = gathered;
  const content = contentOf(gathered, textOf);
  if (content === undefined) {
    return false;
  }
  const { open, end } = output.tagOf(element);
  output.markup(content === '' ? `${open}${attributes}/>` : `${open}${attributes}>${content}${end}`);
  return true;
}

/** The value in a place, which is free afterwards. */
function take({ encoder: { slots }, base }: Gathered, place: number): unknown {
  const value = slots[base + place];
  slots[base + place] = undefined;
  return value;
}

/** The attributes as they are written; undefined if one is missing or not as it should be. */
function attributesOf(gathered: Gathered): string | undefined {
  const { attributes } = gathered.record;
  let markup = '';
  for (let i = 0; i < attributes.length; i++) {
    const { property, required, start, text } = attributes[i]!;
    const value = take(gathered, i);
    if (value !== undefined) {
      const escaped = text(value);
      if (escaped === undefined) {
        return undefined;
      }
      markup += `${start}${escaped}"`;
    } else if (required || isHidden(gathered.value, property)) {
      return undefined;
    }
  }
  return markup;
}

/** True for a property that loops over keys do not meet. */
function isHidden(value: Value, property: string): boolean {
  return Object.hasOwn(value, property) && value[property] !== undefined;
}

/** The text of simple content. */
function contentOf(gathered: Gathered, textOf: FastText): string | undefined {
  const { output, element, record } = gathered;
  const value = take(gathered, record.names.length - 1);
  const isMarked = element.keepsSpace === true && typeof value === 'string' && value.charCodeAt(0) <= 0x20;
  const text = isMarked || element.fixed !== undefined || leaves(output, value) ? undefined : textOf(value);
  return text === '' && (element.default ?? '') !== '' ? undefined : text;
}

/** Writes the element and its fields. Those that are simple are written together, and so is the whole element if all are. */
function writeFields(gathered: Gathered, tag: ElementTag, attributes: string): void {
  const { output, record, value } = gathered;
  const first = record.attributes.length;
  let isOpen = tag.declaration !== undefined;
  if (isOpen) {
    output.begin(tag, tag.open + attributes);
  }
  let markup = '';
  for (let i = 0; i < record.fields.length; i++) {
    const field = record.fields[i]!;
    const part = take(gathered, first + i);
    if (part === undefined && field.min === 0 && !Object.hasOwn(value, field.property)) {
      continue;
    }
    const text = fieldText(output, field, part);
    if (text !== undefined) {
      markup += leaf(tagIn(tag, output, field.element), text);
      continue;
    }
    if (!isOpen) {
      output.begin(tag, tag.open + attributes);
      isOpen = true;
    }
    output.markup(markup);
    markup = '';
    writeField(gathered, field, part);
  }
  if (isOpen) {
    output.markup(markup);
    output.endElement();
  } else {
    output.markup(markup === '' ? `${tag.open}${attributes}/>` : `${tag.open}${attributes}>${markup}${tag.end}`);
  }
}

/** The tags of an element in another. */
function tagIn(around: ElementTag, output: MarkupOutput, element: ElementPlan): ElementTag {
  const { tag } = element;
  return tag !== undefined && tag.outer === around.inner && tag.declaration === undefined ? tag : output.tagOf(element);
}

/** The text of a field that is one element of simple type. */
function fieldText(output: MarkupOutput, { list, element }: ElementNode, part: unknown): string | undefined {
  if (list || leaves(output, part)) {
    return undefined;
  }
  const text = element.fastText === undefined ? fastTextOf(element) : element.fastText;
  return text === null ? undefined : text(part);
}

/** Writes a field that has other elements in it, or several, or is not as it should be. */
function writeField({ encoder, plan, value, write }: Gathered, field: ElementNode, part: unknown): void {
  if (part === undefined || part === null || field.element.abstract || Array.isArray(part) !== field.list) {
    encodeField(encoder, plan, field, value, write);
    return;
  }
  const { path } = encoder;
  const { element, property } = field;
  path.push(property);
  if (!Array.isArray(part)) {
    if (!writeAtOnce(encoder, element, part, write)) {
      write(encoder, element, part, 'general');
    }
  } else {
    for (let i = 0; i < part.length; i++) {
      path.push(i);
      if (!writeAtOnce(encoder, element, part[i], write)) {
        write(encoder, element, part[i], 'general');
      }
      path.pop();
    }
  }
  path.pop();
}

/** How values of a type are written in one go; null if there is always more to it. */
function recordOf(plan: ComplexPlan): FastRecord | null {
  if (plan.fast === undefined) {
    plan.fast = makeRecord(plan) ?? null;
  }
  return plan.fast;
}

function makeRecord(plan: ComplexPlan): FastRecord | undefined {
  const { mode, type, fields } = plan;
  if ((mode !== 'record' && mode !== 'text') || plan.passesOn || type.unwrap !== undefined || type.abstract === true) {
    return undefined;
  }
  const content = mode === 'text' && plan.text !== undefined ? simpleContentText(plan.text) : undefined;
  const attributes = plan.attributes.flatMap((attribute) => fastAttribute(attribute) ?? []);
  if (attributes.length < plan.attributes.length || (mode === 'text' && content === undefined)) {
    return undefined;
  }
  const own = mode === 'text' ? ['$value'] : fields.map(({ property }) => property);
  const names = [...attributes.map(({ property }) => property), ...own];
  const places = new Map(names.map((name, place) => [name, place]));
  return places.size < names.length ? undefined : { names, places, attributes, fields, content };
}

/** An attribute without namespace, which is part of the start tag as it is. */
function fastAttribute({ namespace, name, property, required, fixed, type }: AttributePlan): FastAttribute | undefined {
  const text = attributeText(type);
  const isSimple = namespace === '' && fixed === undefined && isNCName(name) && name !== 'xmlns';
  return text === undefined || !isSimple ? undefined : { property, required, start: ` ${name}="`, text };
}
