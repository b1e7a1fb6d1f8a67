/** A text, and what it was made of. */
interface Entry {
  readonly sources: readonly string[];
  readonly text: string;
}

/**
 * Texts that cost much to make and are asked for by anybody: descriptors as they are served, samples of messages. They depend on what the server
 * offers alone, and not on requests, so that nobody can fill the cache with texts of his own. It holds `maxCharacters`; what was not asked
 * for the longest time goes first.
 */
export class TextCache {
  readonly #maxCharacters: number;
  /** The text asked for last at the end. */
  readonly #entries = new Map<string, Entry>();
  readonly #owners = new WeakMap<object, number>();
  #owner = 0;
  #characters = 0;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  /** The text of a name that belongs to an object, made when it is not known. One that was made of other `sources` is made again. */
  get(owner: object, name: string, sources: readonly string[], make: () => string): string {
    const key = `${this.#idOf(owner)} ${name}`;
    const known = this.#entries.get(key);
    this.#drop(key, known);
    const entry = known !== undefined && isSame(known.sources, sources) ? known : { sources, text: make() };
    this.#keep(key, entry);
    return entry.text;
  }

  #idOf(owner: object): number {
    let id = this.#owners.get(owner);
    if (id === undefined) {
      id = ++this.#owner;
      this.#owners.set(owner, id);
    }
    return id;
  }

  #keep(key: string, entry: Entry): void {
    if (entry.text.length > this.#maxCharacters) {
      return;
    }
    this.#entries.set(key, entry);
    this.#characters += entry.text.length;
    for (const [oldest, old] of this.#entries) {
      if (this.#characters <= this.#maxCharacters) {
        return;
      }
      this.#drop(oldest, old);
    }
  }

  #drop(key: string, entry: Entry | undefined): void {
    if (entry !== undefined) {
      this.#entries.delete(key);
      this.#characters -= entry.text.length;
    }
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}
