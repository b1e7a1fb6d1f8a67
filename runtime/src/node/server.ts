import { getHeapStatistics } from 'node:v8';
import { number, type OptionKinds, object } from '../base/options.js';
import { type ServerExchange, serverExchanges } from '../exchange/server-exchanges.js';
import type { ServerExchanges } from '../server/base/exchanges.js';
import { doorLimits, serviceLimits } from '../server/base/limits.js';
import { createServerCore } from '../server/core.js';
import type { Entrance } from '../server/entrance.js';
import { type SoapServer, serverOf } from '../server/fetch.js';
import {
  checkFrontDoor,
  type FrontDoorOptions,
  frontDoorOptions,
  handlerEntrance,
  type RequestHandler,
} from '../server/handler-server.js';
import { pagesOf } from '../server/pages/server-pages.js';
import { checkServerOptions, type ServerOptions, serverOptions } from '../server/settings/options.js';
import { defaultListenLimits, type ListeningServer, type ListenLimits, listen } from './listen.js';
import { createNodeListener, type NodeListener } from './listener.js';
import { checkListenTls, type ListenTls } from './tls-options.js';
import { zlibDecoders } from './zlib-decoders.js';

/** Options of `createServer` from the `/node` entry. */
export interface NodeServerOptions extends Omit<ServerOptions, 'onExchange'> {
  /** As for `createServer` of the main entry, or the function alone. */
  readonly onExchange?: ServerExchanges | ((exchange: ServerExchange) => void);
  readonly limits?: ServerOptions['limits'] & ListenLimits;
  /**
   * `listen` serves over TLS with these certificates: `cert` and `key`, or `pfx` with `passphrase`. With `requestCert: true` and `ca`, only clients with a certificate of that authority
   * are let in. Other listeners have nothing to do with it.
   */
  readonly tls?: ListenTls;
}

/** A server with the members that Node adds to it. */
export interface NodeServer extends SoapServer {
  /**
   * Listens on a port (0 picks a free one) of a host (default all), over TLS with the option `tls`. Rejects when that is not possible.
   */
  listen(port?: number, host?: string): Promise<ListeningServer>;
  /**
   * Handler for `http.createServer`, Express (`app.use(server.nodeListener)`, also under a path) and Fastify (on the raw request and reply).
   * Calls the third argument, where a framework passes one, for paths that belong to no service. Bound: pass it on as it is.
   */
  readonly nodeListener: NodeListener;
}

const listenLimits: OptionKinds<ListenLimits> = {
  maxHeaderBytes: number,
  headersTimeoutMs: number,
  requestTimeoutMs: number,
  answerTimeoutMs: number,
  keepAliveTimeoutMs: number,
  maxConnections: number,
};

/** Calls may use this part of the heap for their messages; reading one takes more. */
const shareOfCalls = 4;

/** Makes a server for Node. Options, services and errors as `createServer` of the main entry. */
export function createServer(options: NodeServerOptions): NodeServer {
  checkServerOptions('createServer', options, { ...serverOptions, tls: object }, ['services'], {
    ...serviceLimits,
    ...listenLimits,
  });
  const core = createServerCore(withExchanges(options), pagesOf(options), zlibDecoders, callMemory());
  return listenersOf(core, options);
}

/** Options of `frontDoor` from the `/node` entry. */
export interface NodeFrontDoorOptions extends FrontDoorOptions, Pick<NodeServerOptions, 'tls'> {
  readonly limits?: FrontDoorOptions['limits'] & ListenLimits;
}

/** Puts any handler behind the front door that servers of services have, with the listeners of Node. Options and errors as `frontDoor` of the main entry. */
export function frontDoor(handler: RequestHandler, options: NodeFrontDoorOptions = {}): NodeServer {
  checkFrontDoor(handler, options, { ...frontDoorOptions, tls: object }, { ...doorLimits, ...listenLimits });
  return listenersOf(handlerEntrance(handler, options, zlibDecoders, callMemory()), options);
}

/** Everything by which requests come in. */
function listenersOf(entrance: Entrance, { limits, tls }: Pick<NodeServerOptions, 'limits' | 'tls'>): NodeServer {
  checkListenTls(tls);
  const { answerTimeoutMs = defaultListenLimits.answerTimeoutMs } = limits ?? {};
  return {
    ...serverOf(entrance),
    listen: async (port = 0, host) =>
      listen(createNodeListener(entrance, answerTimeoutMs), { ...entrance, limits, tls }, port, host),
    nodeListener: createNodeListener(entrance),
  };
}

function callMemory(): number {
  return getHeapStatistics().heap_size_limit / shareOfCalls;
}

function withExchanges({ onExchange, ...options }: NodeServerOptions): ServerOptions {
  return onExchange === undefined
    ? options
    : { ...options, onExchange: typeof onExchange === 'function' ? serverExchanges(onExchange) : onExchange };
}
