import type * as host from './system-errors.js';

/** The messages of errors in browsers, which do not say why a connection failed. Browsers undo codings by themselves. See `system-errors.ts`. */

export { smallBody as otherBody } from './small-body.js';

/** Browsers have no codes. */
export const kindOf: typeof host.kindOf = () => 'other';

/** The facts that an error of `fetch` has, or of the body that it gave. */
export const ofFetch: typeof host.ofFetch = (error) => {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return error instanceof TypeError && /url|header/i.test(message)
    ? { message, kind: 'address', phase: 'connect' }
    : { message, kind: 'other', phase: 'unknown' };
};

/** Bodies are in no coding. */
export const codingProblem: typeof host.codingProblem = () => undefined;

/** The wait that a `Retry-After` requests in seconds, at most a day; dates are not read. */
export const retryAfterMs: typeof host.retryAfterMs = (value) =>
  /^\d{1,9}$/.test(value ?? '') ? Math.min(Number(value), 86_400) * 1000 : undefined;

/** Messages of faults do not have texts of the detail. */
export const detailTexts: typeof host.detailTexts = () => '';

/** The message about a status that does not mean success. */
export const statusMessage: typeof host.statusMessage = (answer, { request }, more) => {
  const { status, statusText, serverMessage, location = '' } = answer;
  const where = `${statusText && ` ${statusText}`} from ${request?.url}${location && `, a redirect to ${location}`}`;
  return `HTTP ${status}${where}${more}${serverMessage ? `: ${serverMessage}` : ''}`;
};

/** The message about a success of another content type than the expected. */
export const contentMessage: typeof host.contentMessage = (contentType, expected, saw, { request }) =>
  `Expected ${expected}, but ${request?.url} answered with ${contentType || 'no Content-Type'}, ${saw}`;

/** There are no bytes to keep. */
export const keepRaw: typeof host.keepRaw = () => undefined;

/** There are no bytes to show. */
export const withRaw: typeof host.withRaw = (message) => message;
