import type { IncomingMessage, ServerResponse } from 'node:http';
import { ByteCollector } from '../http/byte-collector.js';
import type { ServerCore } from '../server/core.js';
import { emptyResponse, type WireRequest, type WireResponse } from '../server/wire.js';
import { type MountedRequest, parsedBody, placeOf } from './mounted.js';

/** A request handler of `node:http`, with the `next` that Connect-like frameworks pass. */
export type NodeListener = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

const empty = new Uint8Array(0);

/** The handler of a server. */
export function createNodeListener(core: ServerCore): NodeListener {
  return (request: MountedRequest, response, next) => {
    const place = placeOf(request);
    if (next !== undefined && !core.knows(place.url)) {
      next();
      return;
    }
    const abort = new AbortOnClose(response);
    const answer = (body: Uint8Array): void => {
      const wire: WireRequest = {
        method: request.method ?? 'GET',
        url: place.url,
        headers: request.headers,
        body,
        scheme: 'encrypted' in request.socket ? 'https' : 'http',
        mountPath: place.mountPath,
        get signal() {
          return abort.signal;
        },
      };
      const result = core.dispatch(wire);
      if (result instanceof Promise) {
        // `dispatch` answers errors itself: the promise does not reject.
        void result.then((late) => send(response, late));
      } else {
        send(response, result);
      }
    };
    readBody(request, response, core, answer);
  };
}

/** Makes an abort signal only for handlers that ask for one. */
class AbortOnClose {
  readonly #response: ServerResponse;
  #controller: AbortController | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      const response = this.#response;
      this.#controller = controller;
      const closed = (): void => {
        if (!response.writableFinished) {
          controller.abort(new Error('The client closed the connection.'));
        }
      };
      if (response.destroyed || response.closed) {
        closed();
      } else {
        response.once('close', closed);
      }
    }
    return this.#controller.signal;
  }
}

/** Hands the whole body to `done`; a longer one than allowed is answered 413 and never read to its end. */
function readBody(
  request: MountedRequest,
  response: ServerResponse,
  core: ServerCore,
  done: (body: Uint8Array) => void,
): void {
  const maxBytes = core.settings.limits.maxBodyBytes;
  const parsed = parsedBody(request);
  if (parsed !== undefined) {
    done(parsed);
    return;
  }
  const length = request.headers['content-length'];
  if (length === undefined ? request.headers['transfer-encoding'] === undefined : length === '0') {
    done(empty);
    return;
  }
  if (Number(length ?? 0) > maxBytes) {
    refuseBody(request, response, core);
    return;
  }
  const body = new ByteCollector();
  const onData = (chunk: Uint8Array): void => {
    if (body.length + chunk.length > maxBytes) {
      request.off('data', onData).off('end', onEnd);
      refuseBody(request, response, core);
      return;
    }
    body.add(chunk);
  };
  const onEnd = (): void => done(body.bytes());
  // A client that goes away in the middle gets no answer, and its error must not end the process.
  request.on('data', onData).on('end', onEnd).on('error', ignore);
}

function ignore(): void {}

/** The client may still be sending: it is told, and the connection ends. */
function refuseBody(request: IncomingMessage, response: ServerResponse, core: ServerCore): void {
  request.pause();
  response.once('finish', () => request.destroy());
  send(response, core.refuse(request, emptyResponse(413, { Connection: 'close' })));
}

/** Writes head and body in one call. */
function send(response: ServerResponse, answer: WireResponse): void {
  if (response.destroyed || response.headersSent) {
    return;
  }
  const { status, headers, body } = answer;
  headers['Content-Length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.length);
  try {
    response.writeHead(status, headers);
  } catch {
    // A header of the handler's that HTTP cannot carry: not a reason to leave the client waiting.
    response.writeHead(500, { ...emptyResponse(500).headers, 'Content-Length': '0' });
    response.end();
    return;
  }
  if (response.req.method === 'HEAD') {
    response.end();
  } else if (typeof body === 'string') {
    response.end(body, 'utf8');
  } else {
    response.end(body);
  }
}
