import type { ServiceContext } from './context.js';
import type { ErrorInfo, ServerSettings } from './options.js';
import type { Handler } from './registration.js';
import type { WireResponse } from './wire.js';
import { errorChain, wording } from './wording.js';

/** A handler did not settle in its time. */
export class HandlerTimeoutError extends Error {
  override readonly name = 'HandlerTimeoutError';
}

/**
 * Calls a handler. What returns at once is passed on at once, without the detour over a promise; a promise races against the
 * handler's time.
 */
export function invokeHandler(
  handler: Handler,
  input: unknown,
  context: ServiceContext,
  timeoutMs: number,
): unknown | Promise<unknown> {
  const result = handler(input, context);
  if (!isThenable(result)) {
    return result;
  }
  return timeoutMs === 0 ? result : raceTimeout(result, context, timeoutMs);
}

/** True for promises and what behaves like one. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

function raceTimeout(result: PromiseLike<unknown>, context: ServiceContext, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new HandlerTimeoutError(wording.timedOut);
      reject(error);
      context.abort(error);
    }, timeoutMs);
    // A handler that never ends must not keep a process from ending (Node; elsewhere timers are numbers).
    (timer as unknown as { unref?: () => void }).unref?.();
    result.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/**
 * What a client may read of an error that is no `SoapFault`: nothing, but for a timeout, unless `includeErrorDetail` lets the messages
 * through.
 */
export function clientMessage(error: unknown, settings: ServerSettings): string | undefined {
  if (error instanceof HandlerTimeoutError) {
    return wording.timedOut;
  }
  return settings.includeErrorDetail ? errorChain(error) : undefined;
}

/** Tells the hook; a hook that throws does not reach the client. */
export function reportError(settings: ServerSettings, error: unknown, info: ErrorInfo): void {
  if (settings.onError !== undefined) {
    try {
      settings.onError(error, info);
    } catch {
      // The answer to the client matters more than a broken hook.
    }
  }
}

/** What the hook is told of a call. */
export function errorInfo(
  route: { readonly service: { readonly name: string }; readonly operation: { readonly name: string } },
  context: ServiceContext,
): ErrorInfo {
  return {
    service: route.service.name,
    operation: route.operation.name,
    binding: context.binding,
    method: context.method,
    path: context.url.replace(/[?#].*$/s, ''),
  };
}

/** Adds the headers that a handler asked for. */
export function withHeaders(response: WireResponse, context: ServiceContext): WireResponse {
  for (const [name, value] of Object.entries(context.responseHeaders)) {
    response.headers[name] = value;
  }
  return response;
}
