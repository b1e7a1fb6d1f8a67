import { ByteCollector } from '../http/byte-collector.js';
import type { ServerCore } from './core.js';
import { emptyResponse, type WireResponse } from './wire.js';

const empty = new Uint8Array(0);

/** Answers a Fetch request. Rejects only when the host's own stream of the body fails. */
export async function answerFetch(core: ServerCore, request: Request): Promise<Response> {
  const headers: Record<string, string> = Object.create(null);
  request.headers.forEach((value, name) => {
    headers[name] = value;
  });
  const body = await readBody(request, core.settings.limits.maxBodyBytes);
  if (body === undefined) {
    return toResponse(
      core.refuse({ method: request.method, url: request.url, headers }, emptyResponse(413, { Connection: 'close' })),
    );
  }
  const answer = await core.dispatch({
    method: request.method,
    url: request.url,
    headers,
    body,
    signal: request.signal,
    scheme: request.url.startsWith('https:') ? 'https' : 'http',
  });
  return toResponse(answer);
}

function toResponse(answer: WireResponse): Response {
  // These statuses must not have a body, not even an empty one (Fetch, 6.5).
  const bodyless = answer.status === 204 || answer.status === 205 || answer.status === 304;
  const bytes = typeof answer.body === 'string' ? new TextEncoder().encode(answer.body) : answer.body;
  const headers = new Headers(answer.headers);
  if (!bodyless) {
    headers.set('Content-Length', String(bytes.length));
  }
  return new Response(bodyless ? null : (bytes as Uint8Array<ArrayBuffer>), { status: answer.status, headers });
}

/** The whole body; undefined when it is longer than allowed, of which no more is read. */
async function readBody(request: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  if (request.body === null) {
    return empty;
  }
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) {
    await request.body.cancel();
    return undefined;
  }
  const reader = request.body.getReader();
  const body = new ByteCollector();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return body.bytes();
    }
    if (body.length + value.length > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    body.add(value);
  }
}
