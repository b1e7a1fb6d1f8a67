/** Things to do, in the order in which they were requested. A thing that is requested again is not done again. */
export class WorkQueue<T> {
  readonly #known = new Set<T>();
  readonly #items: T[] = [];
  #taken = 0;

  /** Requests a thing, unless it was requested before. */
  add(item: T): void {
    if (!this.#known.has(item)) {
      this.#known.add(item);
      this.#items.push(item);
    }
  }

  /** The next thing to do; undefined if nothing waits. */
  take(): T | undefined {
    return this.#taken < this.#items.length ? this.#items[this.#taken++] : undefined;
  }

  /** True if nothing waits. */
  get isEmpty(): boolean {
    return this.#taken === this.#items.length;
  }

  /** Does everything that is waiting, and everything that is added in the meantime. */
  drain(work: (item: T) => void): void {
    while (!this.isEmpty) {
      work(this.take() as T);
    }
  }
}
