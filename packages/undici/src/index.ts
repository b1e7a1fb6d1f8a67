/** A transport over the dispatchers of the package `undici`. */
export type {
  UndiciController,
  UndiciDispatcher,
  UndiciHandler,
  UndiciHeaders,
  UndiciRequest,
} from './dispatcher.js';
export { createUndiciTransport } from './transport.js';
