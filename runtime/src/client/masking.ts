import { escapeFormText } from '../http/form.js';
import { splitTarget } from '../http/urls.js';
import type { RequestSummary, ResponseSummary } from './errors.js';
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

const maskedHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'x-auth-token',
]);

const mask = '***';
/** Code units of a body that a summary keeps. */
const maxBody = 16_384;
/** Shorter values stand for too many other things to be replaced wherever they occur. */
const minSecret = 4;

/** Hides credentials in texts that end in errors and logs. */
export class Masker {
  readonly #names: ReadonlySet<string>;
  readonly #elements: RegExp;
  readonly #attributes: RegExp;

  constructor(names: readonly string[] = defaultMaskedParameters) {
    this.#names = new Set(names.map((name) => name.toLowerCase()));
    const alternatives = names.length === 0 ? '(?!)' : names.map(escapePattern).join('|');
    // The body may be cut short: an element that does not end is masked to the end of the text.
    this.#elements = new RegExp(
      `(<((?:[^\\s<>/:"']+:)?(?:${alternatives}))(?:\\s[^<>]*)?(?<!/)>)[\\s\\S]*?(</\\2\\s*>|$)`,
      'gi',
    );
    this.#attributes = new RegExp(
      `(\\s(?:[^\\s<>/:="']+:)?(?:${alternatives})\\s*=\\s*)("[^"]*("|$)|'[^']*('|$))`,
      'gi',
    );
  }

  /** Values of masked properties anywhere in a call's input: what else is hidden wherever it occurs. */
  secrets(input: unknown): string[] {
    const found = new Set<string>();
    const visit = (value: unknown, depth: number): void => {
      if (typeof value !== 'object' || value === null || depth > 16 || value instanceof Uint8Array) {
        return;
      }
      for (const [key, child] of Object.entries(value)) {
        if (typeof child === 'string' && child.length >= minSecret && this.#names.has(key.toLowerCase())) {
          found.add(child);
        }
        visit(child, depth + 1);
      }
    };
    visit(input, 0);
    return [...found].sort((a, b) => b.length - a.length);
  }

  /** XML, or anything else, with the content of masked elements and attributes and the given values replaced. */
  text(text: string, secrets: readonly string[]): string {
    return replaceAll(text.replace(this.#elements, `$1${mask}$3`).replace(this.#attributes, `$1"${mask}"`), secrets);
  }

  /** A query or form with the values of masked names replaced; the encoding of the others stays as it is. */
  form(text: string): string {
    return text
      .split('&')
      .map((pair) => {
        const equals = pair.indexOf('=');
        const name = equals < 0 ? pair : pair.slice(0, equals);
        return equals >= 0 && this.#names.has(safeDecode(name).toLowerCase()) ? `${name}=${mask}` : pair;
      })
      .join('&');
  }

  url(url: string): string {
    const bare = url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i, `$1${mask}@`);
    const { query } = splitTarget(bare);
    return query === '' ? bare : bare.replace(`?${query}`, () => `?${this.form(query)}`);
  }

  #header(name: string, value: string): string {
    const lower = name.toLowerCase();
    return maskedHeaders.has(lower) || this.#names.has(lower) ? mask : value;
  }

  request(request: TransportRequest, secrets: readonly string[]): RequestSummary {
    const headers: Record<string, string> = {};
    let form = false;
    for (const [name, value] of Object.entries(request.headers)) {
      headers[name] = this.#header(name, value);
      form ||= name.toLowerCase() === 'content-type' && value.startsWith('application/x-www-form-urlencoded');
    }
    const { body } = request;
    const text = typeof body === 'string' ? body : body === undefined ? undefined : `(${body.byteLength} bytes)`;
    return {
      method: request.method,
      // A parameter may be part of the path (`urlReplacement`).
      url: replaceAll(
        this.url(request.url),
        secrets.flatMap((secret) => [secret, escapeForUrl(secret)]),
      ),
      headers,
      ...(text !== undefined && { body: cut(form ? this.form(text) : this.text(text.slice(0, maxBody + 1), secrets)) }),
    };
  }

  response(response: TransportResponse, text: string, secrets: readonly string[]): ResponseSummary {
    return {
      status: response.status,
      statusText: response.statusText,
      headers: this.#headers(response.headers),
      body: cut(this.text(text.slice(0, maxBody + 1), secrets)),
      bodyLength: response.body.byteLength,
    };
  }

  #headers(headers: ResponseHeaders): Record<string, string> {
    const result: Record<string, string> = {};
    headers.forEach((value, name) => {
      result[name] = this.#header(name, value);
    });
    return result;
  }
}

function replaceAll(text: string, secrets: readonly string[]): string {
  return secrets.reduce((result, secret) => result.replaceAll(secret, mask), text);
}

function escapeForUrl(text: string): string {
  try {
    return escapeFormText(text);
  } catch {
    return text;
  }
}

function cut(text: string): string {
  return text.length > maxBody ? `${text.slice(0, maxBody)}…` : text;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
