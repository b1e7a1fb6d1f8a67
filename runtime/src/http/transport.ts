import type { OptionKind } from '../base/options.js';

/** The head of an answer, as transports give it. */
export const answerHead: OptionKind = {
  expected: 'an object with `status`, `headers` and `body`',
  fits: (value) => {
    const { status, headers }: Partial<TransportResponse> = Object(value);
    return typeof status === 'number' && typeof headers?.get === 'function';
  },
};

/** A body that is made as it is sent. It can be read once. */
export interface BodyStream extends AsyncIterableIterator<Uint8Array> {
  /** Octets of the body, if they are known before. */
  readonly length: number | undefined;
  /** The error that ended the body, if one did. */
  readonly failure: { readonly error: unknown } | undefined;
  /** Nothing more is read. */
  return(): Promise<IteratorResult<Uint8Array>>;
  /** The same as a stream of the web, which makes a chunk when it is asked for one. */
  readable(): ReadableStream<Uint8Array>;
}

/** One HTTP request, ready to send. */
export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  /** Absolute address. */
  readonly url: string;
  /** Without `Content-Length` and `Host`, which the transport adds: the former always, even if there is no body. */
  readonly headers: Readonly<Record<string, string>>;
  /** A string is sent as UTF-8. */
  readonly body?: string | Uint8Array | undefined;
  /** In the place of `body`, for transports that say `sendsStreams`: read as fast as it can be sent, and ended by `return` in any case. */
  readonly stream?: BodyStream | undefined;
  /** Aborted if the caller gives up or the time is up. */
  readonly signal?: AbortSignal | undefined;
  /** In the place of `signal` for transports that say `listensToOnCancel`: registers what to do then. There is one listener. */
  readonly onCancel?: ((listener: CancelListener) => void) | undefined;
  /** The answer's size, after decompression, at which to give up with `ResponseTooLargeError`. */
  readonly maxResponseBytes?: number | undefined;
  /** For transports around others: the headers that they add are pushed here, so that errors hide the credentials in them. */
  readonly addedHeaders?: Readonly<Record<string, string>>[] | undefined;
  /** True if sending twice does no harm: the transport may send again on a connection that turned out to be dead. */
  readonly idempotent?: boolean | undefined;
}

/** Ends a request. Returns as much of the answer as has come, for the error that the caller gets. */
// biome-ignore lint/suspicious/noConfusingVoidType: a listener that knows nothing returns nothing.
export type CancelListener = (reason: unknown) => TransportResponse | undefined | void;

/** Headers of an answer; the Fetch API's `Headers` is one. Names are matched without regard to case. */
export interface ResponseHeaders {
  get(name: string): string | null;
  forEach(callback: (value: string, name: string) => void): void;
  /** The `Set-Cookie` fields, each by itself: their dates contain commas. The transports of this package have it wherever the host tells cookies apart. */
  getSetCookie?(): readonly string[];
}

/** An answer, read to its end. */
export interface TransportResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: ResponseHeaders;
  /** Decompressed. */
  readonly body: Uint8Array;
}

/** An answer whose head is there, while its body is on its way. */
export interface OpenedResponse extends Omit<TransportResponse, 'body'> {
  /**
   * The body, decompressed, as fast as it is asked for. Rejects with `TransportError`. `return` ends the request if the body was not read to its end.
   */
  readonly body: {
    next(): Promise<IteratorResult<Uint8Array, undefined>>;
    return(): Promise<IteratorResult<Uint8Array, undefined>>;
  };
}

/**
 * Sends a request and resolves with the whole answer, whatever its status; redirects are not followed. Rejects with `TransportError` or
 * `ResponseTooLargeError`; other errors are taken for a `TransportError` of unknown phase.
 */
export interface Transport {
  (request: TransportRequest): Promise<TransportResponse>;
  /**
   * True if the transport uses `onCancel`, which costs nothing, while creating an `AbortSignal` takes a tenth of a call's
   * time.
   */
  readonly listensToOnCancel?: boolean;
  /**
   * As the transport itself, but resolves with the head of the answer. `maxResponseBytes` has no effect. The listener of `onCancel` and the signal end the
   * request as long as the body is not read to its end. Absent where the transport cannot give answers in parts, and where it has `fetch`.
   */
  readonly open?: (request: TransportRequest) => Promise<OpenedResponse>;
  /** In the place of `open`: the `fetch` with which the transport sends requests, where it does nothing else with them. */
  readonly fetch?: typeof fetch;
  /** True if the transport sends `stream`. */
  readonly sendsStreams?: boolean;
}
