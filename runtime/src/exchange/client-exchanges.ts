import type {
  ClientExchange,
  ClientExchanges,
  ExchangeListener,
  ObservedAttempt,
  ObservedSending,
} from '../client/exchanges.js';
import type { PreciseMasker } from '../client/masking/call-masker.js';
import type { TransportResponse } from '../client/transport.js';
import { type ExchangeResponse, SeenRequest, SeenResponse } from './message.js';
import { tell } from './tell.js';

/** Tells a listener of the exchanges of a client. */
export function clientExchanges(listener: ExchangeListener): ClientExchanges {
  return { begin: (sent, attempt) => new Attempt(listener, sent, attempt) };
}

/** An attempt while it goes on. */
class Attempt implements ObservedAttempt {
  readonly #listener: ExchangeListener;
  readonly #sent: ObservedSending;
  readonly #attempt: number;
  readonly #start = performance.now();
  #answer: { readonly response: TransportResponse; readonly durationMs: number } | undefined;

  constructor(listener: ExchangeListener, sent: ObservedSending, attempt: number) {
    this.#listener = listener;
    this.#sent = sent;
    this.#attempt = attempt;
  }

  answered(response: TransportResponse): void {
    this.#answer = { response, durationMs: performance.now() - this.#start };
  }

  end(error?: unknown): void {
    const durationMs = this.#answer?.durationMs ?? performance.now() - this.#start;
    tell(this.#listener, seenExchange(this.#sent, this.#attempt, durationMs, this.#answer?.response, error));
  }
}

/** An attempt as listeners see it. */
function seenExchange(
  { plan, request, input }: ObservedSending,
  attempt: number,
  durationMs: number,
  response: TransportResponse | undefined,
  error: unknown,
): ClientExchange {
  const { context, operation, binding } = plan;
  const masker = (): PreciseMasker => context.maskers.of({ operation, input, request });
  const { method, url, body, stream } = request;
  const raw = { headers: Object.entries(request.headers), body, isStream: stream !== undefined };
  return {
    service: context.service.name,
    operation: operation.name,
    binding,
    attempt,
    durationMs,
    request: new SeenRequest(method, url, raw, masker),
    response: response && seenResponse(response, masker),
    error,
  };
}

function seenResponse({ status, headers, body }: TransportResponse, masker: () => PreciseMasker): ExchangeResponse {
  const fields: [string, string][] = [];
  headers.forEach((value, name) => {
    // The transport has decoded the body.
    if (name.toLowerCase() !== 'content-encoding') {
      fields.push([name, value]);
    }
  });
  return new SeenResponse(status, { headers: fields, body, isStream: false }, masker);
}
