import { decodeElement, XmlDecodeError } from '../schema/index.js';
import { drain, nextChild, skipElement } from '../soap/cursor.js';
import { enterBody, enterEnvelope, SoapFormatError } from '../soap/envelope.js';
import { type FaultInfo, isElementOf, isFault, readFault } from '../soap/fault.js';
import { XmlReader, XmlSyntaxError } from '../xml/index.js';
import { bodyKind, bodyText, serverMessage } from './answer.js';
import { type Exchange, errorFacts, withoutSecrets } from './context.js';
import {
  ContentTypeError,
  EmptyResponseError,
  HttpStatusError,
  ResponseDecodeError,
  type ServiceError,
  SoapFaultError,
} from './errors.js';
import type { TransportResponse } from './transport.js';

/** The error for an answer whose status is no success: its SOAP fault when it holds one, in whatever version, else the status. */
export function statusFailure(exchange: Exchange, response: TransportResponse): ServiceError {
  const kind = bodyKind(response);
  const text = bodyText(response);
  const fault = kind === 'xml' ? findFault(exchange, text) : undefined;
  if (fault !== undefined) {
    return faultError(exchange, response, fault);
  }
  const message = serverMessage(kind, text);
  return new HttpStatusError(
    {
      status: response.status,
      statusText: response.statusText,
      serverMessage: message === undefined ? undefined : withoutSecrets(exchange, message),
    },
    errorFacts(exchange, response),
  );
}

/** The error for a success that is not XML. `expected` names what should have come. */
export function contentFailure(exchange: Exchange, response: TransportResponse, expected: string): ServiceError {
  const kind = bodyKind(response);
  if (kind === 'empty') {
    return new EmptyResponseError(errorFacts(exchange, response));
  }
  const saw = kind === 'multipart' ? 'a multipart message' : (serverMessage(kind, bodyText(response)) ?? 'white space');
  const contentType = response.headers.get('content-type') ?? '';
  return new ContentTypeError(contentType, expected, withoutSecrets(exchange, saw), errorFacts(exchange, response));
}

/** The error for a SOAP fault. */
export function faultError(exchange: Exchange, response: TransportResponse, fault: FaultInfo): SoapFaultError {
  const reasons = fault.reasons.map(({ language, text }) => ({ language, text: withoutSecrets(exchange, text) }));
  const masked = { ...fault, reason: withoutSecrets(exchange, fault.reason), reasons };
  return new SoapFaultError(masked, errorFacts(exchange, response));
}

/** The error for an answer that cannot be read; errors that are not about the answer go on as they are. */
export function decodeFailure(exchange: Exchange, response: TransportResponse, error: unknown): unknown {
  if (error instanceof XmlDecodeError) {
    return new ResponseDecodeError(error.message, error.path, errorFacts(exchange, response, error));
  }
  if (error instanceof XmlSyntaxError) {
    const saw = serverMessage('other', bodyText(response).slice(0, 200)) ?? 'white space';
    const message = `The answer is not well-formed XML: ${error.message}: ${withoutSecrets(exchange, saw)}`;
    return new ResponseDecodeError(message, undefined, errorFacts(exchange, response, error));
  }
  if (error instanceof SoapFormatError) {
    return new ResponseDecodeError(error.message, undefined, errorFacts(exchange, response, error));
  }
  return error;
}

/** The fault of an envelope of either version, or undefined when the text holds none. */
export function findFault(exchange: Exchange, text: string): FaultInfo | undefined {
  const { context, operation } = exchange.plan;
  try {
    return readFaultIn(new XmlReader(text, context.reader), operation.faults);
  } catch (error) {
    if (!(error instanceof XmlDecodeError)) {
      return undefined;
    }
  }
  // The detail does not fit what is declared: better a fault with a raw detail than none.
  return readFaultIn(new XmlReader(text, context.reader), undefined);
}

function readFaultIn(cursor: XmlReader, faults: Exchange['plan']['operation']['faults']): FaultInfo | undefined {
  const facts = enterEnvelope(cursor);
  let inHeader: Pick<FaultInfo, 'faultName' | 'detail'> | undefined;
  enterBody(cursor, facts, () => {
    const declared = faults?.find((each) => each.header === true && isElementOf(each, cursor));
    if (declared?.element === undefined) {
      skipElement(cursor);
    } else {
      inHeader = { faultName: declared.name, detail: decodeElement(declared.element, cursor) };
    }
  });
  if (!nextChild(cursor) || !isFault(cursor, facts)) {
    return undefined;
  }
  const fault = readFault(cursor, facts, faults);
  drain(cursor);
  return fault.faultName === undefined && inHeader !== undefined ? { ...fault, ...inHeader } : fault;
}
