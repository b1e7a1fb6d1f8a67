import { whenThere } from '../base/promises.js';
import type { RequestTarget } from '../http/urls.js';
import { believedCaller } from './door/public-address.js';
import type { RefusedRequest } from './entrance.js';
import { passedOn, type ServerFallback, type ServerShadow } from './handlers/fallback.js';
import { hasPage, isIndex, methodsAt, otherMethod, protocolOf, type ServerPlaces } from './places.js';
import type { Router } from './routes.js';
import type { ServerSettings } from './settings/options.js';
import { type ErrorText, errorAnswer, type PageSettings } from './settings/pages.js';
import { type BodyDecoding, decodeBody, isCoded } from './wire/coded-body.js';
import { watched } from './wire/watched.js';
import { busyResponse, emptyResponse, type WireRequest, type WireResponse } from './wire/wire.js';

const nothingThere: ErrorText = {
  status: 404,
  message: 'The resource cannot be found.',
  advice: 'There is no service at this address.',
};

/** The methods by which scripts of sites that `cors` allows may call what is only at an older service. */
const methodsElsewhere = ['GET', 'POST'];

/** What requests are answered from. */
export interface DispatchParts {
  readonly settings: ServerSettings;
  readonly router: Router;
  readonly places: ServerPlaces;
  readonly decoding: BodyDecoding;
  readonly fallback: ServerFallback | undefined;
  readonly shadow: ServerShadow | undefined;
  readonly namespaces: Readonly<Record<string, string>>;
}

type Answer = WireResponse | Promise<WireResponse>;

/** Answers the requests that the door lets in. */
export class RequestDispatch {
  readonly #parts: DispatchParts;
  readonly #pageSettings: PageSettings;
  readonly #failed: (request: RefusedRequest, error: unknown) => WireResponse;

  /** `failed` makes the answer for an error that no part expected. */
  constructor(parts: DispatchParts, failed: (request: RefusedRequest, error: unknown) => WireResponse) {
    const { settings, router, namespaces } = parts;
    this.#parts = parts;
    this.#pageSettings = { ...settings, namespaces, hasList: router.endpoints.every(({ path }) => path !== '/') };
    this.#failed = failed;
  }

  /** Answers a request at a target. */
  dispatch(request: WireRequest, { path, query }: RequestTarget): Answer {
    const { router, settings, fallback } = this.#parts;
    const found = router.find(path);
    if (found === undefined) {
      return this.#elsewhere(request, path);
    }
    if (request.body.length > settings.limits.maxBodyBytes) {
      return emptyResponse(413);
    }
    const { endpoint, rest } = found;
    if (settings.cors?.isPreflight(request)) {
      return settings.cors.answerPreflight(request, methodsAt(endpoint, rest, query, settings));
    }
    const protocol = protocolOf(endpoint, request, rest);
    if (protocol !== undefined) {
      const target = { rest, query };
      return this.#called(request, (plain) => protocol.answer(endpoint, plain, settings, target));
    }
    if (fallback?.pages) {
      return this.#passOn(request, fallback);
    }
    return hasPage(endpoint, request, settings)
      ? settings.pages.answer(endpoint, request, query, this.#pageSettings)
      : otherMethod(endpoint, request, query, settings);
  }

  /** A request at an address that no service here has. */
  #elsewhere(request: WireRequest, path: string): Answer {
    const { places, settings, router } = this.#parts;
    const to = places.passedOnTo(request, path);
    if (to !== undefined) {
      return settings.cors?.isPreflight(request)
        ? settings.cors.answerPreflight(request, methodsElsewhere)
        : this.#passOn(request, to);
    }
    return isIndex(request, path, settings)
      ? settings.pages.index(router.endpoints, path, request, settings.basePath)
      : errorAnswer(settings.pages, nothingThere, request, settings.basePath);
  }

  /** A request for an operation; those that are not here are passed on, and some are compared with an older service. */
  #called(request: WireRequest, answer: (plain: WireRequest) => Answer): Answer {
    const { settings, fallback, shadow } = this.#parts;
    const own = (seen: WireRequest): Answer => {
      const called = this.#call(seen, answer);
      return fallback === undefined
        ? called
        : whenThere(called, (given) => {
            if (given !== passedOn) {
              return given;
            }
            seen.exchange?.passedOn();
            return this.#passOn(seen, fallback);
          });
    };
    const whole =
      shadow === undefined
        ? own
        : (seen: WireRequest): Answer => shadow.around(seen, own, believedCaller(seen, settings));
    return watched(settings.exchanges, request, whole, (error) => this.#failed(request, error));
  }

  /** Calls with a plain body, when there is room for the call. */
  #call(request: WireRequest, answer: (plain: WireRequest) => Answer): Answer {
    const { calls } = this.#parts.settings;
    const caller = request.cost?.caller;
    if (!calls.admits(request.body.length, caller)) {
      return busyResponse();
    }
    if (request.body.length === 0 || !isCoded(request.headers)) {
      return answer(request);
    }
    const callPlain = (plain: WireRequest | WireResponse): Answer => {
      if ('status' in plain) {
        return plain;
      }
      plain.cost?.read(plain.body.length);
      return calls.admits(plain.body.length, caller) ? answer(plain) : busyResponse();
    };
    const decoded = decodeBody(request, this.#parts.decoding);
    return decoded instanceof Promise ? decoded.then(callPlain) : callPlain(decoded);
  }

  /** Passes a request on to the older service. */
  async #passOn(request: WireRequest, to: ServerFallback): Promise<WireResponse> {
    const { settings } = this.#parts;
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
  }
}
