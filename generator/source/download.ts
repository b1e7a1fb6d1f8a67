import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { parseUrl } from '@wsdl-codegen/runtime/extend';
import { proxyFor } from '@wsdl-codegen/runtime/node';
import { append } from '../diagnostics/append.js';
import { isInternalAddress } from './addresses.js';
import { defaultTimeout, type HttpAccess } from './http-access.js';
import { connectionFailure } from './http-failure.js';
import { type OpenedAnswer, openRequest } from './http-request.js';
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
    const { timeout = defaultTimeout } = access;
    const signal = AbortSignal.timeout(timeout);
    try {
      return await download(new URL(url), { ...limits, signal }, access, resolve);
    } catch (error) {
      return failure(signal.aborted ? signal.reason : error, url, timeout);
    }
  };
}

async function download(
  url: URL,
  limits: ReadLimits & { readonly signal: AbortSignal },
  access: HttpAccess,
  resolve: LookupFunction,
): Promise<ReadOutcome> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Addresses are connected to without being looked up.
  const found = /^[\d.]+$|:/.test(host) ? [host] : [];
  if (limits.internal !== true && found.some(isInternalAddress)) {
    return { kind: 'outside' };
  }
  const answer = await openRequest(
    {
      url: url.href,
      signal: limits.signal,
      lookup: noted(found, resolve, limits),
      headers: {
        accept: 'text/xml, application/xml, application/wsdl+xml, */*;q=0.1',
        'accept-encoding': 'gzip, deflate, br',
        ...conditions(limits.known),
      },
    },
    access,
  );
  const isDirect = access.proxies === undefined || proxyFor(url, access.proxies) === undefined;
  const isInternal = isDirect && found.length > 0 && found.every(isInternalAddress);
  try {
    const outcome = await outcomeOf(url, answer, limits.maxBytes);
    return isInternal && (outcome.kind === 'found' || outcome.kind === 'redirect')
      ? { ...outcome, internal: true }
      : outcome;
  } finally {
    await answer.body.return();
  }
}

/** The fields that ask for a document only if it is another one than the known one (RFC 9110, 13.1). */
function conditions({ etag, lastModified }: DocumentVersion = {}): Readonly<Record<string, string>> {
  return {
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  };
}

/** Finds addresses and notes them. Unless they may be internal, it refuses when one of them is. */
function noted(found: string[], resolve: LookupFunction, { internal }: ReadLimits): LookupFunction {
  return (name, options, callback) => {
    resolve(name, options, (error, address, family) => {
      append(found, typeof address === 'string' ? [address] : (address ?? []).map((each) => each.address));
      if (error === null && internal !== true && found.some(isInternalAddress)) {
        callback(new InternalAddressError(`${name} leads into a private network`), '', 0);
      } else {
        callback(error, address, family);
      }
    });
  };
}

async function outcomeOf(url: URL, answer: OpenedAnswer, maxBytes: number): Promise<ReadOutcome> {
  const { status, headers } = answer;
  const location = headers.get('location');
  const target = status >= 300 && status < 400 && location !== null ? parseUrl(location, url) : undefined;
  if (target !== undefined) {
    return { kind: 'redirect', location: target.href };
  }
  if (status === 304) {
    return { kind: 'notModified' };
  }
  if (status === 404 || status === 410) {
    return { kind: 'missing', status };
  }
  if (status < 200 || status > 299) {
    return { kind: 'failed', reason: refusalOf(status, headers.get('www-authenticate')), status };
  }
  const bytes = await bytesOf(answer, maxBytes);
  return bytes === undefined ? { kind: 'tooLarge' } : { kind: 'found', bytes, ...versionOf(headers) };
}

/** What identifies a version of a document. */
function versionOf(headers: OpenedAnswer['headers']): { readonly version?: DocumentVersion } {
  const [etag, lastModified] = [headers.get('etag'), headers.get('last-modified')];
  return etag === null && lastModified === null
    ? {}
    : { version: { ...(etag !== null && { etag }), ...(lastModified !== null && { lastModified }) } };
}

/** An answer that is no document, in words. */
function refusalOf(status: number, challenge: string | null): string {
  const schemes = [
    ...(challenge ?? '').matchAll(/(?:^|,)\s*([A-Za-z][\w-]*)(?=\s*(?:$|,|\s[\w-]+\s*=|\s[\w+/=.~-]+\s*(?:$|,)))/g),
  ];
  const asked =
    schemes.length === 0 ? '' : ` and asks for ${[...new Set(schemes.map(([, name = '']) => name))].join(' or ')}`;
  return `the server answered ${status}${status === 401 ? asked : ''}`;
}

/** The body of an answer; `undefined` if it is too large. */
async function bytesOf({ body }: OpenedAnswer, maxBytes: number): Promise<Uint8Array | undefined> {
  // Chunks may be of one byte each, and would cost far more as objects.
  let held = new Uint8Array(65_536);
  let size = 0;
  for (let next = await body.next(); next.done !== true; next = await body.next()) {
    if (size + next.value.length > maxBytes) {
      return undefined;
    }
    held = withRoom(held, size + next.value.length);
    held.set(next.value, size);
    size += next.value.length;
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

function failure(error: unknown, url: string, timeout: number): ReadOutcome {
  return (error as Error).cause instanceof InternalAddressError
    ? { kind: 'outside' }
    : { kind: 'failed', reason: connectionFailure(error, url, timeout) };
}
