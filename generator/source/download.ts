import { lookup as systemLookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { proxyFor } from '@wsdl-codegen/runtime/node';
import { isInternalAddress } from './addresses.js';
import { defaultTimeout, type HttpAccess } from './http-access.js';
import { connectionFailure } from './http-failure.js';
import { openRequest } from './http-request.js';
import type { DocumentVersion, FetchDocument, ReadLimits, ReadOutcome } from './outside-access.js';

/** A name that leads into a private network. */
class InternalAddressError extends Error {}

/**
 * Downloads documents. Redirects are returned to the loader, which checks their targets. The address of a name is checked
 * when the connection is made, and the connection uses only that address, so a name that resolves differently the next time
 * has no effect; over a proxy it is the proxy that finds addresses.
 *
 * @param access What requests need besides the address.
 * @param resolve Finds addresses of names.
 */
export function documentFetcher(
  access: HttpAccess = { addresses: [] },
  resolve: LookupFunction = systemLookup as LookupFunction,
): FetchDocument {
  return async (url, limits) => {
    try {
      return await download(new URL(url), limits, access, resolve);
    } catch (error) {
      return failure(error, new URL(url).host, access.timeout ?? defaultTimeout);
    }
  };
}

async function download(
  url: URL,
  limits: ReadLimits,
  access: HttpAccess,
  resolve: LookupFunction,
): Promise<ReadOutcome> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Addresses are connected to without being looked up.
  if (/^[\d.]+$|:/.test(host) && limits.internal !== true && isInternalAddress(host)) {
    return { kind: 'outside' };
  }
  const request = await openRequest(
    url,
    {
      signal: AbortSignal.timeout(access.timeout ?? defaultTimeout),
      lookup: limits.internal === true ? resolve : guarded(resolve),
      headers: {
        accept: 'text/xml, application/xml, application/wsdl+xml, */*;q=0.1',
        'accept-encoding': 'gzip, deflate, br',
        ...conditions(limits.known),
      },
    },
    access,
  );
  const isDirect = access.proxies === undefined || proxyFor(url, access.proxies) === undefined;
  return new Promise((done, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      const isInternal = isDirect && isInternalAddress(response.socket.remoteAddress ?? '');
      outcomeOf(url, response, limits.maxBytes)
        .then((outcome) =>
          isInternal && (outcome.kind === 'found' || outcome.kind === 'redirect')
            ? { ...outcome, internal: true }
            : outcome,
        )
        .then(done, reject)
        .finally(() => request.destroy());
    });
    request.end();
  });
}

/** The fields that ask for a document only if it is another one than the known one (RFC 9110, 13.1). */
function conditions({ etag, lastModified }: DocumentVersion = {}): Readonly<Record<string, string>> {
  return {
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  };
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
  if (status === 304) {
    return { kind: 'notModified' };
  }
  if (status === 404 || status === 410) {
    return { kind: 'missing' };
  }
  if (status < 200 || status > 299) {
    return { kind: 'failed', reason: refusalOf(status, headers['www-authenticate']), status };
  }
  const bytes = await bytesOf(response, maxBytes);
  return bytes === undefined
    ? { kind: 'tooLarge' }
    : {
        kind: 'found',
        bytes: decompress(bytes, headers['content-encoding'] ?? '', maxBytes),
        ...versionOf(headers),
      };
}

/** What identifies a version of a document. */
function versionOf(headers: IncomingMessage['headers']): { readonly version?: DocumentVersion } {
  const { etag, 'last-modified': lastModified } = headers;
  return etag === undefined && lastModified === undefined
    ? {}
    : { version: { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) } };
}

/** An answer that is no document, in words. */
function refusalOf(status: number, challenge: string | undefined): string {
  const schemes = [
    ...(challenge ?? '').matchAll(/(?:^|,)\s*([A-Za-z][\w-]*)(?=\s*(?:$|,|\s[\w-]+\s*=|\s[\w+/=.~-]+\s*(?:$|,)))/g),
  ];
  const asked =
    schemes.length === 0 ? '' : ` and asks for ${[...new Set(schemes.map(([, name = '']) => name))].join(' or ')}`;
  return `the server answered ${status}${status === 401 ? asked : ''}`;
}

/** The body of an answer; `undefined` if it is too large. */
export async function bytesOf(response: IncomingMessage, maxBytes: number): Promise<Uint8Array | undefined> {
  // Chunks may be of one byte each, and would cost far more as objects.
  let held = new Uint8Array(65_536);
  let size = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    if (size + chunk.length > maxBytes) {
      return undefined;
    }
    held = withRoom(held, size + chunk.length);
    held.set(chunk, size);
    size += chunk.length;
  }
  return held.subarray(0, size);
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

/** Codings that one answer may have: each may make another `maxBytes` of it. */
const maxCodings = 4;

/** Undoes the codings of an answer, which are named in the order in which they were applied (RFC 9110, 8.4). Throws for a broken one, and for too many. */
export function decompress(bytes: Uint8Array, codings: string, maxBytes: number): Uint8Array {
  const names = codings.split(',');
  if (names.length > maxCodings) {
    throw new Error(`it is compressed ${names.length} times`);
  }
  return names.reverse().reduce((rest, coding) => decompressOnce(rest, coding.trim().toLowerCase(), maxBytes), bytes);
}

function decompressOnce(bytes: Uint8Array, coding: string, maxBytes: number): Uint8Array {
  const options = { maxOutputLength: maxBytes };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(bytes, options);
    case 'deflate':
      // Some servers leave out the header of zlib.
      return ((bytes[0] ?? 0) & 15) === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
    case 'br':
      return brotliDecompressSync(bytes, options);
  }
  return bytes;
}

function failure(error: unknown, host: string, timeout: number): ReadOutcome {
  if (error instanceof InternalAddressError) {
    return { kind: 'outside' };
  }
  return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    ? { kind: 'tooLarge' }
    : { kind: 'failed', reason: connectionFailure(error, host, timeout) };
}
