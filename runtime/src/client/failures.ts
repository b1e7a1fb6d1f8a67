import { hostErrors } from '#host-errors';
import type { QName } from '../schema/descriptor/descriptor.js';
import { XmlDecodeError } from '../schema/descriptor/errors.js';
import { drain, nextChild, skipElement } from '../soap/cursor.js';
import { enterBody, enterEnvelope, SoapFormatError } from '../soap/envelope.js';
import { type DeclaredDetail, type FaultInfo, type FaultReader, isFault, readFault } from '../soap/fault.js';
import { XmlReader } from '../xml/engine.js';
import { XmlSyntaxError } from '../xml/index.js';
import { type BodyKind, binaryKind, bodyKind, bodyText, htmlTitle, oneLine, serverMessage } from './answer.js';
import { type Exchange, errorFacts, maskerOf, previewText } from './context.js';
import {
  AccessDeniedError,
  ContentEncodingError,
  ContentTypeError,
  EmptyResponseError,
  HtmlResponseError,
  HttpStatusError,
  MalformedResponseError,
  RedirectError,
  ResponseDecodeError,
  type ServiceError,
  SoapFaultError,
  SoapVersionFaultError,
  type StatusFacts,
  UnexpectedMessageError,
  type UnexpectedMessageProblem,
} from './errors.js';
import type { CallMasker } from './masking/masker.js';
import { maxBody } from './masking/summaries.js';
import { retryAfterMs } from './retry-after.js';
import type { TransportResponse } from './transport.js';

/** Code units of a body in messages about foreign documents. */
const maxBeginning = 200;

/**
 * The error for an answer whose status does not mean success: its SOAP fault if it contains one, in either version, else the
 * status.
 */
export function statusFailure(exchange: Exchange, response: TransportResponse): ServiceError {
  const kind = bodyKind(response);
  const fault = kind === 'xml' ? findFault(exchange, bodyText(response)) : undefined;
  if (fault !== undefined) {
    return faultError(exchange, response, fault);
  }
  const { status, headers } = response;
  const masker = maskerOf(exchange);
  const message = serverMessage(kind, bodyPreview(exchange, response));
  const answer: StatusFacts = {
    status,
    statusText: masker.text(response.statusText),
    serverMessage: message === undefined ? undefined : masker.text(message),
    retryAfterMs: retryAfterMs(headers.get('retry-after')),
  };
  const facts = errorFacts(exchange, response);
  if (status === 401 || status === 403 || status === 407) {
    const challenge = headers.get(status === 407 ? 'proxy-authenticate' : 'www-authenticate');
    return new AccessDeniedError(
      {
        ...answer,
        challenge: challenge === null ? undefined : oneLine(masker.text(challenge), maxBeginning),
      },
      facts,
    );
  }
  return status === 0 || (status >= 300 && status < 400 && status !== 304)
    ? new RedirectError({ ...answer, ...target(exchange, headers.get('location')) }, facts)
    : new HttpStatusError(answer, facts);
}

/** Where a redirect leads, without credentials. */
function target(
  exchange: Exchange,
  location: string | null,
): { readonly location: string | undefined; readonly crossOrigin: boolean } {
  const { url } = exchange.request;
  if (location === null || !URL.canParse(location, url)) {
    return { location: location === null ? undefined : maskerOf(exchange).text(location), crossOrigin: false };
  }
  const { href, origin } = new URL(location, url);
  return {
    location: maskerOf(exchange).address(href),
    crossOrigin: origin !== new URL(url).origin,
  };
}

/** The beginning of a body as errors may show it. */
function bodyPreview(exchange: Exchange, response: TransportResponse): string {
  return maskerOf(exchange).beginning(previewText(response), maxBody);
}

/** The error for an answer of success that is not XML. `expected` names the content that should have come. */
export function contentFailure(exchange: Exchange, response: TransportResponse, expected: string): ServiceError {
  const kind = bodyKind(response);
  if (kind === 'empty') {
    return new EmptyResponseError(errorFacts(exchange, response));
  }
  return (
    codingFailure(exchange, response) ??
    pageFailure(exchange, response, kind, expected) ??
    contentTypeFailure(exchange, response, kind, expected)
  );
}

