/**
 * The declarations in scope at a place of a document. There is one object for the same declarations in the same order, so that what was
 * made for one place is known again at another, in another document as well.
 */
export class ScopeState {
  /** The state before the last declaration; undefined where nothing is declared. */
  declare readonly outer: ScopeState | undefined;
  declare readonly prefix: string;
  declare readonly namespace: string;
  /** How many prefixes of the form `ns1` were made, in this place and around it. */
  declare readonly generated: number;
  readonly #inner: ScopeState[] = [];

  constructor(outer: ScopeState | undefined, prefix: string, namespace: string, generated: number) {
    this.outer = outer;
    this.prefix = prefix;
    this.namespace = namespace;
    this.generated = generated;
  }

  /** The state after one more declaration. */
  declare(prefix: string, namespace: string, generated: number): ScopeState {
    for (const state of this.#inner) {
      if (state.prefix === prefix && state.generated === generated && state.namespace === namespace) {
        return state;
      }
    }
    const state = new ScopeState(this, prefix, namespace, generated);
    if (kept < maxKept && this.#inner.length < maxInner && namespace.length <= maxNamespace) {
      kept++;
      this.#inner.push(state);
    }
    return state;
  }
}

// Programs declare the same few namespaces again and again. Others, which come from documents, are not kept without bounds.
const maxKept = 4096;
const maxInner = 64;
const maxNamespace = 500;
let kept = 0;

/** Nothing is declared. */
export const emptyState: ScopeState = new ScopeState(undefined, '', '', 0);

/** A declaration, and what decided about it. */
export interface TagDeclaration {
  readonly prefix: string;
  readonly namespace: string;
  /** The namespace as it is written. */
  readonly wire: string;
  /** The prefix that the writer prefers for it. */
  readonly preferred: string | undefined;
}

/** The declarations of an element. */
export interface TagDeclarations {
  readonly all: readonly TagDeclaration[];
  /** Characters of them. */
  readonly length: number;
}

/** The tags of an element where certain declarations are in scope. */
export interface ElementTag {
  /** The state around the element, and inside it. */
  readonly outer: ScopeState;
  readonly inner: ScopeState;
  readonly prefix: string;
  /** The start tag without its end: `<p:name`, and the declarations that it needs. */
  readonly open: string;
  readonly start: string;
  readonly end: string;
  readonly empty: string;
  readonly declarations: TagDeclarations | undefined;
  /** The tag after whose element this one was written last, and the text between them. */
  last: ElementTag | undefined;
  afterLast: string;
  /** The beginning of the attribute with which the tag was written last, and the tag as far as there. */
  attribute: string;
  withAttribute: string;
  /** The markup between the values inside the element. Set where all of it is written as one text. */
  inside: TagJoints | undefined;
}

/** Markup between the values inside an element, by places. */
export interface TagJoints {
  /** After which place it was written last. */
  readonly before: number[];
  readonly joints: string[];
}

/** An element that is written again and again, and its tags as they were written last. */
export interface TaggedElement {
  readonly namespace: string;
  readonly name: string;
  /** Set by `tagOf` of a writer. */
  tag?: ElementTag | undefined;
}

/** An element's tags, of its start tag without the end. */
export function elementTag(
  scope: Pick<ElementTag, 'outer' | 'inner' | 'declarations'>,
  prefix: string,
  name: string,
  open: string,
): ElementTag {
  const { outer, inner, declarations } = scope;
  const end = onePiece('</', qualified(prefix, name), '>');
  const inside = open.slice(1);
  const start = onePiece('<', inside, '>');
  return {
    outer,
    inner,
    prefix,
    open: onePiece('<', inside),
    start,
    end,
    empty: onePiece('<', inside, '/>'),
    declarations,
    last: undefined,
    afterLast: start,
    attribute: '',
    withAttribute: '',
    inside: undefined,
  };
}

/** A start tag without its end, and the beginning of its first attribute: ` name="`. */
export function openWith(tag: ElementTag, attribute: string): string {
  if (tag.attribute !== attribute) {
    tag.attribute = attribute;
    tag.withAttribute = onePiece(tag.open, attribute);
  }
  return tag.withAttribute;
}

/** The start of an element, after the end of another. */
export function startAfter(tag: ElementTag, last: ElementTag): string {
  if (tag.last !== last) {
    tag.last = last;
    tag.afterLast = onePiece(last.end, tag.start);
  }
  return tag.afterLast;
}

/** Texts as one for use again and again: what `+` makes of them is a tree of them all, which takes its time each time that it is part of a text. */
export function onePiece(...texts: readonly string[]): string {
  return texts.join('');
}

/** A name with its prefix. */
export function qualified(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}:${name}`;
}
