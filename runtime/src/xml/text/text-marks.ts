import { indexOfInvalidCharacter, isWellFormed } from './characters.js';

/** What Node's `Buffer` can do; other hosts may have it as well, or not. */
interface NativeBytes extends Uint8Array {
  write(text: string, offset: number, length: number, encoding: 'latin1'): number;
}
interface NativeMaker {
  alloc(length: number): NativeBytes;
}
const native = (globalThis as { readonly Buffer?: NativeMaker }).Buffer;

/** The longest text that is looked at in one go: it stays near the processor. */
const maxPlain = 32_768;
/** Words that are compared in one round. */
const round = 8;

let bytes: NativeBytes | undefined;
let words: Int32Array = new Int32Array(0);

/**
 * True for a text of at most `maxPlain` units, with surrogates only in pairs, that are all characters of XML from U+0020 on: finding this out takes
 * half of the time of a search. False if there may be something else, such as a line feed.
 */
function arePlain(text: string): boolean {
  if (native === undefined || text.includes('\uffff') || text.includes('\ufffe')) {
    return false;
  }
  if (bytes === undefined) {
    bytes = native.alloc(maxPlain + round * 4);
    words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  }
  // Of a unit of two bytes the lower one is looked at: others of them are too low only where the text is searched for nothing.
  return !isAnyLow(bytes.write(text, 0, maxPlain, 'latin1'));
}

/** True if one of so many bytes, or of those that follow in the round, is below 0x20. */
function isAnyLow(length: number): boolean {
  let low = 0;
  for (let i = 0; i * 4 < length; i += round) {
    low |= below(words[i]!) | below(words[i + 1]!) | below(words[i + 2]!) | below(words[i + 3]!);
    low |= below(words[i + 4]!) | below(words[i + 5]!) | below(words[i + 6]!) | below(words[i + 7]!);
  }
  return (low & 0x80808080) !== 0;
}

/** The upper bits of bytes tell whether one of them is below 0x20. */
function below(word: number): number {
  return (word - 0x20202020) & ~word;
}

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
