import type { CallOptions, CallRequest } from '../client/options.js';
import type { MethodInput, ServiceClient } from '../client/service-client.js';
import type { TransportRequest } from '../client/transport.js';
import type { BindingKind } from '../service/descriptor.js';

/**
 * The request of a call, which is not sent: with what interceptors, headers and extensions add. Rejects as the call does before it sends anything, and with `TypeError` if
 * an interceptor answers it. `curlCommand` shows it.
 */
export async function callRequest<Methods, B extends BindingKind, M extends keyof Methods & string>(
  client: ServiceClient<Methods, B>,
  method: M,
  input: MethodInput<Methods, M>,
  options?: CallOptions<B>,
): Promise<CallRequest> {
  let taken: CallRequest | undefined;
  const transport = ({ method: verb, url, headers, body }: TransportRequest): never => {
    taken = { method: verb, url, headers, body };
    throw new TypeError(`${method} is not sent.`);
  };
  try {
    await client.$exchange(method, input, options, { transport, retries: undefined, exchanges: undefined });
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
