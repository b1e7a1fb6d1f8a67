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
