/** Numbers that look random and are the same for the same seed. */
export class RandomNumbers {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.trunc(seed) >>> 0;
  }

  /** At least 0, less than 1. The mixing steps of the hash function Murmur3, over a counter. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  }

  /** A whole number; both bounds are included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (Math.max(least, most) - least + 1));
  }

  /** One of the items; `undefined` if there are none. */
  pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.next() * items.length)];
  }
}
