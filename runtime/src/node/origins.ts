import { TransportError } from '../client/errors/errors.js';
import { bareAddress } from '../client/masking/addresses.js';
import { basicAuthorization, userOfAddress } from '../http/credentials.js';
import { parseUrl, writtenAddress } from '../http/urls.js';
import { bareHost } from './proxy-rules.js';

/** Scheme, host and port of an address, parsed. */
export interface Origin {
  readonly secure: boolean;
  /** The three as a text, without a user: `http://localhost:8080`. */
  readonly address: string;
  /** An IPv6 address is written without brackets here. */
  readonly hostname: string;
  readonly port: string | number;
  /** Value of `Host`. */
  readonly host: string;
  /** Value of `Authorization` when the address has a user; else undefined. */
  readonly authorization: string | undefined;
}

/** Where a request goes. */
export interface OriginTarget {
  readonly origin: Origin;
  /** Path and query, without the fragment, which is never sent. */
  readonly path: string;
}

const maxOrigins = 1000;
/** Code units of an origin that is kept: with the number of them, this bounds the memory in use. */
const maxOriginLength = 1000;

/** Addresses seen before: an origin is parsed once, not once a call, and the address of the last call not at all. */
export class OriginCache {
  readonly #origins = new Map<string, Origin>();
  #lastUrl: string | undefined;
  #lastTarget: OriginTarget | undefined;

  /** Throws `TransportError` for a text that is not an absolute HTTP address. */
  target(url: string): OriginTarget {
    if (this.#lastTarget !== undefined && url === this.#lastUrl) {
      return this.#lastTarget;
    }
    const written = writtenAddress(url);
    const start = pathStart(written);
    const target = { origin: this.#origin(written.slice(0, start), url), path: pathAndQuery(written, start) };
    this.#lastUrl = url;
    this.#lastTarget = target;
    return target;
  }

  #origin(text: string, address: string): Origin {
    let origin = this.#origins.get(text);
    if (origin === undefined) {
      origin = parseOrigin(text, address);
      if (this.#origins.size >= maxOrigins) {
        this.#origins.clear();
      }
      if (text.length <= maxOriginLength) {
        this.#origins.set(text, origin);
      }
    }
    return origin;
  }
}

function parseOrigin(text: string, address: string): Origin {
  const url = parseUrl(text);
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new TransportError(`Not an http: or https: address: "${bareAddress(address)}"`, {
      phase: 'connect',
      code: 'ERR_INVALID_URL',
    });
  }
  const secure = url.protocol === 'https:';
  const user = userOfAddress(url);
  return {
    secure,
    address: url.origin,
    hostname: bareHost(url.hostname),
    port: url.port || (secure ? 443 : 80),
    host: url.host,
    authorization: user && basicAuthorization(user),
  };
}

/** Index of the path in an absolute address. */
function pathStart(url: string): number {
  const authority = url.indexOf('://') + 3;
  for (let index = authority; index < url.length; index++) {
    const unit = url.charCodeAt(index);
    if (unit === 0x2f || unit === 0x3f || unit === 0x23) {
      return index;
    }
  }
  return url.length;
}

function pathAndQuery(url: string, start: number): string {
  const fragment = url.indexOf('#', start);
  const path = fragment < 0 ? url.slice(start) : url.slice(start, fragment);
  return path.startsWith('/') ? path : `/${path}`;
}
