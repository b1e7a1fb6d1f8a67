import type {
  ClientExchange,
  ClientExchanges,
  ExchangeListener,
  ObservedAttempt,
  ObservedSending,
} from '../client/exchanges.js';
import type { PreciseMasker } from '../client/masking/call-masker.js';
import type { TransportResponse } from '../client/transport.js';
import type { BindingKind } from '../service/descriptor.js';
import { type ExchangeRequest, type ExchangeResponse, SeenRequest, SeenResponse } from './message.js';
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
    tell(this.#listener, new SeenExchange(this.#sent, this.#attempt, durationMs, this.#answer?.response, error));
  }
}

/** An attempt as listeners see it. */
class SeenExchange implements ClientExchange {
  readonly service: string;
  readonly operation: string;
  readonly binding: BindingKind;
  readonly attempt: number;
  readonly durationMs: number;
  readonly request: ExchangeRequest;
  readonly response: ExchangeResponse | undefined;
  readonly error: unknown;

  constructor(
    { plan, request, input }: ObservedSending,
    attempt: number,
    durationMs: number,
    response: TransportResponse | undefined,
    error: unknown,
  ) {
    const { context, operation } = plan;
    const masker = (): PreciseMasker => context.maskers.of({ operation, input, request });
    const { method, url, body, stream } = request;
    this.service = context.service.name;
    this.operation = operation.name;
    this.binding = plan.binding;
    this.attempt = attempt;
    this.durationMs = durationMs;
    const raw = { headers: Object.entries(request.headers), body, isStream: stream !== undefined };
    this.request = new SeenRequest(method, url, raw, masker);
    this.response = response && seenResponse(response, masker);
    this.error = error;
  }
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
