/** Up to here looking through all of them is faster than a set, and never slow. */
const few = 16;

/** Prefixes of one element. However many there are, adding one and looking for one cost the same. */
export class PrefixSet {
  // The first of them. Entries beyond `#count` are left over: cutting arrays and growing them again costs more than all the
  // rest.
  readonly #few: string[] = [];
  #count = 0;
  #many: Set<string> | undefined;

  /** Adds a prefix; does nothing when it is there already. */
  add(prefix: string): void {
    if (this.has(prefix)) {
      return;
    }
    if (this.#count < few) {
      this.#few[this.#count++] = prefix;
    } else {
      this.#many ??= new Set(this.#few);
      this.#many.add(prefix);
    }
  }

  /** True for a prefix that was added. */
  has(prefix: string): boolean {
    if (this.#many !== undefined) {
      return this.#many.has(prefix);
    }
    for (let i = 0; i < this.#count; i++) {
      if (this.#few[i] === prefix) {
        return true;
      }
    }
    return false;
  }

  /** Forgets all of them. */
  clear(): void {
    if (this.#count > 0) {
      this.#count = 0;
      this.#many = undefined;
    }
  }
}
