import { escapeAttribute } from '../xml/escape.js';
import type { TextPosition } from '../xml/position.js';
import type { XmlCursor } from '../xml/reader.js';
import type { OriginalText, TextOrigin } from './positions.js';

/**
 * The elements that are open where a part of a document begins, as text to put around it: a reader of the whole finds the names, the depth and the
 * namespaces that are in force in the document. Of attributes they have only declarations.
 */
export class Enclosing {
  readonly #open: string;
  readonly #origins: readonly TextOrigin[];
  /** Their end tags. */
  readonly close: string;
  /** Their number. */
  readonly depth: number;

  constructor(open = '', origins: readonly TextOrigin[] = [], close = '', depth = 0) {
    this.#open = open;
    this.#origins = origins;
    this.close = close;
    this.depth = depth;
  }

  /** Those around the content of the element at whose start tag the cursor is. */
  inside(cursor: XmlCursor, position: TextPosition): Enclosing {
    const { prefix, localName } = cursor;
    const name = prefix === '' ? localName : `${prefix}:${localName}`;
    const declared = cursor
      .declarations()
      .map(([of, namespace]) => ` xmlns${of && ':'}${of}="${escapeAttribute(cursor.wireNamespace(namespace))}"`);
    return new Enclosing(
      `${this.#open}<${name}${declared.join('')}>`,
      [...this.#origins, { from: this.#open.length, position }],
      `</${name}>${this.close}`,
      this.depth + 1,
    );
  }

  /** A part of the document after their start tags. */
  around({ text, origins }: OriginalText): OriginalText {
    const before = this.#open.length;
    const moved = origins.map((origin) => ({ ...origin, from: origin.from + before }));
    return { text: this.#open + text, origins: [...this.#origins, ...moved] };
  }
}
