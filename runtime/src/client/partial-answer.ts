import { ServiceError } from './errors.js';
import type { TransportResponse } from './transport.js';

/** Turns of the microtask queue in which a transport that was told to end says what it had. */
const maxTurns = 32;

/** As much of an answer as came, by the error of a transport that was told to end; undefined from one that does not end at once. */
export async function partialAnswer(sent: Promise<TransportResponse>): Promise<TransportResponse | undefined> {
  let partial: TransportResponse | undefined;
  let isOver = false;
  sent.catch((error: unknown) => {
    isOver = true;
    partial = error instanceof ServiceError ? ServiceError.partialOf(error) : undefined;
  });
  for (let turn = 0; turn < maxTurns && !isOver; turn++) {
    await undefined;
  }
  return partial;
}
