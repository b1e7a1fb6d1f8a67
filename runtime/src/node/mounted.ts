import type { IncomingMessage } from 'node:http';
import { codingsOf } from '../http/content-coding.js';
import { parseMediaType } from '../http/media-type.js';
import { BodyTakenError } from '../server/wire/coded-body.js';
import { headerValue, ownHeader, type WireHeaders } from '../server/wire/wire.js';
import { parsedForm } from './parsed-form.js';

/** A request with the properties that frameworks add. */
export type MountedRequest = IncomingMessage & {
  /** Express, Connect: target before the mount path was cut off. */
  readonly originalUrl?: unknown;
  /** Express: the mount path. */
  readonly baseUrl?: unknown;
  /** Body that a parser of the framework has read. */
  readonly body?: unknown;
  /** The bytes or text of that body, which some frameworks keep in addition to the parsed form (cloud functions). */
  readonly rawBody?: unknown;
};

/** The target of a request, as the server sees it. */
export interface Place {
  /** Target below the mount path. */
  readonly url: string;
  readonly mountPath: string;
}

/** Target below the mount path, and the mount path. */
export function placeOf(request: MountedRequest): Place {
  const url = request.url ?? '/';
  if (typeof request.baseUrl === 'string') {
    return { url, mountPath: request.baseUrl };
  }
  const original = request.originalUrl;
  const cut = typeof original === 'string' && original !== url && original.endsWith(url);
  return { url, mountPath: cut ? original.slice(0, original.length - url.length) : '' };
}

/** The error for a body of which nothing, or only the end, is left. */
export function takenBody(): BodyTakenError {
  return new BodyTakenError(advice);
}

const advice =
  'Mount the server before body parsers, or let them keep the body: express.raw({ type: () => true }), express.text({ type: () => true }), ' +
  'or its bytes as request.rawBody.';

/** A body that does not have to be read from the stream. */
export interface GivenBody {
  readonly bytes: Uint8Array;
  /** True if a parser has decoded the text: the bytes are UTF-8, whatever the content type says. */
  readonly isText: boolean;
  /** True if the bytes are not in the `Content-Encoding` that the headers name: a parser has undone it, as those of Express do. */
  readonly isDecoded: boolean;
}

/**
 * The body where a parser has read it already: bytes, text, or the fields of a form. Undefined if the stream still has it.
 * Throws `BodyTakenError` if it is lost, `FormLimitError` for fields that a form cannot have.
 */
export function givenBody(request: MountedRequest, maxFields: number): GivenBody | undefined {
  const { headers } = request;
  const kept = keptBody(request.rawBody, headers) ?? keptBody(request.body, headers);
  if (kept !== undefined || !wasRead(request)) {
    return kept;
  }
  const { body } = request;
  const type = parseMediaType(request.headers['content-type'])?.type;
  if (type === 'application/x-www-form-urlencoded' && isPlainObject(body)) {
    return { bytes: Buffer.from(parsedForm(body, maxFields), 'latin1'), isText: false, isDecoded: true };
  }
  if (type !== undefined && isJson(type)) {
    // No service accepts it, whatever it contains, and the answer says so.
    return { bytes: new Uint8Array(0), isText: false, isDecoded: true };
  }
  throw takenBody();
}

/** True if a request announces a body. Over HTTP/2, one without a length announces it by frames that follow its headers (RFC 9113, 8.1). */
export function hasBody(request: IncomingMessage): boolean {
  const { headers, httpVersionMajor } = request;
  const length = headers['content-length'];
  if (length !== undefined) {
    return length !== '0';
  }
  return httpVersionMajor < 2 ? headers['transfer-encoding'] !== undefined : !endsWithHeaders(request);
}

/** Of requests of `node:http2`, which have a stream. */
function endsWithHeaders({
  stream,
}: IncomingMessage & { readonly stream?: { readonly endAfterHeaders?: boolean } }): boolean {
  return stream?.endAfterHeaders === true;
}

function keptBody(body: unknown, headers: WireHeaders): GivenBody | undefined {
  if (body instanceof Uint8Array) {
    return { bytes: body, isText: false, isDecoded: !isStillCoded(body, headers) };
  }
  if (body instanceof ArrayBuffer) {
    return keptBody(new Uint8Array(body), headers);
  }
  if (body instanceof URLSearchParams) {
    return { bytes: Buffer.from(body.toString(), 'latin1'), isText: false, isDecoded: true };
  }
  return typeof body === 'string' ? { bytes: Buffer.from(body, 'utf8'), isText: true, isDecoded: true } : undefined;
}

/**
 * True for bytes that a parser has left in their `Content-Encoding`, as those of Fastify do: nothing says so. No message begins as gzip does; of
 * other codings the length is still the one that was announced.
 */
function isStillCoded(bytes: Uint8Array, headers: WireHeaders): boolean {
  const coding = codingsOf(ownHeader(headers, 'content-encoding') ?? '').at(-1);
  return coding === 'gzip'
    ? bytes[0] === 0x1f && bytes[1] === 0x8b
    : coding !== undefined && Number(headerValue(headers, 'content-length')) === bytes.length;
}

function isPlainObject(value: unknown): value is object {
  const prototype: unknown = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined;
  return prototype === null || prototype === Object.prototype;
}

/** True if the stream of a body has been read, to its end or in part, and nothing was put back. */
function wasRead(request: IncomingMessage): boolean {
  return hasBody(request) && (request.readableEnded || (request.readableDidRead && request.readableLength === 0));
}

function isJson(type: string): boolean {
  return type === 'application/json' || type.endsWith('+json');
}

/**
 * The fields of a request, with one host. Where a request names several, twice in its head or another one in a whole address as its target, all of them are there, which
 * is no host for anybody. Those of HTTP/2 have the host as `:authority` (RFC 9113, 8.3.1).
 */
export function fieldsOf(request: IncomingMessage): WireHeaders {
  const { headers, rawHeaders = [], url = '' } = request;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') {
      hosts++;
    }
  }
  const isWhole = url !== '' && !url.startsWith('/');
  return hosts < 2 && !isWhole && request.httpVersionMajor < 2 ? headers : withOneHost(headers, hosts, url);
}

function withOneHost(headers: WireHeaders, hosts: number, url: string): WireHeaders {
  const [, inTarget] = /^[^:/?#]+:\/\/([^/?#]*)/.exec(url) ?? [];
  const named = [headers[':authority'], headers.host, inTarget].map((host) => host?.toString().toLowerCase());
  const different = new Set(named.filter((host) => host !== undefined));
  const plain = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
  const all = hosts > 1 ? [...different, ...different] : [...different];
  return all.length === 0 ? plain : { ...plain, host: all.join(', ') };
}

/** The headers of a request that fit its body. */
export function headersFor({ isText, isDecoded }: GivenBody, received: WireHeaders): WireHeaders {
  let headers = received;
  if (isDecoded && Object.hasOwn(headers, 'content-encoding')) {
    const { 'content-encoding': _, ...others } = headers;
    headers = others;
  }
  return isText ? headersOfText(headers) : headers;
}

/** The headers of a request whose body is UTF-8 now. Forms keep theirs: the charset is that of the bytes which `%XX` stand for. */
function headersOfText(headers: WireHeaders): WireHeaders {
  const contentType = headerValue(headers, 'content-type');
  if (contentType === undefined || /^\s*application\/x-www-form-urlencoded/i.test(contentType)) {
    return headers;
  }
  const withoutCharset = contentType.replace(/;\s*charset=(?:"[^"]*"|[^;]*)/gi, '');
  return { ...headers, 'content-type': `${withoutCharset}; charset=utf-8` };
}
