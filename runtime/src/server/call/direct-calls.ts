import type { ServiceContext } from '../handlers/context.js';
import { intercepted, type ServerInterceptor } from '../handlers/interceptors.js';
import type { ServiceRegistration } from '../handlers/registration.js';
import { RunningCalls } from '../turns/running-calls.js';
import { Turns } from '../turns/turns.js';
import type { WireRequest } from '../wire/wire.js';
import { type CallSettings, invokeHandler } from './invoke.js';

/** What goes around the handlers that are called directly. */
export interface DirectCallOptions {
  /** Called around every call, the first outermost, outside those of the service. */
  readonly interceptors?: readonly ServerInterceptor[];
  /** Milliseconds that a call may take, interceptors included, before it rejects with `HandlerTimeoutError` and its `signal` aborts. Default 60,000; 0 means no limit. */
  readonly handlerTimeoutMs?: number;
}

/** Calls a handler; the result may be a `StreamedResult`. Rejects as the handler, and with `HandlerTimeoutError`. */
export type DirectCall = (input: unknown, context: ServiceContext, request: WireRequest) => Promise<unknown>;

/**
 * The handlers of a service for requests in a form that is none of its bindings, by method name: with the interceptors and the time limit that calls over its bindings have. The front
 * door counts them. Handlers that a server passes on to an older service are left out.
 */
export function directCalls(
  { handlers, interceptors: inner = [] }: Pick<ServiceRegistration, 'handlers' | 'interceptors'>,
  { interceptors: outer = [], handlerTimeoutMs = 60_000 }: DirectCallOptions = {},
): ReadonlyMap<string, DirectCall> {
  const unlimited = new RunningCalls(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  const settings: CallSettings = { calls: unlimited, turns: new Turns(), limits: { handlerTimeoutMs } };
  const calls = new Map<string, DirectCall>();
  for (const [method, innermost] of handlers) {
    if (innermost.$passesOn !== true) {
      const handler = intercepted(innermost, [...outer, ...inner]);
      calls.set(method, async (input, context, request) => invokeHandler(handler, input, context, request, settings));
    }
  }
  return calls;
}
