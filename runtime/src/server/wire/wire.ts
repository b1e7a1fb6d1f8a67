import { isObject, type OptionKind, object, requireKind, text } from '../../base/options.js';
import type { RequestTarget } from '../../http/urls.js';
import type { ExtensionStates } from '../../soap/extension.js';
import type { RelatedPart } from '../../soap/mime.js';
import type { ObservedRequest } from '../base/exchanges.js';
import { wording } from '../base/wording.js';
import type { RequestPayer } from '../turns/callers.js';

/** A request as a listener hands it to the server: no framework's types, body complete. */
export interface WireRequest {
  readonly method: string;
  /** Request target (`/X.asmx/Op?a=b`) or whole address. Below `mountPath`, when there is one. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: WireHeaders;
  readonly body: Uint8Array;
  /** Aborted when the client goes away. */
  readonly signal?: AbortSignal | undefined;
  /** Has such a signal, and creates it if a handler needs it: our own listeners set it in the place of `signal`. */
  readonly client?: { readonly signal: AbortSignal } | undefined;
  /** Scheme that the client used; default that of `url`, else `http`. */
  readonly scheme?: 'http' | 'https' | undefined;
  /** Address of the other end of the connection: of the caller, or of a proxy in front. Undefined if the host does not tell. */
  readonly remoteAddress?: string | undefined;
  /** Address or name to which the listener is bound: at one that only this machine reaches, requests have to name it, too. Undefined if the host does not tell. */
  readonly listensAt?: string | undefined;
  /** What the front door found out about the request; set by the server when it lets a request in. */
  readonly admission?: Admission | undefined;
  /** Path under which a framework mounted the server (`/soap`); part of the addresses that pages and `?WSDL` show. */
  readonly mountPath?: string | undefined;
  /** Who pays for the request; set by the server's own listeners. */
  readonly cost?: RequestPayer | undefined;
  /** Set by a server whose exchanges are watched. */
  readonly exchange?: ObservedRequest | undefined;
  /** The request as the host has it, which handlers find in `context.request`. */
  readonly request?: unknown;
  /** Parts that came with a SOAP envelope; set by the server when it opens a package. */
  readonly attachments?: readonly RelatedPart[] | undefined;
  /** True for a package of MTOM; set with `attachments`. */
  readonly mtom?: boolean | undefined;
  /** Why a package could not be opened. */
  readonly packageError?: Error | undefined;
  /** Actions that the content types in a package name; set with `attachments`. */
  readonly packageActions?: readonly string[] | undefined;
  /** What extensions found out when they opened the envelope; set by the server. */
  readonly opened?: OpenedRequest | undefined;
}

/** What extensions say about a request whose envelope they opened. */
export interface OpenedRequest {
  readonly extensions: ExtensionStates;
  readonly principal: unknown;
}

/** A request that a front door has let in, and what it found out about it. */
export class Admission {
  /** The door that let it in; another one judges anew. */
  readonly door: object;
  readonly target: RequestTarget;
  /** Address of the caller, according to `trustProxy`; undefined if the host does not tell. */
  readonly caller: string | undefined;

  constructor(door: object, target: RequestTarget, caller: string | undefined) {
    this.door = door;
    this.target = target;
    this.caller = caller;
  }
}

/** A request without its body. */
export type RequestHead = Omit<WireRequest, 'body'>;

/** What a server adds to a request. */
type AddedMembers = Pick<WireRequest, 'body' | 'admission' | 'cost' | 'exchange'>;

/**
 * A request with other members. Each member by its name: that takes a tenth of the time of a copy by `...`, and all requests have one shape.
 */
export function requestWith(
  head: RequestHead,
  { body, admission = head.admission, cost = head.cost, exchange = head.exchange }: AddedMembers,
): { readonly [Member in keyof Required<WireRequest>]: WireRequest[Member] } {
  return {
    method: head.method,
    url: head.url,
    headers: head.headers,
    body,
    signal: head.signal,
    client: head.client,
    scheme: head.scheme,
    remoteAddress: head.remoteAddress,
    listensAt: head.listensAt,
    admission,
    mountPath: head.mountPath,
    cost,
    exchange,
    request: head.request,
    attachments: head.attachments,
    mtom: head.mtom,
    packageActions: head.packageActions,
    packageError: head.packageError,
    opened: head.opened,
  };
}

const noBytes = new Uint8Array(0);

