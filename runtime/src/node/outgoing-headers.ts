import type { OutgoingHttpHeaders } from 'node:http';
import type { TransportRequest } from '../http/transport.js';
import type { Origin } from './origins.js';

/**
 * Headers of a request as a plain object: the caller's, with `Host`, `Content-Length`, and `Authorization` for the user of
 * the address. A `Host` or `Authorization` from the caller takes precedence. Names keep their letter case; a name that occurs
 * twice, in different letter case, becomes one with an array.
 */
export function outgoingHeaders(origin: Origin, request: TransportRequest): OutgoingHttpHeaders {
  return withHeaders({ Host: origin.host }, 1 << 'Host'.length, origin, request);
}

/** As `outgoingHeaders`, for those who add `Host` by themselves. */
export function headersWithoutHost(origin: Origin, request: TransportRequest): OutgoingHttpHeaders {
  return withHeaders({}, 0, origin, request);
}

/** Adds the headers to `result`, which has names of the lengths `known`: a bit for each length. */
function withHeaders(
  result: OutgoingHttpHeaders,
  known: number,
  origin: Origin,
  { headers, body, stream }: TransportRequest,
): OutgoingHttpHeaders {
  // Names of different lengths are different, and nearly all requests have only such.
  let lengths = known | (1 << 'Content-Length'.length);
  if (origin.authorization !== undefined) {
    result.Authorization = origin.authorization;
    lengths |= 1 << 'Authorization'.length;
  }
  let mayRepeat = false;
  for (const name in headers) {
    const bit = 1 << (name.length & 31);
    mayRepeat ||= (lengths & bit) !== 0;
    lengths |= bit;
    result[name] = headers[name] ?? '';
  }
  if (stream === undefined) {
    result['Content-Length'] = String(body === undefined ? 0 : Buffer.byteLength(body));
  } else if (stream.length !== undefined) {
    result['Content-Length'] = String(stream.length);
  }
  return mayRepeat ? united(result) : result;
}

/** Headers that a request may have only once: the last one is used. */
const single: ReadonlySet<string> = new Set(['host', 'authorization', 'content-length']);

/** Headers without two names that differ only in letter case. */
function united(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const names = new Map<string, string>();
  const result: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    const first = names.get(key);
    if (first === undefined) {
      names.set(key, name);
      result[name] = value;
    } else {
      result[first] = single.has(key) ? value : [result[first] ?? [], value ?? []].flat().map(String);
    }
  }
  return result;
}
