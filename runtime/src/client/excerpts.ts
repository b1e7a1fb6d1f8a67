import type { BodyKind } from './answer.js';
import type { CallMasker } from './masking/call-masker.js';
import type { RequestSummary, ResponseSummary, ServiceError, ServiceErrorOptions } from './service-error.js';
import type { TransportRequest, TransportResponse } from './transport.js';

/** What errors show of the messages on the wire. What is absent is not shown. */
export interface Excerpts {
  request(request: TransportRequest, masker: CallMasker): RequestSummary;
  response(response: TransportResponse, masker: CallMasker): ResponseSummary;
  /** What a message adds about an answer, with the sign before it: how its body begins. */
  beginning?(response: TransportResponse, masker: CallMasker): string;
  /** The readable text of a body: `HttpStatusError.serverMessage`. */
  message?(response: TransportResponse, kind: BodyKind, masker: CallMasker): string | undefined;
  /** The title of an HTML page, even if it is labelled as XML; undefined if the body is not a page. */
  title?(response: TransportResponse, kind: BodyKind, masker: CallMasker): string | undefined;
  /** What came in the place of XML; `readsPackages` is true for a client that reads messages in several parts. */
  content?(response: TransportResponse, kind: BodyKind, masker: CallMasker, readsPackages: boolean): string;
  /** The error for a body that is still compressed; undefined if it is not. `facts` makes the options of an error. */
  coding?(response: TransportResponse, masker: CallMasker, facts: () => ServiceErrorOptions): ServiceError | undefined;
}
