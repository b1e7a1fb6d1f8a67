import { anyValue, callback, flag, type OptionKinds, object, requireKind, requireOptions } from '../base/options.js';
import { whenThere } from '../base/promises.js';
import { readableOf } from '../http/body-streams.js';
import type { ContentDecoders } from '../http/content-coding.js';
import { streamDecoders } from '../http/stream-decoders.js';
import { splitTarget } from '../http/urls.js';
import { checkLimits, type DoorLimits, doorLimits, serverLimits } from './base/limits.js';
import { wording } from './base/wording.js';
import type { CorsRules } from './door/cors.js';
import { type DoorOptions, doorOptions, doorSettings } from './door/door-options.js';
import { type Doorway, doorway, type Entrance, type RefusedRequest } from './entrance.js';
import { type SoapServer, serverOf } from './fetch.js';
import type { OpenBody, ReceivedAnswer } from './receiving.js';
import { Fairness, type FairnessOptions } from './turns/fairness.js';
import { IncomingBodies } from './turns/incoming-bodies.js';
import { RunningCalls } from './turns/running-calls.js';
import { Turns } from './turns/turns.js';
import { type BodyDecoding, codingRefusal, decodeBody, isCoded, lengthRefusal } from './wire/coded-body.js';
import {
  busyResponse,
  emptyResponse,
  type RequestHead,
  textAnswer,
  type WireRequest,
  type WireResponse,
  type WireStream,
} from './wire/wire.js';

/** Answers requests of any kind; an error becomes the answer 500. */
export type RequestHandler = (request: WireRequest) => WireResponse | Promise<WireResponse>;

/** Options of `frontDoor`. */
export interface FrontDoorOptions extends DoorOptions {
  /**
   * True for requests that pages of other web sites may send as well, because they run nothing: a page, a document. Default: for none.
   */
  readonly isOpen?: (request: RequestHead) => boolean;
  /** The methods by which scripts of sites that `cors` allows may send requests to the place that a preflight asks about. Default: GET and POST. */
  readonly methods?: (request: RequestHead) => readonly string[];
  /** The handler gets bodies without their `Content-Encoding`; those in unknown codings, and those that are too long without it, are refused. Default: as they came. */
  readonly decodesBodies?: boolean;
  /** The form of the answers by which requests are refused before the handler, or because it failed. Default: plain text. Does not throw. */
  readonly refused?: (answer: WireResponse, request: RefusedRequest) => WireResponse;
  /**
   * Answers a request while its body arrives; undefined for one that has to be there as a whole first, which the handler gets. The body is in its `Content-Encoding`, and as long as
   * it is: `limits.maxBodyBytes` is for others.
   */
  readonly receiving?: (head: RequestHead, body: OpenBody) => Promise<ReceivedAnswer> | undefined;
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
  methods: callback,
  decodesBodies: flag,
  refused: callback,
  receiving: callback,
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
 * of its body are judged before the handler sees it. Throws as `createServer`.
 */
export function frontDoor(handler: RequestHandler, options: FrontDoorOptions = {}): SoapServer {
  checkFrontDoor(handler, options, frontDoorOptions);
  return serverOf(handlerEntrance(handler, options, streamDecoders()));
}

/** What listeners need of a handler; `decoders` are those of the host, `callMemory` is as for `serverLimits`. */
export function handlerEntrance(
  handler: RequestHandler,
  options: FrontDoorOptions,
  decoders: ContentDecoders,
  callMemory?: number,
): Entrance {
  const limits = serverLimits(options.limits, callMemory);
  const settings = doorSettings(options);
  const incoming = new IncomingBodies(limits.maxIncomingBytes);
  const room = new HandlerRoom(handler, options, {
    calls: new RunningCalls(limits.maxConcurrentCalls, limits.maxConcurrentBytes),
    decoding: options.decodesBodies === true ? { decoders, maxBytes: limits.maxBodyBytes, incoming } : undefined,
    maxBodyBytes: limits.maxBodyBytes,
    cors: settings.cors,
  });
  const way = doorway(settings, {
    bodyRefusal: (head) => room.bodyRefusal(head),
    isOpen: (head) => room.isPreflight(head) || options.isOpen?.(head) === true,
    answer: (request) => room.answer(request),
    failed: (request, error) => room.failed(request, error),
    refused: (answer, request) => room.refused(answer, request),
  });
  return {
    ...way,
    settings: { limits },
    incoming,
    turns: new Turns(),
    fairness: new Fairness(options.fairness),
    receiving: receivingOf(options, way, room),
    knows: () => true,
  };
}

/** What a room needs besides its options. */
interface RoomSettings {
  readonly calls: RunningCalls;
  /** Undefined where bodies are handed on as they came. */
  readonly decoding: BodyDecoding | undefined;
  readonly maxBodyBytes: number;
  readonly cors: CorsRules | undefined;
}

/** A handler behind a door, with its limits. */
class HandlerRoom {
  readonly #handler: RequestHandler;
  readonly #options: FrontDoorOptions;
  readonly #settings: RoomSettings;

