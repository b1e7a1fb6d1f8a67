import { tell } from '../../base/promises.js';
import type { TransportResponse } from '../../http/transport.js';
import { type Exchange, maskerOf } from '../call/context.js';
import type { CallMasker } from '../masking/call-masker.js';
import {
  type ClientExchange,
  type ExchangeListener,
  type ExchangeResponse,
  SeenRequest,
  SeenResponse,
} from '../messages/exchange-message.js';
import { headerFields } from '../messages/headers.js';

/** An attempt while it goes on, of which a listener is told in the end. */
export class ObservedAttempt {
  readonly #listener: ExchangeListener;
  readonly #sent: Exchange;
  readonly #attempt: number;
  readonly #start = performance.now();
  #answer: { readonly response: TransportResponse; readonly durationMs: number } | undefined;

  constructor(listener: ExchangeListener, sent: Exchange, attempt: number) {
    this.#listener = listener;
    this.#sent = sent;
    this.#attempt = attempt;
  }

  /** The answer is there. */
  answered(response: TransportResponse): void {
    this.#answer = { response, durationMs: performance.now() - this.#start };
  }

  /** The attempt has ended, with an error if there was one. */
  end(error?: unknown): void {
    const durationMs = this.#answer?.durationMs ?? performance.now() - this.#start;
    tell(this.#listener, seenExchange(this.#sent, this.#attempt, durationMs, this.#answer?.response, error));
  }
}

/** An attempt as listeners see it. */
function seenExchange(
  exchange: Exchange,
  attempt: number,
  durationMs: number,
  response: TransportResponse | undefined,
  error: unknown,
): ClientExchange {
  const { plan, request } = exchange;
  const masker = (): CallMasker => maskerOf(exchange);
  const { method, url, body, stream } = request;
  const raw = { headers: Object.entries(request.headers), body, isStream: stream !== undefined };
  return {
    service: plan.context.service.name,
    operation: plan.operation.name,
    binding: plan.binding,
    attempt,
    durationMs,
    request: new SeenRequest(method, url, raw, masker),
    response: response && seenResponse(response, masker),
    error,
  };
}

function seenResponse({ status, headers, body }: TransportResponse, masker: () => CallMasker): ExchangeResponse {
  // The transport has decoded the body.
  const fields = headerFields(headers).filter(([name]) => name.toLowerCase() !== 'content-encoding');
  return new SeenResponse(status, { headers: fields, body, isStream: false }, masker);
}
