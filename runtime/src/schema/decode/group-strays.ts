import type { XmlCursor } from '../../xml/interfaces/reader.js';
import type { XmlElement } from '../../xml/interfaces/tree.js';
import { TreeCursor, treeCursor } from '../../xml/trees/tree-cursor.js';
import { readTree } from '../../xml/trees/tree-io.js';
import type { Decoder, StrayElements } from '../context/decoder.js';
import type { ChildPlace, ComplexPlan } from '../plan/plan.js';
import { innerDecoder } from './element-decoder.js';
import { fieldOfStray } from './record-strays.js';

interface Stray {
  readonly tree: XmlElement;
  readonly offset: number;
}

/** The strays of content in which places matter: choices, repeated groups. They are kept as trees until all other children are read. */
export class GroupStrays implements StrayElements {
  /** Where the first one is in the document. */
  readonly #offset: number;
  readonly #plan: ComplexPlan;
  readonly #strays: Stray[] = [];
  /** The namespace of each local name; null for a name in several. */
  readonly #namespaces = new Map<string, string | null>();

  constructor(plan: ComplexPlan, offset: number) {
    this.#plan = plan;
    this.#offset = offset;
  }

  /** Keeps the child at whose start the cursor is, and moves the cursor to its end. */
  add(cursor: XmlCursor): void {
    const { offset, localName, namespace } = cursor;
    const known = this.#namespaces.get(localName) ?? namespace;
    this.#namespaces.set(localName, this.#namespaces.get(localName) === null || known !== namespace ? null : namespace);
    this.#strays.push({ tree: takeTree(cursor), offset });
  }

  /**
   * A decoder of an element with those children that stand for one of the content, under its name; undefined if none does. `isNeeded` tells
   * whether nothing else has come for a name. The listener is called for all.
   */
  take(decoder: Decoder, isNeeded: (field: ChildPlace) => boolean): Decoder | undefined {
    const children: XmlElement[] = [];
    for (const { tree, offset } of this.#strays) {
      const { namespace, name } = tree;
      const meant = fieldOfStray(this.#plan, namespace, name);
      if (meant === undefined || !isNeeded(meant) || this.#namespaces.get(name) === null) {
        decoder.tell('element', namespace, name, offset);
      } else {
        decoder.tell('namespace', namespace, name, offset);
        children.push({ ...tree, namespace: meant.namespace });
      }
    }
    const parent: XmlElement = { namespace: '', name: '', attributes: [], children };
    return children.length === 0 ? undefined : innerDecoder(decoder, treeCursor(parent, decoder.cursor), this.#offset);
  }
}

/** Children of children are not copied again. */
function takeTree(cursor: XmlCursor): XmlElement {
  return (cursor instanceof TreeCursor ? cursor.take() : undefined) ?? readTree(cursor);
}
