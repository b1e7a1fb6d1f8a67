import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ByteCollector } from '../http/byte-collector.js';
import type { Entrance } from '../server/entrance.js';
import type { OpenBody } from '../server/receiving.js';
import type { RequestPayer } from '../server/turns/callers.js';
import { type IncomingBody, uncountedBytes } from '../server/turns/incoming-bodies.js';
import { leastPiece } from '../server/wire/request-cost.js';

/** The results of reading a body. One of the three is called, once; none if the client goes away. */
export interface BodyReader {
  /** `counted` has to be ended when the body is not held any longer. */
  done(body: Uint8Array, counted: IncomingBody | undefined): void;
  /** The body is too long (413), or there is no room for it (503). */
  refuse(status: 413 | 503): void;
  /** The stream ended before the length that was announced: somebody else has read the beginning. */
  taken(): void;
}

/** The answers to requests whose clients send the body only when they are told to (`Expect: 100-continue`). */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** A client waits before it sends the body: it is told to go on when somebody begins to read. */
export function holdBody(request: IncomingMessage, response: ServerResponse): void {
  waiting.set(request, response);
}

/** Tells a client that waits to send the body. */
function askForBody(request: IncomingMessage): void {
  const response = waiting.get(request);
  if (response !== undefined) {
    waiting.delete(request);
    response.writeContinue();
  }
}

/** Reads a body from its stream. */
export function readBody(request: IncomingMessage, bounds: BodyBounds, reader: BodyReader): void {
  new BodyReading(request, bounds, reader).begin();
}

/** The limits for reading, and who pays. */
export interface BodyBounds {
  readonly core: Pick<Entrance, 'settings' | 'incoming' | 'turns'>;
  readonly cost: RequestPayer;
}

/** Bytes after which a caller pays. */
const paidAtOnce = 16_384;

class BodyReading {
  readonly #request: IncomingMessage;
  readonly #bounds: BodyBounds;
  readonly #reader: BodyReader;
  readonly #maxBytes: number;
  /** Length that the head announces; NaN when it does not. */
  readonly #length: number;
  readonly #body = new ByteCollector(Buffer.allocUnsafeSlow);
  #counted: IncomingBody | undefined;
  #unpaid = 0;
  #isResting = false;

  constructor(request: IncomingMessage, bounds: BodyBounds, reader: BodyReader) {
    this.#request = request;
    this.#bounds = bounds;
    this.#reader = reader;
    this.#maxBytes = bounds.core.settings.limits.maxBodyBytes;
    this.#length = Number(request.headers['content-length'] ?? Number.NaN);
  }

  begin(): void {
    if (this.#length > this.#maxBytes) {
      this.#reader.refuse(413);
      return;
    }
    askForBody(this.#request);
    // A client that goes away in the middle gets no answer, and its error must not end the process.
    this.#request.on('data', this.#onData).on('end', this.#onEnd).on('error', ignore);
    // Somebody may have paused the stream.
    this.#request.resume();
  }

  readonly #onData = (data: Uint8Array | string): void => {
    // Text where somebody has set an encoding on the stream.
    const chunk = typeof data === 'string' ? Buffer.from(data, this.#request.readableEncoding ?? 'utf8') : data;
    if (this.#body.length + chunk.length > this.#maxBytes) {
      this.#refuse(413);
      return;
    }
    this.#body.add(chunk);
    this.#pay(Math.max(leastPiece, chunk.length));
    this.#count(chunk.length);
  };

  readonly #onEnd = (): void => {
    this.#bounds.cost.read(this.#unpaid);
    if (isCutOff(this.#request)) {
      this.#counted?.end();
      return;
    }
    if (this.#counted !== undefined) {
      this.#request.off('close', this.#onClose);
      this.#counted.complete();
    }
    if (this.#body.length < this.#length) {
      this.#counted?.end();
      this.#reader.taken();
    } else {
      this.#reader.done(this.#body.bytes(), this.#counted);
    }
  };

  readonly #onClose = (): void => this.#counted?.end();

  #pay(bytes: number): void {
    this.#unpaid += bytes;
    if (this.#unpaid >= paidAtOnce) {
      this.#bounds.cost.read(this.#unpaid);
      this.#unpaid = 0;
      this.#restInTurn();
    }
  }

  /** The rest of the body stays in the connection as long as its caller has to wait. */
  #restInTurn(): void {
    const { core, cost } = this.#bounds;
    if (this.#isResting || !core.turns.holdsBack(cost.caller) || !canRest(this.#request)) {
      return;
    }
    this.#isResting = true;
    const goOn = rest(this.#request);
    void core.turns.turn(cost.caller, this.#maxBytes).then(() => {
      this.#isResting = false;
      goOn();
    });
  }

  #count(bytes: number): void {
    if (this.#counted !== undefined) {
      this.#counted.grow(bytes);
    } else if (this.#body.length > uncountedBytes) {
      this.#counted = this.#bounds.core.incoming.begin(() => this.#refuse(503), this.#bounds.cost.caller);
      this.#request.once('close', this.#onClose);
      this.#counted.grow(this.#body.length);
    }
  }

  #refuse(status: 413 | 503): void {
    this.#counted?.end();
    this.#request.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onClose);
    this.#reader.refuse(status);
  }
}

function ignore(): void {}

/** True for a body that came to an end because its stream was reset: over HTTP/2 that looks like any other end. */
function isCutOff({ stream }: IncomingMessage & { readonly stream?: { readonly rstCode?: number } }): boolean {
  return (stream?.rstCode ?? 0) !== 0;
}

/** The body of a request in parts. Whoever does not read it to its end must end the connection. */
export function openBody(request: IncomingMessage): OpenBody {
  let chunks: AsyncIterator<Uint8Array | string> | undefined;
  return {
    async next() {
      if (chunks === undefined) {
        askForBody(request);
      }
      chunks ??= request.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array | string>;
      const { done, value } = await chunks.next();
      if (done === true) {
        if (isCutOff(request)) {
          throw new Error('The client closed the connection.');
        }
        return { done: true, value: undefined };
      }
      return {
        done: false,
        value: typeof value === 'string' ? Buffer.from(value, request.readableEncoding ?? 'utf8') : value,
      };
    },
    async return() {
      await chunks?.return?.();
      return { done: true, value: undefined };
    },
  };
}

/** True for a request whose connection is its own, so that it can be left alone for a while. */
export function canRest(request: IncomingMessage): boolean {
  return request.httpVersionMajor === 1 && request.socket instanceof Socket;
}

/**
 * Reads nothing more from the connection of a request whose body is arriving, until the returned function is called. The stream of the body is not paused, because it would keep the
 * data that Node has read already as an object for each chunk. The stream must not ask the connection for more in the meantime, which it does after each chunk.
 */
export function rest(request: IncomingMessage): () => void {
  request._read = askForNothing;
  request.socket.pause();
  return () => {
    Reflect.deleteProperty(request, '_read');
    request.socket.resume();
  };
}

function askForNothing(): void {}
