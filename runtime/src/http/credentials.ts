import { type OptionKinds, requireOptions, text } from '../base/options.js';
import { formatBase64 } from '../schema/lexical/binary.js';

/** A user with a password. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

const kinds: OptionKinds<Credentials> = { username: text, password: text };

/** Throws `TypeError` for credentials that lack a member, or have another; `owner` takes them. */
export function requireCredentials(owner: string, credentials: Credentials): void {
  requireOptions(owner, credentials, kinds, ['username', 'password']);
}

/** Value of `Authorization` or `Proxy-Authorization` for a user (Basic, RFC 7617), as UTF-8. */
export function basicAuthorization({ username, password }: Credentials): string {
  return `Basic ${formatBase64(new TextEncoder().encode(`${username}:${password}`))}`;
}

/** The user that an address names, without escapes; `undefined` for an address without one. */
export function userOfAddress({ username, password }: URL): Credentials | undefined {
  return username === '' && password === ''
    ? undefined
    : { username: unescaped(username), password: unescaped(password) };
}

/** Without escapes; a text with a `%` that does not begin an escape stays as it is. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
