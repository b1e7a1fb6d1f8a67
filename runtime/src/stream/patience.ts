/** Milliseconds for which text waits for more before it is sent. */
const waitMs = 50;

/** Waits for the next item of a source, but not so long that what is there already would be late. */
export class Patience {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wake: (() => void) | undefined;

  /** The result of a step; undefined when it is time to send what is there, and then to wait for the same step again. */
  wait<T>(step: PromiseLike<T>): Promise<T | undefined> {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#wake?.();
    }, waitMs);
    return new Promise((resolve, reject) => {
      this.#wake = () => resolve(undefined);
      step.then(resolve, reject);
    });
  }

  /** Something was sent, or there is nothing more to send. */
  rest(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
