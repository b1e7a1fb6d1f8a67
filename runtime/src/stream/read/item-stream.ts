/** Where a stream of items takes them from. */
export interface ItemSupply {
  /** The item that `take` has found. */
  readonly item: unknown;
  /** Moves to the next item that is there; false if more has to come first. Throws an error in the document. */
  take(): boolean;
  /** Waits until more is there; false at the end. */
  more(): Promise<boolean>;
  /** Reads what surrounds the items, after the last of them. Rejects with an error in it. */
  end(): Promise<void>;
  /** The error to reject with; called once, after which nothing else is called. */
  fail(error: unknown): unknown;
  /** Lets go of everything before the end. Never rejects. */
  cancel(): Promise<void>;
}

/**
 * Items that are read one at a time: the next part of the document is asked for when it is needed. Leaving a loop over them early lets go of the
 * source. An error ends the stream, and comes after all the items before it.
 */
export class ItemStream<Item> implements AsyncIterableIterator<Item> {
  readonly #supply: ItemSupply;
  #waiting: Promise<unknown> | undefined;
  #done = false;
  #count = 0;

  constructor(supply: ItemSupply) {
    this.#supply = supply;
  }

  /** Items that were given out so far. */
  get count(): number {
    return this.#count;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Item, undefined>> {
    return this.#waiting === undefined ? this.#next() : this.#after(() => this.#next());
  }

  /** Ends the stream before the last item, and lets go of the source. */
  async return(): Promise<IteratorResult<Item, undefined>> {
    if (!this.#done) {
      this.#done = true;
      await this.#supply.cancel();
    }
    return { done: true, value: undefined };
  }

  #next(): Promise<IteratorResult<Item, undefined>> {
    if (this.#done) {
      return Promise.resolve({ done: true, value: undefined });
    }
    try {
      if (this.#supply.take()) {
        return Promise.resolve(this.#give());
      }
    } catch (error) {
      return Promise.reject(this.#failed(error));
    }
    return this.#after(() => this.#pull());
  }

  #give(): IteratorResult<Item, undefined> {
    this.#count++;
    return { done: false, value: this.#supply.item as Item };
  }

  async #pull(): Promise<IteratorResult<Item, undefined>> {
    const supply = this.#supply;
    try {
      while (await supply.more()) {
        if (this.#done) {
          return { done: true, value: undefined };
        }
        if (supply.take()) {
          return this.#give();
        }
      }
      if (!this.#done) {
        await supply.end();
        this.#done = true;
      }
    } catch (error) {
      if (!this.#done) {
        throw this.#failed(error);
      }
    }
    return { done: true, value: undefined };
  }

  #failed(error: unknown): unknown {
    this.#done = true;
    return this.#supply.fail(error);
  }

  /** Runs a step after those that are under way. */
  #after<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#waiting === undefined ? step() : this.#waiting.then(step, step);
    this.#waiting = result;
    const clear = (): void => {
      if (this.#waiting === result) {
        this.#waiting = undefined;
      }
    };
    result.then(clear, clear);
    return result;
  }
}

/** A promise that is settled from outside. */
export class Deferred<T> {
  readonly promise: Promise<T>;
  resolve!: (value: T) => void;
  reject!: (error: unknown) => void;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // Nobody has to ask for it.
    this.promise.catch(() => undefined);
  }
}
