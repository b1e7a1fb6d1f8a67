import { formatBase64 } from '../schema/lexical/binary.js';

/** A user with a password. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
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
