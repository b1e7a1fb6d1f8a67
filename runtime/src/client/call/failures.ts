import type { TransportRequest, TransportResponse } from '../../http/transport.js';
import { parseUrl } from '../../http/urls.js';
import { XmlDecodeError } from '../../schema/descriptor/errors.js';
import { SoapFormatError } from '../../soap/envelope.js';
import { type FaultInfo, readFault } from '../../soap/fault.js';
import { XmlSyntaxError } from '../../xml/index.js';
import { XmlReader } from '../../xml/read/xml-reader.js';
import {
  AccessDeniedError,
  ContentTypeError,
  EmptyResponseError,
  HttpStatusError,
  MalformedResponseError,
  RedirectError,
  ResponseDecodeError,
  type ServiceError,
  type ServiceErrorOptions,
  SoapFaultError,
  SoapVersionFaultError,
  type StatusFacts,
  UnexpectedMessageError,
  type UnexpectedMessageProblem,
} from '../errors/errors.js';
import type { CallMasker } from '../masking/call-masker.js';
import { answerSummary, type BodyKind, bodyKind, bodyText, oneLine } from '../messages/answer.js';
import { retryAfterMs } from '../messages/headers.js';
import { asReceived, type Exchange, errorFacts, maskerOf } from './context.js';
import { bodyBeginning, foreignAnswer, readableText } from './excerpts.js';

/** Code units of a header that messages quote. */
const maxQuoted = 200;

/**
 * The error for an answer whose status does not mean success: its SOAP fault if it contains one, in either version, else the
 * status.
 */
export function statusFailure(exchange: Exchange, response: TransportResponse): ServiceError {
  const kind = bodyKind(response);
  const text = kind === 'xml' ? knownText(response) : undefined;
  const fault = text === undefined ? undefined : findFault(exchange, text);
  if (fault !== undefined) {
    return faultError(exchange, response, fault);
  }
  const { status, headers } = response;
  const masker = maskerOf(exchange);
  const answer: StatusFacts = {
    status,
    statusText: masker.text(response.statusText),
    serverMessage: readableText(asReceived(response), kind, masker),
    retryAfterMs: retryAfterMs(headers.get('retry-after')),
  };
  const facts = errorFacts(exchange, response);
  if (status === 401 || status === 403 || status === 407) {
    const challenge = headers.get(status === 407 ? 'proxy-authenticate' : 'www-authenticate') ?? undefined;
    return new AccessDeniedError(
      { ...answer, challenge: challenge && oneLine(masker.text(challenge), maxQuoted) },
      facts,
    );
  }
  return status === 0 || (status >= 300 && status < 400 && status !== 304)
    ? new RedirectError({ ...answer, ...target(exchange.request, headers.get('location') ?? undefined, masker) }, facts)
    : new HttpStatusError(answer, facts, status === 415 ? accepted(headers.get('accept'), masker) : '');
}

/** What a service takes that refuses the type of a request (RFC 9110, 15.5.16). */
function accepted(types: string | null | undefined, masker: CallMasker): string {
  return types ? `, which takes ${oneLine(masker.text(types), maxQuoted)}` : '';
}

/** The text of a body; undefined for one in an unknown encoding. */
function knownText(response: TransportResponse): string | undefined {
  try {
    return bodyText(response);
  } catch (error) {
    if (error instanceof XmlSyntaxError) {
      return undefined;
    }
    throw error;
  }
}

/** Where a redirect leads, without credentials. */
function target(
  { url }: TransportRequest,
  location: string | undefined,
  masker: CallMasker,
): { readonly location: string | undefined; readonly crossOrigin: boolean } {
  const parsed = location === undefined ? undefined : parseUrl(location, url);
  if (parsed === undefined) {
    return { location: location && masker.text(location), crossOrigin: false };
  }
  const { href, origin } = parsed;
  return { location: masker.address(href), crossOrigin: origin !== new URL(url).origin };
}

/** The error for an answer of success that is not XML. `expected` names the content that should have come. */
export function contentFailure(
  exchange: Exchange,
  response: TransportResponse,
  expected: string,
  cause?: unknown,
): ServiceError {
  const kind = bodyKind(response);
  const facts = errorFacts(exchange, response, cause);
  return kind === 'empty'
    ? new EmptyResponseError(facts)
    : (foreignFailure(exchange, response, kind, expected, cause) ??
        new ContentTypeError(shownType(facts), expected, `${response.body.byteLength} bytes`, facts));
}

function shownType({ response }: ServiceErrorOptions): string {
  return response?.headers['content-type'] ?? '';
}

/** The error for an answer that is something else than XML, whatever it is labelled as; undefined for other answers. */
function foreignFailure(
  exchange: Exchange,
  response: TransportResponse,
  kind: BodyKind,
  expected: string,
  cause?: unknown,
  isRead = false,
): ServiceError | undefined {
  const facts = (): ServiceErrorOptions => errorFacts(exchange, response, cause);
  return foreignAnswer({ response, kind, expected, masker: maskerOf(exchange), isRead }, facts);
}

/** The error for a SOAP fault. */
function faultError(exchange: Exchange, response: TransportResponse, fault: FaultInfo): SoapFaultError {
  const masked = maskerOf(exchange).fault(fault);
  const expected = exchange.plan.version ?? fault.version;
  const facts = errorFacts(exchange, response);
  return expected === fault.version
    ? new SoapFaultError(masked, facts)
    : new SoapVersionFaultError(masked, expected, facts);
}

/** Throws the error for a SOAP fault that is in the place of an answer, in either version. */
export function refuseFault(exchange: Exchange, response: TransportResponse, text: string): void {
  const fault = findFault(exchange, text);
  if (fault !== undefined) {
    throw faultError(exchange, response, fault);
  }
}

/** The error for an answer that cannot be read; errors that are not about the answer go on as they are. */
export function decodeFailure(exchange: Exchange, response: TransportResponse, error: unknown): unknown {
  const masker = maskerOf(exchange);
  if (error instanceof XmlDecodeError) {
    const { message, path } = masker.value(error) as XmlDecodeError;
    const text = `${message} (${answerSummary(response, masker)})`;
    // Rules of the Body's content that are about the message, not about a value in it.
    const rule = error.path === '/Body' ? error.code : '';
    return rule === 'missing-element' || rule === 'wrong-element'
      ? unexpected(exchange, response, rule === 'wrong-element' ? rule : 'empty-body', text, error)
      : new ResponseDecodeError(text, path, errorFacts(exchange, response, error));
  }
  if (error instanceof XmlSyntaxError) {
    const message = `The answer is not well-formed XML: ${masker.text(error.message)}`;
    return (
      foreignFailure(exchange, response, 'xml', 'XML', error) ??
      new MalformedResponseError(
        withAnswerSummary(exchange, response, message),
        error,
        errorFacts(exchange, response, error),
      )
    );
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
    foreignFailure(exchange, response, 'xml', expected, cause, true) ??
    unexpected(exchange, response, 'not-envelope', message, cause)
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
  const masker = maskerOf(exchange);
  return `${message} (${answerSummary(response, masker)}: ${bodyBeginning(response, masker)})`;
}

/** The fault of an envelope of either version, or undefined if the text contains none. */
function findFault({ plan }: Exchange, text: string): FaultInfo | undefined {
  const { parts, reader } = plan.context;
  const open = (): XmlReader => new XmlReader(text, reader);
  try {
    return parts.faults ? parts.faults(open, plan, parts.encoded) : readFault(open());
  } catch {
    return undefined;
  }
}
