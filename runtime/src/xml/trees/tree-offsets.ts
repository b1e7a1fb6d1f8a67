import type { XmlElement } from '../interfaces/tree.js';

/** Where the elements of trees are in the document that they were read from. */
export class TreeOffsets {
  readonly #starts = new WeakMap<XmlElement, number>();
  readonly #ends = new WeakMap<XmlElement, number>();

  /** Keeps where the start tag of an element is. */
  start(element: XmlElement, offset: number): void {
    this.#starts.set(element, offset);
  }

  /** Keeps where its end tag is. */
  end(element: XmlElement, offset: number): void {
    this.#ends.set(element, offset);
  }

  /** Lets an element be where another one is, of which it is a copy. */
  move(copy: XmlElement, element: XmlElement): void {
    this.#starts.set(copy, this.startOf(element));
    this.#ends.set(copy, this.endOf(element));
  }

  /** Index of the start tag of an element; 0 if it is not known. */
  startOf(element: XmlElement): number {
    return this.#starts.get(element) ?? 0;
  }

  /** Index of its end tag; that of the start tag if there is none. */
  endOf(element: XmlElement): number {
    return this.#ends.get(element) ?? this.startOf(element);
  }
}
