import type { BodyKind } from './answer.js';
import type { CallMasker } from './masking/call-masker.js';
import type { RequestSummary, ResponseSummary, ServiceError, ServiceErrorOptions } from './service-error.js';
import type { TransportRequest, TransportResponse } from './transport.js';

/** The parts of messages on the wire that errors show. An absent member shows nothing. */
export interface Excerpts {
  request(request: TransportRequest, masker: CallMasker): RequestSummary;
  response(response: TransportResponse, masker: CallMasker): ResponseSummary;
  /** The addition to an error's message about an answer, with the sign before it: how its body begins. */
  beginning?(response: TransportResponse, masker: CallMasker): string;
  /** The readable text of a body: `HttpStatusError.serverMessage`. */
  message?(response: TransportResponse, kind: BodyKind, masker: CallMasker): string | undefined;
  /**
   * The error for an answer that is not the expected XML, if its body or its headers say what it is instead; undefined for XML that is not a page. `facts` makes
   * the options of an error.
   */
  foreign?(answer: ForeignAnswer, facts: () => ServiceErrorOptions): ServiceError | undefined;
}

/** An answer that is not the expected XML. */
export interface ForeignAnswer {
  readonly response: TransportResponse;
  readonly kind: BodyKind;
  /** The content that should have come. */
  readonly expected: string;
  readonly masker: CallMasker;
  /** True for a client that reads messages in several parts. */
  readonly readsPackages: boolean;
  /** True for a document that is well-formed, and so in no coding. */
  readonly isRead: boolean;
}
