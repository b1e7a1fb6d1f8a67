import { streamDecoders } from '../http/stream-decoders.js';
import { createServerCore } from './core.js';
import { type SoapServer, serverOf } from './fetch.js';
import { pagesOf } from './pages/server-pages.js';
import {
  type BareServerOptions,
  bareServerOptions,
  checkServerOptions,
  type ServerOptions,
  serverOptions,
} from './settings/options.js';

export type { SoapServer } from './fetch.js';

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
