import type { IncomingMessage } from 'node:http';
import { formatForm } from '../http/form.js';

/** A request with what frameworks put on it. */
export type MountedRequest = IncomingMessage & {
  /** Express, Connect: target before the mount path was cut off. */
  readonly originalUrl?: unknown;
  /** Express: the mount path. */
  readonly baseUrl?: unknown;
  /** Body that a parser of the framework has read. */
  readonly body?: unknown;
};

/** Target below the mount path, and the mount path. */
export function placeOf(request: MountedRequest): { readonly url: string; readonly mountPath: string } {
  const url = request.url ?? '/';
  if (typeof request.baseUrl === 'string') {
    return { url, mountPath: request.baseUrl };
  }
  const original = request.originalUrl;
  const cut = typeof original === 'string' && original !== url && original.endsWith(url);
  return { url, mountPath: cut ? original.slice(0, original.length - url.length) : '' };
}

/**
 * The body where a parser has read it already: bytes, text, or the fields of a form. Undefined when the stream still holds it.
 */
export function parsedBody(request: MountedRequest): Uint8Array | undefined {
  const { body } = request;
  if (body instanceof Uint8Array) {
    return body;
  }
  if (typeof body === 'string') {
    return Buffer.from(body, 'utf8');
  }
  if (typeof body !== 'object' || body === null || !request.readableEnded) {
    return undefined;
  }
  const pairs: [string, string][] = [];
  for (const [name, value] of Object.entries(body)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      pairs.push([name, String(item)]);
    }
  }
  return Buffer.from(formatForm(pairs), 'latin1');
}
