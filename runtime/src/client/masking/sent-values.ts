import { unescapeFormText } from '../../http/form.js';
import type { TransportRequest } from '../../http/transport.js';
import { userOf } from './addresses.js';

/** Code units of a body, or bytes, that are searched. */
const maxSearched = 1_048_576;

/** The functions that find the credentials of a request as they hide them. */
interface Finder {
  isSecretHeader(name: string): boolean;
  text(text: string): string;
  readonly address: (address: string) => string;
}

/** Adds the credentials that a request sends to those that `finder` finds: its user, and the values of secret names. */
export function sentValues(request: TransportRequest | undefined, finder: Finder, found: Set<string>): Set<string> {
  if (request !== undefined) {
    const { url, headers, addedHeaders = [], body = '' } = request;
    const user = userOf(url)?.replaceAll('+', '%2B');
    if (user !== undefined) {
      found.add(unescapeFormText(user)).add(unescapeFormText(user.slice(user.indexOf(':') + 1)));
    }
    finder.address(url);
    for (const [name, value] of [headers, ...addedHeaders].flatMap(Object.entries<string>)) {
      for (const part of finder.isSecretHeader(name) ? partsOf(value) : []) {
        found.add(part);
      }
    }
    finder.text(typeof body === 'string' ? body.slice(0, maxSearched) : decodeUtf8(body.subarray(0, maxSearched)));
  }
  return found;
}

/** A value of a header, and its parts: `Bearer x`, `a=x; b=y`, the password in Basic. */
function partsOf(value: string): string[] {
  const [, scheme = '', rest = value] =
    /^(basic|bearer|digest|hawk|negotiate|ntlm|token)\s+(\S.*)$/is.exec(value) ?? [];
  const user = scheme.toLowerCase() === 'basic' ? decodeBase64(rest.trim()) : '';
  const parts = rest.split(/[;,]\s?/).map((part) => {
    // The `=` at the end of base64 is part of the value.
    const equals = /^[^=]+=(?=[^=])/.exec(part)?.[0].length ?? part.length;
    return part.slice(equals).replace(/^"(.*)"$/s, '$1');
  });
  return [rest, user, user.slice(user.indexOf(':') + 1), ...parts];
}

function decodeBase64(encoded: string): string {
  try {
    return decodeUtf8(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)));
  } catch {
    // The value is hidden as it was sent.
    return '';
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
