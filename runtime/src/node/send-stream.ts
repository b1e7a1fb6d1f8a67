import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { BodyStream } from '../http/transport.js';
import { isClosed } from './closed-output.js';

/** The body of a request or an answer that is made as it is sent, with the back-pressure of the connection. */

/**
 * Sends the body of a request as soon as there is a connection: a request without one has read nothing of its sources. `fail` gets
 * the error of the body.
 */
export function sendStream(outgoing: ClientRequest, stream: BodyStream, fail: (error: unknown) => void): void {
  const begin = (): void => {
    writeAll(outgoing, stream).then(undefined, fail);
  };
  outgoing.once('close', () => void stream.return());
  outgoing.once('response', (incoming) => {
    incoming.once('end', () => {
      if (!outgoing.writableEnded) {
        // The service answered before it had everything, and needs no more.
        outgoing.destroy();
      }
    });
  });
  outgoing.once('socket', (socket: Socket) => {
    if (socket.connecting) {
      socket.once('encrypted' in socket ? 'secureConnect' : 'connect', begin);
    } else {
      begin();
    }
  });
}

/**
 * Writes all chunks and ends the output; reads no further than the output takes them. Ends the reading when the output is closed. Rejects
 * with the error of a source. An output that takes nothing for `stallMs` is destroyed; 0 means no limit.
 */
export async function writeAll(output: Writable, stream: AsyncIterable<Uint8Array>, stallMs = 0): Promise<void> {
  for await (const chunk of stream) {
    if (isClosed(output)) {
      return;
    }
    if (!output.write(chunk)) {
      await drained(output, stallMs);
    }
  }
  if (!isClosed(output)) {
    output.end();
  }
}

/** Resolves when the output takes more, or is closed. */
function drained(output: Writable, stallMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (isClosed(output)) {
      resolve();
      return;
    }
    const timer = stallMs > 0 ? setTimeout(() => output.destroy(), stallMs) : undefined;
    const done = (): void => {
      clearTimeout(timer);
      output.off('drain', done).off('close', done);
      resolve();
    };
    output.on('drain', done).on('close', done);
  });
}
