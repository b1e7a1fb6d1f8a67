import type { TransportRequest, TransportResponse } from '../../http/transport.js';
import {
  ContentEncodingError,
  ContentTypeError,
  HtmlResponseError,
  type ServiceErrorOptions,
} from '../errors/errors.js';
import type { RequestSummary, ResponseSummary, ServiceError } from '../errors/service-error.js';
import { codingProblem } from '../errors/system-errors.js';
import type { CallMasker } from '../masking/call-masker.js';
import {
  answerSummary,
  type BodyKind,
  binaryKind,
  htmlTitle,
  oneLine,
  serverMessage,
  shownText,
} from '../messages/answer.js';
import { headerFields } from '../messages/headers.js';

/** An answer that is not the expected XML. */
export interface ForeignAnswer {
  readonly response: TransportResponse;
  readonly kind: BodyKind;
  /** The content that should have come. */
  readonly expected: string;
  readonly masker: CallMasker;
  /** True for a document that is well-formed, and so in no coding. */
  readonly isRead: boolean;
}

/** Bytes of a body that errors look at. */
const maxPreview = 262_144;
/** Code units of a body in messages about foreign documents. */
const maxBeginning = 200;

/** The answer, for errors. */
export function answerForErrors(response: TransportResponse, masker: CallMasker): ResponseSummary {
  return summarizeResponse(response, previewText(response), masker);
}

/** How the body of an answer begins, for messages. */
export function bodyBeginning(response: TransportResponse, masker: CallMasker): string {
  const text = masker.beginning(previewText(response), maxBody);
  return oneLine(text, maxBeginning) || 'white space';
}

/** The readable text of a body: `HttpStatusError.serverMessage`. */
export function readableText(response: TransportResponse, kind: BodyKind, masker: CallMasker): string | undefined {
  return serverMessage(kind, previewText(response), (text) => masker.beginning(text, maxBody));
}

/**
 * The error for an answer that is not the expected XML, if its body or its headers say what it is instead; undefined for XML that is not a page. `facts` makes
 * the options of an error.
 */
export function foreignAnswer(answer: ForeignAnswer, facts: () => ServiceErrorOptions): ServiceError | undefined {
  return (
    (answer.isRead ? undefined : codingFailure(answer, facts)) ??
    pageFailure(answer, facts) ??
    (answer.kind === 'xml' ? undefined : contentTypeFailure(answer, facts))
  );
}

/** The beginning of a body as a text. */
function previewText(response: TransportResponse): string {
  const body = response.body.subarray(0, maxPreview);
  const text = shownText({ ...response, body });
  return binaryKind(text, response.body) ?? text;
}

/** The error for an HTML page, even if it is labelled as XML; undefined for other answers. */
function pageFailure(
  { response, kind, expected, masker }: ForeignAnswer,
  facts: () => ServiceErrorOptions,
): HtmlResponseError | undefined {
  const title = htmlTitle(kind, previewText(response));
  return title === undefined
    ? undefined
    : new HtmlResponseError(contentType(response, masker), expected, masker.text(title), facts());
}

/** The error for a success of another content type. */
function contentTypeFailure(
  { response, kind, expected, masker }: ForeignAnswer,
  facts: () => ServiceErrorOptions,
): ContentTypeError {
  const options = facts();
  const { cause } = options;
  const problem = cause instanceof Error ? ` that cannot be read: ${masker.text(cause.message)}` : '';
  const saw = /^\s*multipart\//i.test(response.headers.get('content-type') ?? '')
    ? `a multipart message${problem}`
    : (readableText(response, kind, masker) ?? 'white space');
  return new ContentTypeError(contentType(response, masker), expected, saw, options);
}

function contentType({ headers }: TransportResponse, masker: CallMasker): string {
  return masker.text(headers.get('content-type') ?? '');
}

/** The error for a body that is still compressed; undefined if it is not. */
function codingFailure(
  { response, masker }: ForeignAnswer,
  facts: () => ServiceErrorOptions,
): ContentEncodingError | undefined {
  const header = response.headers.get('content-encoding') ?? '';
  const contentEncoding = masker.text(header);
  const problem = codingProblem(response.body, header, contentEncoding);
  return problem === undefined
    ? undefined
    : new ContentEncodingError(`${problem} (${answerSummary(response, masker)})`, { contentEncoding }, facts());
}

/** Code units of a body that a summary keeps. */
const maxBody = 16_384;

/** The request, for errors. */
export function summarizeRequest(request: TransportRequest, masker: CallMasker): RequestSummary {
  const { method, url, headers, body, stream } = request;
  const whole = typeof body === 'string' ? masker.beginning(body, maxBody) : body && `(${body.byteLength} bytes)`;
  const shown = stream === undefined ? whole : '(a stream)';
  return {
    method,
    url: masker.address(url),
    headers: masker.fields(Object.entries(headers)),
    ...(shown !== undefined && { body: shown }),
  };
}

/** The answer, for errors; `text` is the body, or as much of it as is of interest. */
function summarizeResponse(response: TransportResponse, text: string, masker: CallMasker): ResponseSummary {
  return {
    status: response.status,
    statusText: masker.text(response.statusText),
    headers: masker.fields(headerFields(response.headers)),
    body: masker.beginning(text, maxBody),
    bodyLength: response.body.byteLength,
  };
}
