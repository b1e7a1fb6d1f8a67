import type { BindingKind, SoapFault, WireHeaders, WireResponse } from '@wsdl-codegen/runtime';
import type { ServedOperation } from './services.js';

/** A call that a server has read. */
export interface ServedCall extends ServedOperation {
  readonly binding: BindingKind;
  /** The request in its JSON form. */
  readonly request: unknown;
  /** HTTP headers by lower-case name. */
  readonly headers: WireHeaders;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

/** What answers a call, and where that comes from. */
export type SourcedAnswer = { readonly note: string } & (
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'fault'; readonly fault: SoapFault }
  | WholeAnswer
);

/** A whole HTTP answer. */
export interface WholeAnswer {
  readonly kind: 'http';
  readonly response: WireResponse;
  /** True if it is meant to be no message of the contract. */
  readonly isForeign: boolean;
}

/** Answers calls. */
export interface AnswerSource {
  answer(call: ServedCall): Promise<SourcedAnswer>;
}
