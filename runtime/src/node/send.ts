import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { emptyResponse, type WireResponse, type WireStream } from '../server/wire/wire.js';
import { isClosed } from './closed-output.js';
import { endWithText } from './end-with-text.js';
import { writeAll } from './send-stream.js';

/**
 * Writes head and body in one call, or the body as it is made. Does nothing if an answer has already begun, or the connection is closed. Does not
 * throw. A client may leave such a body unread for `stallMs`; 0 means no limit.
 */
export function send(response: ServerResponse, answer: WireResponse, stallMs = 0): void {
  if (isClosed(response) || response.headersSent) {
    void answer.stream?.return();
    return;
  }
  try {
    if (answer.stream === undefined) {
      end(response, answer);
    } else {
      sendStreamed(response, answer, answer.stream, stallMs);
    }
  } catch {
    void answer.stream?.return();
    // For example, HTTP cannot carry a header of the handler. The client must not wait in vain.
    sendNothing(response);
  }
}

function end(response: ServerResponse, { status, headers, body, cookies }: WireResponse): void {
  if (cookies !== undefined) {
    response.setHeader('Set-Cookie', cookies);
  }
  const length = Buffer.byteLength(body);
  headers['Content-Length'] = String(length);
  response.writeHead(status, headers);
  if (response.req.method === 'HEAD') {
    response.end();
  } else if (typeof body === 'string') {
    endWithText(response, body, length);
  } else {
    response.end(body);
  }
}

/** Sends a body as it is made. An error in it cuts the connection: the client sees that the body is not whole. */
function sendStreamed(
  response: ServerResponse,
  { status, headers, cookies }: WireResponse,
  stream: WireStream,
  stallMs: number,
): void {
  if (cookies !== undefined) {
    response.setHeader('Set-Cookie', cookies);
  }
  if (stream.length !== undefined) {
    headers['Content-Length'] = String(stream.length);
  }
  response.writeHead(status, headers);
  response.once('close', () => void stream.return());
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  writeAll(response, stream, stallMs).catch(() => response.destroy());
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
  if (isClosed(response) || response.headersSent) {
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
  const isOwnConnection = request.httpVersionMajor < 2;
  response.writeHead(status, {
    ...headers,
    'Content-Length': length,
    ...(isOwnConnection && { Connection: 'close' }),
  });
  if (request.headers.expect !== undefined) {
    // The client waits for permission to send the body: nothing comes.
    response.end(body);
    return;
  }
  response.flushHeaders();
  response.write(body);
  const finish = (): void => {
    clearTimeout(timer);
    if (!isOwnConnection) {
      closeStream(response);
    }
    response.end();
  };
  const timer = setTimeout(finish, lingerMs).unref();
  request.once('end', finish).once('close', finish).resume();
}

/** Tells a client of HTTP/2 to send nothing more, when it has the whole answer (RFC 9113, 8.1). Other requests on the connection go on. */
function closeStream(response: ServerResponse & { readonly stream?: Writable & { close?(): void } }): void {
  // Node must not be asked while it still works on the end of the answer.
  response.stream?.once('finish', () => setImmediate(() => response.stream?.close?.()));
}
