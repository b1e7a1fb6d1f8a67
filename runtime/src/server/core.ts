import type { ContentDecoders } from '../http/content-coding.js';
import { FormLimitError } from '../http/form.js';
import { splitTarget } from '../http/urls.js';
import { wording } from './base/wording.js';
import { serverBindings } from './bindings.js';
import { reportError } from './call/invoke.js';
import { RequestDispatch } from './dispatch.js';
import { type Doorway, doorway, type Entrance, type RefusedRequest } from './entrance.js';
import { FallbackError } from './handlers/fallback.js';
import { requireRegistrations } from './handlers/registration.js';
import { ServerPlaces } from './places.js';
import { mayReceive, type ReceivedAnswer, type ReceivedCall, type RequestReceiver } from './receiving.js';
import { createRouter, type Router } from './routes.js';
import { type BareServerOptions, type ServerSettings, serverSettings } from './settings/options.js';
import type { ServerPages } from './settings/pages.js';
import { IncomingBodies } from './turns/incoming-bodies.js';
import { BodyTakenError } from './wire/coded-body.js';
import { answerHeaders, busyResponse, emptyResponse, type WireResponse } from './wire/wire.js';

/** What listeners need of a server. */
export interface ServerCore extends Entrance {
  readonly settings: ServerSettings;
}

/** The part of a server that all listeners share; `pages` are undefined if it has none, `decoders` are those of the host, `callMemory` is as for `serverLimits`. Throws as `createServer`. */
export function createServerCore(
  options: BareServerOptions,
  pages: ServerPages | undefined,
  decoders: ContentDecoders,
  callMemory?: number,
): ServerCore {
  const settings = serverSettings(options, pages, callMemory);
  const { fallback, shadow } = options;
  const router = routerOf(options, settings);
  const incoming = new IncomingBodies(settings.limits.maxIncomingBytes);
  const decoding = { decoders, maxBytes: settings.limits.maxBodyBytes, incoming };
  const places = new ServerPlaces(router, settings, fallback, decoders);
  const requests = new RequestDispatch(
    { settings, router, places, decoding, fallback, shadow, namespaces: options.namespaces ?? {} },
    (request, error) => internalError(settings, request, error),
  );
  const way = doorway(settings, {
    isOpen: (head, target) => places.isOpen(head, target),
    bodyRefusal: (head, target) => places.bodyRefusal(head, target),
    answer: (request, { target }) => requests.dispatch(request, target),
    failed: (request, error) => internalError(settings, request, error),
  });
  return {
    ...way,
    settings,
    incoming,
    receiving: receivingOf(places, settings, way),
    turns: settings.turns,
    fairness: settings.fairness,
    knows: (url) => fallback?.otherPaths === true || router.find(splitTarget(url).path) !== undefined,
  };
}

/** How requests are read while they arrive; undefined where no handler does that. */
function receivingOf(
  places: ServerPlaces,
  settings: ServerSettings,
  { admit, dispatch, refuse: finish }: Doorway,
): ServerCore['receiving'] {
  const answer = async (call: ReceivedCall, receiver: RequestReceiver): Promise<ReceivedAnswer> => {
    const exchange = settings.exchanges?.begin(call.head, undefined);
    const received = await answerReceived(
      exchange === undefined ? call : { ...call, head: { ...call.head, exchange } },
      receiver,
    );
    exchange?.end(received.response);
    return received;
  };
  const answerReceived = async (call: ReceivedCall, receiver: RequestReceiver): Promise<ReceivedAnswer> => {
    try {
      const { response, isRead } = await receiver.answer(call);
      return { response: finish(call.head, response), isRead };
    } catch (error) {
      call.head.exchange?.failed(error);
      return { response: finish(call.head, internalError(settings, call.head, error)), isRead: false };
    }
  };
  const stream: ServerCore['receiving'] = (head, body) => {
    const admission = mayReceive(head) ? admit(head) : undefined;
    if (admission === undefined || 'status' in admission) {
      return admission && Promise.resolve({ response: admission, isRead: false });
    }
    const found = places.find(admission.target.path);
    const routes = found?.rest === '' ? places.receivedAt.get(found.endpoint) : undefined;
    const [first] = routes ?? [];
    if (found === undefined || routes === undefined || first === undefined) {
      return undefined;
    }
    return settings.calls.admits(0, head.cost?.caller)
      ? answer({ head, body, endpoint: found.endpoint, settings, routes, dispatch }, first.receiver)
      : Promise.resolve({ response: finish(head, busyResponse()), isRead: false });
  };
  return places.receivedAt.size === 0 ? undefined : stream;
}

/** The routes of the services. Throws `TypeError` as `createRouter`, and for documents that cannot be served. */
function routerOf(options: BareServerOptions, { limits, pages }: ServerSettings): Router {
  requireRegistrations(options.services);
  const services = pages?.prepare(options.services) ?? options.services;
  const router = createRouter({ ...options, services }, limits, serverBindings);
  for (const { path, services: atPath } of router.endpoints) {
    pages?.check(path, atPath);
  }
  return router;
}

/** An error that no part expected: the client learns that there was one. */
function internalError(settings: ServerSettings, request: RefusedRequest, error: unknown): WireResponse {
  if (error instanceof FormLimitError) {
    return emptyResponse(400);
  }
  const { path } = splitTarget(request.url ?? '/');
  reportError(settings, error, {
    service: undefined,
    operation: undefined,
    binding: undefined,
    method: request.method ?? '',
    path,
  });
  const headers = answerHeaders('text/plain; charset=utf-8', 'private');
  if (error instanceof FallbackError) {
    return { status: error.status, headers, body: wording.noAnswer };
  }
  return {
    status: 500,
    headers,
    body: error instanceof BodyTakenError ? error.message : wording.unprocessableRequest,
  };
}
