import { brief } from '../../base/describe.js';
import type { ServiceErrorOptions } from './service-error.js';

/** The facts of `HttpStatusError` and of the classes that extend it, as far as messages have them. */
export interface StatusMessageFacts {
  readonly status: number;
  readonly statusText: string;
  readonly serverMessage: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly location?: string | undefined;
  readonly crossOrigin?: boolean;
  readonly challenge?: string | undefined;
}

/** Code units of a header or of a status line that messages quote, and of an address. */
const maxQuoted = 200;
const maxLocation = 500;

/** The message about a status that does not mean success; `more` comes after the address. */
export function statusMessage(answer: StatusMessageFacts, options: ServiceErrorOptions, more: string): string {
  const { status, statusText, serverMessage, retryAfterMs } = answer;
  const said = serverMessage ? `: ${serverMessage}` : ', empty body';
  const wait = retryAfterMs === undefined ? '' : `; try again in ${Math.ceil(retryAfterMs / 1000)} s`;
  const text = statusText && ` ${brief(statusText, maxQuoted)}`;
  return `HTTP ${status}${text}${from(options)}${redirect(answer)}${challenged(answer)}${more}${said}${wait}`;
}

function redirect({ location, crossOrigin }: StatusMessageFacts): string {
  if (crossOrigin === undefined) {
    return '';
  }
  const where = location === undefined ? 'a target that is not named' : brief(location, maxLocation);
  return `, a redirect to ${where}${crossOrigin ? ' on another host' : ''}, which is not followed`;
}

function challenged({ challenge }: StatusMessageFacts): string {
  return challenge === undefined ? '' : `, which asks for ${challenge}`;
}

/** The message about a success of another content type than the expected. */
export function contentMessage(
  contentType: string,
  expected: string,
  saw: string,
  options: ServiceErrorOptions,
): string {
  const { response } = options;
  const type = brief(contentType, maxQuoted) || 'without Content-Type';
  const where = response ? ` (HTTP ${response.status}${from(options)})` : '';
  return `Expected ${expected}, but the answer is ${type}${where}: ${saw}`;
}

/** Which address answered, without user and query. */
function from({ request }: ServiceErrorOptions): string {
  return request === undefined
    ? ''
    : ` from ${brief(request.url.replace(/[?#].*$/s, '').replace(/^([^/]*\/\/)[^/]*@/, '$1'), maxQuoted)}`;
}
