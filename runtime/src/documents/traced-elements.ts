import { isObject } from '../base/options.js';
import { ElementEncoder } from '../schema/context/element-encoder.js';
import { type EncodeOptions, type Encoder, isTree } from '../schema/context/encoder.js';
import type { ElementDescriptor } from '../schema/descriptor/descriptor.js';
import { expandedName, readProperty } from '../schema/descriptor/resolve.js';
import { encodeAs } from '../schema/encode/encode.js';
import { elementPlan } from '../schema/plan/plan.js';
import { elementsOf } from '../xml/interfaces/tree.js';
import type { XmlWriterOptions } from '../xml/interfaces/writer.js';
import { XmlWriter } from '../xml/write/xml-writer.js';
import { isLocation, type KeptElement, keepFor, keptOf, nothing } from './kept-elements.js';

/** An element as a value is written, and the part of the value that it is of. */
export interface TracedElement {
  readonly namespace: string;
  readonly name: string;
  readonly value: unknown;
  readonly children: TracedElement[];
  /** Names of its own attributes that say where schemas are. */
  locations: readonly string[];
  /** Steps of the path to it. */
  readonly steps: number;
  /** What is kept of the element that it was read from. */
  kept: KeptElement | undefined;
}

/** Writes a value the general way: writers of documents see each element and each text. Throws `XmlEncodeError`. */
export function encodeWith<T>(
  element: ElementDescriptor<T>,
  value: T,
  options: EncodeOptions,
  writerOf: (encoder: () => Encoder) => XmlWriter,
): XmlWriter {
  const plan = elementPlan(element);
  const writer = writerOf(() => encoder);
  const encoder: Encoder = new ElementEncoder(writer, plan.name, options);
  try {
    encodeAs(encoder, plan, value);
  } catch (error) {
    encoder.refuse(error);
  }
  return writer;
}

/** An element that is open, and the trees in it: the path of an encoder does not lead into trees. */
interface OpenElement {
  readonly traced: TracedElement;
  readonly trees: readonly unknown[];
}

/** Notes which elements are written of which parts of a value. */
class TraceWriter extends XmlWriter {
  /** All elements in the order in which they are written. */
  readonly elements: TracedElement[] = [];
  readonly #open: OpenElement[] = [];
  readonly #value: unknown;
  readonly #encoder: () => Encoder;

  constructor(value: unknown, options: XmlWriterOptions, encoder: () => Encoder) {
    super(options);
    this.#value = value;
    this.#encoder = encoder;
  }

  /** Each element is to be seen. */
  override get ready(): undefined {
    return undefined;
  }

  override startElement(
    namespace: string,
    name: string,
    preferredPrefix?: string,
    declarations?: Readonly<Record<string, string>>,
  ): void {
    super.startElement(namespace, name, preferredPrefix, declarations);
    const { traced: parent, trees = nothing } = this.#open.at(-1) ?? {};
    const steps = this.#encoder().path.length;
    const value = parent?.steps === steps ? trees[parent.children.length] : this.#valueHere();
    const traced: TracedElement = { namespace, name, value, children: [], locations: nothing, steps, kept: undefined };
    parent?.children.push(traced);
    this.elements.push(traced);
    this.#open.push({ traced, trees: isTree(value) ? elementsOf(value) : nothing });
  }

  override attribute(namespace: string, name: string, value: string, preferredPrefix?: string): void {
    super.attribute(namespace, name, value, preferredPrefix);
    const traced = this.#open.at(-1)?.traced;
    if (traced !== undefined && isLocation(namespace, name)) {
      traced.locations = [...traced.locations, name];
    }
  }

  override endElement(): void {
    super.endElement();
    this.#open.pop();
  }

  #valueHere(): unknown {
    let value = this.#value;
    for (const step of this.#encoder().place()) {
      value = isObject(value) ? readProperty(value, `${step}`) : undefined;
    }
    return value;
  }
}

/** The elements of a value in the order in which they are written, the root first. Throws `XmlEncodeError`. */
export function traceValue<T>(
  element: ElementDescriptor<T>,
  value: T,
  options: EncodeOptions & XmlWriterOptions,
): readonly TracedElement[] {
  const writer = encodeWith(element, value, options, (encoder) => new TraceWriter(value, options, encoder));
  return (writer as TraceWriter).elements;
}

