import { hostErrors } from '#host-errors';
import { answerTooLong } from '#platform';
import type { SoapHeaderBlock } from '../soap/envelope.js';
import { Cancellation } from './cancellation.js';
import { type CallPlan, type EncodedCall, type Exchange, errorFacts, maskerOf } from './context.js';
import type { SetDeadline } from './deadlines.js';
import { absoluteAddress } from './endpoint.js';
import {
  AbortError,
  ContentEncodingError,
  ResponseTooLargeError,
  ResponseTruncatedError,
  ServiceError,
  TimeoutError,
  TransportError,
} from './errors.js';
import { decodeFailure, withAnswerSummary } from './failures.js';
import { mergeHeaders } from './headers.js';
import { isError } from './is-error.js';
import type { ClientAnswer, ClientCall } from './options.js';
import type { Transport, TransportRequest, TransportResponse } from './transport.js';

/** The data that an attempt needs in addition to the call. */
export interface AttemptOptions {
  readonly transport: Transport;
  readonly maxResponseBytes: number;
  readonly setDeadline: SetDeadline;
  /** Set for a call whose answer is read in parts. */
  readonly reading?: CallReading | undefined;
  /** Set for a call that is not sent: takes its request, and throws. */
  readonly take?: ((request: TransportRequest) => never) | undefined;
  /** Set for a call whose request is written while it is sent. */
  readonly writing?: CallWriting | undefined;
}

/** Writes the request of a call while it is sent. */
export interface CallWriting {
  /** The request for an attempt. Throws as `CallPlan.encode`, and `TypeError` for a transport that cannot send it. */
  encode(
    plan: CallPlan,
    call: ClientCall,
    blocks: readonly SoapHeaderBlock[] | undefined,
    transport: Transport,
  ): EncodedCall;
  /** True as soon as something of it was read: then the call cannot be sent again. */
  readonly begun: boolean;
}

/** Reads an answer while it arrives. */
export interface CallReading {
  /**
   * Sends the request of an exchange, and resolves with the answer without the parts that were taken out of it. It observes the call's time by itself:
   * rejects with `TimeoutError`, `ResponseTooLargeError`, and as transports.
   */
  receive(exchange: Exchange, transport: Transport, timeoutMs: number): Promise<TransportResponse>;
  /** True as soon as a part was given out: then the call cannot be sent again. */
  readonly begun: boolean;
}

/** Encodes a call, sends it and decodes the answer; `attempt` counts from 1. Rejects with a `ServiceError`, or `XmlEncodeError` for an input that does not fit. */
export async function attemptCall(
  plan: CallPlan,
  given: ClientCall,
  options: AttemptOptions,
  attempt: number,
): Promise<ClientAnswer> {
  const call = addressed(plan, given);
  let encoded: EncodedCall;
  try {
    if (options.writing === undefined) {
      const { validate } = plan.context;
      validate?.requireWritable(plan.operation, validate.request(plan.operation, call.input));
    }
    const pending = plan.headerBlocks?.(call);
    const blocks = pending && (await pending);
    encoded = options.writing?.encode(plan, call, blocks, options.transport) ?? plan.encode(call, blocks);
  } catch (error) {
    throw unwritable(error, plan, call);
  }
  options.take?.(requestOf(plan, call, encoded, options, undefined));
  const { reading, transport } = options;
  const timeoutMs = reading === undefined ? call.timeoutMs : 0;
  const cancellation =
    timeoutMs > 0 || call.signal !== undefined
      ? new Cancellation(call.signal, timeoutMs, options.setDeadline)
      : undefined;
  const request = requestOf(plan, call, encoded, options, cancellation);
  const exchange: Exchange = { plan, request, input: call.input, extensions: call.extensions };
  const send = (): Promise<TransportResponse> =>
    reading === undefined ? transport(request) : reading.receive(exchange, transport, call.timeoutMs);
  const observed = plan.context.exchanges?.begin(exchange, attempt);
  let response: TransportResponse;
  try {
    response = cancellation === undefined ? await send() : await cancellation.race(send);
    if (response.body.byteLength > options.maxResponseBytes) {
      throw new ResponseTooLargeError(options.maxResponseBytes, { partial: response });
    }
  } catch (error) {
    const unsent = encoded.stream?.failure;
    const failure =
      unsent !== undefined
        ? unwritable(unsent.error, plan, call)
        : cancellation?.cause === undefined
          ? inContext(error, exchange)
          : cancelled(cancellation, call.timeoutMs, exchange);
    observed?.end(failure);
    throw failure;
  } finally {
    cancellation?.dispose();
  }
  observed?.answered(response);
  try {
    const answer = plan.decode(exchange, response);
    const complete = answer instanceof Promise ? await answer : answer;
    if (reading === undefined) {
      checkResult(exchange, response, complete);
    }
    observed?.end();
    return complete;
  } catch (error) {
    const failure = answerTooLong(exchange, response, error);
    observed?.end(failure);
    throw failure;
  }
}

