import { TransportError, type TransportErrorKind, type TransportPhase } from '@wsdl-codegen/runtime';
import { connectionFacts, connectionText } from '@wsdl-codegen/runtime/extend-node';

/** The error for a request that undici refuses before it sends anything. */
export function notSent(error: NodeJS.ErrnoException): TransportError {
  const { code, message } = error;
  const kind = code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED' ? { kind: 'address' as const } : {};
  return new TransportError(message, { ...kind, phase: 'connect', code }, { cause: error });
}

/** The error for a request that got no answer. */
export function noAnswer(error: NodeJS.ErrnoException): TransportError {
  const facts = failureFacts(error);
  // Over a connection that was there the request may have gone out.
  const phase = facts.phase === 'unknown' ? 'send' : facts.phase;
  return new TransportError(textOf(error), { ...facts, phase, code: error.code, raw: rawOf(error) }, { cause: error });
}

/** The part that failed, and how far a request without an answer had come. */
export function failureFacts(error: NodeJS.ErrnoException): {
  readonly kind: TransportErrorKind;
  readonly phase: TransportPhase;
} {
  const isProtocol = error.name === parserError || error.code === 'UND_ERR_HEADERS_OVERFLOW';
  return isProtocol ? { kind: 'protocol', phase: 'send' } : connectionFacts(error);
}

/** Name of the errors of undici's parser, some of which have no code. */
const parserError = 'HTTPParserError';

/** The message of an error. An AggregateError (all addresses of a name refused) has an empty one. */
export function textOf({ code, message }: NodeJS.ErrnoException): string {
  return connectionText(message, code) || 'The request failed';
}

/** The bytes that arrived instead of HTTP, if undici's parser provides them. */
function rawOf(error: NodeJS.ErrnoException): Uint8Array | undefined {
  const { data } = error as { readonly data?: unknown };
  return error.name === parserError && typeof data === 'string' ? Buffer.from(data) : undefined;
}
