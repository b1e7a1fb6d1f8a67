import { brief } from '../../base/describe.js';
import type { ResponseHeaders } from '../../http/transport.js';
import { TransportError } from '../errors/transport-errors.js';

/** `base` with `extra` on top; names are matched without regard to case, and fields that are undefined or null are absent. Returns `base` itself when there is nothing to add. */
export function mergeHeaders(
  base: Readonly<Record<string, string>>,
  extra: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> {
  const added = Object.entries(extra ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const names = added.map(([name]) => name.toLowerCase());
  if (names.length === 0) {
    return base;
  }
  const result: Record<string, string> = {};
  for (const name in base) {
    if (!names.includes(name.toLowerCase())) {
      result[name] = base[name] as string;
    }
  }
  for (const [name, value] of added) {
    result[name] = value;
  }
  return result;
}

/** The header fields of an answer. */
export function headerFields(headers: ResponseHeaders): (readonly [name: string, value: string])[] {
  const fields: (readonly [string, string])[] = [];
  headers.forEach((value, name) => {
    fields.push([name, value]);
  });
  return fields;
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** What no value may contain (RFC 9110, 5.5). */
const unsendable = /[^\t -~\x80-\xff]/;

/** Throws `TransportError` for a header field that HTTP cannot send, in the same words on all hosts. Values may be secret, so they are not shown. */
export function requireSendable(headers: Readonly<Record<string, string>>): void {
  for (const name in headers) {
    if (!token.test(name)) {
      throw notSendable(
        `${JSON.stringify(brief(name, 100))} is not a name of a header field`,
        'ERR_INVALID_HTTP_TOKEN',
      );
    }
    if (unsendable.test(headers[name] as string)) {
      throw notSendable(`The header field ${name} has a character that HTTP cannot send`, 'ERR_INVALID_CHAR');
    }
  }
}

function notSendable(message: string, code: string): TransportError {
  return new TransportError(message, { phase: 'connect', code });
}

/** The longest wait that is accepted: a day. */
const maxSeconds = 86_400;

/**
 * The wait that a `Retry-After` requests, in milliseconds; the header has seconds or a date (RFC 9110, 10.2.3). Undefined if
 * it is absent or invalid.
 */
export function retryAfterMs(value: string | null | undefined): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) {
    return Math.min(Number(text), maxSeconds) * 1000;
  }
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(date - Date.now(), 0), maxSeconds * 1000);
}
