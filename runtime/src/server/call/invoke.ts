import { isThenable } from '../../base/promises.js';
import { RecognizedError } from '../../base/recognized-error.js';
import { splitTarget } from '../../http/urls.js';
import { errorChain, wording } from '../base/wording.js';
import type { Handler, ServiceContext } from '../handlers/context.js';
import type { StreamedCall } from '../handlers/streamed-result.js';
import type { ErrorInfo, ServerSettings } from '../settings/options.js';
import type { WireRequest, WireResponse } from '../wire/wire.js';

/** A handler did not settle in its time. */
export class HandlerTimeoutError extends RecognizedError {
  static override readonly $mark: string = 'HandlerTimeoutError';
  override readonly name = 'HandlerTimeoutError';
}

/**
 * Calls a handler. A result that is returned at once is passed on directly, without the detour through a promise; a promise
 * races against the handler's time, and occupies a place among the running calls.
 */
export function invokeHandler(
  handler: Handler,
  input: unknown,
  context: ServiceContext,
  request: WireRequest,
  settings: CallSettings,
): unknown | Promise<unknown> {
  const result = handler(input, context);
  if (!isThenable(result)) {
    return result;
  }
  return waitInCall(result, { request, settings, input, timedOut: (error) => context.abort(error) });
}

/** What a call needs of the settings of a server. */
export interface CallSettings extends Pick<ServerSettings, 'calls' | 'turns'> {
  readonly limits: Pick<ServerSettings['limits'], 'handlerTimeoutMs'>;
}

/** What is waited for in a call. */
interface Waiting extends Pick<HandlerCall, 'request' | 'input'> {
  readonly settings: CallSettings;
  /** Hears that the time is over. */
  readonly timedOut?: (error: unknown) => void;
}

/** Waits for a step of a call: it has the time of a handler, and occupies a place among the running calls. */
export function waitInCall<T>(result: PromiseLike<T>, { request, settings, input, timedOut }: Waiting): Promise<T> {
  const bytes = bytesOf(request);
  const leave = settings.calls.begin(bytes, input, request.cost?.caller);
  return new Promise((resolve, reject) =>
    new PendingCall(bytes, settings, {
      leave,
      resolve: resolve as (value: unknown) => void,
      reject,
      timedOut,
    }).wait(result),
  );
}

/** A call of a handler. */
export interface HandlerCall {
  readonly request: WireRequest;
  readonly settings: ServerSettings;
  readonly input: unknown;
  readonly context: ServiceContext;
}

/** Calls a handler, and answers: at once if the result is there at once. Writing one that comes later takes time, too. */
export function answerCall(
  handler: Handler,
  { request, settings, input, context }: HandlerCall,
  succeed: (result: unknown) => WireResponse | Promise<WireResponse>,
  fail: (error: unknown) => WireResponse | Promise<WireResponse>,
): WireResponse | Promise<WireResponse> {
  try {
    const result = invokeHandler(handler, input, context, request, settings);
    return isThenable(result)
      ? Promise.resolve(result)
          .then((value) => settings.turns.run(request.cost, () => succeed(value)))
          .catch(fail)
      : succeed(result);
  } catch (error) {
    return fail(error);
  }
}

/** The call of a result that is written while it is sent: it keeps a place among the running calls. */
export function streamedCall(settings: ServerSettings, info: ErrorInfo, { cost }: WireRequest): StreamedCall {
  return {
    fail: (error) => reportError(settings, error, info),
    end: settings.calls.begin(0, undefined, cost?.caller),
  };
}

/** Bytes of a message as it was received, attachments included. */
function bytesOf({ body, attachments = [] }: WireRequest): number {
  return attachments.reduce((bytes, { content }) => bytes + content.length, body.length);
}

/**
 * A call whose handler has not ended. It keeps its place until the handler ends, because its memory is not released when its
 * time is over. Handlers that never end would use up all places, so a place is free at the latest after twice the time.
 */