/** The error for a success of another content type. */
function contentTypeFailure(
  exchange: Exchange,
  response: TransportResponse,
  kind: BodyKind,
  expected: string,
): ContentTypeError {
  const text = bodyPreview(exchange, response);
  const saw = kind === 'multipart' ? multipartAnswer(exchange) : (serverMessage(kind, text) ?? 'white space');
  return new ContentTypeError(
    contentType(exchange, response),
    expected,
    maskerOf(exchange).text(saw),
    errorFacts(exchange, response),
  );
}

/** The error for an HTML page, whatever it is labelled as; undefined for other answers. */
function pageFailure(
  exchange: Exchange,
  response: TransportResponse,
  kind: BodyKind,
  expected: string,
  cause?: unknown,
): HtmlResponseError | undefined {
  const title = htmlTitle(kind, bodyPreview(exchange, response));
  return title === undefined
    ? undefined
    : new HtmlResponseError(
        contentType(exchange, response),
        expected,
        maskerOf(exchange).text(title),
        errorFacts(exchange, response, cause),
      );
}

function contentType(exchange: Exchange, { headers }: TransportResponse): string {
  return maskerOf(exchange).text(headers.get('content-type') ?? '');
}

/** What came, and what a client needs that has to read it. */
function multipartAnswer({ plan }: Exchange): string {
  const hint = plan.context.parts.packages === undefined ? ', which needs the option `packages: soapPackages`' : '';
  return `a multipart message${hint}`;
}

/** The error for a body that is still compressed; undefined if it is not. */
function codingFailure(
  exchange: Exchange,
  response: TransportResponse,
  cause?: unknown,
): ContentEncodingError | undefined {
  const header = response.headers.get('content-encoding') ?? '';
  const contentEncoding = maskerOf(exchange).text(header);
  const problem = hostErrors.codingProblem(response.body, header, contentEncoding);
  return problem === undefined
    ? undefined
    : new ContentEncodingError(
        `${problem} (${answerSummary(exchange, response)})`,
        { contentEncoding },
        errorFacts(exchange, response, cause),
      );
}

/** Status, content type and length. */
function answerSummary(exchange: Exchange, { status, headers, body }: TransportResponse): string {
  const type = maskerOf(exchange).text(headers.get('content-type') ?? 'no Content-Type');
  return `HTTP ${status}, ${type}, ${body.byteLength} bytes`;
}

/** The error for a SOAP fault. */
export function faultError(exchange: Exchange, response: TransportResponse, fault: FaultInfo): SoapFaultError {
  const masked = maskFault(fault, maskerOf(exchange));
  const expected = exchange.plan.version ?? fault.version;
  const facts = errorFacts(exchange, response);
  return expected === fault.version
    ? new SoapFaultError(masked, facts)
    : new SoapVersionFaultError(masked, expected, facts);
}

/** A fault without credentials. The kind and the name of the fault, by which programs decide, are ours and stay. */
function maskFault(fault: FaultInfo, masker: CallMasker): FaultInfo {
  const reason = masker.text(fault.reason);
  const codeOf = (code: QName): QName => ({ namespace: masker.text(code.namespace), name: masker.text(code.name) });
  return {
    ...fault,
    code: fault.kind === undefined ? codeOf(fault.code) : fault.code,
    subcodes: fault.subcodes.map(codeOf),
    reason,
    reasons: fault.reasons.map(({ language, text }) => ({
      language: masker.text(language),
      text: text === fault.reason ? reason : masker.text(text),
    })),
    actor: fault.actor && masker.text(fault.actor),
    node: fault.node && masker.text(fault.node),
    detail: masker.data(fault.detail),
    ...(fault.detailText !== undefined && { detailText: masker.text(fault.detailText) }),
  };
}

