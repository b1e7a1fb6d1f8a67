/** Longest wait that is taken seriously: a day. */
const maxSeconds = 86_400;

/** Milliseconds that a `Retry-After` asks to wait, in seconds or as a date (RFC 9110, 10.2.3); undefined when it is absent or says nothing. */
export function retryAfterMs(value: string | null | undefined): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) {
    return Math.min(Number(text), maxSeconds) * 1000;
  }
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(date - Date.now(), 0), maxSeconds * 1000);
}
