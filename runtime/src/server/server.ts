import { streamDecoders } from '../http/stream-decoders.js';
import { createServerCore, type ServerCore } from './core.js';
import { answerFetch, type FetchConnection } from './fetch.js';
import { pagesOf } from './pages/server-pages.js';
import {
  type BareServerOptions,
  bareServerOptions,
  checkServerOptions,
  type ServerOptions,
  serverOptions,
} from './settings/options.js';
import { answerWhole } from './whole-request.js';
import { type WireRequest, type WireResponse, wholeRequest } from './wire/wire.js';

/** A server without a listener: give it requests by hand, or to a host that speaks Fetch. */
export interface SoapServer {
  /** Answers a request. Never rejects: whatever goes wrong is an answer. */
  handle(request: WireRequest): Promise<WireResponse>;
  /** Answers a Fetch request (Deno, Bun, Workers, Hono…); `connection` is what the host knows besides. */
  fetch(request: Request, connection?: FetchConnection): Promise<Response>;
}

/**
 * Makes a server for any set of services, in all the bindings that they have. Throws `TypeError` if a placeholder has no
 * value, an operation no handler, two operations cannot be distinguished, or an option does not exist or is of another kind; `RangeError` for an invalid limit.
 */
export function createServer(options: ServerOptions): SoapServer {
  checkServerOptions('createServer', options, serverOptions, ['services']);
  return serverOf(createServerCore(options, pagesOf(options), streamDecoders()));
}

/**
 * As `createServer`, without help pages, the list of services and `?WSDL`: a bundle of it has none of their code, which is a third of a server.
 */
export function createBareServer(options: BareServerOptions): SoapServer {
  checkServerOptions('createBareServer', options, bareServerOptions, ['services']);
  return serverOf(createServerCore(options, undefined, streamDecoders()));
}

function serverOf(core: ServerCore): SoapServer {
  return {
    handle: async (request) => answerWhole(core, wholeRequest(request)),
    fetch: (request, connection) => answerFetch(core, request, connection),
  };
}
