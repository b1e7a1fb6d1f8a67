import type { OperationDescriptor, PortDescriptor, ServiceDescriptor } from '../service/descriptor.js';
import type { MutableEndpoint } from './endpoint.js';
import type { Handler } from './handler.js';
import type { ServerProtocol } from './protocol.js';

/** The server side of a kind of binding. */
export interface ServerBinding {
  /** The function that answers its requests; kinds may share it. */
  readonly protocol: ServerProtocol;
  /**
   * Adds the route of an operation at a port, when the port offers it. Throws `TypeError` if requests for two operations
   * could not be distinguished.
   */
  addRoute(endpoint: MutableEndpoint, offer: ServedOffer): void;
}

/** An operation at a port, and who serves it. */
export interface ServedOffer {
  readonly service: ServiceDescriptor;
  readonly operation: OperationDescriptor;
  readonly handler: Handler;
  readonly port: PortDescriptor;
  /** Values of placeholders. */
  readonly namespaces: Readonly<Record<string, string>>;
}
