import { brief } from '../../base/describe.js';
import { RecognizedError } from '../../base/recognized-error.js';
import type { TransportResponse } from '../../http/transport.js';
import type { BindingKind } from '../../service/descriptor.js';

/** The request, for logs: credentials masked, the body cut. */
export interface RequestSummary {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The answer, for logs: credentials masked, the body cut. */
export interface ResponseSummary {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Bytes of the whole body. */
  readonly bodyLength: number;
}

/** The call that failed, and the messages on the wire. */
export interface CallFacts {
  /** Name of the service; `''` outside of a call. */
  readonly service: string;
  /** Name of the operation on the wire. */
  readonly operation: string;
  readonly binding: BindingKind | undefined;
  readonly request: RequestSummary | undefined;
  readonly response: ResponseSummary | undefined;
}

/** Options of every error here. */
export interface ServiceErrorOptions extends Partial<CallFacts> {
  readonly cause?: unknown;
  /** As much of an answer as had come; errors do not show it. */
  readonly partial?: TransportResponse | undefined;
}

/** Code units of a message: reasons of faults, and what a service says in headers, may be longer. */
const maxMessage = 4000;

/** A call that did not succeed. Base of all errors that calls reject with, but mistakes in the caller's own values and options. */
export abstract class ServiceError extends RecognizedError implements CallFacts {
  static override readonly $mark: string = 'ServiceError';
  declare readonly name: string;
  declare readonly service: string;
  declare readonly operation: string;
  declare readonly binding: BindingKind | undefined;
  declare readonly request: RequestSummary | undefined;
  declare readonly response: ResponseSummary | undefined;
  // Unmasked, so out of reach of whatever prints errors.
  readonly #partial: TransportResponse | undefined;

  /** `facts` become properties. */
  constructor(message: string, options: ServiceErrorOptions = {}, facts?: object) {
    const { service = '', operation = '', binding, request, response } = options;
    const where = operation && `${service}.${operation} (${binding ?? ''}): `;
    super(brief(where + message, maxMessage), options, { service, operation, binding, request, response, ...facts });
    this.#partial = options.partial;
  }

  /** For the code that adds the context of a call to the error: as much of the answer as had come, unmasked. */
  static partialOf(error: ServiceError): TransportResponse | undefined {
    return #partial in error ? error.#partial : undefined;
  }
}
