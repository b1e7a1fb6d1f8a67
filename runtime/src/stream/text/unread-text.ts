import { XmlLimitError } from '../../xml/index.js';
import { type TextPosition, withoutMark } from '../../xml/text/position.js';
import { MarkupScanner, type ScanResult } from './markup-scanner.js';
import { type OriginalText, PositionCounter } from './positions.js';

/** Pieces of a text that came at once: what an item costs must not depend on it. */
const maxPiece = 65_536;

/** Where a document begins. */
export const documentStart: TextPosition = { line: 1, column: 1, offset: 0 };

/**
 * The text of a document that has come and is not dealt with. It is scanned piece by piece; what was scanned and not taken is the *unit*, which may have begun in an
 * earlier piece. Indices are those of the present piece.
 */
export class UnreadText {
  readonly scanner: MarkupScanner = new MarkupScanner();
  readonly #maxLength: number;
  /** Characters that may still come. */
  #room: number;
  readonly #positions = new PositionCounter();
  readonly #queue: string[] = [];
  /** The present piece; what lies before `#from` is dealt with. */
  #text = '';
  #from = 0;
  #at = 0;
  /** What came before the present piece and belongs to the unit. */
  #pending = '';
  #pendingPosition: TextPosition = documentStart;
  #begun = false;

  /** `maxLength` is that of the whole document, in characters. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
    this.#room = maxLength;
  }

  /** How far the present piece has been scanned. */
  get at(): number {
    return this.#at;
  }

  /** Where the unit begins; negative if that was in an earlier piece. */
  get from(): number {
    return this.#from - this.#pending.length;
  }

  /** True if the unit began in an earlier piece. */
  get hasPending(): boolean {
    return this.#pending !== '';
  }

  /** Where the unit begins in the document. */
  get position(): TextPosition {
    return this.#pending === '' ? this.#positions.at(this.#from) : this.#pendingPosition;
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

  /** True if there is text to scan. Throws `XmlLimitError` for a document that is too long, when all that may come was scanned. */
  hasMore(): boolean {
    return this.#at < this.#text.length || this.#takePiece();
  }

  /** Scans on: see `MarkupScanner`. */
  scan(shallow: boolean): ScanResult {
    const result = this.scanner.scan(this.#text, this.#at, shallow);
    this.#at = this.scanner.at;
    return result;
  }

  /** The unit up to an index; by default what of it came before the present piece. */
  unit(end: number = this.#from): OriginalText {
    const text = this.#pending + this.#text.slice(this.#from, end);
    return { text, origins: [{ from: 0, position: this.position }] };
  }

  /** The same, which is then dealt with. */
  take(end: number): OriginalText {
    const unit = this.unit(end);
    this.#pending = '';
    this.#from = end;
    return unit;
  }

  /** Takes the unit up to an index, by default what came before the present piece, as texts with their positions, without joining them. */
  drain(end: number | undefined, add: (text: string, position: TextPosition) => void): void {
    if (this.#pending !== '') {
      add(this.#pending, this.#pendingPosition);
      this.#pending = '';
    }
    if (end !== undefined && end > this.#from) {
      add(this.#text.slice(this.#from, end), this.#positions.at(this.#from));
      this.#from = end;
    }
  }

  /** Keeps what is not dealt with, and goes on to the next piece. */
  #takePiece(): boolean {
    if (this.#from < this.#text.length) {
      this.#pendingPosition = this.position;
      this.#pending += this.#text.slice(this.#from);
    }
    const piece = this.#queue.shift();
    this.#text = piece ?? '';
    this.#from = 0;
    this.#at = 0;
    if (piece === undefined) {
      if (this.#room < 0) {
        throw new XmlLimitError(`The document is longer than ${this.#maxLength} characters`, documentStart);
      }
      return false;
    }
    this.#positions.add(piece);
    return true;
  }
}
