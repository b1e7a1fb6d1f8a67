import { requireKind, withMethods } from '../base/options.js';
import type { CallOptions, CallRequest } from '../client/options/options.js';
import type { MethodInput, ServiceClient } from '../client/service-client.js';
import type { TransportRequest } from '../http/transport.js';
import type { BindingKind } from '../service/descriptor.js';

/**
 * The request of a call, which is not sent: with what interceptors, headers and extensions add. To interceptors the call ends as one that is aborted. Rejects as the call does
 * before it sends anything, and with `TypeError` if an interceptor answers it. `curlCommand` shows it.
 */
export async function callRequest<Methods, B extends BindingKind, M extends keyof Methods & string>(
  client: ServiceClient<Methods, B>,
  method: M,
  input: MethodInput<Methods, M>,
  options?: CallOptions<B>,
): Promise<CallRequest> {
  requireKind('The client of `callRequest`', client, withMethods('a client', '$exchange'));
  let taken: CallRequest | undefined;
  const ending = new AbortController();
  const transport = ({ method: verb, url, headers, body }: TransportRequest): never => {
    taken = { method: verb, url, headers, body };
    const reason = new TypeError(`${method} is not sent.`);
    ending.abort(reason);
    throw reason;
  };
  const given = options?.signal;
  const signal = given === undefined ? ending.signal : AbortSignal.any([given, ending.signal]);
  const attempts = { transport, retry: undefined, onExchange: undefined };
  try {
    await client.$exchange(method, input, { ...options, signal }, attempts);
  } catch (error) {
    if (taken === undefined) {
      throw error;
    }
  }
  if (taken === undefined) {
    throw new TypeError(`${method} has no request: an interceptor answers it.`);
  }
  return taken;
}
