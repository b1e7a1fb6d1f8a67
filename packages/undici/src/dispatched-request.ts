import {
  AbortError,
  type ResponseHeaders,
  ResponseTooLargeError,
  ResponseTruncatedError,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from '@wsdl-codegen/runtime';
import { ByteCollector, type OpenedResponse } from '@wsdl-codegen/runtime/extend';
import {
  decompress,
  forEachField,
  headersWithoutHost,
  isReset,
  LostConnection,
  OpenedBody,
  type OriginCache,
  withAnswer,
} from '@wsdl-codegen/runtime/extend-node';
import { ArrivingBody } from './arriving-body.js';
import type { UndiciController, UndiciDispatcher, UndiciHandler, UndiciHeaders } from './dispatcher.js';
import { failureFacts, noAnswer, notSent, textOf } from './failures.js';

/** What requests are sent with. */
export interface Route {
  readonly dispatcher: UndiciDispatcher;
  readonly origins: OriginCache;
}

/** How the outcome of an exchange is told. */
export interface DispatchOutcome {
  readonly resolve: (response: TransportResponse) => void;
  readonly reject: (error: unknown) => void;
  /** Takes an answer that has begun; absent for an exchange that waits for the end of its answer. */
  readonly begin?: ((response: OpenedResponse) => void) | undefined;
}

type Head = Omit<TransportResponse, 'body'>;

/** One request and its answer. */
export class DispatchedRequest implements UndiciHandler {
  readonly #route: Route;
  readonly #request: TransportRequest;
  readonly #mayRepeat: boolean;
  readonly #outcome: DispatchOutcome;
  readonly #body = new ByteCollector();
  #controller: UndiciController | undefined;
  #head: Head | undefined;
  #arriving: ArrivingBody | undefined;
  #isDispatching = false;
  #settled = false;
  #onAbort: (() => void) | undefined;

  /** `mayRepeat`: a reset connection ends it with `LostConnection`. */
  constructor(route: Route, request: TransportRequest, mayRepeat: boolean, outcome: DispatchOutcome) {
    this.#route = route;
    this.#request = request;
    this.#mayRepeat = mayRepeat;
    this.#outcome = outcome;
  }

  send(): void {
    const { onCancel, signal } = this.#request;
    if (onCancel !== undefined) {
      onCancel((reason) => {
        this.#cancel(reason);
        return this.#partial();
      });
    } else if (signal?.aborted) {
      this.#cancel(signal.reason);
    } else if (signal !== undefined) {
      this.#onAbort = () => this.#cancel(signal.reason);
      signal.addEventListener('abort', this.#onAbort, { once: true });
    }
    if (!this.#settled) {
      this.#dispatch();
    }
  }

  #dispatch(): void {
    const { method, url, body, stream } = this.#request;
    this.#isDispatching = true;
    try {
      const { origin, path } = this.#route.origins.target(url);
      const headers = headersWithoutHost(origin, this.#request);
      // How long a call may take is decided by the client.
      const noTimes = { headersTimeout: 0, bodyTimeout: 0 };
      const sent = { origin: origin.address, path, method, headers, body: stream ?? body ?? null, ...noTimes };
      this.#route.dispatcher.dispatch(sent, this);
    } catch (error) {
      this.#fail(error instanceof TransportError ? error : notSent(error as NodeJS.ErrnoException));
    }
    this.#isDispatching = false;
  }

  onRequestStart(controller: UndiciController): void {
    this.#controller = controller;
    if (this.#settled) {
      // It was given up while it waited for a connection.
      controller.abort(new AbortError());
    }
  }

  onResponseStart(controller: UndiciController, status: number, headers: UndiciHeaders, statusText = ''): void {
    if (this.#settled || status < 200) {
      return;
    }
    const head = { status, statusText, headers: new AnswerHeaders(headers) };
    this.#head = head;
    const { begin } = this.#outcome;
    if (begin !== undefined) {
      const arriving = new ArrivingBody(controller, headers);
      const errors = {
        truncated: (error: unknown, received: number) => this.#truncated(error as NodeJS.ErrnoException, received),
        end: () => this.#end(),
      };
      this.#arriving = arriving;
      this.#settled = true;
      begin({ ...head, body: new OpenedBody(arriving, errors) });
    }
  }

  onResponseData(_: UndiciController, chunk: Uint8Array): void {
    if (this.#arriving !== undefined) {
      this.#arriving.push(chunk);
    } else if (!this.#settled) {
      const limit = this.#limit();
      this.#body.add(chunk);
      if (this.#body.length > limit) {
        this.#fail(new ResponseTooLargeError(limit, { ...this.#withPartial() }));
      }
    }
  }

  onResponseEnd(): void {
    this.#release();
    if (this.#arriving !== undefined) {
      this.#arriving.end();
    } else if (!this.#settled && this.#head !== undefined) {
      this.#finish(this.#head);
    }
  }

  onResponseError(_: UndiciController | undefined, error: Error): void {
    this.#release();
    if (this.#arriving !== undefined) {
      this.#arriving.fail(error);
    } else if (!this.#settled) {
      this.#fail(this.#failureOf(error));
    }
  }

  #failureOf(error: NodeJS.ErrnoException): unknown {
    if (this.#head !== undefined) {
      const { kind } = failureFacts(error);
      const facts = { phase: 'receive', kind, code: error.code, partial: this.#partial() } as const;
      return kind === 'protocol'
        ? new TransportError(textOf(error), facts, { cause: error })
        : this.#truncated(error, this.#body.length);
    }
    if (this.#isDispatching) {
      return notSent(error);
    }
    return this.#mayRepeat && isReset(error) ? new LostConnection() : noAnswer(error);
  }

  #finish(head: Head): void {
    let body: Uint8Array;
    try {
      body = this.#body.bytes();
    } catch (error) {
      // Limits may be set higher than one array of bytes can be long.
      this.#fail(new ResponseTooLargeError(this.#limit(), { cause: error }));
      return;
    }
    const encoding = head.headers.get('content-encoding');
    if (encoding === null || body.byteLength === 0) {
      this.#succeed(head, body);
      return;
    }
    decompress(body, encoding, this.#limit()).then(
      (plain) => this.#succeed(head, plain),
      (error: unknown) => this.#fail(withAnswer(error, { ...head, body })),
    );
  }

  #succeed(head: Head, body: Uint8Array): void {
    if (!this.#settled) {
      this.#settle();
      const { status, statusText, headers } = head;
      this.#outcome.resolve({ status, statusText, headers, body });
    }
  }

  #cancel(reason: unknown): void {
    const error = new AbortError({ cause: reason });
    if (this.#arriving !== undefined) {
      this.#end(error);
    }
    this.#fail(error);
  }

  #fail(error: unknown): void {
    if (!this.#settled) {
      this.#settle();
      this.#outcome.reject(error);
      this.#end();
    }
  }

  #settle(): void {
    this.#settled = true;
    if (this.#onAbort !== undefined) {
      this.#request.signal?.removeEventListener('abort', this.#onAbort);
    }
  }

  /** Ends the request, if it is not at its end. */
  #end(error: Error = new AbortError()): void {
    this.#release();
    this.#controller?.abort(error);
  }

  /** Nothing more of the request is sent. */
  #release(): void {
    void this.#request.stream?.return();
  }

  #limit(): number {
    return this.#request.maxResponseBytes ?? Number.POSITIVE_INFINITY;
  }

  /** As much of the answer as has arrived; undefined before its head. Compressed as it is on the wire. */
  #partial(): TransportResponse | undefined {
    return this.#head && { ...this.#head, body: this.#body.bytes() };
  }

  #withPartial(): { readonly partial?: TransportResponse } {
    const partial = this.#partial();
    return partial === undefined ? {} : { partial };
  }

  #truncated(cause: NodeJS.ErrnoException | undefined, received: number): ResponseTruncatedError {
    const length = this.#head?.headers.get('content-length') ?? undefined;
    const expected = length === undefined ? undefined : Number(length);
    const facts = { received, expected, code: cause?.code ?? 'ECONNRESET', partial: this.#partial() };
    return new ResponseTruncatedError(facts, cause && { cause });
  }
}

/** Headers of an answer, looked up without a copy. */
class AnswerHeaders implements ResponseHeaders {
  readonly #headers: UndiciHeaders;

  constructor(headers: UndiciHeaders) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    const value = this.#headers[name.toLowerCase()];
    return value === undefined ? null : typeof value === 'string' ? value : value.join(', ');
  }

  forEach(callback: (value: string, name: string) => void): void {
    forEachField(this.#headers, callback);
  }

  getSetCookie(): readonly string[] {
    return [this.#headers['set-cookie'] ?? []].flat();
  }
}