  constructor(handler: RequestHandler, options: FrontDoorOptions, settings: RoomSettings) {
    this.#handler = handler;
    this.#options = options;
    this.#settings = settings;
  }

  isPreflight(head: RequestHead): boolean {
    return this.#settings.cors?.isPreflight(head) === true;
  }

  bodyRefusal(head: RequestHead): WireResponse | undefined {
    const { decoding, maxBodyBytes } = this.#settings;
    const coding = decoding && codingRefusal(head.headers, decoding.decoders);
    return coding ?? (this.#options.receiving === undefined ? lengthRefusal(head.headers, maxBodyBytes) : undefined);
  }

  answer(request: WireRequest): WireResponse | Promise<WireResponse> {
    const { cors, calls, decoding, maxBodyBytes } = this.#settings;
    if (cors?.isPreflight(request)) {
      return cors.answerPreflight(request, this.#options.methods?.(request) ?? ['GET', 'POST']);
    }
    if (request.body.length > maxBodyBytes) {
      return this.refused(emptyResponse(413), request);
    }
    if (!calls.admits(request.body.length, request.cost?.caller)) {
      return this.refused(busyResponse(), request);
    }
    const counted = (plain: WireRequest): Promise<WireResponse> =>
      this.counted(plain, plain.body.length, async () => this.#handler(plain));
    if (decoding === undefined || !isCoded(request.headers)) {
      return counted(request);
    }
    return whenThere(decodeBody(request, decoding), (plain) =>
      'status' in plain ? this.refused(plain, request) : counted(plain),
    );
  }

  /** An answer that keeps a place among the running ones until it was made; one that is made as it is sent, until it was sent. */
  async counted(head: RequestHead, bytes: number, make: () => Promise<WireResponse>): Promise<WireResponse> {
    const leave = this.#settings.calls.begin(bytes, undefined, head.cost?.caller);
    try {
      const response = await make();
      if (response.stream === undefined) {
        leave();
        return response;
      }
      return { ...response, stream: endedBy(response.stream, leave) };
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** True if there is a place for one more. */
  admits(head: RequestHead): boolean {
    return this.#settings.calls.admits(0, head.cost?.caller);
  }

  refused(answer: WireResponse, request: RefusedRequest): WireResponse {
    return this.#options.refused?.(answer, request) ?? answer;
  }

  failed(request: RefusedRequest, error: unknown): WireResponse {
    const { method = '', url = '' } = request;
    report(this.#options, error, { method, path: splitTarget(url).path });
    return this.refused(textAnswer(500, wording.unprocessableRequest), request);
  }
}

/** How requests are read while they arrive; undefined where the handler does not do that. */
function receivingOf({ receiving }: FrontDoorOptions, way: Doorway, room: HandlerRoom): Entrance['receiving'] {
  if (receiving === undefined) {
    return undefined;
  }
  return (head, body) => {
    const admission = way.admit(head);
    if ('status' in admission) {
      return Promise.resolve({ response: admission, isRead: false });
    }
    const admitted = { ...head, admission };
    if (!room.admits(head)) {
      return Promise.resolve({ response: way.refuse(head, busyResponse()), isRead: false });
    }
    const begun = receiving(admitted, body);
    return begun && received(begun, { head, way, room });
  };
}

async function received(
  begun: Promise<ReceivedAnswer>,
  { head, way, room }: { readonly head: RequestHead; readonly way: Doorway; readonly room: HandlerRoom },
): Promise<ReceivedAnswer> {
  let isRead = false;
  try {
    const response = await room.counted(head, 0, async () => {
      const answer = await begun;
      isRead = answer.isRead;
      return answer.response;
    });
    return { response, isRead };
  } catch (error) {
    return { response: way.failed(head, error), isRead: false };
  }
}

/** A stream that calls a function once when nothing more is read of it. */
function endedBy(stream: WireStream, ended: () => void): WireStream {
  const own: WireStream = {
    length: stream.length,
    [Symbol.asyncIterator]: () => own,
    next: async () => {
      try {
        const step = await stream.next();
        if (step.done === true) {
          ended();
        }
        return step;
      } catch (error) {
        ended();
        throw error;
      }
    },
    return: () => {
      ended();
      return stream.return();
    },
    readable: () => readableOf(own),
  };
  return own;
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
