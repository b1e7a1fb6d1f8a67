import { type XmlCursor, XmlEvent } from '../../xml/interfaces/reader.js';
import type { XmlAttribute, XmlElement } from '../../xml/interfaces/tree.js';
import { TreeCursor, type TreePlace } from '../../xml/trees/tree-cursor.js';
import { innerScope, type TreeScope } from '../../xml/trees/tree-scope.js';
import type { ElementDescriptor } from '../descriptor/descriptor.js';
import { XmlDecodeError } from '../descriptor/errors.js';
import { encoding, isEncoding } from '../descriptor/soap-encoding.js';

/** Maximum nesting of elements, including those that references lead to. */
const maxDepth = 200;

/**
 * The size that references may add to a message: this much, and as much again as the message has. Only repeated targets
 * count, since everything else is in the message once.
 */
const addedParts = 100_000;
const addedCharacters = 1_000_000;

/** Sizes of trees: elements, attributes, texts and declarations, and the characters of them all. */
interface Size {
  parts: number;
  characters: number;
}

interface Target {
  readonly tree: XmlElement;
  /** The scope in it. */
  readonly scope: TreeScope | undefined;
  /** Its attributes without the id. */
  readonly attributes: readonly XmlAttribute[];
  /** Size of all that is in scope in it. */
  readonly scopeSize: Size;
  /** True once a reference has led to it. */
  seen: boolean;
  /** True while its content is being counted. */
  open: boolean;
}

/** True for an attribute that gives an element the name by which references find it. */
function isIdAttribute({ namespace, name }: XmlAttribute): boolean {
  return name === 'id' && (namespace === '' || isEncoding(namespace));
}

/** Id that an element refers to, if any: `href="#id"` in 1.1, `enc:ref="id"` in 1.2. */
function referenceOf(tree: XmlElement): string | undefined {
  for (const { namespace, name, value } of tree.attributes) {
    if (namespace === '' && name === 'href' && value.startsWith('#')) {
      return value.slice(1);
    }
    if (namespace === encoding['1.2'] && name === 'ref') {
      return value.startsWith('#') ? value.slice(1) : value;
    }
  }
  return undefined;
}

/** Reads trees as if the target of each reference were in its place. All that it reads shares the bounds. */
export class ReferenceResolver {
  readonly #trees: () => readonly XmlElement[];
  /** Asked when a reference leads to none of the trees. */
  #others: (() => readonly XmlElement[]) | undefined;
  #targets: Map<string, Target> | undefined;
  #element: ElementDescriptor | undefined;
  /** Targets, of those that are being counted, to which a reference had led before. */
  #repeated = 0;
  /** The size that may still be added. */
  readonly #left: Size = { parts: addedParts, characters: addedCharacters };

  /**
   * `trees` gives the elements to which references may lead, and all in them; it is asked when there is a first reference. `others`
   * gives further ones; it is asked when a reference leads to none of the first.
   */
  constructor(trees: () => readonly XmlElement[], others?: () => readonly XmlElement[]) {
    this.#trees = trees;
    this.#others = others;
  }

  /**
   * A cursor over a tree, on its start. `element` is what errors name; `source` is a cursor over the document. Throws `XmlDecodeError` for a
   * reference in the tree that leads nowhere or into itself, and past the bounds.
   */
  read(element: ElementDescriptor, tree: XmlElement, source: XmlCursor): XmlCursor {
    this.#element = element;
    this.#repeated = 0;
    try {
      const counting = new TreeCursor(tree, source, (each, outer, depth) => this.#count(each, outer, depth));
      while (counting.next() !== XmlEvent.EndDocument) {}
    } catch (error) {
      for (const target of this.#targets?.values() ?? []) {
        target.open = false;
      }
      throw error;
    }
    return new TreeCursor(tree, source, (each, outer) => placeOf(each, outer, this.#follow(each).at(-1)));
  }

  /** The first time through a tree: everything is counted, and references are checked. */
  #count(tree: XmlElement, outer: TreeScope | undefined, depth: number): TreePlace {
    if (depth > maxDepth) {
      throw this.#tooMuch();
    }
    if (this.#repeated > 0) {
      this.#add(sizeOf(tree));
    }
    const targets = this.#follow(tree);
    if (targets.length === 0) {
      return placeOf(tree, outer);
    }
    const again = targets.filter(({ seen }) => seen).length;
    this.#repeated += again;
    for (const target of targets) {
      if (this.#repeated > 0) {
        this.#add(sizeOf(target.tree), target.scopeSize);
      }
      target.seen = true;
      target.open = true;
    }
    const left = (): void => {
      for (const target of targets) {
        target.open = false;
      }
      this.#repeated -= again;
    };
    return placeOf(tree, outer, targets.at(-1), left);
  }

  /** The element to which a reference leads, after those in between, which are references themselves; none for another element. */
  #follow(tree: XmlElement): readonly Target[] {
    let id = referenceOf(tree);
    if (id === undefined) {
      return noTargets;
    }
    const targets = new Set<Target>();
    while (id !== undefined) {
      const target = this.#target(id);
      if (target.open || targets.has(target)) {
        throw this.#failure('cyclic-reference', `the element with the id ${JSON.stringify(id)} contains itself`);
      }
      targets.add(target);
      id = referenceOf(target.tree);
    }
    return [...targets];
  }

  #target(id: string): Target {
    this.#targets ??= this.#index(new Map(), this.#trees());
    const target = this.#targets.get(id) ?? this.#elsewhere(this.#targets).get(id);
    if (target === undefined) {
      throw this.#failure('unknown-reference', `no element has the id ${JSON.stringify(id)}`);
    }
    return target;
  }

