import type { ContentDecoders } from '../http/content-coding.js';
import { FormLimitError } from '../http/form.js';
import { type RequestTarget, splitTarget } from '../http/urls.js';
import { serverBindings } from './bindings.js';
import { BodyTakenError } from './body-taken.js';
import { type BodyDecoding, decodeBody, isCoded } from './coded-body.js';
import { type Doorway, doorway, type Entrance, type RefusedRequest } from './entrance.js';
import { errorAnswer } from './error-answer.js';
import { FallbackError, passedOn, type ServerFallback } from './fallback.js';
import { IncomingBodies } from './incoming-bodies.js';
import { reportError } from './invoke.js';
import type { ErrorText, PageSettings, ServerPages } from './named-pages.js';
import { type BareServerOptions, type ServerSettings, serverSettings } from './options.js';
import { hasPage, isIndex, methodsAt, otherMethod, protocolOf, ServerPlaces } from './places.js';
import { believedCaller } from './public-address.js';
import { mayReceive, type ReceivedAnswer, type ReceivedCall, type RequestReceiver } from './receiving.js';
import { requireRegistrations } from './registration.js';
import { createRouter, type Router } from './routes.js';
import { watched } from './watched.js';
import { whenThere } from './when-there.js';
import { answerHeaders, busyResponse, emptyResponse, type WireRequest, type WireResponse } from './wire.js';
import { wording } from './wording.js';

/** What listeners need of a server. */
export interface ServerCore extends Entrance {
  readonly settings: ServerSettings;
}

const nothingThere: ErrorText = {
  status: 404,
  message: 'The resource cannot be found.',
  advice: 'There is no service at this address.',
};

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
  const dispatch = dispatcher(options, settings, router, places, decoding);
  const way = doorway(settings, {
    isOpen: (head, target) => places.isOpen(head, target),
    bodyRefusal: (head, target) => places.bodyRefusal(head, target),
    answer: (request, { target }) =>
      shadow === undefined
        ? dispatch(request, target)
        : shadow.around(request, (each) => dispatch(each, target), believedCaller(request, settings)),
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

/** Answers a request at a target. */
type Dispatch = (request: WireRequest, target: RequestTarget) => WireResponse | Promise<WireResponse>;

/** What answers the requests that the door lets in. */
function dispatcher(
  { fallback, namespaces = {} }: BareServerOptions,
  settings: ServerSettings,
  router: Router,
  places: ServerPlaces,
  decoding: BodyDecoding,
): Dispatch {
  const { cors } = settings;
  const hasList = router.endpoints.every(({ path }) => path !== '/');
  const pageSettings: PageSettings = { ...settings, namespaces, hasList };
  const elsewhere = (request: WireRequest, path: string): WireResponse | Promise<WireResponse> => {
    const to = places.passedOnTo(request, path);
    if (to !== undefined) {
      return cors?.isPreflight(request) ? cors.answerPreflight(request, methodsElsewhere) : passOn(request, to);
    }
    return isIndex(request, path, settings)
      ? settings.pages.index(router.endpoints, path, request, settings.basePath)
      : errorAnswer(settings.pages, nothingThere, request, settings.basePath);
  };
  const dispatch: Dispatch = (request, { path, query }) => {
    const found = router.find(path);
    if (found === undefined) {
      return elsewhere(request, path);
    }
    if (request.body.length > settings.limits.maxBodyBytes) {
      return emptyResponse(413);
    }
    const { endpoint, rest } = found;
    if (cors?.isPreflight(request)) {
      return cors.answerPreflight(request, methodsAt(endpoint, rest, query, settings));
    }
    const protocol = protocolOf(endpoint, request, rest);
    if (protocol !== undefined) {
      const target = { rest, query };
      const answer = (seen: WireRequest): WireResponse | Promise<WireResponse> => {
        const own = call(seen, (plain) => protocol.answer(endpoint, plain, settings, target));
        return fallback === undefined
          ? own
          : whenThere(own, (given) => (given === passedOn ? passOn(seen, fallback) : given));
      };
      return watched(settings.exchanges, request, answer, (error) => internalError(settings, request, error));
    }
    if (fallback?.pages) {
      return passOn(request, fallback);
    }
    return hasPage(endpoint, request, settings)
      ? settings.pages.answer(endpoint, request, query, pageSettings)
      : otherMethod(endpoint, request, query, settings);
  };
  /** Passes a request on to the older service. */
  const passOn = async (request: WireRequest, to: ServerFallback): Promise<WireResponse> => {
    const caller = request.cost?.caller;
    if (!settings.calls.admits(request.body.length, caller)) {
      return busyResponse();
    }
    const leave = settings.calls.begin(request.body.length, undefined, caller);
    try {
      return await to.answer(request, believedCaller(request, settings));
    } finally {
      leave();
    }
  };
  /** Calls with a plain body, when there is room for the call. */
  const call = (
    request: WireRequest,
    answer: (plain: WireRequest) => WireResponse | Promise<WireResponse>,
  ): WireResponse | Promise<WireResponse> => {
    const caller = request.cost?.caller;
    if (!settings.calls.admits(request.body.length, caller)) {
      return busyResponse();
    }
    if (request.body.length === 0 || !isCoded(request.headers)) {
      return answer(request);
    }
    const decoded = decodeBody(request, decoding);
    const callPlain = (plain: WireRequest | WireResponse): WireResponse | Promise<WireResponse> => {
      if ('status' in plain) {
        return plain;
      }
      plain.cost?.read(plain.body.length);
      return settings.calls.admits(plain.body.length, caller) ? answer(plain) : busyResponse();
    };
    return decoded instanceof Promise ? decoded.then(callPlain) : callPlain(decoded);
  };
  return dispatch;
}

/** The methods by which scripts of sites that `cors` allows may call what is only at an older service. */
const methodsElsewhere = ['GET', 'POST'];

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
