import { parseMediaType } from '../http/media-type.js';
import type { Endpoint } from './routes/endpoint.js';
import type { SoapRoute } from './routes/soap-routes.js';
import type { ServerSettings } from './settings/options.js';
import { soapVersionOf } from './soap/soap-routing.js';
import type { RequestPayer } from './turns/callers.js';
import type { Turns } from './turns/turns.js';
import { leastPiece } from './wire/request-cost.js';
import { headerValue, type RequestHead, type WireRequest, type WireResponse } from './wire/wire.js';

/** A body on its way, which is read as fast as it is asked for. Rejects if the client goes away. */
export interface OpenBody {
  next(): Promise<IteratorResult<Uint8Array, undefined>>;
  /** Nothing more is read of it. */
  return(): Promise<IteratorResult<Uint8Array, undefined>>;
}

/** Bytes for which a body that is read in parts waits for its turn, as if they were a message. */
const partBytes = 65_536;

/** A body for whose parts a request pays; each comes when it is the turn of the caller. */
export function meteredBody(body: OpenBody, cost: RequestPayer, turns: Turns): OpenBody {
  return {
    async next() {
      if (turns.holdsBack(cost.caller)) {
        await turns.turn(cost.caller, partBytes);
      }
      const part = await body.next();
      cost.read(Math.max(leastPiece, part.value?.length ?? 0));
      return part;
    },
    return: () => body.return(),
  };
}

/** An answer to a request that was read while it arrived. */
export interface ReceivedAnswer {
  readonly response: WireResponse;
  /** False if the body was not read to its end: the connection cannot be used any more. */
  readonly isRead: boolean;
}

/** Reads requests while they arrive; handlers that are made by `receiving` have one. */
export interface RequestReceiver {
  /** Answers a request to an endpoint that has such handlers, whichever operation it calls. */
  answer(call: ReceivedCall): Promise<ReceivedAnswer>;
}

/** An operation whose handler has a `RequestReceiver`. */
export interface ReceivingRoute {
  readonly route: SoapRoute;
  readonly receiver: RequestReceiver;
}

/** A request to such an endpoint, and how to answer it. */
export interface ReceivedCall {
  readonly head: RequestHead;
  readonly body: OpenBody;
  readonly endpoint: Endpoint;
  readonly settings: ServerSettings;
  readonly routes: readonly ReceivingRoute[];
  /** Answers a request that was read as a whole. */
  dispatch(request: WireRequest): WireResponse | Promise<WireResponse>;
}

/** The operations of an endpoint whose requests are read while they arrive. */
export function receivingRoutes({ soap11, soap12 }: Endpoint): readonly ReceivingRoute[] {
  const routes = [soap11, soap12].flatMap((each) => (each === undefined ? [] : [...each.elements.values()].flat()));
  return routes.flatMap((route) => {
    const receiver = route.handler.$receiver as RequestReceiver | undefined;
    return receiver === undefined || route.operation.oneWay === true ? [] : [{ route, receiver }];
  });
}

/** True for the head of a request that may call such an operation. */
export function mayReceive({ method, headers }: RequestHead): boolean {
  const type = parseMediaType(headerValue(headers, 'content-type'))?.type;
  return method === 'POST' && (soapVersionOf(type) !== undefined || type === 'multipart/related');
}
