import {
  AbortError,
  ContentEncodingError,
  HttpStatusError,
  ServiceError,
  type ServiceErrorOptions,
  TransportError,
} from '../errors/errors.js';
import { retryAfterMs } from '../messages/headers.js';
import type { ClientAnswer, ClientCall, RetryPolicy } from '../options/options.js';

/** Statuses that say "not now" (RFC 9110, 15.5 and 15.6; RFC 6585, 4). */
const retryableStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * True for failures after which a call may be sent again: no connection was made; or the call is idempotent, and the connection broke or the
 * service was busy. Faults, timeouts, aborts and answers that cannot be read are final.
 */
export function isRetryable(error: unknown, call: ClientCall): boolean {
  if (error instanceof TransportError) {
    if (error.phase === 'connect') {
      return error.kind !== 'address' && error.kind !== 'proxy';
    }
    return call.idempotent && error.kind !== 'protocol' && !(error instanceof ContentEncodingError);
  }
  return error instanceof HttpStatusError && call.idempotent && retryableStatuses.has(error.status);
}

/** True for a method that may be called twice. */
export function isIdempotent({ idempotent = [] }: RetryPolicy, method: string): boolean {
  return idempotent === true || idempotent.includes(method);
}

/**
 * Sends a call until it succeeds, `attempts` of the policy are used up, or it may not be sent again: when a part of one of its streams was
 * read. `send` gets the number of the attempt, from 1 on.
 */
export async function withRetry(
  policy: RetryPolicy,
  call: ClientCall,
  send: (call: ClientCall, attempt: number) => Promise<ClientAnswer>,
  streams: readonly ({ readonly begun: boolean } | undefined)[],
): Promise<ClientAnswer> {
  const { attempts, delayMs, retryOn = isRetryable } = policy;
  const start = performance.now();
  const isTimed = call.timeoutMs > 0;
  const left = (): number => call.timeoutMs - (performance.now() - start);
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(isTimed ? { ...call, timeoutMs: Math.max(1, Math.ceil(left())) } : call, attempt);
    } catch (error) {
      if (attempt >= attempts || streams.some((stream) => stream?.begun) || !retryOn(error, call)) {
        throw error;
      }
      const delay = Math.max(delayMs?.(attempt) ?? 100 * 2 ** (attempt - 1), retryAfter(error));
      if (isTimed && delay >= left()) {
        throw error;
      }
      if (!(await pause(delay, call.signal))) {
        throw aborted(error, call.signal);
      }
    }
  }
}

/** The caller aborted between two attempts; the request and answer are those of the last one. */
function aborted(error: unknown, signal: AbortSignal | undefined): AbortError {
  const { service, operation, binding, request, response } =
    error instanceof ServiceError ? error : ({} as ServiceErrorOptions);
  return new AbortError({
    ...(service !== undefined && { service }),
    ...(operation !== undefined && { operation }),
    binding,
    request,
    response,
    cause: signal?.reason,
  });
}

/** Milliseconds that the service asks to wait; 0 if it does not say. */
function retryAfter(error: unknown): number {
  if (error instanceof HttpStatusError) {
    return error.retryAfterMs ?? 0;
  }
  return (error instanceof ServiceError && retryAfterMs(error.response?.headers['retry-after'])) || 0;
}

/** Waits; false if the signal was aborted before or in the meantime. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve(false);
      return;
    }
    const onAbort = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve(true);
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
