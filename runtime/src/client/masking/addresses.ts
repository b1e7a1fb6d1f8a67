import { parseUrl } from '../../http/urls.js';
import { cover } from './names.js';

/** An address as far as its user: scheme and slashes, then whatever is before the last `@`. */
const parts = /^([a-z][a-z0-9+.-]*:)?([/\\]{0,9})/i;

/** The user and password of an address, also of one that is not valid; undefined if it has none. */
export function userOf(address: string): string | undefined {
  const span = userSpan(address);
  return span && address.slice(span[0], span[1]);
}

/** The address without user and password. */
export function withoutUser(address: string): string {
  const span = userSpan(address);
  return span === undefined ? address : address.slice(0, span[0]) + cover + address.slice(span[1]);
}

/**
 * The address without user and password, query and fragment: the part that says where it is, for errors that know no secret
 * names.
 */
export function bareAddress(address: string): string {
  const bare = withoutUser(address);
  const end = bare.search(/[?#]/);
  return end < 0 ? bare : bare.slice(0, end);
}

/**
 * The place of user and password. In an address that cannot be parsed, `/` and others may be part of the password, so
 * everything before the last `@` is used.
 */
function userSpan(address: string): readonly [start: number, end: number] | undefined {
  const match = parts.exec(address);
  const start = match?.[0].length ?? 0;
  const end = address.slice(start).search(/[/?#\\]|$/) + start;
  const isValid = parseUrl(address) !== undefined && match?.[1] !== undefined && match[2] !== '';
  const at = address.lastIndexOf('@', isValid ? end : address.length);
  return at < start ? undefined : [start, at];
}
