import { callback, either, oneOf, requireKind, texts } from '../../base/options.js';

/**
 * Web sites, by their origins (RFC 6454): `['https://shop.example']`, a function that is called for each origin, or `'*'` for
 * any site. An opaque origin (`null`: a file, a sandboxed frame) is only part of `'*'`.
 */
export type Origins = '*' | readonly string[] | ((origin: string) => boolean);

/**
 * Says whether an origin, as the header `Origin` has it, is one of some web sites. Undefined means a request without the
 * header.
 */
export type OriginTest = (origin: string | undefined) => boolean;

const originKinds = either('"*", an array of origins or a function', oneOf('*'), texts, callback);

/** Makes a test of an option's value. Throws `TypeError` for an entry that is not an origin; `option` is its name. */
export function originTest(origins: Origins, option: string): OriginTest {
  if (origins === '*') {
    return () => true;
  }
  if (typeof origins === 'function') {
    // A function that forgot to decide, or answers with a promise, has not said yes.
    return (origin) => origin !== undefined && origin !== 'null' && origins(origin) === true;
  }
  requireKind(`The option \`${option}\``, origins, originKinds);
  const known = new Set(origins.map((entry) => requireOrigin(entry, option)));
  return (origin) => origin !== undefined && known.has(origin);
}

function requireOrigin(entry: string, option: string): string {
  const origin = entry.includes('*') ? undefined : serializedOrigin(entry);
  if (origin === undefined) {
    throw new TypeError(
      `${option}: "${entry}" is not an origin. Write the scheme, the host and, unless it is the default, the port: "https://shop.example". For a pattern, give a function.`,
    );
  }
  return origin;
}

/**
 * An origin as browsers write it: in lower case, without the usual port of its scheme. Undefined for a text that is not an origin, or has a path.
 */
export function serializedOrigin(text: string): string | undefined {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return undefined;
  }
  const bare = url.username === '' && url.password === '' && /^[^:]+:\/\/[^/?#]+$/.test(text);
  if (!bare) {
    return undefined;
  }
  // Schemes of apps (`capacitor://localhost`) have no origin of their own for URL, but browsers send one.
  return url.origin === 'null' ? `${url.protocol}//${url.host}`.toLowerCase() : url.origin;
}
