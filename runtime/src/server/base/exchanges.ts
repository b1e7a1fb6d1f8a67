import type { BindingKind, OperationDescriptor } from '../../service/descriptor.js';

/** Watches the exchanges of a server; made by `serverExchanges`. */
export interface ServerExchanges {
  /** A request has come; its body is undefined if it is still on its way. */
  begin(head: ObservedHead, body: Uint8Array | undefined): ObservedRequest;
}

/** A request without its body. */
export interface ObservedHead {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** A request while it is answered. */
export interface ObservedRequest {
  /** Its body, which was on its way, was read as a whole. */
  received(body: Uint8Array): void;
  /** The call of an operation that it is. */
  called(call: ObservedCall): void;
  /** An older service answers. */
  passedOn(): void;
  /** An error that became the answer. */
  failed(error: unknown): void;
  /** The answer is ready to be sent. */
  end(answer: ObservedAnswer): void;
}

/** A call of an operation. */
export interface ObservedCall {
  readonly service: { readonly name: string };
  readonly operation: OperationDescriptor;
  readonly binding: BindingKind;
  readonly principal: unknown;
}

/** An answer; `stream` is in the place of a body that is made as it is sent. */
export interface ObservedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly stream?: object;
}
