import { whenThere } from '../base/promises.js';
import type { ServerLimits } from './base/limits.js';
import type { CorsRules } from './door/cors.js';
import { type BehindDoor, type DoorSettings, FrontDoor } from './door/front-door.js';
import type { OpenBody, ReceivedAnswer } from './receiving.js';
import type { Fairness } from './turns/fairness.js';
import type { IncomingBodies } from './turns/incoming-bodies.js';
import type { Turns } from './turns/turns.js';
import type { Admission, RequestHead, WireHeaders, WireRequest, WireResponse } from './wire/wire.js';

/** The limits that listeners keep. */
export type EntranceLimits = Required<Pick<ServerLimits, 'maxBodyBytes' | 'maxFormFields' | 'maxConcurrentCalls'>>;

/** The common basis of all listeners: what they need of what they listen for. Whatever is behind it, requests come to it through a front door. */
export interface Entrance {
  readonly settings: { readonly limits: EntranceLimits };
  /** The bodies that listeners keep in memory. */
  readonly incoming: IncomingBodies;
  /** When listeners dispatch requests. */
  readonly turns: Turns;
  /** Who calls, and how much each has used. */
  readonly fairness: Fairness;
  /** Judges a head: to be called before anything of the body is read. A listener hands the admission on with the request. */
  admit(head: RequestHead): Admission | WireResponse;
  /** As `SoapServer.handle`, but at once where the handler answers at once. A request without an admission is judged. */
  dispatch(request: WireRequest): WireResponse | Promise<WireResponse>;
  /**
   * The answer to a request whose body is still on its way; undefined for one that has to be read as a whole first. Absent where no handler reads its request
   * in parts. Does not reject.
   */
  readonly receiving: ((head: RequestHead, body: OpenBody) => Promise<ReceivedAnswer> | undefined) | undefined;
  /** The answer to a request that a listener refuses by itself, as pages of other sites may read it. */
  refuse(request: RefusedRequest, response: WireResponse): WireResponse;
  /** The answer to a request that a listener cannot dispatch because of an error, which is passed to `onError`. */
  failed(request: RefusedRequest, error: unknown): WireResponse;
  /** True if a path belongs to what is behind it. */
  knows(url: string): boolean;
}

/** The facts about a request that is refused before its body is read. */
export interface RefusedRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: WireHeaders;
}

/** What a program puts behind a door. */
export interface Rooms extends BehindDoor {
  /** Answers a request that was let in. May throw and reject. */
  answer(request: WireRequest, admission: Admission): WireResponse | Promise<WireResponse>;
  /** The answer to a request that ended in an error. Does not throw. */
  failed(request: RefusedRequest, error: unknown): WireResponse;
  /** Another form of an answer that refuses a request before it comes here. Does not throw. */
  refused?(answer: WireResponse, request: RefusedRequest): WireResponse;
}

/** The door of an entrance, with the members that follow from it. */
export type Doorway = Pick<Entrance, 'admit' | 'dispatch' | 'refuse' | 'failed'>;

/** Puts rooms behind a front door. */
export function doorway(settings: DoorSettings, rooms: Rooms): Doorway {
  const { cors } = settings;
  const door = new FrontDoor(settings, rooms);
  const readable = (request: RefusedRequest, answer: WireResponse): WireResponse => {
    try {
      return cors?.apply(request, answer) ?? answer;
    } catch (error) {
      return rooms.failed(request, error);
    }
  };
  const refused = (request: RefusedRequest, answer: WireResponse): WireResponse =>
    rooms.refused?.(answer, request) ?? answer;
  const settle = (request: WireRequest): WireResponse | Promise<WireResponse> => {
    try {
      const admission = door.admit(request);
      if ('status' in admission) {
        return refused(request, admission);
      }
      // Handlers ask it who calls.
      const admitted = request.admission === admission ? request : { ...request, admission };
      const answer = rooms.answer(admitted, admission);
      return answer instanceof Promise ? answer.catch((error) => rooms.failed(request, error)) : answer;
    } catch (error) {
      return rooms.failed(request, error);
    }
  };
  return {
    admit: (head) => {
      const admission = door.admit(head);
      return 'status' in admission ? readable(head, refused(head, admission)) : admission;
    },
    dispatch: finishing(cors, settle, readable),
    refuse: (request, answer) => readable(request, refused(request, answer)),
    failed: (request, error) => readable(request, rooms.failed(request, error)),
  };
}

function finishing(
  cors: CorsRules | undefined,
  settle: Entrance['dispatch'],
  readable: Entrance['refuse'],
): Entrance['dispatch'] {
  return cors === undefined ? settle : (request) => whenThere(settle(request), (answer) => readable(request, answer));
}
