import type { OperationDescriptor, PortDescriptor, ServiceDescriptor } from '../../service/descriptor.js';
import type { Handler } from '../handlers/context.js';
import type { Endpoint, MutableEndpoint } from '../routes/endpoint.js';
import type { ServerSettings } from '../settings/options.js';
import type { RequestHead, WireRequest, WireResponse } from '../wire/wire.js';

/** Answers the requests of one or more kinds of binding. */
export interface ServerProtocol {
  /** The methods by which operations can be called at a path below an endpoint's address (`''` for the address itself). */
  methods(endpoint: Endpoint, rest: string, query: string): readonly string[];
  /** True for the requests that it answers, even with an error. Protocols are tried in turn. */
  takes(endpoint: Endpoint, request: RequestHead, rest: string): boolean;
  /** True for those of them that pages of other sites may send as well: they call nothing, or browsers ask before they send them. */
  isOpen(endpoint: Endpoint, request: RequestHead, target: EndpointTarget): boolean;
  /** The answer to a request with a plain body. */
  answer(
    endpoint: Endpoint,
    request: WireRequest,
    settings: ServerSettings,
    target: EndpointTarget,
  ): WireResponse | Promise<WireResponse>;
}

/** The rest of a request's target below the address of the endpoint. */
export interface EndpointTarget {
  /** `''`, or beginning with `/`, as paths are compared. */
  readonly rest: string;
  /** Without `?`. */
  readonly query: string;
}

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
