import { escapeAttribute } from '../xml/escape.js';
import type { XmlCursor } from '../xml/reader.js';

/** Declarations on one of the elements that put a scope in force. */
const maxDeclared = 50;

/** The namespaces that are in force where an element is, and the text that puts them in force before it. */
export class Scope {
  readonly #declarations: ReadonlyMap<string, string>;
  /** Start tags of elements that declare the namespaces. */
  readonly open: string;
  /** Their number. */
  readonly depth: number;

  constructor(declarations: ReadonlyMap<string, string> = new Map()) {
    this.#declarations = declarations;
    const written = [...declarations].map(
      ([prefix, namespace]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeAttribute(namespace)}"`,
    );
    const tags: string[] = [];
    for (let from = 0; from < Math.max(written.length, 1); from += maxDeclared) {
      tags.push(`<scope${written.slice(from, from + maxDeclared).join('')}>`);
    }
    this.open = tags.join('');
    this.depth = tags.length;
  }

  /** The scope inside the element at whose start tag the cursor is. */
  inside(cursor: XmlCursor): Scope {
    const declared = cursor.declarations();
    if (declared.length === 0) {
      return this;
    }
    const all = new Map(this.#declarations);
    for (const [prefix, namespace] of declared) {
      all.set(prefix, cursor.wireNamespace(namespace));
    }
    return new Scope(all);
  }
}
