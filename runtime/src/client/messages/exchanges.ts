import { tell } from '../../base/promises.js';
import type { TransportRequest, TransportResponse } from '../../http/transport.js';
import type { BindingKind, OperationDescriptor } from '../../service/descriptor.js';
import type { CallMasker } from '../masking/call-masker.js';
import type { CallMaskers } from '../masking/masker.js';
import { type ExchangeRequest, type ExchangeResponse, SeenRequest, SeenResponse } from './exchange-message.js';

/** One attempt of a call, from sending the request to the end of the answer. */
export interface ClientExchange {
  /** Names on the wire. */
  readonly service: string;
  readonly operation: string;
  readonly binding: BindingKind;
  /** 1 for the first; each attempt of a retry is an exchange. */
  readonly attempt: number;
  /** Milliseconds from sending the request to the end of the answer, or to the error. */
  readonly durationMs: number;
  readonly request: ExchangeRequest;
  /** Absent if none came. */
  readonly response: ExchangeResponse | undefined;
  /** The error of the attempt, as the call rejects with it unless it is repeated. */
  readonly error: unknown;
}

/** Gets each exchange of a client. */
export type ExchangeListener = (exchange: ClientExchange) => void;

/** Watches the exchanges of a client. */
export interface ClientExchanges {
  /** An attempt begins, whose request is about to be sent. */
  begin(sent: ObservedSending, attempt: number): ObservedAttempt;
}

/** A request that is about to be sent. */
export interface ObservedSending {
  readonly plan: {
    readonly context: { readonly service: { readonly name: string }; readonly maskers: CallMaskers };
    readonly operation: OperationDescriptor;
    readonly binding: BindingKind;
  };
  readonly request: TransportRequest;
  readonly input: unknown;
}

/** An attempt while it goes on. */
export interface ObservedAttempt {
  /** The answer is there. */
  answered(response: TransportResponse): void;
  /** The attempt has ended, with an error if there was one. */
  end(error?: unknown): void;
}

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
  const masker = (): CallMasker => context.maskers.of({ operation, input, request });
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

function seenResponse({ status, headers, body }: TransportResponse, masker: () => CallMasker): ExchangeResponse {
  const fields: [string, string][] = [];
  headers.forEach((value, name) => {
    // The transport has decoded the body.
    if (name.toLowerCase() !== 'content-encoding') {
      fields.push([name, value]);
    }
  });
  return new SeenResponse(status, { headers: fields, body, isStream: false }, masker);
}
