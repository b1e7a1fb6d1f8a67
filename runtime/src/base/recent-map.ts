/** The cost of each entry in addition to its own size: the map's own memory for it. */
const entryCost = 64;
/** An entry that would push out more than this part of the others is not kept. */
const largestShare = 8;

/**
 * A cache of recently used entries, bounded by weight (mostly characters), not by the number of entries. Entries in constant
 * use stay, however many others pass through.
 *
 * There are two generations. When the newer one has half of the weight, it becomes the older one, and the entries of that one
 * are dropped unless they were used in the meantime. So each access costs constant time.
 */
export class RecentMap<Value> {
  readonly #generation: number;
  #newer = new Map<string, Value>();
  #older = new Map<string, Value>();
  readonly #weigh: (key: string, value: Value) => number;
  #weight = 0;

  /** `maxWeight` bounds the sum of the results of `weigh` for the entries; default is the length of the key. */
  constructor(maxWeight: number, weigh: (key: string, value: Value) => number = (key) => key.length) {
    this.#generation = maxWeight / 2;
    this.#weigh = weigh;
  }

  /** The value that is kept for a key, if any. */
  get(key: string): Value | undefined {
    const found = this.#newer.get(key);
    if (found !== undefined) {
      return found;
    }
    const kept = this.#older.get(key);
    if (kept !== undefined) {
      this.set(key, kept);
    }
    return kept;
  }

  /** Keeps a value for a key that has none, unless it is too heavy. */
  set(key: string, value: Value): void {
    const weight = this.#weigh(key, value) + entryCost;
    if (weight > this.#generation / largestShare) {
      return;
    }
    if (this.#weight + weight > this.#generation) {
      this.#older = this.#newer;
      this.#newer = new Map();
      this.#weight = 0;
    }
    this.#newer.set(key, value);
    this.#weight += weight;
  }

  /** Entries that are kept now. */
  get size(): number {
    return new Set([...this.#newer.keys(), ...this.#older.keys()]).size;
  }
}
