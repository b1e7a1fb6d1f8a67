/** A text, and the sources that it was made from. */
interface Entry {
  readonly sources: readonly string[];
  readonly text: string;
}

/**
 * Texts that are expensive to make and that anybody can request: documents as they are served, samples of messages. They
 * depend only on what the server offers, not on requests, so nobody can fill the cache with other texts. It has room for
 * `maxCharacters`; the text that has not been used for the longest time goes first.
 */
export class TextCache {
  readonly #maxCharacters: number;
  /** The most recently used text is at the end. */
  readonly #entries = new Map<string, Entry>();
  readonly #owners = new WeakMap<object, number>();
  #owner = 0;
  #characters = 0;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  /**
   * The text of a name that belongs to an object, made if it is not cached. A text that was made from other `sources` is made
   * again.
   */
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
