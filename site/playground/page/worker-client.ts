import workerText from 'worker-text';
import type { Order, Outcome, TaskName, Tasks } from '../tasks.js';

/** That the user stopped the work. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/** What is waited for this long is given up for other work, in ms. */
const longest = 1_000;

interface Waiting {
  readonly task: TaskName;
  readonly begun: number;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** The worker, which is made anew when its work is stopped. */
export class WorkerClient {
  readonly #address = URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' }));
  readonly #waiting = new Map<number, Waiting>();
  readonly #changed: (isBusy: boolean) => void;
  #worker: Worker;
  #last = 0;

  /** `changed` is told when work begins and when all of it is done. */
  constructor(changed: (isBusy: boolean) => void) {
    this.#changed = changed;
    this.#worker = this.#start();
  }

  /** Does a task. Rejects with what is wrong with what it was given, and with `StoppedError`. */
  ask<K extends TaskName>(task: K, given: Tasks[K]['given']): Promise<Tasks[K]['answer']> {
    const order: Order = { id: ++this.#last, task, given };
    return new Promise((resolve, reject) => {
      this.#waiting.set(order.id, { task, begun: performance.now(), resolve, reject });
      this.#changed(true);
      this.#worker.postMessage(order);
    });
  }

  /** Ends work on a description that takes long: another one has come. */
  giveUp(): void {
    const [oldest] = this.#waiting.values();
    const isAboutFiles = oldest?.task === 'open' || oldest?.task === 'zip';
    if (oldest !== undefined && !isAboutFiles && performance.now() - oldest.begun > longest) {
      this.stop();
    }
  }

  /** Ends all work at once. */
  stop(error: Error = new StoppedError('Stopped.')): void {
    this.#worker.terminate();
    this.#worker = this.#start();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#changed(false);
    for (const { reject } of waiting) {
      reject(error);
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#address);
    worker.addEventListener('message', ({ data }: MessageEvent<Outcome>) => this.#receive(data));
    // The memory is full, or the worker is wrong.
    worker.addEventListener('error', ({ message }) => this.stop(new Error(message || 'The worker ended.')));
    return worker;
  }

  #receive(outcome: Outcome): void {
    const waiting = this.#waiting.get(outcome.id);
    this.#waiting.delete(outcome.id);
    this.#changed(this.#waiting.size > 0);
    if ('problem' in outcome) {
      waiting?.reject(new Error(outcome.problem));
    } else {
      waiting?.resolve(outcome.answer as never);
    }
  }
}