const bytes: OptionKind = { expected: 'a Uint8Array', fits: (value) => value instanceof Uint8Array };
const fields: OptionKind = {
  expected: 'an object of texts by lower-case name',
  fits: (value) => isObject(value) && !(value instanceof Headers) && !Array.isArray(value),
};

/** A request that a program gives by hand: JavaScript callers may leave out what a request without a body does not have. Throws `TypeError` for members of another kind. */
export function wholeRequest(request: Partial<WireRequest> | null | undefined): WireRequest {
  const given = request ?? {};
  requireKind('The request', given, object);
  const method = given.method ?? 'GET';
  const url = given.url ?? '/';
  const headers = given.headers ?? {};
  const body = given.body ?? noBytes;
  requireKind('The `method` of the request', method, text);
  requireKind('The `url` of the request', url, text);
  requireKind('The `headers` of the request', headers, fields);
  requireKind('The `body` of the request', body, bytes);
  return body === given.body && headers === given.headers && method === given.method && url === given.url
    ? (given as WireRequest)
    : { ...given, method, url, headers, body };
}

/** Header values by lower-case name, as Node's `IncomingMessage.headers`. */
export type WireHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A body that is made as it is sent. It can be read once. */
export interface WireStream extends AsyncIterableIterator<Uint8Array> {
  /** Octets of the body, if they are known before. */
  readonly length: number | undefined;
  /** Nothing more is read. */
  return(): Promise<IteratorResult<Uint8Array>>;
  /** The same as a stream of the web. */
  readable(): ReadableStream<Uint8Array>;
}

/** An answer for a listener to send. */
export interface WireResponse {
  readonly status: number;
  /** Without `Content-Length`, which the listener knows from the body. */
  readonly headers: Record<string, string>;
  /** A string is sent as UTF-8. */
  readonly body: string | Uint8Array;
  /** The `Set-Cookie` fields, each by itself, if they are not in `headers`. */
  readonly cookies?: readonly string[];
  /**
   * In the place of `body`, for a handler's result that is made as it is sent (`streamed`). If it rejects, the connection has to be cut. It is ended by
   * `return` in any case.
   */
  readonly stream?: WireStream;
}

/** Value of a header; repeated ones are joined with a comma (RFC 9110, 5.3). */
export function headerValue(headers: WireHeaders, name: string): string | undefined {
  const value = headers[name];
  return value === undefined || typeof value === 'string' ? value : [value].flat().join(', ');
}

/**
 * Value of a header that most requests do not have: looking for an absent property of objects of many shapes is slow, asking whether it is there is not.
 */
export function ownHeader(headers: WireHeaders, name: string): string | undefined {
  return Object.hasOwn(headers, name) ? headerValue(headers, name) : undefined;
}

/**
 * The policy of every answer that is not one of our own pages: nothing in it may run or load, whatever a caller put into it.
 * An answer that is XML may contain XHTML, and browsers run its scripts with the rights of the service's site. Styles are
 * allowed for the view of XML that browsers make.
 */
const answerPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Headers that every answer has. One literal makes them, so that all answers have one shape. */
export function answerHeaders(contentType: string, cacheControl: string): Record<string, string> {
  return {
    'Content-Type': contentType,
    'Cache-Control': cacheControl,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': answerPolicy,
  };
}

/** An answer with a text for people. */
export function textAnswer(status: number, body: string): WireResponse {
  return { status, headers: answerHeaders('text/plain; charset=utf-8', 'private'), body };
}

/** An answer without a body. */
export function emptyResponse(status: number, headers?: Readonly<Record<string, string>>): WireResponse {
  return {
    status,
    headers: { ...headers, 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': answerPolicy },
    body: '',
  };
}

/** Seconds after which a request that was refused for lack of room may be sent again. */
export const retryAfter = '1';

/**
 * The answer to a request for which there is no room at the moment (RFC 9110, 15.6.4). It is the same in all bindings: no
 * handler was called.
 */
export function busyResponse(headers: Readonly<Record<string, string>> = {}): WireResponse {
  return {
    status: 503,
    headers: { ...answerHeaders('text/plain; charset=utf-8', 'no-store'), 'Retry-After': retryAfter, ...headers },
    body: wording.busy,
  };
}

/** The answer to a request of a caller of whom too many wait already (RFC 6585, 4). */
export function tooManyResponse(headers?: Readonly<Record<string, string>>): WireResponse {
  return { ...busyResponse(headers), status: 429, body: wording.tooMany };
}
