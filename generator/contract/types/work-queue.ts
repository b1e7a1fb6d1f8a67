/** Things to do, in the order in which they were asked for. A thing that is asked for again is not done again. */
export class WorkQueue<T> {
  readonly #known = new Set<T>();
  readonly #items: T[] = [];
  #taken = 0;

  /** Asks for a thing, unless it was asked for before. */
  add(item: T): void {
    if (!this.#known.has(item)) {
      this.#known.add(item);
      this.#items.push(item);
    }
  }

  /** The next thing to do; undefined when nothing waits. */
  take(): T | undefined {
    return this.#taken < this.#items.length ? this.#items[this.#taken++] : undefined;
  }

  /** True when nothing waits. */
  get isEmpty(): boolean {
    return this.#taken === this.#items.length;
  }

  /** Does all that waits, and what is added meanwhile. */
  drain(work: (item: T) => void): void {
    while (!this.isEmpty) {
      work(this.take() as T);
    }
  }
}
