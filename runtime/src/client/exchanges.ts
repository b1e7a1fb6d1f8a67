import type { ExchangeRequest, ExchangeResponse } from '../exchange/message.js';
import type { BindingKind, OperationDescriptor } from '../service/descriptor.js';
import type { CallMaskers } from './masking/masker.js';
import type { TransportRequest, TransportResponse } from './transport.js';

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
