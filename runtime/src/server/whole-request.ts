import type { Entrance } from './entrance.js';
import type { IncomingBody } from './turns/incoming-bodies.js';
import { decodedLength } from './wire/coded-body.js';
import { RequestCost } from './wire/request-cost.js';
import {
  busyResponse,
  emptyResponse,
  requestWith,
  tooManyResponse,
  type WireRequest,
  type WireResponse,
  wholeRequest,
} from './wire/wire.js';

/** Why a request is refused before it is dispatched. */
export type RefusalStatus = 413 | 429 | 503;

/** Answers to such requests. */
export const refusals: Readonly<Record<RefusalStatus, (headers?: Readonly<Record<string, string>>) => WireResponse>> = {
  413: (headers) => emptyResponse(413, headers),
  429: tooManyResponse,
  503: busyResponse,
};

/** A body that waits for its turn. */
export interface WaitingBody {
  /** Its length when it is decoded, at most. */
  readonly bytes: number;
  readonly counted: IncomingBody | undefined;
}

/** Waits until it is the turn of a body that was read; gives the status of its refusal. */
export async function waitForTurn(
  { turns, fairness }: Entrance,
  { caller }: RequestCost,
  { bytes, counted }: WaitingBody,
): Promise<RefusalStatus | undefined> {
  if (!turns.mustWait(caller)) {
    return undefined;
  }
  if (fairness.isFull(caller)) {
    return 429;
  }
  return (await turns.turn(caller, bytes, counted)) ? undefined : 503;
}

/** Answers a request that a program has as a whole, when it is the turn of its caller: at once, if that need not wait. Does not reject. */
export function answerWhole(
  core: Entrance,
  given: Partial<WireRequest> | null | undefined,
): WireResponse | Promise<WireResponse> {
  let request: WireRequest = wholeRequest(undefined);
  try {
    const whole = wholeRequest(given);
    request = whole;
    const admission = core.admit(whole);
    if ('status' in admission) {
      return admission;
    }
    const cost = new RequestCost(core, admission.caller);
    cost.read(whole.body.length);
    const admitted = requestWith(whole, { body: whole.body, admission, cost });
    const answer = (): WireResponse | Promise<WireResponse> => core.turns.run(cost, () => core.dispatch(admitted));
    if (!core.turns.mustWait(cost.caller)) {
      return answer();
    }
    return waitAsWhole(core, cost, whole).then((refused) =>
      refused === undefined ? answer() : core.refuse(whole, refusals[refused]()),
    );
  } catch (error) {
    return core.failed(request, error);
  }
}

async function waitAsWhole(
  core: Entrance,
  cost: RequestCost,
  request: WireRequest,
): Promise<RefusalStatus | undefined> {
  const { length } = request.body;
  const counted = core.incoming.begin(() => undefined, cost.caller);
  if (!counted.grow(length)) {
    return 503;
  }
  counted.complete();
  const bytes = decodedLength(request.headers, length, core.settings.limits.maxBodyBytes);
  const refused = await waitForTurn(core, cost, { bytes, counted });
  counted.end();
  return refused;
}
