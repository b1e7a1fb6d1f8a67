/** How often tools may be called. */
export interface ToolRate {
  /** Calls within the time. Default 120. */
  readonly calls?: number;
  /** Default 60. */
  readonly seconds?: number;
  /** Calls that run at the same time. Default 8. */
  readonly concurrent?: number;
}

/** Counts the calls of tools. */
export class CallLimits {
  readonly #calls: number;
  readonly #milliseconds: number;
  readonly #concurrent: number;
  #begun: number[] = [];
  #running = 0;

  constructor({ calls = 120, seconds = 60, concurrent = 8 }: ToolRate = {}) {
    this.#calls = calls;
    this.#milliseconds = seconds * 1000;
    this.#concurrent = concurrent;
  }

  /** Why a call has to wait; undefined if it may begin, which counts it. */
  begin(): string | undefined {
    const now = Date.now();
    this.#begun = this.#begun.filter((time) => time > now - this.#milliseconds);
    if (this.#running >= this.#concurrent) {
      return `${this.#concurrent} calls are running, and more are not allowed at the same time. Wait for their results.`;
    }
    const [first] = this.#begun;
    if (first !== undefined && this.#begun.length >= this.#calls) {
      const wait = Math.max(1, Math.ceil((first + this.#milliseconds - now) / 1000));
      return `${this.#calls} calls within ${this.#milliseconds / 1000} seconds are allowed. Call again in ${wait} seconds.`;
    }
    this.#begun.push(now);
    this.#running++;
    return undefined;
  }

  /** A call has ended. */
  end(): void {
    this.#running--;
  }
}
