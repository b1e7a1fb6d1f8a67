import { type Following, firstName, following, likelyName, type QualifiedName, qualifiedName } from '../names/names.js';
import { characterClass, nameScan, standsAt } from '../text/characters.js';
import { syntaxError } from '../text/position.js';

// Start of the hash of a name.
const hashSeed = 7;

/** Reads the names of a document. A name that follows another one as before is compared as a whole, not read letter by letter. */
export class NameReader {
  /** Index after the name that was read last. */
  end = 0;
  readonly #source: string;
  #previous: QualifiedName = firstName;
  #following: Following = following.inside;

  constructor(source: string) {
    this.#source = source;
  }

  /** The next name follows this one. */
  follow(name: QualifiedName, place: Following): void {
    this.#previous = name;
    this.#following = place;
  }

  /** The qualified name at `start`. Throws `XmlSyntaxError` if there is none. */
  read(start: number): QualifiedName {
    const source = this.#source;
    const likely = likelyName(this.#previous, this.#following);
    if (likely !== undefined && standsAt(source, start, likely.qualified)) {
      const end = start + likely.qualified.length;
      if ((characterClass[source.charCodeAt(end)]! & nameScan) === 0) {
        this.#previous = likely;
        this.end = end;
        return likely;
      }
    }
    return this.#readUnlikely(start);
  }

  #readUnlikely(start: number): QualifiedName {
    const source = this.#source;
    const length = source.length;
    let hash = hashSeed;
    let i = start;
    for (; i < length; i++) {
      const c = source.charCodeAt(i);
      if ((characterClass[c]! & nameScan) === 0) {
        break;
      }
      hash = (Math.imul(hash, 31) + c) | 0;
    }
    const name = qualifiedName(source, start, i, hash);
    if (name === undefined) {
      throw syntaxError(source, start, i === start ? 'A name is expected here' : 'This is not a qualified name');
    }
    this.#previous.next[this.#following] = name.slot;
    this.#previous = name;
    this.end = i;
    return name;
  }
}
