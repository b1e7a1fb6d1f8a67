import { RecognizedError } from '../../base/recognized-error.js';
import type { BindingKind } from '../../service/descriptor.js';
import type { ObservedCall } from '../base/exchanges.js';
import type { RequestHead, WireRequest, WireResponse } from '../wire/wire.js';
import type { Handler } from './context.js';

/** What a server believes of the caller of a request that it passes on: what it sees, and what proxies say that it trusts. */
export interface BelievedCaller {
  /** Address of the caller; undefined if the host does not tell. */
  readonly address: string | undefined;
  /** Scheme that the caller used. */
  readonly scheme: 'http' | 'https';
  /** Host that the caller asked for, with an optional port; undefined if it is none that can be used. */
  readonly host: string | undefined;
  /** True if the request comes from a proxy that is trusted. */
  readonly isTrustedProxy: boolean;
}

/** Answers the requests that a server leaves to an older service: `fallback` of the entry `migration` makes one. */
export interface ServerFallback {
  /** True if pages of services, and `?WSDL`, come from there as well. */
  readonly pages: boolean;
  /** True if requests to addresses without a service go there, too. */
  readonly otherPaths: boolean;
  /** Passes a request on, its bytes as they came. Rejects with `FallbackError` if there is no answer. */
  answer(request: WireRequest, caller: BelievedCaller): Promise<WireResponse>;
}

/** The older service gave no answer. */
export class FallbackError extends RecognizedError {
  static override readonly $mark: string = 'FallbackError';
  override readonly name = 'FallbackError';
  /** The status of the answer to the caller: 502 without a connection or an answer, 503 without room, 504 after the time. */
  readonly status: 502 | 503 | 504;

  constructor(status: 502 | 503 | 504, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** Compares the answers of two services to the same requests: `shadow` of the entry `migration` makes one. */
export interface ServerShadow {
  /** Names on the wire of the operations whose calls are compared. */
  readonly operations: readonly string[];
  /** Called for each request to one of these operations before it is decoded. True if the older service answers it. */
  chosen(operation: string): boolean;
  /** Answers a request; `next` is the server without the comparison. */
  around(
    request: WireRequest,
    next: (request: WireRequest) => WireResponse | Promise<WireResponse>,
    caller: BelievedCaller,
  ): WireResponse | Promise<WireResponse>;
}

/** In the place of an answer: the request is for the fallback. */
export const passedOn: WireResponse = { status: 502, headers: {}, body: '' };

/** In the place of an answer: the request is for the older service of a comparison. */
export const shadowed: WireResponse = { status: 502, headers: {}, body: '' };

/** What takes the place of a handler's answer before the request is decoded; undefined where the handler is called. Who watches learns what is passed on. */
export function insteadOf(
  {
    service,
    operation,
    kind,
    handler,
  }: Pick<ObservedCall, 'service' | 'operation'> & { readonly kind: BindingKind; readonly handler: Handler },
  { exchange }: RequestHead,
): WireResponse | undefined {
  if (handler.$passesOn !== true && handler.$chosen?.() !== true) {
    return undefined;
  }
  exchange?.called({ service, operation, binding: kind, principal: undefined });
  return handler.$passesOn === true ? passedOn : shadowed;
}

/** A handler whose calls are compared. Throws `TypeError` for one of which there is nothing to compare. */
export function comparedHandler(handler: Handler, operation: string, shadow: ServerShadow): Handler {
  if (handler.$passesOn === true || handler.$receiver !== undefined) {
    const reason = handler.$passesOn === true ? 'is not implemented' : 'reads its request while it arrives';
    throw new TypeError(`${operation} ${reason}, so shadow cannot compare it.`);
  }
  const compared: Handler = (input, context) => handler(input, context);
  return Object.assign(compared, { $chosen: () => shadow.chosen(operation) });
}
