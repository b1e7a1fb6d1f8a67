import { type OptionKind, requireKind } from '../../base/options.js';
import { answerHead, type Transport, type TransportRequest, type TransportResponse } from '../../http/transport.js';
import type { SoapHeaderBlock } from '../../soap/envelope.js';
import { type AnswerRest, type CallPlan, type EncodedCall, type Exchange, errorFacts } from '../call/context.js';
import { decodeFailure } from '../call/failures.js';
import { AbortError, ResponseTooLargeError, type ServiceError, TimeoutError } from '../errors/errors.js';
import type { ExchangeListener } from '../messages/exchange-message.js';
import { mergeHeaders, requireSendable } from '../messages/headers.js';
import type { ClientAnswer, ClientCall, RetryPolicy } from '../options/options.js';
import { CallCancellation, type CancelledCall } from './cancellation.js';
import { absoluteAddress } from './endpoint.js';
import { ObservedAttempt } from './exchanges.js';
import { tooLongForText, transportFailure } from './transport-failure.js';

/** The data that an attempt needs in addition to the call. */
export interface AttemptOptions {
  readonly transport: Transport;
  readonly maxResponseBytes: number;
  /** Undefined if calls are sent once. */
  readonly retry: RetryPolicy | undefined;
  /** Is told of each attempt. */
  readonly onExchange: ExchangeListener | undefined;
  /** Set for a call whose answer is read in parts. */
  readonly reading?: CallReading | undefined;
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
  /** Set if parts were taken out of the answer that `receive` resolved with. */
  readonly rest: AnswerRest | undefined;
}

/** Encodes a call, sends it and decodes the answer; `attempt` counts from 1. Rejects with a `ServiceError`, or `XmlEncodeError` for an input that does not fit. */
export async function attemptCall(
  plan: CallPlan,
  given: ClientCall,
  options: AttemptOptions,
  attempt: number,
): Promise<ClientAnswer> {
  const { address, context, operation } = plan;
  const { reading, writing, transport, maxResponseBytes, onExchange } = options;
  const { validate } = context;
  // Throws for an address that is not of HTTP.
  const call = given.address === address ? given : { ...given, address: absoluteAddress(context, given.address) };
  const { input, signal, timeoutMs } = call;
  const unwritable = (error: unknown): unknown =>
    context.maskers.of({ operation, input: [input, call.soapHeaders] }).value(error);
  let encoded: EncodedCall;
  try {
    if (writing === undefined) {
      validate?.requireWritable(operation, validate.request(operation, input));
    }
    const pending = plan.headerBlocks?.(call);
    const blocks = pending && (await pending);
    const written = encodeAttempt(plan, call, blocks, options);
    encoded = written instanceof Promise ? await written : written;
  } catch (error) {
    throw unwritable(error);
  }
  const cancellation = new CallCancellation(signal, reading === undefined ? timeoutMs : 0);
  const request = requestOf(plan, call, encoded, options, cancellation);
  const exchange = exchangeOf(plan, call, encoded, request, reading);
  const observed = onExchange && new ObservedAttempt(onExchange, exchange, attempt);
  let response: TransportResponse | undefined;
  try {
    requireSendable(request.headers);
    const received = await cancellation.race(() =>
      reading === undefined ? transport(request) : reading.receive(exchange, transport, timeoutMs),
    );
    requireKind('The answer of the transport', received, transportAnswer);
    requireShort(received, maxResponseBytes);
    response = received;
    observed?.answered(response);
    const answer = await plan.decode(exchange, response);
    if (reading === undefined) {
      validate?.requireReadable(operation, validate.answer(operation, answer.value));
    }
    observed?.end();
    return answer;
  } catch (error) {
    const unsent = encoded.stream?.failure;
    const failure =
      response !== undefined
        ? tooLongForText(exchange, response, decodeFailure(exchange, response, error))
        : unsent !== undefined
          ? unwritable(unsent.error)
          : (cancelled(await cancellation.end(), timeoutMs, exchange) ?? transportFailure(error, exchange));
    observed?.end(failure);
    throw failure;
  } finally {
    cancellation.dispose();
  }
}

/** The request of an attempt: at once, unless extensions seal it. */
function encodeAttempt(
  plan: CallPlan,
  call: ClientCall,
  blocks: readonly SoapHeaderBlock[] | undefined,
  { writing, transport }: AttemptOptions,
): EncodedCall | Promise<EncodedCall> {
  return writing !== undefined
    ? writing.encode(plan, call, blocks, transport)
    : plan.sealed === undefined
      ? plan.encode(call, blocks)
      : plan.sealed(call, blocks);
}

function exchangeOf(
  plan: CallPlan,
  { input, extensions }: ClientCall,
  { unsealed: body }: EncodedCall,
  request: TransportRequest,
  reading: CallReading | undefined,
): Exchange {
  const unsealed = body === undefined ? undefined : { ...request, body };
  return { plan, request, unsealed, input, extensions, reading };
}

function requestOf(
  plan: CallPlan,
  call: ClientCall,
  encoded: EncodedCall,
  { transport, maxResponseBytes }: AttemptOptions,
  cancellation: CallCancellation,
): TransportRequest {
  return {
    method: plan.method,
    url: encoded.url,
    headers: mergeHeaders(mergeHeaders(plan.headers, encoded.headers), call.headers),
    body: encoded.body,
    stream: encoded.stream,
    ...cancellation.of(transport),
    maxResponseBytes,
    idempotent: call.idempotent,
    addedHeaders: [],
  };
}

const transportAnswer: OptionKind = {
  expected: `${answerHead.expected} as bytes`,
  fits: (value) => answerHead.fits(value) && ArrayBuffer.isView((value as TransportResponse).body),
};

function requireShort(partial: TransportResponse, maxResponseBytes: number): void {
  if (partial.body.byteLength > maxResponseBytes) {
    throw new ResponseTooLargeError(maxResponseBytes, { partial });
  }
}

/** The error of a call that ended early; undefined if it did not. */
function cancelled(ended: CancelledCall | undefined, timeoutMs: number, exchange: Exchange): ServiceError | undefined {
  if (ended === undefined) {
    return undefined;
  }
  const facts = errorFacts(exchange, ended.partial, ended.reason);
  return ended.cause === 'timeout' ? new TimeoutError(timeoutMs, facts) : new AbortError(facts);
}
