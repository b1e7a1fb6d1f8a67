import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Turns } from '../server/turns.js';

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
  readonly #canRest: boolean;
  #count = 0;

  constructor(request: IncomingMessage, turns: Turns) {
    this.#request = request;
    this.#turns = turns;
    this.#canRest = request.httpVersionMajor === 1 && request.socket instanceof Socket;
  }

  /** A chunk of this length was read, of a body that may have `maxBytes`. */
  took(length: number, maxBytes: number): void {
    if (length < shortBytes && this.#canRest && ++this.#count === inOneGo) {
      this.#rest();
      void this.#turns.turn(maxBytes).then(() => this.#goOn());
    }
  }

  /**
   * The stream of the body is not paused, because it would keep the data that Node has read already as an object for each
   * chunk. The stream must not ask the connection for more in the meantime, which it does after each chunk.
   */
  #rest(): void {
    this.#request._read = askForNothing;
    this.#request.socket.pause();
  }

  #goOn(): void {
    Reflect.deleteProperty(this.#request, '_read');
    this.#count = 0;
    this.#request.socket.resume();
  }
}

function askForNothing(): void {}
