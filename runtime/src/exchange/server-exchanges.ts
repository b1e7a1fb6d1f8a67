import { callback, type OptionKinds, requireKind, requireOptions } from '../base/options.js';
import { tell } from '../base/promises.js';
import type { CallMasker, MaskOption } from '../client/masking/call-masker.js';
import { CallMaskers } from '../client/masking/masker.js';
import {
  type ExchangeRequest,
  type ExchangeResponse,
  SeenRequest,
  SeenResponse,
} from '../client/messages/exchange-message.js';
import { checkMask, mask } from '../client/options/option-kinds.js';
import type {
  ObservedAnswer,
  ObservedCall,
  ObservedHead,
  ObservedRequest,
  ServerExchanges,
} from '../server/base/exchanges.js';
import { headerValue, type WireHeaders } from '../server/wire/wire.js';
import type { BindingKind } from '../service/descriptor.js';

/** A request for an operation, and its answer. */
export interface ServerExchange {
  /** Names on the wire; undefined if the request was not matched to an operation, or could not be read. */
  readonly service: string | undefined;
  readonly operation: string | undefined;
  readonly binding: BindingKind | undefined;
  /** True if the older service of the option `fallback` was asked for the answer. */
  readonly passedOn: boolean;
  /** Who is authenticated, as `ServiceContext.principal`. */
  readonly principal: unknown;
  /** Milliseconds from the end of the request, or its beginning where it is read in parts, to the answer. */
  readonly durationMs: number;
  readonly request: ExchangeRequest;
  readonly response: ExchangeResponse;
  /** The error of a handler or an interceptor that became the answer. */
  readonly error: unknown;
}

/** Options of `serverExchanges`. */
export interface ServerExchangesOptions {
  /** Which credentials are shown as `***`, as in clients; `false` hides nothing. */
  readonly mask?: MaskOption;
}

const kinds: OptionKinds<ServerExchangesOptions> = { mask };

/** The option `onExchange` of servers: `onExchange: serverExchanges((exchange) => …)`. For `createServer` of the entry `node` the function is enough. */
export function serverExchanges(
  listener: (exchange: ServerExchange) => void,
  options: ServerExchangesOptions = {},
): ServerExchanges {
  requireKind('The listener of `serverExchanges`', listener, callback);
  requireOptions('serverExchanges', options, kinds);
  checkMask(options.mask);
  const maskers = new CallMaskers(options.mask);
  return { begin: (head, body) => new Observation(listener, maskers, head, body) };
}

class Observation implements ObservedRequest {
  readonly #listener: (exchange: ServerExchange) => void;
  readonly #maskers: CallMaskers;
  readonly #head: ObservedHead;
  #body: Uint8Array | undefined;
  readonly #start = performance.now();
  #context: ObservedCall | undefined;
  #error: unknown;
  #passedOn = false;

  constructor(
    listener: (exchange: ServerExchange) => void,
    maskers: CallMaskers,
    head: ObservedHead,
    body: Uint8Array | undefined,
  ) {
    this.#listener = listener;
    this.#maskers = maskers;
    this.#head = head;
    this.#body = body;
  }

  received(body: Uint8Array): void {
    this.#body = body;
  }

  called(context: ObservedCall): void {
    this.#context = context;
  }

  passedOn(): void {
    this.#passedOn = true;
  }

  failed(error: unknown): void {
    this.#error = error;
  }

  end({ status, headers, body, stream }: ObservedAnswer): void {
    const { method, url, headers: received } = this.#head;
    const content = this.#body;
    const masker = (): CallMasker => this.#masker();
    const context = this.#context;
    const answer = { headers: Object.entries(headers), body, isStream: stream !== undefined };
    const question = { headers: fieldsOf(received), body: content, isStream: content === undefined };
    tell(this.#listener, {
      service: context?.service.name,
      operation: context?.operation.name,
      binding: context?.binding,
      passedOn: this.#passedOn,
      principal: context?.principal,
      durationMs: performance.now() - this.#start,
      request: new SeenRequest(method, url, question, masker),
      response: new SeenResponse(status, answer, masker),
      error: this.#error,
    });
  }

  #masker(): CallMasker {
    const operation = this.#context?.operation;
    if (operation === undefined) {
      return this.#maskers.common;
    }
    const { url, headers } = this.#head;
    const body = this.#body;
    const request = { method: 'POST' as const, url, headers: Object.fromEntries(fieldsOf(headers)), body };
    return this.#maskers.of({ operation, input: undefined, request });
  }
}

function fieldsOf(headers: WireHeaders): readonly (readonly [string, string])[] {
  return Object.keys(headers).map((name) => [name, headerValue(headers, name) ?? '']);
}
