import { TimeoutError } from '../../client/errors/errors.js';
import type { CancelListener, OpenedResponse, Transport, TransportRequest } from '../../http/transport.js';
import { TimedStream, WaitingTime } from './waiting-time.js';

/** A request whose answer is read in parts: each wait has the time of a call, and everything can be ended at any time. */
export class AnswerRequest {
  /** The request for the transport. */
  readonly request: TransportRequest;
  /** Set when the head of the answer is there. */
  opened: OpenedResponse | undefined;
  readonly #timeoutMs: number;
  /** The wait that was begun last. */
  #time: WaitingTime | undefined;
  readonly #controller: AbortController | undefined;
  #listener: CancelListener | undefined;
  #cancelled = false;

  /** `timeoutMs` is the longest time to wait for the head, and then for each further part; 0 means no limit. */
  constructor(given: TransportRequest, transport: Transport, timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
    const request =
      given.stream === undefined ? given : { ...given, stream: new TimedStream(given.stream, () => this.#time) };
    if (transport.listensToOnCancel) {
      const onCancel = (listener: CancelListener): void => {
        this.#listener = listener;
        request.onCancel?.(listener);
        if (this.#cancelled) {
          listener(undefined);
        }
      };
      this.request = { ...request, onCancel };
    } else {
      const controller = new AbortController();
      this.#controller = controller;
      request.signal?.addEventListener('abort', () => controller.abort(request.signal?.reason), { once: true });
      this.request = { ...request, signal: controller.signal };
    }
  }

  /** The next part of the body; undefined at its end. Rejects with `TimeoutError`, and as the transport. */
  async next(): Promise<Uint8Array | undefined> {
    const { opened } = this;
    if (opened === undefined) {
      return undefined;
    }
    const { done, value } = await this.wait(opened.body.next());
    return done === true ? undefined : value;
  }

  /** The outcome of a step. Rejects with `TimeoutError` if it takes too long, or a chunk of the request before it does; the request ends then. */
  wait<T>(step: Promise<T>): Promise<T> {
    if (this.#timeoutMs <= 0) {
      return step;
    }
    return new Promise((resolve, reject) => {
      const time = new WaitingTime(this.#timeoutMs, () => {
        reject(new TimeoutError(this.#timeoutMs));
        this.cancel();
      });
      this.#time = time;
      step.then(resolve, reject).finally(() => time.stop());
    });
  }

  /** Ends the request. */
  cancel(): void {
    this.#cancelled = true;
    if (this.opened !== undefined) {
      this.opened.body.return().catch(() => undefined);
      return;
    }
    try {
      this.#listener?.(undefined);
    } catch {
      // Whoever cancels has a reason of its own to tell.
    }
    this.#controller?.abort();
  }
}
