import type { EncodeOptions } from '../schema/context/encoder.js';
import type { ElementDescriptor } from '../schema/descriptor/descriptor.js';
import { expandedName, instanceNamespace } from '../schema/descriptor/resolve.js';
import { hindersDefault, withoutDefault, type XmlWriterOptions } from '../xml/interfaces/writer.js';
import { escapeText } from '../xml/text/escape.js';
import { XmlWriter } from '../xml/write/xml-writer.js';
import type { DocumentForm } from './document-form.js';
import { type Aside, type DividedText, type KeptElement, type Location, nothing } from './kept-elements.js';
import { encodeWith, findKept, type TracedElement, traceValue } from './traced-elements.js';

type WritingOptions = EncodeOptions & XmlWriterOptions;

/** Writes a value as a document with what was kept of it. Throws `XmlEncodeError`. */
export function writeDocument<T>(
  element: ElementDescriptor<T>,
  value: T,
  options: WritingOptions,
  form: DocumentForm,
): string {
  // Its text is of no use, and so no default namespace may hinder it.
  const { chosen: _chosen, prefixes: _prefixes, indent = 0, ...others } = options;
  const elements = traceValue(element, value, others);
  findKept(elements, value, form.like);
  const { prolog = [], epilog = [], prefixes = [] } = elements[0]?.kept?.document ?? {};
  const write = (given: WritingOptions, allowsDefault: boolean): string => {
    const all = { ...given, prefixes: new Map([...prefixes, ...(given.prefixes ?? [])]) };
    return encodeWith(element, value, all, () => new DocumentWriter(all, form, elements, allowsDefault)).toString();
  };
  const text = withDefaultOrNot(write, options);
  for (const aside of [...prolog, ...epilog]) {
    form.onAside?.(aside);
  }
  const root = /^<([^\s/>]+)/.exec(text)?.[1] ?? '';
  const doctype = form.doctype(root);
  const parts = [
    '<?xml version="1.0" encoding="utf-8"?>',
    ...(doctype === '' ? [] : [doctype]),
    ...prolog.flatMap(({ kind, markup }) => (kind !== 'doctype' ? markup : doctype === '' ? typeOf(root, markup) : [])),
    text,
    ...epilog.map(({ markup }) => markup),
  ];
  return parts.join(indent === 0 ? '' : '\n');
}

/** The DOCTYPE that was kept, for a root whose prefix may be another now. */
function typeOf(root: string, markup: string): string {
  return markup.replace(/^(<!DOCTYPE\s+)[^\s>]+/, (_, start: string) => start + root);
}

/** A default namespace is left out where a name in no namespace has to be in its scope. */
function withDefaultOrNot<Written>(
  write: (options: WritingOptions, allowsDefault: boolean) => Written,
  options: WritingOptions,
): Written {
  try {
    return write(options, true);
  } catch (error) {
    if (!hindersDefault(error)) {
      throw error;
    }
    const hasDefault = [...(options.prefixes?.values() ?? [])].includes('');
    return write(hasDefault ? withoutDefault(options, error) : options, false);
  }
}

/** An element that is open, and what is kept of it. */
interface OpenElement {
  readonly namespace: string;
  readonly name: string;
  readonly kept: KeptElement | undefined;
  /** How the text is divided that comes next. */
  divided: DividedText | undefined;
}

/** Writes elements with the prefixes, comments and instructions that were kept of them. */
class DocumentWriter extends XmlWriter {
  readonly #form: DocumentForm;
  readonly #elements: readonly TracedElement[];
  readonly #open: OpenElement[] = [];
  readonly #allowsDefault: boolean;
  /** The prefixes and namespaces that the options choose. */
  readonly #chosen: ReadonlySet<string>;
  #next = 0;
  /** True while prefixes can be declared. */
  #isInTag = false;

