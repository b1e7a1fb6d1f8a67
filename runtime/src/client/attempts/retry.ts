import {
  AbortError,
  ContentEncodingError,
  HttpStatusError,
  ServiceError,
  type ServiceErrorOptions,
  TransportError,
} from '../errors/errors.js';
import { retryAfterMs } from '../messages/headers.js';
import type { Attempt, ClientAnswer, ClientCall, ClientRetries, RetryPolicy } from '../options/options.js';

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

/** The retries of a client by its policy. */
export function clientRetries(policy: RetryPolicy): ClientRetries {
  const { attempts, idempotent, retryOn = isRetryable } = policy;
  return {
    isIdempotent: (method) => idempotent === true || (idempotent?.includes(method) ?? false),
    send(call, attempt, streams) {
      const mayRepeat = (error: unknown): boolean => !streams.some((stream) => stream?.begun) && retryOn(error, call);
      return attempts <= 1 ? attempt(call, 1) : withRetry(policy, call, attempt, mayRepeat);
    },
  };
}

/** Sends a call until it succeeds, cannot be repeated, or `policy.attempts` are used up. */
async function withRetry(
  policy: RetryPolicy,
  call: ClientCall,
  attemptCall: Attempt,
  mayRepeat: (error: unknown) => boolean,
): Promise<ClientAnswer> {
  const start = performance.now();
  for (let attempt = 1; ; attempt++) {
    const spent = performance.now() - start;
    try {
      return await attemptCall(
        call.timeoutMs > 0 ? { ...call, timeoutMs: Math.max(1, Math.ceil(call.timeoutMs - spent)) } : call,
        attempt,
      );
    } catch (error) {
      if (attempt >= policy.attempts || !mayRepeat(error)) {
        throw error;
      }
      const delay = Math.max(policy.delayMs?.(attempt) ?? 100 * 2 ** (attempt - 1), retryAfter(error));
      const left = call.timeoutMs > 0 ? call.timeoutMs - (performance.now() - start) : Number.POSITIVE_INFINITY;
      if (delay >= left) {
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
