import type { IncomingMessage, ServerResponse } from 'node:http';
import { emptyResponse, type WireResponse } from '../server/wire.js';

/** Writes head and body in one call. Does nothing if an answer has already begun, or the connection is closed. Does not throw. */
export function send(response: ServerResponse, answer: WireResponse): void {
  if (response.destroyed || response.headersSent) {
    return;
  }
  try {
    end(response, answer);
  } catch {
    // For example, HTTP cannot carry a header of the handler. The client must not wait in vain.
    sendNothing(response);
  }
}

function end(response: ServerResponse, { status, headers, body }: WireResponse): void {
  headers['Content-Length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.length);
  response.writeHead(status, headers);
  if (response.req.method === 'HEAD') {
    response.end();
  } else if (typeof body === 'string') {
    response.end(body, 'utf8');
  } else {
    response.end(body);
  }
}

function sendNothing(response: ServerResponse): void {
  try {
    if (!response.headersSent) {
      response.writeHead(500, { ...emptyResponse(500).headers, 'Content-Length': '0' });
    }
    response.end();
  } catch {
    response.destroy();
  }
}

/** Milliseconds for which a client may continue to send an unwanted body. */
const lingerMs = 1000;

/**
 * Answers a request whose body is not wanted, and ends the connection. The bytes that the client continues to send are
 * discarded for a moment: if the connection ended while it sends, it could not read the answer (RFC 9112, 9.6).
 */
export function refuse(request: IncomingMessage, response: ServerResponse, answer: WireResponse): void {
  if (response.destroyed || response.headersSent) {
    return;
  }
  try {
    tell(request, response, answer);
  } catch {
    response.destroy();
  }
}

function tell(request: IncomingMessage, response: ServerResponse, { status, headers, body }: WireResponse): void {
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, { ...headers, 'Content-Length': length, Connection: 'close' });
  if (request.headers.expect !== undefined) {
    // The client waits for permission to send the body: nothing comes.
    response.end(body);
    return;
  }
  response.flushHeaders();
  response.write(body);
  const finish = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(finish, lingerMs).unref();
  request.once('end', finish).once('close', finish).resume();
}