  constructor(
    options: XmlWriterOptions,
    form: DocumentForm,
    elements: readonly TracedElement[],
    allowsDefault: boolean,
  ) {
    super(options);
    this.#form = form;
    this.#elements = elements;
    this.#allowsDefault = allowsDefault;
    this.#chosen = new Set(options.chosen?.declared.flat());
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
    const traced = this.#elements[this.#next++];
    const kept = traced?.kept;
    this.#writeAsides(this.#open.length === 0 ? undefined : kept?.before);
    const prefix = kept?.namespace === namespace && this.#allows(kept.prefix, namespace) ? kept.prefix : undefined;
    const own = kept?.declarations && this.#declarationsOf(kept.declarations, namespace);
    super.startElement(namespace, name, preferredPrefix ?? prefix, own ? { ...own, ...declarations } : declarations);
    this.#isInTag = true;
    this.#open.push({ namespace, name, kept, divided: kept?.textInside });
    const locations = this.#open.length === 1 ? this.#form.locations : undefined;
    this.#writeLocations(locations ?? kept?.locations ?? nothing, traced?.locations ?? nothing);
  }

  /** True for a prefix that is not left to the options. */
  #allows(prefix: string | undefined, namespace: string): boolean {
    const isChosen = this.#chosen.has(namespace) || (prefix !== undefined && this.#chosen.has(prefix));
    return !isChosen && (prefix !== '' || this.#allowsDefault);
  }

  /** The declarations that an element had, for one that is in a namespace now. */
  #declarationsOf(
    declarations: NonNullable<KeptElement['declarations']>,
    namespace: string,
  ): Readonly<Record<string, string>> {
    const fits = ([prefix, bound]: [string, string]): boolean =>
      this.#allows(prefix, bound) && (prefix !== '' || namespace !== '' || bound === '');
    return Object.fromEntries(Object.entries(declarations).filter(fits));
  }

  /** Says where schemas are, but for the attributes that the value has itself. */
  #writeLocations(locations: readonly Location[], own: readonly string[]): void {
    for (const [name, text] of locations) {
      if (!own.includes(name)) {
        this.attribute(instanceNamespace, name, text, 'xsi');
      }
    }
  }

  override attribute(namespace: string, name: string, value: string, preferredPrefix?: string): void {
    const prefix = namespace === '' ? undefined : this.#prefixOf(namespace, name);
    super.attribute(namespace, name, value, prefix ?? preferredPrefix);
  }

  /** The prefix that an attribute of the open element had. */
  #prefixOf(namespace: string, name: string): string | undefined {
    const prefix = this.#open.at(-1)?.kept?.attributes?.get(expandedName(namespace, name));
    return prefix !== undefined && this.resolvePrefix(prefix) === namespace ? prefix : undefined;
  }

  override prefixFor(namespace: string): string {
    for (const prefix of this.#open.at(-1)?.kept?.named ?? []) {
      if (this.resolvePrefix(prefix) === namespace) {
        if (this.#isInTag) {
          super.declare(prefix, namespace);
        }
        return prefix;
      }
    }
    return super.prefixFor(namespace);
  }

  override text(value: string): void {
    const open = this.#open.at(-1);
    const isSection = open !== undefined && this.#form.isSection(open.namespace, open.name);
    let done = 0;
    // Of a text that was changed, nobody knows where they are.
    for (const aside of open?.divided?.text === value ? open.divided.asides : nothing) {
      super.text(value.slice(done, aside.at), isSection ? sectionsOf : undefined);
      this.#writeAsides([aside]);
      done = aside.at;
    }
    super.text(value.slice(done), isSection ? sectionsOf : undefined);
    this.#isInTag &&= value === '';
    if (open !== undefined) {
      open.divided = undefined;
    }
  }

  override endElement(): void {
    const { kept } = this.#open.pop() ?? {};
    this.#writeAsides(kept?.end);
    super.endElement();
    this.#isInTag = false;
    const around = this.#open.at(-1);
    if (around !== undefined) {
      around.divided = kept?.textAfter;
    }
  }

  #writeAsides(asides: readonly Aside[] = []): void {
    for (const aside of asides) {
      super.aside(aside.markup);
      this.#form.onAside?.(aside);
      this.#isInTag = false;
    }
  }
}

/** A text as CDATA sections. None can hold its own end, and a carriage return in it would be read as a line feed. */
function sectionsOf(value: string): string {
  // Refuses what XML cannot write.
  escapeText(value);
  const sectionOf = (part: string): string =>
    part === '' ? '' : `<![CDATA[${part.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
  return value.split('\r').map(sectionOf).join('&#13;');
}
