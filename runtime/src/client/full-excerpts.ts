import { codingProblem } from '#host-errors';
import { answerSummary, binaryKind, bodyText, htmlTitle, oneLine, serverMessage } from './answer.js';
import { ContentEncodingError, ContentTypeError, HtmlResponseError, type ServiceErrorOptions } from './errors.js';
import type { Excerpts, ForeignAnswer } from './excerpts.js';
import type { CallMasker } from './masking/call-masker.js';
import { maxBody, summarizeRequest, summarizeResponse } from './masking/summaries.js';
import type { TransportResponse } from './transport.js';

/** The excerpts of messages on Node, and in clients whose masker hides each credential by itself: headers, bodies, and the texts of pages. */
export const fullExcerpts: Excerpts = {
  request: summarizeRequest,
  response: (response, masker) => summarizeResponse(response, previewText(response), masker),
  beginning(response, masker) {
    const text = bodyPreview(response, masker);
    return `: ${(binaryKind(text, response.body) ?? oneLine(text, maxBeginning)) || 'white space'}`;
  },
  message(response, kind, masker) {
    const message = serverMessage(kind, bodyPreview(response, masker));
    return message === undefined ? undefined : masker.text(message);
  },
  foreign: (answer, facts) =>
    (answer.isRead ? undefined : codingFailure(answer, facts)) ??
    pageFailure(answer, facts) ??
    (answer.kind === 'xml' ? undefined : contentTypeFailure(answer, facts)),
};

/** Bytes of a body that errors look at. */
const maxPreview = 262_144;
/** Code units of a body in messages about foreign documents. */
const maxBeginning = 200;

/** The beginning of a body as a text. */
function previewText(response: TransportResponse): string {
  const body = response.body.subarray(0, maxPreview);
  const text = bodyText({ ...response, body });
  return binaryKind(text, response.body) ?? text;
}

/** The beginning of a body as errors may show it. */
function bodyPreview(response: TransportResponse, masker: CallMasker): string {
  return masker.beginning(previewText(response), maxBody);
}

/** The error for an HTML page, even if it is labelled as XML; undefined for other answers. */
function pageFailure(
  { response, kind, expected, masker }: ForeignAnswer,
  facts: () => ServiceErrorOptions,
): HtmlResponseError | undefined {
  const title = htmlTitle(kind, bodyPreview(response, masker));
  return title === undefined
    ? undefined
    : new HtmlResponseError(contentType(response, masker), expected, masker.text(title), facts());
}

/** The error for a success of another content type. */
function contentTypeFailure(
  { response, kind, expected, masker, readsPackages }: ForeignAnswer,
  facts: () => ServiceErrorOptions,
): ContentTypeError {
  const saw = /^\s*multipart\//i.test(response.headers.get('content-type') ?? '')
    ? multipartAnswer(readsPackages)
    : (serverMessage(kind, bodyPreview(response, masker)) ?? 'white space');
  return new ContentTypeError(contentType(response, masker), expected, masker.text(saw), facts());
}

function contentType({ headers }: TransportResponse, masker: CallMasker): string {
  return masker.text(headers.get('content-type') ?? '');
}

/** A description of what came, and of what a client needs to read it. */
function multipartAnswer(readsPackages: boolean): string {
  return `a multipart message${readsPackages ? '' : ', which needs the option `packages: soapPackages`'}`;
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
