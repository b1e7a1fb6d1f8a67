import { type XmlCursor, XmlEvent } from '../interfaces/reader.js';
import type { XmlAttribute, XmlElement, XmlNode } from '../interfaces/tree.js';
import { xmlNamespace } from '../names/namespaces.js';
import { XmlLimitError } from '../text/errors.js';
import { fewNamespaces, maxListed } from '../text/limits.js';
import type { TreeOffsets } from './tree-offsets.js';
import { innerScope, listScope, namespaceIn, type TreeScope } from './tree-scope.js';

/** The element that a cursor reads for an element of a tree: the element itself, or another one in its place. */
export interface TreePlace {
  readonly namespace: string;
  readonly name: string;
  readonly prefix: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlNode[];
  /** The scope inside. */
  readonly scope: TreeScope | undefined;
  /** True if `scope` is not the surrounding one with the element's own declarations, but another. */
  readonly moved: boolean;
  /** Called when the element has ended. */
  readonly left: (() => void) | undefined;
}

/** Returns the place that is read for an element. `depth` is that of the element; the root is 1. */
export type EnterTree = (element: XmlElement, outer: TreeScope | undefined, depth: number) => TreePlace;

interface Frame {
  readonly element: XmlElement;
  readonly place: TreePlace;
  next: number;
}

/** Scopes that are nested deeper are looked up in a list of everything in scope. */
const fewScopes = 8;
const nowhere = { line: 0, column: 0, offset: 0 };

/**
 * A cursor over a tree, without writing it as text: content that occurs in several places needs memory only once. It has no
 * positions, and the offsets of elements only where these were kept. Trees do not contain comments.
 */
export class TreeCursor implements XmlCursor {
  event: XmlEvent = XmlEvent.EndDocument;
  localName = '';
  namespace = '';
  prefix = '';
  depth = 0;
  attributeCount = 0;
  text = '';
  readonly passedOver = 0;
  offset = 0;
  /** True if the tree has the namespaces on the wire. */
  declare readonly isOnWire: boolean;
  declare readonly wireNamespace: (namespace: string) => string;
  readonly #enter: EnterTree;
  readonly #offsets: TreeOffsets | undefined;
  readonly #stack: Frame[] = [];
  #attributes: readonly XmlAttribute[] = [];
  #listed = 0;

  /**
   * Begins at the start of `root`. `source` is a cursor over the document of the tree, which knows the namespaces on the
   * wire; without it, these are what the tree has.
   */
  constructor(
    root: XmlElement,
    source: Pick<XmlCursor, 'wireNamespace'> | undefined,
    enter: EnterTree,
    offsets?: TreeOffsets,
  ) {
    this.#enter = enter;
    this.#offsets = offsets;
    this.isOnWire = source === undefined;
    this.wireNamespace = (namespace) => source?.wireNamespace(namespace) ?? namespace;
    this.#start(root, undefined);
  }

  get isEmpty(): boolean {
    const children = this.#stack[this.#stack.length - 1]?.place.children ?? [];
    return (
      this.event === XmlEvent.StartElement &&
      children.every((child) => typeof child === 'string' && /^[\t\n\r ]*$/.test(child))
    );
  }

  next(): XmlEvent {
    if (this.event === XmlEvent.EndElement) {
      this.#stack.pop()?.place.left?.();
    }
    const top = this.#stack[this.#stack.length - 1];
    if (top === undefined) {
      return this.#moveTo(XmlEvent.EndDocument);
    }
    const { place, element } = top;
    const child = place.children[top.next++];
    if (child === undefined) {
      this.#name(place);
      this.offset = this.#offsets?.endOf(element) ?? 0;
      return this.#moveTo(XmlEvent.EndElement);
    }
    if (typeof child !== 'string') {
      return this.#start(child, place.scope);
    }
    this.text = child;
    return this.#moveTo(XmlEvent.Text);
  }

  /**
   * The element at whose start the cursor is, with every declaration in scope; the cursor moves to its end. Undefined where the cursor reads
   * other elements in the place of those of the tree.
   */
  take(): XmlElement | undefined {
    const top = this.#stack[this.#stack.length - 1];
    if (top === undefined || this.#enter !== enterItself) {
      return undefined;
    }
    const { element, place } = top;
    const { namespace, name, prefix, attributes, children } = place;
    const declarations = Object.fromEntries(this.namespacesInScope());
    const taken = { namespace, name, ...(prefix !== '' && { prefix }), attributes, children, declarations };
    this.#offsets?.move(taken, element);
    top.next = children.length;
    this.next();
    return taken;
  }

