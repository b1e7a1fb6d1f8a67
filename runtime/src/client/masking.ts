import { splitTarget } from '../http/urls.js';
import { mask, Secrets } from './secrets.js';
import { SentValues } from './sent-values.js';
import type { RequestSummary, ResponseSummary } from './service-error.js';
import type { ResponseHeaders, TransportRequest, TransportResponse } from './transport.js';

/** Parameters, elements, attributes and headers that hold credentials; compared without regard to case. */
export const defaultMaskedParameters: readonly string[] = [
  'sessionId',
  'session',
  'ticket',
  'authTicket',
  'authHash',
  'token',
  'accessToken',
  'access_token',
  'refreshToken',
  'apiKey',
  'api_key',
  'password',
  'passwd',
  'pwd',
  'pass',
  'secret',
  'clientSecret',
  'pin',
  'BinarySecurityToken',
];

/** Headers that hold credentials by their name: `Authorization`, `Cookie`, `Set-Cookie`, `X-Api-Key`, `X-Auth-Token`… */
const maskedHeader =
  /(^|[-_])(authorization|auth|cookie2?|token|secret|session|session-?id|api-?key|key|passw(or)?d|credentials?|signature|ticket|jwt)($|[-_])/i;

/** Code units of a body that a summary keeps. */
const maxBody = 16_384;

/** Hides credentials in texts that end in errors and logs. */
export class Masker {
  readonly #names: ReadonlySet<string>;
  /** What stands around a value that has a masked name: what is before it, the value, what is after. */
  readonly #patterns: readonly RegExp[];
  readonly #secrets: WeakMap<TransportRequest, Secrets> = new WeakMap();

  constructor(names: readonly string[] = defaultMaskedParameters) {
    this.#names = new Set(names.map((name) => name.toLowerCase()));
    this.#patterns = patternsOf(names.length === 0 ? '(?!)' : names.map(escapePattern).join('|'));
  }

  /** True for parameters, elements and headers whose value is a credential. */
  readonly isMasked = (name: string): boolean => this.#names.has(name.toLowerCase());

  /** The credentials of a call: values with masked names in its input, and in what was sent. */
  secrets(input: unknown, request?: TransportRequest): Secrets {
    const known = request && this.#secrets.get(request);
    if (known !== undefined) {
      return known;
    }
    const sent = new SentValues(this.isMasked, this.#patterns);
    sent.addInput(input);
    if (request !== undefined) {
      sent.addRequest(request, (name) => this.#isMaskedHeader(name));
    }
    const secrets = new Secrets(sent.values);
    if (request !== undefined) {
      this.#secrets.set(request, secrets);
    }
    return secrets;
  }

  /** XML, or anything else, with what has a masked name in it and the given values replaced. */
  text(text: string, secrets: Secrets): string {
    return secrets.hide(this.#byName(text));
  }

  /** As `text`, of the first `length` code units. */
  start(text: string, length: number, secrets: Secrets): string {
    return secrets.hideIn(text, length, (part) => this.text(part, secrets));
  }

  #byName(text: string): string {
    return this.#patterns.reduce((result, pattern) => result.replace(pattern, hideValue), text);
  }

  /** A query or form with the values of masked names replaced; the encoding of the others stays as it is. */
  form(text: string): string {
    return text
      .split('&')
      .map((pair) => {
        const equals = pair.indexOf('=');
        const name = equals < 0 ? pair : pair.slice(0, equals);
        return equals >= 0 && this.isMasked(safeDecode(name)) ? `${name}=${mask}` : pair;
      })
      .join('&');
  }

  /** An address without its user, and with masked names in the query. */
  url(url: string): string {
    const bare = withoutUser(url);
    const { query } = splitTarget(bare);
    return query === '' ? bare : bare.replace(`?${query}`, () => `?${this.form(query)}`);
  }

  #isMaskedHeader(name: string): boolean {
    return maskedHeader.test(name) || this.isMasked(name);
  }

  /** What was sent, for errors. */
  request(request: TransportRequest, secrets: Secrets): RequestSummary {
    const headers: Record<string, string> = {};
    let form = false;
    for (const [name, value] of Object.entries(request.headers)) {
      setHeader(headers, name, this.#isMaskedHeader(name) ? mask : this.text(value, secrets));
      form ||= name.toLowerCase() === 'content-type' && value.startsWith('application/x-www-form-urlencoded');
    }
    const { body } = request;
    const text = typeof body === 'string' ? body : body === undefined ? undefined : `(${body.byteLength} bytes)`;
    return {
      method: request.method,
      // A parameter may be part of the path (`urlReplacement`).
      url: secrets.hide(this.url(request.url)),
      headers,
      ...(text !== undefined && {
        body: form
          ? secrets.hideIn(text, maxBody, (part) => secrets.hide(this.form(part)))
          : this.start(text, maxBody, secrets),
      }),
    };
  }

  /** What came back, for errors; `text` is the body, or as much of it as is of interest. */
  response(response: TransportResponse, text: string, secrets: Secrets): ResponseSummary {
    return {
      status: response.status,
      statusText: this.text(response.statusText, secrets),
      headers: this.#headers(response.headers, secrets),
      body: this.start(text, maxBody, secrets),
      bodyLength: response.body.byteLength,
    };
  }

  #headers(headers: ResponseHeaders, secrets: Secrets): Record<string, string> {
    const result: Record<string, string> = {};
    headers.forEach((value, name) => {
      // Addresses in `Location` and others carry queries.
      setHeader(result, name, this.#isMaskedHeader(name) ? mask : secrets.hide(this.#byName(withoutUser(value))));
    });
    return result;
  }
}

/** An address without user and password. */
export function withoutUser(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, `$1${mask}@`);
}

function setHeader(headers: Record<string, string>, name: string, value: string): void {
  // Any token may be a name, `__proto__` too.
  Object.defineProperty(headers, name, { value, enumerable: true, configurable: true, writable: true });
}

/** `names` is a pattern of alternatives. Each costs linear time, whatever the text is. */
function patternsOf(names: string): RegExp[] {
  const prefixed = `(?:[^\\s<>/:="']+:)?(?:${names})`;
  return [
    // The body may be cut short: an element that does not end is masked to the end of the text.
    new RegExp(
      `(?<before><(?<tag>${prefixed})(?:\\s[^<>]*)?(?<!/)>)(?<value>[\\s\\S]*?)(?<after></\\k<tag>\\s*>|$)`,
      'gi',
    ),
    new RegExp(`(?<before>\\s${prefixed}\\s*=\\s*)(?<value>"[^"]*(?:"|$)|'[^']*(?:'|$))(?<after>)`, 'gi'),
    new RegExp(
      `(?<before>["'](?:${names})["']\\s*:\\s*)(?<value>"(?:[^"\\\\]|\\\\[\\s\\S])*(?:"|$)|[^\\s,"'{}[\\]]+)(?<after>)`,
      'gi',
    ),
    new RegExp(`(?<before>(?:^|[?&;\\s>(,"'])(?:${names})=)(?<value>[^&\\s"'<>;,)]+)(?<after>)`, 'gi'),
    new RegExp(
      `(?<before>;\\s*name="(?:${names})"[^\\r\\n]*\\r\\n\\r\\n)(?<value>[\\s\\S]*?)(?<after>\\r\\n--|$)`,
      'gi',
    ),
  ];
}

function hideValue(...match: unknown[]): string {
  const { before, value, after } = match.at(-1) as Readonly<Record<'before' | 'value' | 'after', string>>;
  return `${before}${/^["']/.test(value) ? `"${mask}"` : mask}${after}`;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