  #add(...sizes: readonly Size[]): void {
    for (const { parts, characters } of sizes) {
      this.#left.parts -= parts;
      this.#left.characters -= characters;
    }
    if (this.#left.parts < 0 || this.#left.characters < 0) {
      throw this.#tooMuch();
    }
  }

  #tooMuch(): XmlDecodeError {
    return this.#failure('too-many-references', 'the references of the message expand to too much content');
  }

  #failure(code: string, message: string): XmlDecodeError {
    return new XmlDecodeError(code, message, this.#element?.name ?? '', [], { line: 0, column: 0 });
  }

  /** The targets, including those elsewhere in the document, which are looked up once. Their size does not add to the bounds. */
  #elsewhere(targets: Map<string, Target>): Map<string, Target> {
    const others = this.#others;
    this.#others = undefined;
    if (others !== undefined) {
      const { parts, characters } = this.#left;
      this.#index(targets, others());
      Object.assign(this.#left, { parts, characters });
    }
    return targets;
  }

  /** The elements with an id; what they and all others weigh is added to what references may add. */
  #index(targets: Map<string, Target>, trees: readonly XmlElement[]): Map<string, Target> {
    for (const tree of trees) {
      this.#indexTree(targets, tree, undefined, empty, 0);
    }
    return targets;
  }

  #indexTree(
    targets: Map<string, Target>,
    tree: XmlElement,
    outer: TreeScope | undefined,
    outerSize: Size,
    depth: number,
  ): void {
    // Deeper than any value may be, as far as a raised limit of the reader lets a document go.
    if (depth > maxDepth) {
      return;
    }
    const scope = innerScope(tree, outer);
    const scopeSize = scope === outer ? outerSize : sum(outerSize, declarationsSize(tree));
    const size = sizeOf(tree);
    this.#left.parts += size.parts;
    this.#left.characters += size.characters;
    const id = tree.attributes.find(isIdAttribute)?.value;
    if (id !== undefined && !targets.has(id)) {
      const attributes = tree.attributes.filter((attribute) => !isIdAttribute(attribute));
      targets.set(id, { tree, scope, attributes, scopeSize, seen: false, open: false });
    }
    for (const child of tree.children) {
      if (typeof child !== 'string') {
        this.#indexTree(targets, child, scope, scopeSize, depth + 1);
      }
    }
  }
}

const noTargets: readonly Target[] = [];

/**
 * The tree to read for an element: the element itself, or the target of its reference with the element's own name. That name
 * has no prefix, since in the scope of the target the prefix may mean something else.
 */
function placeOf(tree: XmlElement, outer: TreeScope | undefined, target?: Target, left?: () => void): TreePlace {
  const { namespace, name } = tree;
  if (target === undefined) {
    const { prefix = '', attributes, children } = tree;
    return {
      namespace,
      name,
      prefix,
      attributes,
      children,
      scope: innerScope(tree, outer),
      moved: false,
      left,
    };
  }
  const { attributes, scope } = target;
  return {
    namespace,
    name,
    prefix: '',
    attributes,
    children: target.tree.children,
    scope,
    moved: true,
    left,
  };
}

const empty: Size = { parts: 0, characters: 0 };

function sum(a: Size, b: Size): Size {
  return { parts: a.parts + b.parts, characters: a.characters + b.characters };
}

/** Size of an element without the elements in it. */
function sizeOf(tree: XmlElement): Size {
  const size = declarationsSize(tree);
  size.parts += 1 + tree.attributes.length;
  size.characters += tree.name.length + (tree.prefix?.length ?? 0);
  for (const { name, value, prefix } of tree.attributes) {
    size.characters += name.length + value.length + (prefix?.length ?? 0);
  }
  for (const child of tree.children) {
    if (typeof child !== 'string') {
      continue;
    }
    size.parts++;
    size.characters += child.length;
  }
  return size;
}

function declarationsSize({ declarations }: XmlElement): Size {
  const size = { parts: 0, characters: 0 };
  for (const [prefix, namespace] of Object.entries(declarations ?? {})) {
    size.parts++;
    size.characters += prefix.length + namespace.length;
  }
  return size;
}