/** The call with an absolute address. Throws `TypeError` for an address that is not of HTTP. */
function addressed({ address, context }: CallPlan, call: ClientCall): ClientCall {
  return call.address === address
    ? call
    : { ...call, address: absoluteAddress(call.service, call.address, context.maskers.common.address) };
}

function checkResult(exchange: Exchange, response: TransportResponse, { value }: ClientAnswer): void {
  const { context, operation } = exchange.plan;
  try {
    context.validate?.requireReadable(operation, context.validate.answer(operation, value));
  } catch (error) {
    throw decodeFailure(exchange, response, error);
  }
}

function requestOf(
  plan: CallPlan,
  call: ClientCall,
  encoded: EncodedCall,
  options: AttemptOptions,
  cancellation: Cancellation | undefined,
): TransportRequest {
  return {
    method: plan.method,
    url: encoded.url,
    headers: mergeHeaders(mergeHeaders(plan.headers, encoded.headers), call.headers),
    body: encoded.body,
    stream: encoded.stream,
    signal: options.transport.listensToOnCancel ? undefined : cancellation?.signal,
    onCancel: options.transport.listensToOnCancel ? cancellation?.onCancel : undefined,
    maxResponseBytes: options.maxResponseBytes,
    idempotent: call.idempotent,
    addedHeaders: [],
  };
}

/** Ends the request, and makes the error of the call. */
function cancelled(cancellation: Cancellation, timeoutMs: number, exchange: Exchange): ServiceError {
  cancellation.endRequest();
  const facts = errorFacts(exchange, cancellation.partial, cancellation.reason);
  return cancellation.cause === 'timeout' ? new TimeoutError(timeoutMs, facts) : new AbortError(facts);
}

/** The error of a transport with the names of the call, the request, and as much of an answer as arrived; credentials masked. */
function inContext(error: unknown, exchange: Exchange): unknown {
  const masker = maskerOf(exchange);
  if (!(error instanceof ServiceError)) {
    return new TransportError(
      masker.text(messageOf(error)),
      { phase: 'unknown' },
      errorFacts(exchange, undefined, error),
    );
  }
  if (error.operation !== '') {
    return masker.value(error);
  }
  const partial = ServiceError.partialOf(error);
  const facts = errorFacts(exchange, partial, error.cause);
  if (error instanceof ResponseTooLargeError) {
    return new ResponseTooLargeError(error.limit, facts);
  }
  if (error instanceof TimeoutError) {
    return new TimeoutError(error.timeoutMs, facts);
  }
  if (error instanceof AbortError) {
    return new AbortError(facts);
  }
  if (error instanceof ResponseTruncatedError) {
    return new ResponseTruncatedError(error, facts);
  }
  if (!(error instanceof TransportError)) {
    return masker.value(error);
  }
  const message = masker.text(error.message);
  return error instanceof ContentEncodingError
    ? new ContentEncodingError(partial ? withAnswerSummary(exchange, partial, message) : message, error, facts)
    : new TransportError(hostErrors.withRaw(message, TransportError.rawOf(error), masker), error, facts);
}

/** A thrown value, in words; it may be anything. */
function messageOf(thrown: unknown): string {
  try {
    return isError(thrown) ? String(thrown.message) : String(thrown);
  } catch {
    return 'The transport failed';
  }
}

/** The error for an input that cannot be written: messages quote values. */
function unwritable(error: unknown, plan: CallPlan, call: ClientCall): unknown {
  const { context, operation } = plan;
  return context.maskers.of({ operation, input: [call.input, call.soapHeaders] }).value(error);
}
