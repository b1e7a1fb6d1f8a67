import { TransportError } from '../../client/errors/errors.js';
import { bodyChunks } from '../../client/fetch-body.js';
import { bodyFailure, sendRequest } from '../../client/fetch-transport.js';
import type { BodyStream, OpenedResponse, Transport, TransportRequest } from '../../http/transport.js';

/** How a transport gives answers in parts; undefined if it cannot. */
export function openerOf(transport: Transport): Transport['open'] {
  const { open, fetch: host } = transport;
  return open ?? (host && ((request) => openAnswer(host, request)));
}

/** As the transport itself, as far as the head of the answer. */
async function openAnswer(host: typeof fetch, request: TransportRequest): Promise<OpenedResponse> {
  requireStreams(request.stream);
  const controller = new AbortController();
  const { signal } = request;
  const abort = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) {
    abort();
  }
  const response = await sendRequest(host, { ...request, signal: controller.signal });
  const { status, statusText, headers } = response;
  return { status, statusText, headers, body: openedBody(response, controller) };
}

function openedBody(response: Response, controller: AbortController): OpenedResponse['body'] {
  const chunks = bodyChunks(response, () => undefined);
  const { status, statusText, headers } = response;
  let received = 0;
  let isOpen = true;
  return {
    async next() {
      try {
        const step = await chunks.next();
        isOpen &&= step.done !== true;
        received += step.value?.length ?? 0;
        return step;
      } catch (error) {
        isOpen = false;
        throw bodyFailure(error, { status, statusText, headers, body: new Uint8Array(0) }, received);
      }
    },
    async return() {
      if (isOpen) {
        isOpen = false;
        controller.abort();
        // Takes effect where the host's stream does not end with the request.
        chunks.return(undefined).catch(() => undefined);
      }
      return { done: true, value: undefined };
    },
  };
}

let streamsRequests: boolean | undefined;

/** Throws `TransportError` where the host would send the name of the stream in its place. */
function requireStreams(stream: BodyStream | undefined): void {
  if (stream === undefined) {
    return;
  }
  streamsRequests ??= hostStreamsRequests();
  if (!streamsRequests) {
    void stream.return();
    const message = 'fetch of this host cannot send a body as it is made; give the lists and binary values as a whole';
    throw new TransportError(message, { phase: 'connect', kind: 'address' });
  }
}

/** Hosts that know no streams in requests take one for a text, and give it the content type of texts (Fetch, 5.2). */
function hostStreamsRequests(): boolean {
  try {
    const probe = { method: 'POST', body: new ReadableStream(), duplex: 'half' };
    return !new Request('http://localhost/', probe as RequestInit).headers.has('content-type');
  } catch {
    return false;
  }
}
