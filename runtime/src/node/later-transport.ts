import type { OpenedResponse, Transport, TransportRequest, TransportResponse } from '../http/transport.js';

let loaded: Transport | undefined;

/**
 * The transport of clients that have no other. Its module is loaded for the first request: `node:http`, `node:https` and what they need take a fifth of the
 * time in which Node itself starts, and programs that only look at a service or bring a transport of their own do without.
 */
export const defaultTransport: Transport = Object.assign(
  (request: TransportRequest): Promise<TransportResponse> =>
    loaded === undefined ? load().then((transport) => transport(request)) : loaded(request),
  {
    listensToOnCancel: true,
    sendsStreams: true,
    open: async (request: TransportRequest): Promise<OpenedResponse> => {
      const { open } = await load();
      return (open as NonNullable<Transport['open']>)(request);
    },
  },
);

async function load(): Promise<Transport> {
  loaded ??= (await import('./transport.js')).defaultTransport;
  return loaded;
}
