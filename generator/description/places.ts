import type { Diagnostic, Span } from '../diagnostics/diagnostic.js';
import type { SourceElement } from '../source/document.js';
import { parseDocument } from '../source/parse.js';
import { attributeValue, childElements } from '../source/references.js';
import type { DescriptionNode, MapEntry } from './syntax.js';

/** A description, and the WSDL documents that were written from it. */
export interface WrittenDescription {
  /** The parsed text of the description. */
  readonly root: DescriptionNode;
  /** Texts by the name that diagnostics give them. */
  readonly documents: ReadonlyMap<string, string>;
}

/**
 * Moves diagnostics about the WSDL of a description to the position in the description that it comes from, because the WSDL
 * exists only in memory. A position is found by names; if there is none, that of the nearest enclosing part is used.
 */
export async function movedToDescriptions(
  diagnostics: readonly Diagnostic[],
  descriptions: readonly WrittenDescription[],
): Promise<readonly Diagnostic[]> {
  const finders = new Map<string, PlaceFinder>();
  for (const { root, documents } of descriptions) {
    for (const [file, text] of documents) {
      if (diagnostics.some((found) => isAbout(found, file))) {
        finders.set(file, await placeFinder(root, file, text));
      }
    }
  }
  if (finders.size === 0) {
    return diagnostics;
  }
  const move = (span: Span): Span => finders.get(span.file)?.(span) ?? span;
  return diagnostics.map((found) => ({
    ...found,
    ...(found.span && { span: move(found.span) }),
    ...(found.notes && { notes: found.notes.map((note) => (note.span ? { ...note, span: move(note.span) } : note)) }),
  }));
}

function isAbout({ span, notes = [] }: Diagnostic, file: string): boolean {
  return [span, ...notes.map((note) => note.span)].some((place) => place?.file === file);
}

type PlaceFinder = (span: Span) => Span;

async function placeFinder(root: DescriptionNode, file: string, text: string): Promise<PlaceFinder> {
  const service = file.slice(file.lastIndexOf('/') + 1).replace(/\.wsdl$/, '');
  const [tree] = await parseDocument(text, { uri: file, file, maxDepth: Number.POSITIVE_INFINITY });
  return (span) => {
    const path = tree ? pathTo(tree, span) : [];
    return new Walk(root, service).follow(path);
  };
}

/** The elements around a place, the outermost first: the last element that begins at or before it, and its ancestors. */
function pathTo(root: SourceElement, span: Span): readonly SourceElement[] {
  const path = [root];
  for (let current: SourceElement | undefined = root; current; ) {
    const children: readonly SourceElement[] = childElements(current).filter((child) => beginsBefore(child, span));
    current = children.at(-1);
    if (current) {
      path.push(current);
    }
  }
  return path;
}

function beginsBefore({ position }: SourceElement, { line, column }: Span): boolean {
  return position.line < line || (position.line === line && position.column <= column);
}

/** Follows the path of a WSDL element through the description as far as it leads. */
class Walk {
  /** Where the walk is. */
  #node: DescriptionNode | undefined;
  /** The place of the last part that was found. */
  #span: Span;
  /** The service that the WSDL describes. */
  readonly #service: string;

  constructor(root: DescriptionNode, service: string) {
    this.#node = root;
    this.#service = service;
    this.#span = { ...root.span, length: 0 };
  }

  follow(path: readonly SourceElement[]): Span {
    const root = this.#node;
    const [component, ...below] = path.slice(path.findIndex(({ local }) => local === 'schema') + 1);
    const isSchema = path.some(({ local }) => local === 'schema');
    if (isSchema && component) {
      this.#schemaComponent(component, below);
    } else {
      for (const element of path) {
        this.#wsdlComponent(element, root);
      }
    }
    return this.#span;
  }

  /** A global type, or the element of a message or its answer. */
  #schemaComponent(component: SourceElement, below: readonly SourceElement[]): void {
    const name = nameOf(component);
    const root = this.#node;
    if (component.local !== 'element') {
      this.#enter('types', name);
    } else {
      const answered = name.replace(/Response$/, '');
      if (!this.#operation(root, name) && this.#operation(root, answered)) {
        this.#enter('result');
      }
    }
    for (const element of below) {
      this.#schemaPart(element);
    }
  }

  #schemaPart(element: SourceElement): void {
    switch (element.local) {
      case 'element':
        if (!this.#enter('fields', nameOf(element))) {
          this.#enter('params', nameOf(element));
        }
        return;
      case 'attribute':
        this.#enter('attributes', nameOf(element));
        return;
      case 'extension':
        this.#enter('extends');
        return;
      case 'enumeration':
        this.#value(element.attributes.find(({ local }) => local === 'value')?.value ?? '');
        return;
      case 'list':
        this.#enter('list');
        return;
      default:
        // The names of facets are those of the keys.
        if (element.local !== 'restriction') {
          this.#enter(element.local);
        }
    }
  }

  #wsdlComponent(element: SourceElement, root: DescriptionNode | undefined): void {
    const name = nameOf(element);
    if (element.local === 'operation') {
      this.#operation(root, name);
    } else if (element.local === 'fault') {
      this.#enter('faults', name);
    } else if (element.local === 'service') {
      this.#enter('services', name);
    }
  }

  #operation(root: DescriptionNode | undefined, name: string): boolean {
    const service = entryOf(entryOf(root, 'services')?.value, this.#service);
    const found = entryOf(entryOf(service?.value, 'operations')?.value, name);
    if (found) {
      this.#goTo(found);
    }
    return found !== undefined;
  }

  /** Goes down by keys; fails if any of them does not exist. */
  #enter(...keys: readonly string[]): boolean {
    let entry: MapEntry | undefined;
    let node = this.#node;
    for (const key of keys) {
      entry = entryOf(node, key);
      node = entry?.value;
    }
    if (entry) {
      this.#goTo(entry);
    }
    return entry !== undefined;
  }

  #value(text: string): void {
    const values = entryOf(this.#node, 'enum')?.value;
    if (values?.kind === 'map') {
      this.#enter('enum', text);
    }
    if (values?.kind !== 'list') {
      return;
    }
    const found = values.items.find((item) => item.kind === 'text' && item.text === text);
    if (found) {
      this.#span = found.span;
    }
  }

  /** A plain value is shown itself, anything larger by its key. */
  #goTo({ keySpan, value }: MapEntry): void {
    this.#node = value;
    this.#span = value.kind === 'text' && value.text !== '' ? value.span : keySpan;
  }
}

function nameOf(element: SourceElement): string {
  return attributeValue(element, 'name') ?? '';
}

function entryOf(node: DescriptionNode | undefined, key: string): MapEntry | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined;
}
