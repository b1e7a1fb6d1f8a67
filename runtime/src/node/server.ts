import { getHeapStatistics } from 'node:v8';
import { createServerCore } from '../server/core.js';
import { answerFetch } from '../server/fetch.js';
import type { ServerOptions } from '../server/options.js';
import type { SoapServer } from '../server/server.js';
import { defaultListenLimits, type ListeningServer, type ListenLimits, listen } from './listen.js';
import { createNodeListener, type NodeListener } from './listener.js';
import { zlibDecoders } from './zlib-decoders.js';

/** Options of `createServer` from the `/node` entry. */
export interface NodeServerOptions extends ServerOptions {
  readonly limits?: ServerOptions['limits'] & ListenLimits;
}

/** A server with the members that Node adds to it. */
export interface NodeServer extends SoapServer {
  /**
   * Listens on a port (0 picks a free one) of a host (default all). Rejects when that is not possible.
   */
  listen(port?: number, host?: string): Promise<ListeningServer>;
  /**
   * Handler for `http.createServer`, Express (`app.use(server.nodeListener)`, also under a path) and Fastify (on the raw request and reply).
   * Calls the third argument, where a framework passes one, for paths that belong to no service. Bound: pass it on as it is.
   */
  readonly nodeListener: NodeListener;
}

/** Calls may use this part of the heap for their messages; reading one takes more. */
const shareOfCalls = 4;

/** Makes a server for Node. Options, services and errors as `createServer` of the main entry. */
export function createServer(options: NodeServerOptions): NodeServer {
  const core = createServerCore(options, zlibDecoders, getHeapStatistics().heap_size_limit / shareOfCalls);
  const nodeListener = createNodeListener(core);
  return {
    handle: async (request) => core.dispatch(request),
    fetch: (request) => answerFetch(core, request),
    listen: (port = 0, host) => {
      const { answerTimeoutMs = defaultListenLimits.answerTimeoutMs } = options.limits ?? {};
      const listener = createNodeListener(core, answerTimeoutMs);
      return listen(listener, core.settings.limits.maxBodyBytes, options.limits, port, host);
    },
    nodeListener,
  };
}
