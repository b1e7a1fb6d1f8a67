import {
  ContentCodingError,
  type ContentDecoders,
  canDecode,
  codingsOf,
  decodeContent,
} from '../../http/content-coding.js';
import { wording } from '../base/wording.js';
import type { IncomingBodies } from '../turns/incoming-bodies.js';
import {
  busyResponse,
  emptyResponse,
  ownHeader,
  textAnswer,
  type WireHeaders,
  type WireRequest,
  type WireResponse,
} from './wire.js';

/** Something else has read the body of a request, and did not keep it in a form that can be used. */
export class BodyTakenError extends Error {
  override readonly name = 'BodyTakenError';

  /** `advice` says what to do about it, for the programmer who mounted the server. */
  constructor(advice: string) {
    super(`The body of the request was read before the SOAP server could read it. ${advice}`);
  }
}

/** True if a body has a `Content-Encoding`. */
export function isCoded(headers: WireHeaders): boolean {
  return ownHeader(headers, 'content-encoding') !== undefined;
}

/** The answer to a body that is longer than allowed, as its head announces it. */
export function lengthRefusal(headers: WireHeaders, maxBytes: number): WireResponse | undefined {
  return Number(ownHeader(headers, 'content-length') ?? 0) > maxBytes ? emptyResponse(413) : undefined;
}

/** The answer to a body in codings that cannot be undone, or in too many, as its head names them. */
export function codingRefusal(headers: WireHeaders, decoders: ContentDecoders): WireResponse | undefined {
  const value = ownHeader(headers, 'content-encoding');
  return value === undefined || canDecode(codingsOf(value), decoders) ? undefined : unsupported([...decoders.keys()]);
}

/** Bytes that a body may have when it is decoded. */
export function decodedLength(headers: WireHeaders, bytes: number, maxBytes: number): number {
  return isCoded(headers) ? maxBytes : bytes;
}

/** How bodies are decoded. */
export interface BodyDecoding {
  readonly decoders: ContentDecoders;
  readonly maxBytes: number;
  /** Counts the memory while a host decodes step by step. */
  readonly incoming: IncomingBodies;
}

/** A request with its body decoded, or the answer that refuses it. */
export function decodeBody(
  request: WireRequest,
  decoding: BodyDecoding,
): WireRequest | WireResponse | Promise<WireRequest | WireResponse> {
  const { decoders, maxBytes, incoming } = decoding;
  const codings = codingsOf(ownHeader(request.headers, 'content-encoding') ?? '');
  const counted = incoming.begin(() => undefined, request.cost?.caller);
  const refused = (error: unknown): WireResponse => {
    counted.end();
    return refusal(error, decoders);
  };
  const accepted = (body: Uint8Array): WireRequest => {
    counted.end();
    return { ...request, body };
  };
  try {
    const body = decodeContent(request.body, codings, decoders, { maxBytes, hold: (bytes) => counted.grow(bytes) });
    return body instanceof Promise ? body.then(accepted).catch(refused) : accepted(body);
  } catch (error) {
    return refused(error);
  }
}

/** The same in all bindings: no service has seen the request. Rethrows other errors. */
function refusal(error: unknown, decoders: ContentDecoders): WireResponse {
  if (!(error instanceof ContentCodingError)) {
    throw error;
  }
  switch (error.problem) {
    case 'unknown':
      return unsupported([...decoders.keys()]);
    case 'broken':
      return textAnswer(400, wording.brokenCoding);
    case 'too-long':
      return emptyResponse(413);
    case 'no-room':
      return busyResponse();
  }
}

/** RFC 9110, 15.5.16: the answer names the codings that are accepted. */
function unsupported(codings: readonly string[]): WireResponse {
  const accepted = codings.length === 0 ? 'identity' : codings.join(', ');
  const { status, headers, body } = textAnswer(415, wording.unknownCoding(accepted));
  return { status, headers: { ...headers, 'Accept-Encoding': accepted }, body };
}