  #start(element: XmlElement, outer: TreeScope | undefined): XmlEvent {
    const place = this.#enter(element, outer, this.#stack.length + 1);
    this.#stack.push({ element, place, next: 0 });
    this.#name(place);
    this.offset = this.#offsets?.startOf(element) ?? 0;
    this.#moveTo(XmlEvent.StartElement);
    this.#attributes = place.attributes;
    this.attributeCount = place.attributes.length;
    return XmlEvent.StartElement;
  }

  #name({ namespace, name, prefix }: TreePlace): void {
    this.namespace = namespace;
    this.localName = name;
    this.prefix = prefix;
    this.depth = this.#stack.length;
  }

  #moveTo(event: XmlEvent): XmlEvent {
    this.event = event;
    this.attributeCount = 0;
    return event;
  }

  attributeName(index: number): string {
    return this.#attribute(index).name;
  }

  attributeNamespace(index: number): string {
    return this.#attribute(index).namespace;
  }

  attributePrefix(index: number): string {
    return this.#attribute(index).prefix ?? '';
  }

  attributeValue(index: number): string {
    return this.#attribute(index).value;
  }

  #attribute(index: number): XmlAttribute {
    const attribute = index < this.attributeCount ? this.#attributes[index] : undefined;
    if (attribute === undefined) {
      throw new RangeError(`There is no attribute ${index}`);
    }
    return attribute;
  }

  attribute(namespace: string, name: string): string | undefined {
    for (let i = 0; i < this.attributeCount; i++) {
      const attribute = this.#attributes[i];
      if (attribute?.name === name && attribute.namespace === namespace) {
        return attribute.value;
      }
    }
    return undefined;
  }

  resolvePrefix(prefix: string): string | undefined {
    const otherwise = prefix === '' ? '' : prefix === 'xml' ? xmlNamespace : undefined;
    const scope = this.#scope();
    if (scope === undefined || scope.depth > fewScopes) {
      return this.namespacesInScope().get(prefix) ?? otherwise;
    }
    return namespaceIn(scope, prefix) ?? otherwise;
  }

  #scope(): TreeScope | undefined {
    return this.#stack[this.#stack.length - 1]?.place.scope;
  }

  declarations(): ReadonlyArray<readonly [prefix: string, namespace: string]> {
    const place = this.#stack[this.#stack.length - 1]?.place;
    if (place === undefined || this.event !== XmlEvent.StartElement) {
      return noDeclarations;
    }
    if (place.moved) {
      return [...this.namespacesInScope()];
    }
    return this.#declaresItself(place) ? Object.entries(place.scope?.declarations ?? {}) : noDeclarations;
  }

  #declaresItself(place: TreePlace): boolean {
    return place.scope !== this.#stack[this.#stack.length - 2]?.place.scope;
  }

  namespacesInScope(): ReadonlyMap<string, string> {
    const scope = this.#scope();
    if (scope === undefined) {
      return noNamespaces;
    }
    if (scope.all === undefined) {
      scope.all = listScope(scope);
      if (scope.all.size > fewNamespaces) {
        this.#listed += scope.all.size;
      }
      if (this.#listed > maxListed) {
        throw new XmlLimitError('Too many namespaces are in scope', nowhere);
      }
    }
    return scope.all;
  }

  position(): typeof nowhere {
    return nowhere;
  }
}

/** A cursor over a tree as it is, on its start. `source` is a cursor over the document of the tree; without it, the tree has the namespaces on the wire. */
export function treeCursor(
  root: XmlElement,
  source: Pick<XmlCursor, 'wireNamespace'> | undefined,
  offsets?: TreeOffsets,
): XmlCursor {
  return new TreeCursor(root, source, enterItself, offsets);
}

function enterItself(element: XmlElement, outer: TreeScope | undefined): TreePlace {
  const { namespace, name, prefix = '', attributes, children } = element;
  return {
    namespace,
    name,
    prefix,
    attributes,
    children,
    scope: innerScope(element, outer),
    moved: false,
    left: undefined,
  };
}

const noDeclarations: readonly never[] = [];
const noNamespaces: ReadonlyMap<string, string> = new Map();
