import { indexOfInvalidCharacter, isWellFormed } from './characters.js';
import { arePlain, maxPlain } from './plain-characters.js';

/** In longer texts, looking at all units first is faster than a search. */
const shortText = 1500;

/**
 * The characters that make a text something else than what is written. Each is looked for once, however many pieces of text are asked about, as
 * long as these come in the order of the document.
 */
export class TextMarks {
  /** There are only characters of XML before this index. Of the rest nothing is known, or it begins with something else: see `areCharacters`. */
  checked = 0;
  readonly #source: string;
  // The first at or after the text that was asked about last. Scans that fail have asked about text that comes again, so where the search began counts.
  #ampersand = -1;
  #ampersandFrom = 0;
  #carriageReturn = -1;
  #carriageReturnFrom = 0;
  #sectionEnd = -1;
  #lineFeed = -1;

  constructor(source: string) {
    this.#source = source;
  }

  /** True if there is an `&` in `[start, end)`. */
  hasReference(start: number, end: number): boolean {
    if (this.#ampersand < start || start < this.#ampersandFrom) {
      this.#ampersandFrom = start;
      this.#ampersand = indexOfOrEnd(this.#source, '&', start);
    }
    return this.#ampersand < end;
  }

  /** True if there is an `&` or a carriage return in `[start, end)`. */
  isWritten(start: number, end: number): boolean {
    if (this.#carriageReturn < start || start < this.#carriageReturnFrom) {
      this.#carriageReturnFrom = start;
      this.#carriageReturn = indexOfOrEnd(this.#source, '\r', start);
    }
    return this.hasReference(start, end) || this.#carriageReturn < end;
  }

  /** True if there are only characters of XML before `end`. */
  areCharacters(end: number): boolean {
    return end <= this.checked || this.#check(end);
  }

  #check(end: number): boolean {
    while (this.checked < end) {
      const start = this.checked;
      const piece = this.#source.slice(start, this.#pieceEnd(start));
      const invalid = this.#isPlain(piece, start) ? -1 : indexOfInvalidCharacter(piece);
      this.checked += invalid < 0 ? piece.length : invalid;
      if (invalid >= 0 && this.checked < end) {
        return false;
      }
    }
    return true;
  }

  /** Where the piece ends that begins at `start`: not within a pair of surrogates. */
  #pieceEnd(start: number): number {
    const end = start + maxPlain;
    return (this.#source.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;
  }

  /** True for a long piece without line feeds that is certainly of characters of XML. */
  #isPlain(piece: string, start: number): boolean {
    if (piece.length < shortText) {
      return false;
    }
    if (this.#lineFeed < start) {
      this.#lineFeed = indexOfOrEnd(this.#source, '\n', start);
    }
    return this.#lineFeed >= start + piece.length && isWellFormed(piece) && arePlain(piece);
  }

  /** Index of the first `]]>` at or after `start`, which no text may contain; the length of the document if there is none. */
  sectionEnd(start: number): number {
    if (this.#sectionEnd < start) {
      this.#sectionEnd = indexOfOrEnd(this.#source, ']]>', start);
    }
    return this.#sectionEnd;
  }
}

function indexOfOrEnd(source: string, searched: string, start: number): number {
  const index = source.indexOf(searched, start);
  return index === -1 ? source.length : index;
}
