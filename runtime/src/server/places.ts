import type { ContentDecoders } from '../http/content-coding.js';
import { plainSpelling } from '../http/paths.js';
import type { RequestTarget } from '../http/urls.js';
import { serverProtocols } from './bindings.js';
import type { ServerProtocol } from './call/binding.js';
import type { BehindDoor } from './door/front-door.js';
import type { ServerFallback } from './handlers/fallback.js';
import { mayReceive, type ReceivingRoute, receivingRoutes } from './receiving.js';
import type { Endpoint } from './routes/endpoint.js';
import type { RouteMatch, Router } from './routes.js';
import type { ServerSettings } from './settings/options.js';
import type { ServerPages } from './settings/pages.js';
import { codingRefusal, lengthRefusal } from './wire/coded-body.js';
import { emptyResponse, type RequestHead, type WireRequest, type WireResponse } from './wire/wire.js';

/** What there is behind the door of a server, path by path. */
export class ServerPlaces implements BehindDoor {
  readonly #router: Router;
  readonly #settings: ServerSettings;
  readonly #fallback: ServerFallback | undefined;
  readonly #decoders: ContentDecoders;
  /** The endpoints with handlers that read their requests while they arrive. */
  readonly receivedAt: ReadonlyMap<Endpoint, readonly ReceivingRoute[]>;

  constructor(
    router: Router,
    settings: ServerSettings,
    fallback: ServerFallback | undefined,
    decoders: ContentDecoders,
  ) {
    this.#router = router;
    this.#settings = settings;
    this.#fallback = fallback;
    this.#decoders = decoders;
    const routes = router.endpoints.map((endpoint) => [endpoint, receivingRoutes(endpoint)] as const);
    this.receivedAt = new Map(routes.filter(([, each]) => each.length > 0));
  }

  /** The endpoint of a path. */
  find(path: string): RouteMatch | undefined {
    return this.#router.find(path);
  }

  /**
   * The older service, for requests to addresses without a service that go there. An address of ours in a spelling that only the older service could understand is not one of
   * them: what it does there is done here.
   */
  passedOnTo(head: RequestHead, path: string): ServerFallback | undefined {
    const fallback = this.#fallback;
    const isPassedOn =
      fallback?.otherPaths === true &&
      (fallback.pages || !isIndex(head, path, this.#settings)) &&
      (!path.includes('%') || this.find(plainSpelling(path)) === undefined);
    return isPassedOn ? fallback : undefined;
  }

  /** True for pages, and for messages that browsers send only after a preflight. Nothing else of other sites is passed on either. */
  isOpen(head: RequestHead, { path, query }: RequestTarget): boolean {
    if (this.#settings.cors?.isPreflight(head)) {
      return true;
    }
    const found = this.find(path);
    if (found === undefined) {
      return this.passedOnTo(head, path) === undefined;
    }
    const { endpoint, rest } = found;
    const protocol = protocolOf(endpoint, head, rest);
    return protocol === undefined ? this.#fallback?.pages !== true : protocol.isOpen(endpoint, head, { rest, query });
  }

  /** One that is read while it arrives may be of any length, one that is passed on in any coding. */
  bodyRefusal(head: RequestHead, { path }: RequestTarget): WireResponse | undefined {
    const tooLong = lengthRefusal(head.headers, this.#settings.limits.maxBodyBytes);
    if (tooLong !== undefined) {
      const found = mayReceive(head) ? this.find(path) : undefined;
      return found !== undefined && found.rest === '' && this.receivedAt.has(found.endpoint) ? undefined : tooLong;
    }
    const unknown = head.method === 'POST' ? codingRefusal(head.headers, this.#decoders) : undefined;
    const found = unknown && this.find(path);
    return found && protocolOf(found.endpoint, head, found.rest) && unknown;
  }
}

/** The protocol that answers a request; undefined for pages, and methods that are not there. */
export function protocolOf(endpoint: Endpoint, request: RequestHead, rest: string): ServerProtocol | undefined {
  for (const protocol of serverProtocols) {
    if (protocol.takes(endpoint, request, rest)) {
      return protocol;
    }
  }
  return undefined;
}

/** The methods that a path accepts, in addition to HEAD and OPTIONS. */
export function methodsAt(
  endpoint: Endpoint,
  rest: string,
  query: string,
  settings: ServerSettings,
): readonly string[] {
  const methods = serverProtocols.flatMap((protocol) => protocol.methods(endpoint, rest, query));
  const hasPages = rest === '' && settings.pages !== undefined;
  return ['GET', 'POST'].filter((method) => methods.includes(method) || (method === 'GET' && hasPages));
}

/** Settings of a server that has pages. */
interface SettingsWithPages extends ServerSettings {
  readonly pages: ServerPages;
}

/** True for GET of a page, and for HEAD where the profile has it: listeners leave the body out. */
export function hasPage(
  { profile }: Endpoint,
  { method }: WireRequest,
  settings: ServerSettings,
): settings is SettingsWithPages {
  return settings.pages !== undefined && (method === 'GET' || (method === 'HEAD' && profile.headAndOptions));
}

/** True for GET of the list of services. */
export function isIndex(
  { method }: RequestHead,
  path: string,
  settings: ServerSettings,
): settings is SettingsWithPages {
  return (method === 'GET' || method === 'HEAD') && settings.pages?.isIndex(path, settings.basePath) === true;
}

/** OPTIONS at a service's address where the profile has it; everything else is 405. */
export function otherMethod(
  endpoint: Endpoint,
  request: WireRequest,
  query: string,
  settings: ServerSettings,
): WireResponse {
  const { headAndOptions } = endpoint.profile;
  const methods = methodsAt(endpoint, '', query, settings);
  const withHead = methods.flatMap((method) =>
    method === 'GET' && settings.pages !== undefined ? ['GET', 'HEAD'] : [method],
  );
  const Allow = (headAndOptions ? [...withHead, 'OPTIONS'] : methods).join(', ');
  return emptyResponse(headAndOptions && request.method === 'OPTIONS' ? 204 : 405, { Allow });
}
