import type { ServiceContext } from './context.js';

/** A handler without its types. */
export interface Handler {
  (input: unknown, context: ServiceContext): unknown;
  /** The `RequestReceiver` of a handler that reads its request while it arrives. */
  readonly $receiver?: object;
  /** True in the place of a handler that is not there yet: requests go to the fallback of the server. */
  readonly $passesOn?: true;
  /** Called when a request is for the handler, before it is decoded. True if the server does not call the handler: something else answers. */
  readonly $chosen?: () => boolean;
}
