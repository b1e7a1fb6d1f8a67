import { XmlLimitError } from '../../xml/index.js';
import { type Found, TagFinder } from '../../xml/read/tag-finder.js';
import { documentStart, positionAfter, type TextPosition, withoutMark } from '../../xml/text/position.js';
import type { OriginalText } from './positions.js';

/** Pieces of a text that came at once: what an item costs must not depend on it. */
const maxPiece = 65_536;

/** The text of a document that has come and is not dealt with. Indices are those of the present piece; the text may have begun in an earlier one. */
export class UnreadText {
  readonly #maxLength: number;
  readonly #finder: TagFinder;
  /** Characters that may still come. */
  #room: number;
  readonly #queue: string[] = [];
  /** What came before the present piece and is not dealt with. */
  #pending = '';
  /** The present piece; what lies before `#from` is dealt with. */
  #text = '';
  #from = 0;
  #at = 0;
  #position: TextPosition = documentStart;
  #begun = false;

  /** `maxLength` is that of the whole document, in characters, and `maxDepth` that of its elements. */
  constructor(maxLength: number, maxDepth: number, skipsDoctype: boolean) {
    this.#maxLength = maxLength;
    this.#room = maxLength;
    this.#finder = new TagFinder(maxDepth, skipsDoctype);
  }

  /** Index after what was found last. */
  get at(): number {
    return this.#at;
  }

  /** Where the text begins; negative if that was in an earlier piece. */
  get from(): number {
    return this.#from - this.#pending.length;
  }

  /** Elements that are open after what was found last. */
  get depth(): number {
    return this.#finder.depth;
  }

  /** Where the text begins in the document. */
  get position(): TextPosition {
    return this.#position;
  }

  /** Gives the next text of the document. */
  add(given: string): void {
    const text = this.#begun ? given : withoutMark(given);
    this.#begun ||= given !== '';
    const end = Math.min(text.length, this.#room);
    for (let from = 0; from < end; from += maxPiece) {
      this.#queue.push(text.slice(from, Math.min(from + maxPiece, end)));
    }
    this.#room -= text.length;
  }

  /** True if there is more to look at. Throws `XmlLimitError` for a document that is too long, after all that may come. */
  hasMore(): boolean {
    if (this.#at < this.#text.length) {
      return true;
    }
    this.#pending += this.#text.slice(this.#from);
    const piece = this.#queue.shift();
    this.#text = piece ?? '';
    this.#from = 0;
    this.#at = 0;
    if (piece === undefined && this.#room < 0) {
      throw new XmlLimitError(`The document is longer than ${this.#maxLength} characters`, documentStart);
    }
    return piece !== undefined;
  }

  /** Looks for the next tag after which no more elements are open than `depth`. */
  find(depth: number): Found {
    const found = this.#finder.find(this.#text, this.#at, depth);
    this.#at = this.#finder.at;
    return found;
  }

  /** Takes the text up to an index, by default all of it. */
  take(end: number = this.#text.length): OriginalText {
    const text = this.#pending + this.#text.slice(this.#from, end);
    const part = { text, origins: [{ from: 0, position: this.#position }] };
    this.#position = positionAfter(this.#position, text);
    this.#pending = '';
    this.#from = end;
    this.#at = Math.max(this.#at, end);
    return part;
  }
}
