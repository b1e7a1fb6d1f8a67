import { anyValue, callback, type OptionKinds, object, requireKind, requireOptions } from '../base/options.js';
import { checkLimits, type DoorLimits, doorLimits, serverLimits } from './base/limits.js';
import { wording } from './base/wording.js';
import { type DoorOptions, doorOptions, doorSettings } from './door/door-options.js';
import { doorway, type Entrance } from './entrance.js';
import { type SoapServer, serverOf } from './fetch.js';
import { Fairness, type FairnessOptions } from './turns/fairness.js';
import { IncomingBodies } from './turns/incoming-bodies.js';
import { RunningCalls } from './turns/running-calls.js';
import { Turns } from './turns/turns.js';
import { lengthRefusal } from './wire/coded-body.js';
import {
  answerHeaders,
  busyResponse,
  emptyResponse,
  type RequestHead,
  type WireRequest,
  type WireResponse,
} from './wire/wire.js';

/** Answers requests of any kind; an error becomes the answer 500. */
export type RequestHandler = (request: WireRequest) => WireResponse | Promise<WireResponse>;

/** Options of `frontDoor`. */
export interface FrontDoorOptions extends DoorOptions {
  /**
   * True for requests that pages of other web sites may send as well, because they run nothing: a page, a document. Default: for none.
   */
  readonly isOpen?: (request: RequestHead) => boolean;
  /** Called for every error of the handler. Errors that it throws are ignored. */
  readonly onError?: (error: unknown, request: { readonly method: string; readonly path: string }) => void;
  /** Bounds of bodies and of requests that are answered at once: as those of a server. */
  readonly limits?: DoorLimits;
  /** How the server divides its time among callers, by their addresses; `false` counts all callers as one. */
  readonly fairness?: Omit<FairnessOptions, 'principalKey'> | false;
}

/** The kinds of these options. */
export const frontDoorOptions: OptionKinds<FrontDoorOptions> = {
  ...doorOptions,
  isOpen: callback,
  onError: callback,
  limits: object,
  // It says by itself what is wrong with it.
  fairness: anyValue,
};

/** Throws `TypeError` for a handler that is none, and for options that do not exist or are of another kind. */
export function checkFrontDoor<Options extends FrontDoorOptions>(
  handler: unknown,
  options: Options,
  kinds: OptionKinds<Options>,
  limits: Parameters<typeof checkLimits>[1] = doorLimits,
): void {
  requireKind('The handler of `frontDoor`', handler, callback);
  requireOptions('frontDoor', options, kinds);
  checkLimits(options.limits, limits);
}

/**
 * Puts a handler behind the front door that the servers of services have: the host that a request names, its target and method, web sites that send it, and the length
 * of its body are judged before the handler sees it. The handler gets bodies as they came, in their `Content-Encoding`. Throws as `createServer`.
 */
export function frontDoor(handler: RequestHandler, options: FrontDoorOptions = {}): SoapServer {
  checkFrontDoor(handler, options, frontDoorOptions);
  return serverOf(handlerEntrance(handler, options));
}

/** What listeners need of a handler; `callMemory` is as for `serverLimits`. */
export function handlerEntrance(handler: RequestHandler, options: FrontDoorOptions, callMemory?: number): Entrance {
  const limits = serverLimits(options.limits, callMemory);
  const settings = doorSettings(options);
  const { cors } = settings;
  const calls = new RunningCalls(limits.maxConcurrentCalls, limits.maxConcurrentBytes);
  const answer = async (request: WireRequest): Promise<WireResponse> => {
    const leave = calls.begin(request.body.length, undefined, request.cost?.caller);
    try {
      return await handler(request);
    } finally {
      leave();
    }
  };
  return {
    ...doorway(settings, {
      bodyRefusal: ({ headers }) => lengthRefusal(headers, limits.maxBodyBytes),
      isOpen: (head) => cors?.isPreflight(head) === true || options.isOpen?.(head) === true,
      answer: (request) => {
        if (cors?.isPreflight(request)) {
          return cors.answerPreflight(request, ['GET', 'POST']);
        }
        if (request.body.length > limits.maxBodyBytes) {
          return emptyResponse(413);
        }
        return calls.admits(request.body.length, request.cost?.caller) ? answer(request) : busyResponse();
      },
      failed: ({ method = '', url = '' }, error) => {
        report(options, error, { method, path: url.replace(/[?#].*$/s, '') });
        return {
          status: 500,
          headers: answerHeaders('text/plain; charset=utf-8', 'private'),
          body: wording.unprocessableRequest,
        };
      },
    }),
    settings: { limits },
    incoming: new IncomingBodies(limits.maxIncomingBytes),
    turns: new Turns(),
    fairness: new Fairness(options.fairness),
    receiving: undefined,
    knows: () => true,
  };
}

function report(
  { onError }: FrontDoorOptions,
  error: unknown,
  request: { readonly method: string; readonly path: string },
): void {
  try {
    onError?.(error, request);
  } catch {
    // A report has no influence on answers.
  }
}
