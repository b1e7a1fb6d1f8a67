import type { ServerExchanges } from '../base/exchanges.js';
import { requestWith, type WireRequest, type WireResponse } from './wire.js';

/** Answers a request under the eyes of a listener, if there is one; `fail` makes the answer to an error. A request is seen once. */
export function watched(
  exchanges: ServerExchanges | undefined,
  request: WireRequest,
  answer: (request: WireRequest) => WireResponse | Promise<WireResponse>,
  fail: (error: unknown) => WireResponse,
): WireResponse | Promise<WireResponse> {
  request.exchange?.received(request.body);
  if (exchanges === undefined || request.exchange !== undefined) {
    return answer(request);
  }
  const exchange = exchanges.begin(request, request.body);
  const end = (response: WireResponse): WireResponse => {
    exchange.end(response);
    return response;
  };
  const broken = (error: unknown): WireResponse => {
    exchange.failed(error);
    return end(fail(error));
  };
  try {
    const response = answer(requestWith(request, { body: request.body, exchange }));
    return response instanceof Promise ? response.then(end, broken) : end(response);
  } catch (error) {
    return broken(error);
  }
}
