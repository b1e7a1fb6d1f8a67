import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Turns } from '../server/turns.js';

/** Chunks of fewer bytes than this cost more by their number than by their length. */
const shortBytes = 64;
/** So many of them are taken in one go. */
const inOneGo = 256;

/**
 * Slows down a caller that sends a body in very short chunks: each costs a microsecond or more of Node's, so that what comes at once from a few
 * connections could keep all others waiting. Nothing more is read of the connection until its turn has come.
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

  /** A chunk of this length was taken, of a body that may have `maxBytes`. */
  took(length: number, maxBytes: number): void {
    if (length < shortBytes && this.#canRest && ++this.#count === inOneGo) {
      this.#rest();
      void this.#turns.turn(maxBytes).then(() => this.#goOn());
    }
  }

  /**
   * The stream of the body is not paused: what Node has read already would be kept there, as an object for each chunk. The stream must not ask the
   * connection for more meanwhile, which it does after each chunk.
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