/** The error for an answer that cannot be read; errors that are not about the answer go on as they are. */
export function decodeFailure(exchange: Exchange, response: TransportResponse, error: unknown): unknown {
  if (error instanceof XmlDecodeError) {
    const problem = problems.get(error.code);
    const message = `${maskerOf(exchange).text(error.message)} (${answerSummary(exchange, response)})`;
    return problem !== undefined && error.path === '/Body'
      ? unexpected(exchange, response, problem, message, error)
      : new ResponseDecodeError(message, maskerOf(exchange).text(error.path), errorFacts(exchange, response, error));
  }
  if (error instanceof XmlSyntaxError) {
    return malformed(exchange, response, error);
  }
  if (error instanceof SoapFormatError) {
    const message = withAnswerSummary(exchange, response, error.message);
    return error.problem === 'not-envelope'
      ? rootFailure(exchange, response, message, 'a SOAP envelope', error)
      : unexpected(exchange, response, error.problem, message, error);
  }
  return error;
}

/** The error for a document with another root element: it may be a page. */
export function rootFailure(
  exchange: Exchange,
  response: TransportResponse,
  message: string,
  expected: string,
  cause?: unknown,
): ServiceError {
  return (
    pageFailure(exchange, response, 'xml', expected, cause) ??
    unexpected(exchange, response, 'not-envelope', message, cause)
  );
}

/** Rules of the Body's content that are about the message, not about a value in it. */
const problems: ReadonlyMap<string, UnexpectedMessageProblem> = new Map([
  ['missing-element', 'empty-body'],
  ['wrong-element', 'wrong-element'],
]);

function malformed(exchange: Exchange, response: TransportResponse, error: XmlSyntaxError): ServiceError {
  const message = `The answer is not well-formed XML: ${maskerOf(exchange).text(error.message)}`;
  return (
    codingFailure(exchange, response, error) ??
    pageFailure(exchange, response, 'xml', 'XML', error) ??
    new MalformedResponseError(
      withAnswerSummary(exchange, response, message),
      error,
      errorFacts(exchange, response, error),
    )
  );
}

/** The error for well-formed XML that is another document than the operation's. */
export function unexpected(
  exchange: Exchange,
  response: TransportResponse,
  problem: UnexpectedMessageProblem,
  message: string,
  cause?: unknown,
): UnexpectedMessageError {
  return new UnexpectedMessageError(maskerOf(exchange).text(message), problem, errorFacts(exchange, response, cause));
}

/** A message that describes the answer: status, content type, and the beginning of the body. */
export function withAnswerSummary(exchange: Exchange, response: TransportResponse, message: string): string {
  const text = bodyPreview(exchange, response);
  const beginning = binaryKind(text, response.body) ?? oneLine(text, maxBeginning);
  return `${message} (${answerSummary(exchange, response)}: ${beginning || 'white space'})`;
}

/** The fault of an envelope of either version, or undefined if the text contains none. */
export function findFault(exchange: Exchange, text: string): FaultInfo | undefined {
  const open = (): XmlReader => new XmlReader(text, exchange.plan.context.reader);
  try {
    return readFaultIn(open(), faultReader(exchange, open));
  } catch (error) {
    if (!(error instanceof XmlDecodeError)) {
      return undefined;
    }
  }
  // The detail does not fit its declaration: a fault with a raw detail is better than none.
  return readFaultIn(open());
}

function faultReader({ plan }: Exchange, open: () => XmlReader): FaultReader | undefined {
  const { context, operation, encodedFaults } = plan;
  const { encoded: encoding, faults } = context.parts;
  const encoded = encodedFaults &&
    encoding && { names: encodedFaults, blocks: encoding.blocks(open), isReferredTo: encoding.isReferredTo };
  return faults?.(operation.faults ?? [], encoded);
}

function readFaultIn(cursor: XmlReader, faults?: FaultReader): FaultInfo | undefined {
  const facts = enterEnvelope(cursor);
  let inHeader: DeclaredDetail | undefined;
  enterBody(cursor, facts, () => {
    const declared = faults?.inHeader(cursor);
    if (declared === undefined) {
      skipElement(cursor);
    } else {
      inHeader = declared;
    }
  });
  if (!nextChild(cursor) || !isFault(cursor, facts)) {
    return undefined;
  }
  const fault = readFault(cursor, facts, faults);
  drain(cursor);
  return fault.faultName === undefined && inHeader !== undefined ? { ...fault, ...inHeader } : fault;
}
