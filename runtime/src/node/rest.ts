import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

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
