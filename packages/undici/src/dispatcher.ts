/**
 * The part of a `Dispatcher` of the package `undici` (version 7 or newer) that the transport uses: an `Agent`, `Pool`, `Client`, `ProxyAgent`,
 * `MockAgent`, or what their `compose` returns.
 */
export interface UndiciDispatcher {
  /** Sends a request, now or when there is a connection for it, and tells the handler about its answer. */
  dispatch(request: UndiciRequest, handler: UndiciHandler): boolean;
}

/** A request as undici takes it. */
export interface UndiciRequest {
  /** Scheme, host and port. A `Pool` or `Client` sends all requests to its own. */
  readonly origin?: string | URL;
  /** Path and query. */
  readonly path: string;
  readonly method: string;
  readonly headers?: unknown;
  /** Text, bytes, or an iterable of bytes. */
  readonly body?: unknown;
  /** Milliseconds until the head of the answer; 0 for no limit. */
  readonly headersTimeout?: number | null;
  /** Milliseconds between parts of the answer; 0 for no limit. */
  readonly bodyTimeout?: number | null;
}

/** Controls a request that undici sends. */
export interface UndiciController {
  /** Ends the request, and its connection. */
  abort(reason: Error): void;
  /** Stops reading from the connection. */
  pause(): void;
  /** Continues reading. */
  resume(): void;
}

/** Headers of an answer by lower-case name. */
export type UndiciHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Learns about the answer to a request. */
export interface UndiciHandler {
  /** There is a connection for the request. */
  onRequestStart(controller: UndiciController): void;
  /** The head of an answer, which may be a preliminary one (1xx). */
  onResponseStart(controller: UndiciController, status: number, headers: UndiciHeaders, statusText?: string): void;
  onResponseData(controller: UndiciController, chunk: Uint8Array): void;
  onResponseEnd(controller: UndiciController): void;
  /** Nothing follows. `controller` is undefined where undici refuses a request at once. */
  onResponseError(controller: UndiciController | undefined, error: Error): void;
}
