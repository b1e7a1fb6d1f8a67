import type { Endpoint } from './endpoint.js';
import type { ServerSettings } from './options.js';
import type { RequestHead, WireRequest, WireResponse } from './wire.js';

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
