import type { MarkupOutput } from '../../../xml/interfaces/writer.js';
import { type ElementTag, onePiece, type ScopeState } from '../../../xml/names/element-tag.js';
import { instanceNamespace } from '../../descriptor/resolve.js';
import { xsiPrefix } from '../../encode/encode-nil.js';
import { isOctets } from '../../lexical/binary.js';
import type { ElementNode, ElementPlan } from '../../plan/plan.js';
import type { FastText } from '../plan.js';
import { type Gathered, tagInside } from './gathered.js';
import { fastTextOf, textWith } from './text.js';

/** Elements of simple type in records. */

/** Longer texts are written by themselves, so that they are not copied once more. */
export const longText = 8192;

/** True for binary content that goes elsewhere. */
export function leaves(output: MarkupOutput, value: unknown): boolean {
  return output.attaches && isOctets(value);
}

/** The markup of an element. */
export function leaf(tag: ElementTag, text: string): string {
  return text === '' ? tag.empty : tag.start + text + tag.end;
}

/** Writes an element with an escaped text into a record. */
export function writeLeaf(gathered: Gathered, element: ElementPlan, text: string): void {
  const { output } = gathered.writing;
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
  const { output } = gathered.writing;
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
export function itemText(output: MarkupOutput, element: ElementPlan, value: unknown): string | undefined {
  if (value === undefined || value === null || leaves(output, value)) {
    return undefined;
  }
  const text = element.fast === undefined ? fastTextOf(element) : (element.fast as FastText | null);
  return text === null ? undefined : textWith(text, value);
}

/** True for an array; false for what is none, and for what cannot even be asked. */
export function isList(value: unknown): value is readonly unknown[] {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

/** An item; the path says where it is if it cannot be read. */
export function itemAt(items: readonly unknown[], i: number, path: (string | number)[]): unknown {
  try {
    return items[i];
  } catch (error) {
    path.push(i);
    throw error;
  }
}

/** True where the usual prefix of `xsi:nil` is declared. */
export function declaresXsi(scope: ScopeState): boolean {
  let state: ScopeState | undefined = scope;
  while (state !== undefined && state.prefix !== xsiPrefix) {
    state = state.outer;
  }
  return state?.namespace === instanceNamespace;
}

/** The markup of a nil element; undefined where its prefix means something else. */
export function nilMarkup({ inner, open }: ElementTag): string | undefined {
  return declaresXsi(inner) ? onePiece(open, ` ${xsiPrefix}:nil="true"/>`) : undefined;
}