/** Gives the elements of a document the values that were just read from them: those of one name have the same order in both. */
export function adoptValues(root: TracedElement, kept: KeptElement): void {
  const pairs: [TracedElement, KeptElement][] = [[root, kept]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [traced, from] = pair;
    keepFor(from, traced.value);
    const read = byName(from.children);
    for (const [name, children] of byName(traced.children)) {
      const sources = read.get(name) ?? [];
      // Where something was passed over, or made up, it is not known which it was.
      if (sources.length === children.length) {
        children.forEach((child, index) => {
          pairs.push([child, sources[index]!]);
        });
      }
    }
  }
}

/**
 * Finds what is kept of the elements of a value that is written. An object has what was kept of it wherever it is now, a simple value what was kept of an equal one. Of
 * the others, those between two known elements of their name have what was kept of as many others between them: simple values, which were changed in their
 * places, and objects only if the value is a copy `like` another.
 */
export function findKept(elements: readonly TracedElement[], value: unknown, like: unknown): void {
  const used = new Set<KeptElement>();
  const give = (traced: TracedElement, kept: KeptElement | undefined): void => {
    if (kept !== undefined && !used.has(kept)) {
      used.add(kept);
      traced.kept = kept;
    }
  };
  const [root] = elements;
  if (root !== undefined) {
    give(root, keptOf(like ?? value));
  }
  for (const traced of elements) {
    if (traced.kept === undefined) {
      give(traced, keptOf(traced.value));
    }
  }
  const isNew = ({ value: own }: TracedElement | KeptElement): boolean => isObject(own) && like === undefined;
  const replace = (item: TracedElement, source: KeptElement): void =>
    give(item, isNew(item) || isNew(source) ? undefined : source);
  // Parents come before their children.
  for (const { kept, children } of elements) {
    if (kept !== undefined && children.length > 0) {
      const read = byName(kept.children.filter(({ isRead }) => isRead));
      for (const [name, items] of byName(children)) {
        const sources = read.get(name) ?? [];
        giveEqual(items, sources, give);
        giveBetween(items, sources, used, replace);
      }
    }
  }
}

/** Gives simple values what was kept of equal ones. */
function giveEqual(
  items: readonly TracedElement[],
  sources: readonly KeptElement[],
  give: (traced: TracedElement, kept: KeptElement) => void,
): void {
  const equal = groupedBy(sources.filter(({ value }) => !isObject(value)).reverse(), ({ value }) => value);
  for (const item of items) {
    const source = item.kept === undefined ? equal.get(item.value)?.pop() : undefined;
    if (source !== undefined) {
      give(item, source);
    }
  }
}

/** Gives elements that are not known what was kept of as many that are not used, between the same ones. */
function giveBetween(
  items: readonly TracedElement[],
  sources: readonly KeptElement[],
  used: ReadonlySet<KeptElement>,
  give: (traced: TracedElement, kept: KeptElement) => void,
): void {
  const places = new Map(sources.map((source, index) => [source, index]));
  const free = sources.filter((source) => !used.has(source));
  /** How many are free before each place. */
  const freeBefore: number[] = [0];
  for (const source of sources) {
    freeBefore.push(freeBefore.at(-1)! + (used.has(source) ? 0 : 1));
  }
  let first = 0;
  let after = 0;
  for (let i = 0; i <= items.length; i++) {
    const known = items[i]?.kept;
    if (i < items.length && known === undefined) {
      continue;
    }
    const place = known === undefined ? sources.length : (places.get(known) ?? after);
    const from = freeBefore[after]!;
    if (freeBefore[place]! - from === i - first) {
      for (let index = first; index < i; index++) {
        give(items[index]!, free[from + index - first]!);
      }
    }
    first = i + 1;
    after = known !== undefined && places.has(known) ? place + 1 : after;
  }
}

function byName<Named extends { readonly namespace: string; readonly name: string }>(
  elements: readonly Named[],
): Map<string, Named[]> {
  return groupedBy(elements, ({ namespace, name }) => expandedName(namespace, name));
}

function groupedBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [item]);
    } else {
      group.push(item);
    }
  }
  return groups;
}
