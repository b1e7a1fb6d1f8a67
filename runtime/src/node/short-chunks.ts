import type { IncomingMessage } from 'node:http';
import type { RequestPayer } from '../server/callers.js';
import type { Turns } from '../server/turns.js';
import { canRest, rest } from './rest.js';

/** Below this length, the cost of a chunk depends on the number of chunks more than on their length. */
const shortBytes = 64;
/** This many of them are accepted at once. */
const inOneGo = 256;

/**
 * Slows down a caller that sends a body in very short chunks: each costs Node a microsecond or more, so a few connections
 * could keep all others waiting. Nothing more is read from the connection until its turn comes.
 */
export class ShortChunks {
  readonly #request: IncomingMessage;
  readonly #turns: Turns;
  readonly #cost: RequestPayer;
  readonly #canRest: boolean;
  #count = 0;

  constructor(request: IncomingMessage, turns: Turns, cost: RequestPayer) {
    this.#request = request;
    this.#turns = turns;
    this.#cost = cost;
    this.#canRest = canRest(request);
  }

  /** A chunk of this length was read, of a body that may have `maxBytes`. */
  took(length: number, maxBytes: number): void {
    if (length < shortBytes && this.#canRest && ++this.#count === inOneGo) {
      const goOn = rest(this.#request);
      void this.#turns.turn(this.#cost.caller, maxBytes).then(() => {
        this.#count = 0;
        goOn();
      });
    }
  }
}
