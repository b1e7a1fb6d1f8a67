import { lookup as systemLookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { isInternalAddress } from './addresses.js';
import type { FetchDocument, ReadLimits, ReadOutcome } from './outside-access.js';

/** How long one download may take, in milliseconds. */
const timeout = 30_000;

/** A name that leads into a private network. */
class InternalAddressError extends Error {}

/**
 * Downloads documents. Redirects are returned to the loader, which checks their targets. The address of a name is checked
 * when the connection is made, and the connection uses only that address, so a name that resolves differently the next time
 * has no effect. `resolve` finds addresses of names.
 */
export function documentFetcher(resolve: LookupFunction = systemLookup as LookupFunction): FetchDocument {
  return async (url, limits) => {
    try {
      return await download(new URL(url), limits, resolve);
    } catch (error) {
      return failure(error);
    }
  };
}

/** The real implementation. */
export const fetchDocument: FetchDocument = documentFetcher();

function download(url: URL, limits: ReadLimits, resolve: LookupFunction): Promise<ReadOutcome> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((done, reject) => {
    // Addresses are connected to without being looked up.
    if (/^[\d.]+$|:/.test(host) && limits.internal !== true && isInternalAddress(host)) {
      done({ kind: 'outside' });
      return;
    }
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      agent: false,
      signal: AbortSignal.timeout(timeout),
      lookup: limits.internal === true ? resolve : guarded(resolve),
      headers: {
        accept: 'text/xml, application/xml, application/wsdl+xml, */*;q=0.1',
        'accept-encoding': 'gzip, deflate, br',
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const seen = { ...(isInternalAddress(response.socket.remoteAddress ?? '') && { internal: true }) };
      outcomeOf(url, response, limits.maxBytes)
        .then((outcome) =>
          outcome.kind === 'found' || outcome.kind === 'redirect' ? { ...outcome, ...seen } : outcome,
        )
        .then(done, reject)
        .finally(() => request.destroy());
    });
    request.end();
  });
}

/** Finds addresses, and refuses when one of them is internal. */
function guarded(resolve: LookupFunction): LookupFunction {
  return (name, options, callback) => {
    resolve(name, options, (error, address, family) => {
      const found = typeof address === 'string' ? [address] : (address ?? []).map((each) => each.address);
      if (error === null && found.some(isInternalAddress)) {
        callback(new InternalAddressError(`${name} leads into a private network`), '', 0);
      } else {
        callback(error, address, family);
      }
    });
  };
}

async function outcomeOf(url: URL, response: IncomingMessage, maxBytes: number): Promise<ReadOutcome> {
  const { statusCode: status = 0, headers } = response;
  const { location } = headers;
  if (status >= 300 && status < 400 && location !== undefined && URL.canParse(location, url.href)) {
    return { kind: 'redirect', location: new URL(location, url).href };
  }
  if (status === 404 || status === 410) {
    return { kind: 'missing' };
  }
  if (status < 200 || status > 299) {
    return { kind: 'failed', reason: `the server answered ${status}` };
  }
  // Chunks may be of one byte each, and would cost far more as objects.
  let held = new Uint8Array(65_536);
  let size = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    if (size + chunk.length > maxBytes) {
      return { kind: 'tooLarge' };
    }
    held = withRoom(held, size + chunk.length);
    held.set(chunk, size);
    size += chunk.length;
  }
  return {
    kind: 'found',
    bytes: decompress(held.subarray(0, size), headers['content-encoding'] ?? '', maxBytes),
  };
}

/** The same bytes, in an array of at least this length. */
function withRoom(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  if (length <= bytes.length) {
    return bytes;
  }
  const larger = new Uint8Array(Math.max(length, 2 * bytes.length));
  larger.set(bytes);
  return larger;
}

function decompress(bytes: Uint8Array, coding: string, maxBytes: number): Uint8Array {
  const options = { maxOutputLength: maxBytes };
  switch (coding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(bytes, options);
    case 'deflate':
      return inflateSync(bytes, options);
    case 'br':
      return brotliDecompressSync(bytes, options);
  }
  return bytes;
}

function failure(error: unknown): ReadOutcome {
  if (error instanceof InternalAddressError) {
    return { kind: 'outside' };
  }
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_BUFFER_TOO_LARGE') {
    return { kind: 'tooLarge' };
  }
  return {
    kind: 'failed',
    reason: code === 'ABORT_ERR' ? `no answer within ${timeout / 1000} s` : message || String(code),
  };
}
