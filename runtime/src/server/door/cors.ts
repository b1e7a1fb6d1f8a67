import { callback, either, flag, number, type OptionKinds, oneOf, requireOptions, texts } from '../../base/options.js';
import { emptyResponse, ownHeader, type RequestHead, type WireRequest, type WireResponse } from '../wire/wire.js';
import { type Origins, type OriginTest, originTest } from './origins.js';

/** Which pages of other web sites may call the services from scripts (CORS, Fetch 3.3). */
export interface CorsOptions {
  /** Sites whose pages may call and read the answers. A function is called for each request with an `Origin`. */
  readonly origins: Origins;
  /**
   * Let these pages send the user's cookies and other credentials of the browser: they act as the user. Default false. Not together with `origins: '*'`.
   */
  readonly credentials?: boolean;
  /** Request headers that pages may set in addition to `Content-Type` and `SOAPAction`. */
  readonly headers?: readonly string[];
  /** Headers of answers that scripts may read, in addition to those that they may always read (`Content-Type` and a few more). */
  readonly exposedHeaders?: readonly string[];
  /** Seconds for which a browser may remember the answer to a preflight. Default 600. */
  readonly maxAgeSeconds?: number;
}

const kinds: OptionKinds<CorsOptions> = {
  origins: either('"*", an array of origins or a function', oneOf('*'), texts, callback),
  credentials: flag,
  headers: texts,
  exposedHeaders: texts,
  maxAgeSeconds: number,
};

/** Request headers without which nothing can be called. */
const callHeaders = ['Content-Type', 'SOAPAction'];

/** The part of a request that CORS looks at. */
export type CorsRequest = Pick<WireRequest, 'headers'>;

/** The rules of `CorsOptions`, checked and worked out. */
export class CorsRules {
  readonly #any: boolean;
  readonly #allows: OriginTest;
  readonly #credentials: boolean;
  readonly #preflight: Readonly<Record<string, string>>;
  readonly #exposed: string;

  /** Throws `TypeError` for an option that does not exist or is of another kind, an invalid origin or header name, and for credentials with any site. */
  constructor(options: CorsOptions) {
    requireOptions('cors', options, kinds, ['origins']);
    const { origins, credentials = false, headers = [], exposedHeaders = [], maxAgeSeconds = 600 } = options;
    if (credentials && origins === '*') {
      throw new TypeError(
        'cors: with credentials, the origins must be named. Otherwise every web site could act as any user who visits it.',
      );
    }
    if (!(Number.isInteger(maxAgeSeconds) && maxAgeSeconds >= 0)) {
      throw new RangeError(`cors.maxAgeSeconds is ${maxAgeSeconds}; give a whole number of at least 0.`);
    }
    this.#any = origins === '*';
    this.#allows = originTest(origins, 'cors.origins');
    this.#credentials = credentials;
    this.#exposed = headerList(exposedHeaders, 'cors.exposedHeaders');
    this.#preflight = {
      'Access-Control-Allow-Headers': headerList([...callHeaders, ...headers], 'cors.headers'),
      'Access-Control-Max-Age': String(maxAgeSeconds),
    };
  }

  /**
   * True if a page of an allowed origin may run operations also without a preflight. Where credentials are not allowed, only without any that the browser
   * adds by itself: a page can send them along (in a form, for one), even where it cannot read the answer.
   */
  trusts({ headers }: CorsRequest): boolean {
    const origin = ownHeader(headers, 'origin');
    return origin !== undefined && this.#allows(origin) && (this.#credentials || !hasBrowserCredentials(headers));
  }

  /** True for a preflight request, with which a browser asks whether it may send another one. */
  isPreflight({ method, headers }: RequestHead): boolean {
    return (
      method === 'OPTIONS' &&
      ownHeader(headers, 'origin') !== undefined &&
      ownHeader(headers, 'access-control-request-method') !== undefined
    );
  }

  /** The answer to a preflight, where these are the methods that there are. `apply` adds the origin. */
  answerPreflight({ headers }: CorsRequest, methods: readonly string[]): WireResponse {
    if (!this.#allows(ownHeader(headers, 'origin'))) {
      return emptyResponse(204);
    }
    const names = methods.length === 0 ? {} : { 'Access-Control-Allow-Methods': methods.join(', ') };
    return emptyResponse(204, { ...names, ...this.#preflight });
  }

  /** Adds a header to any answer that allows the page to read it. */
  apply(request: CorsRequest, response: WireResponse): WireResponse {
    const { headers } = response;
    if (this.#any) {
      headers['Access-Control-Allow-Origin'] = '*';
    } else {
      addVary(headers);
      const origin = ownHeader(request.headers, 'origin');
      if (origin === undefined || !this.#allows(origin)) {
        return response;
      }
      headers['Access-Control-Allow-Origin'] = origin;
      if (this.#credentials) {
        headers['Access-Control-Allow-Credentials'] = 'true';
      }
    }
    if (this.#exposed !== '') {
      headers['Access-Control-Expose-Headers'] = this.#exposed;
    }
    return response;
  }
}

/** Cookies, and passwords or network logins that browsers remember. A token in a header was set by a script that knows it. */
function hasBrowserCredentials(headers: WireRequest['headers']): boolean {
  const scheme = /^\s*(basic|digest|negotiate|ntlm)\b/i;
  return ownHeader(headers, 'cookie') !== undefined || scheme.test(ownHeader(headers, 'authorization') ?? '');
}

/** Caches must know that the answer to another origin differs, even if this request had none. */
function addVary(headers: Record<string, string>): void {
  const known = Object.keys(headers).find((name) => name.toLowerCase() === 'vary') ?? 'Vary';
  const names = headers[known];
  if (names === undefined) {
    headers[known] = 'Origin';
  } else if (!/(?:^|,)\s*(?:\*|origin)\s*(?:,|$)/i.test(names)) {
    headers[known] = `${names}, Origin`;
  }
}

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function headerList(names: readonly string[], option: string): string {
  for (const name of names) {
    if (!headerName.test(name)) {
      throw new TypeError(`${option}: "${name}" is not a valid header name.`);
    }
  }
  return names.join(', ');
}