class PendingCall {
  readonly #bytes: number;
  readonly #settings: CallSettings;
  readonly #ends: CallEnds;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(bytes: number, settings: CallSettings, ends: CallEnds) {
    this.#bytes = bytes;
    this.#settings = settings;
    this.#ends = ends;
  }

  wait(result: PromiseLike<unknown>): void {
    const { handlerTimeoutMs } = this.#settings.limits;
    if (handlerTimeoutMs > 0) {
      this.#timer = timer(() => this.#timeOut(handlerTimeoutMs), handlerTimeoutMs);
    }
    const { resolve, reject } = this.#ends;
    try {
      result.then(
        (value) => this.#end(() => resolve(value)),
        (error: unknown) => this.#end(() => reject(error)),
      );
    } catch (error) {
      this.#end(() => reject(error));
    }
  }

  #timeOut(handlerTimeoutMs: number): void {
    this.#timer = timer(this.#ends.leave, handlerTimeoutMs);
    const error = new HandlerTimeoutError(wording.timedOut);
    this.#ends.reject(error);
    this.#ends.timedOut?.(error);
  }

  /** Goes on at once, or in its turn: many handlers may end at the same moment. */
  #end(goOn: () => void): void {
    clearTimeout(this.#timer);
    const { turns } = this.#settings;
    const end = (): void => {
      this.#ends.leave();
      goOn();
    };
    if (turns.busy) {
      // Whoever it is for: it holds memory.
      void turns.turn(undefined, this.#bytes).then(end);
    } else {
      end();
    }
  }
}

/** The work to do at the end of a call. */
interface CallEnds {
  readonly leave: () => void;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly timedOut: ((error: unknown) => void) | undefined;
}

/** A timer that does not keep a process from ending (Node; elsewhere timers are numbers). */
function timer(run: () => void, ms: number): ReturnType<typeof setTimeout> {
  const started = setTimeout(run, ms);
  (started as unknown as { unref?: () => void }).unref?.();
  return started;
}

/**
 * The message that a client may read for an error that is not a `SoapFault`: none, except for a timeout, unless
 * `includeErrorDetail` passes the messages on.
 */
export function clientMessage(error: unknown, settings: ServerSettings): string | undefined {
  if (error instanceof HandlerTimeoutError) {
    return wording.timedOut;
  }
  return settings.includeErrorDetail ? errorChain(error) : undefined;
}

/** Calls the hook; an error in a hook does not reach the client. */
export function reportError(settings: ServerSettings, error: unknown, info: ErrorInfo): void {
  if (settings.onError !== undefined) {
    try {
      settings.onError(error, info);
    } catch {
      // The answer to the client matters more than a broken hook.
    }
  }
}

/** Tells the hooks of an error in a request of which no operation is known. */
export function noteError(request: WireRequest, settings: ServerSettings, error: unknown): void {
  request.exchange?.failed(error);
  reportError(settings, error, {
    service: undefined,
    operation: undefined,
    binding: undefined,
    method: request.method,
    path: splitTarget(request.url).path,
  });
}

/** The argument of the hook for a call. */
export function errorInfo(
  route: { readonly service: { readonly name: string }; readonly operation: { readonly name: string } },
  context: ServiceContext,
): ErrorInfo {
  return {
    service: route.service.name,
    operation: route.operation.name,
    binding: context.binding,
    method: context.method,
    path: splitTarget(context.url).path,
  };
}

/** Adds the headers that a handler has set. They replace those of the server, whatever the letter case. */
export function withHeaders(response: WireResponse, context: ServiceContext): WireResponse {
  const added = context.responseHeaders;
  if (!isEmpty(added)) {
    for (const [name, value] of Object.entries(added)) {
      setHeader(response, name, value);
    }
  }
  return response;
}

/** As most are: making a list of the entries to see that costs more. */
function isEmpty(headers: object): boolean {
  for (const _ in headers) {
    return false;
  }
  return true;
}

function setHeader({ headers }: WireResponse, name: string, value: string): void {
  const lower = name.toLowerCase();
  const known = Object.keys(headers).find((other) => other.toLowerCase() === lower);
  headers[known ?? name] = value;
}
