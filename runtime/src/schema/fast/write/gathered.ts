import type { MarkupOutput, XmlOutput } from '../../../xml/interfaces/writer.js';
import { type ElementTag, openWith } from '../../../xml/names/element-tag.js';
import type { Encoder, WriteElement } from '../../context/encoder.js';
import type { ComplexType } from '../../descriptor/descriptor.js';
import { instanceNamespace } from '../../descriptor/resolve.js';
import { formatQName } from '../../lexical/names.js';
import type { ComplexPlan, ElementPlan } from '../../plan/plan.js';
import { fastPlanOf } from '../plan.js';

/** Objects that are written in the fast way: their values are in the order of their type. */

/** The state of writing into an output. */
export interface FastWriting {
  readonly encoder: Encoder;
  /** The general way of writing an element. */
  write: WriteElement;
  readonly output: MarkupOutput;
  /** Values of the records that are being written, and how many of them are in use. */
  readonly slots: unknown[];
  used: number;
  /** Characters of declarations in the records that become one text. */
  declared: number;
}

export type Value = Record<string, unknown>;

/** Text of this length is no longer gathered: copies of it would take longer than to write it. */
const enoughText = 4096;

/**
 * A record whose values are in their places. Its markup is part of that of the record around it: only where something in it is written in another way
 * are both opened in the output.
 */
export class Gathered {
  declare readonly writing: FastWriting;
  declare readonly element: ElementPlan;
  declare readonly plan: ComplexPlan;
  /** The record that this one is in; undefined where an element of another kind is open in the output. */
  declare readonly around: Gathered | undefined;
  /** The object, or the occurrence of a group that is being written. */
  declare value: Value;
  /** Where its values begin. */
  declare base: number;
  /** The beginning of its first attribute, ` name="`, and everything from there to the end of the last value; empty without any. */
  first = '';
  attributes = '';
  /** The place of the last one; infinite if they were not met in the order of the type. */
  lastAttribute = -1;
  /** Set once it is certain that the element is written in this way. */
  tag: ElementTag | undefined;
  isOpen = false;
  /** The markup that is to be written into the element next. */
  markup = '';

  constructor(
    writing: FastWriting,
    element: ElementPlan,
    plan: ComplexPlan,
    value: Value,
    around: Gathered | undefined,
  ) {
    this.writing = writing;
    this.element = element;
    this.plan = plan;
    this.value = value;
    this.around = around;
    this.base = writing.used;
  }

  /** The value in a place. */
  at(place: number): unknown {
    return this.writing.slots[this.base + place];
  }

  /** Starts the element. */
  begin(isTyped: boolean): ElementTag {
    const tag = isTyped ? this.#typedTag() : this.#plainTag();
    this.tag = tag;
    return tag;
  }

  #plainTag(): ElementTag {
    const { writing, element, around } = this;
    const { output } = writing;
    const known = tagInside(around, output, element.tag);
    if (known === undefined) {
      // Tags are made where the element is.
      around?.open();
    }
    return known ?? output.tagOf(element);
  }

  #typedTag(): ElementTag {
    const { writing, element, plan, around, first, attributes } = this;
    const { output } = writing;
    const kept = fastPlanOf(plan);
    const last = kept.typed?.get(element);
    const known = tagInside(around, output, last);
    if (known !== undefined) {
      return known;
    }
    around?.open();
    this.isOpen = true;
    const all = first === '' ? '' : `${first}${attributes}"`;
    const tag = output.beginWith(element, last, all, writeType, plan.type);
    if (tag !== last) {
      kept.typed ??= new WeakMap();
      kept.typed.set(element, tag);
    }
    return tag;
  }

  /** Opens the element in the output, for content that is written into it there, and writes what is to come before. */
  open(): void {
    const { writing, tag, markup } = this;
    const { output } = writing;
    if (!this.isOpen && tag !== undefined) {
      this.around?.open();
      output.begin(tag, this.first === '' ? tag.open : `${openWith(tag, this.first)}${this.attributes}"`);
      this.isOpen = true;
    }
    if (markup !== '') {
      output.markup(markup);
      this.markup = '';
    }
  }

  #empty(tag: ElementTag): string {
    return this.first === '' ? tag.empty : `${openWith(tag, this.first)}${this.attributes}"/>`;
  }

  #start(tag: ElementTag): string {
    return this.first === '' ? tag.start : `${openWith(tag, this.first)}${this.attributes}">`;
  }

  /** Ends the element. */
  end(tag: ElementTag): void {
    const { writing, around, markup } = this;
    const { output } = writing;
    if (this.isOpen) {
      output.markup(markup);
      output.endElement();
      return;
    }
    const text = markup === '' ? this.#empty(tag) : this.#start(tag) + markup + tag.end;
    if (around === undefined) {
      output.markup(text);
      return;
    }
    around.add(text);
  }

  /** Adds markup of its content. */
  add(text: string): void {
    this.markup += text;
    if (this.markup.length > enoughText) {
      this.open();
    }
  }
}

/** A tag, if it is that of an element in a record. Its declarations count as written. */
export function tagInside(
  around: Gathered | undefined,
  output: MarkupOutput,
  tag: ElementTag | undefined,
): ElementTag | undefined {
  return tag !== undefined &&
    tag.outer === around?.tag?.inner &&
    (tag.declarations === undefined || output.declares(tag.declarations))
    ? tag
    : undefined;
}

function writeType(output: XmlOutput, type: ComplexType): void {
  output.attribute(instanceNamespace, 'type', formatQName(type, output), 'xsi');
}
