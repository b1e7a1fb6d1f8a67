/** Path and query of a request target (RFC 9112, 3.2); the query without its `?`, `''` if there is none. */
export interface RequestTarget {
  readonly path: string;
  readonly query: string;
}

/**
 * Scheme and authority of a whole address as a request target. Only forms that every reader of addresses understands in the
 * same way: with any other host, a guard in front of the server might see a different end of the host.
 */
const targetOrigin = /^https?:\/\/(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]*)?(?=[/?#]|$)/i;

/**
 * Splits a request target: `/a?b`, or a whole address, whose scheme, authority and fragment are dropped. For anything else
 * (`*`) the path does not begin with `/`.
 */
export function splitTarget(target: string): RequestTarget {
  const rest = target.startsWith('/') ? target : target.replace(targetOrigin, '');
  const fragment = rest.indexOf('#');
  const text = fragment < 0 ? rest : rest.slice(0, fragment);
  const mark = text.indexOf('?');
  return mark < 0
    ? { path: text || '/', query: '' }
    : { path: text.slice(0, mark) || '/', query: text.slice(mark + 1) };
}

/** An address cut after its authority or its leading placeholder. */
export interface SplitAddress {
  /** `https://host:1`, or `{base_url}`, or `''` for an address that begins with its path. */
  readonly base: string;
  /** The rest, query and fragment included; `''` or beginning with `/`, `?` or `#`. */
  readonly path: string;
}

const addressStart = /^(\{[^{}]*\}|[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*)/;
/** In `{base_url}:8080/x` the port belongs to the base; in `{base_url}X.asmx` it is unknown whether the rest belongs to the authority or to the path. */
const restOfAuthority = /^[^/]*:[0-9]*\/?/;

/**
 * Splits a service address into the part that a deployment decides and the path below; undefined if it begins with neither a
 * base nor a path.
 */
export function splitAddress(address: string): SplitAddress | undefined {
  const match = addressStart.exec(address);
  const base = match?.[1] ?? '';
  const path = address.slice(base.length);
  if (path !== '' && !'/?#'.includes(path.charAt(0))) {
    return base === '' ? undefined : { base, path: `/${path.replace(restOfAuthority, '')}` };
  }
  return { base, path };
}

/** The same address at another base: `('{base_url}/X.asmx', 'https://h/root/')` is `https://h/root/X.asmx`. */
export function rebaseAddress(address: string, baseUrl: string): string {
  const path = address.replace(addressStart, '');
  const isPath = path === '' || '/?#'.includes(path.charAt(0));
  const rest = path === address ? path : path.replace(restOfAuthority, '');
  return withoutEndSlashes(baseUrl) + (isPath ? path : `/${rest}`);
}

/**
 * A parsed address; undefined for what is none. `URL.canParse` of Node 20 says no to addresses with characters outside ASCII, once it has been compiled.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** The text without slashes at its end. A loop: an expression would begin anew at each slash of a long row. */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') {
    end--;
  }
  return text.slice(0, end);
}

/** An address of HTTP in which nothing has to be escaped or resolved. */
const plainAddress =
  /^https?:\/\/[\w.:@%[\]-]+(?:\/(?!\.|%2e)[\w!$%&'()*+,:;=@|~-][\w.!$%&'()*+,:;=@|~-]*)*\/?(?:[?#][\w!$%&()*+,./:;=?@|~-]*)?$/i;
const addressParts = /^(https?:\/\/[^/\\?#]*)([^?#]*)(\?[^#]*)?/i;
const notAscii = /[^!-~]/;
/** What a URL escapes in a path and in a query (URL Standard, 1.3). */
const notInPath = /[^!$-;=@-\]_a-z|~]+/g;
const notInQuery = /[^!$-&(-;=?-~]+/g;
const dotSegment = /\/(?:\.|%2e){1,2}(?=\/|$)/i;

/**
 * An address in the form in which requests name it (URL Standard, 4.4): characters that a URL cannot contain are escaped, the host is in ASCII, and dot segments are resolved.
 * What is escaped stays as it is. A text that is no address of HTTP is given back.
 */
export function writtenAddress(address: string): string {
  if (plainAddress.test(address)) {
    return address;
  }
  const text = address.trim().replace(/[\t\n\r]/g, '');
  const match = addressParts.exec(text);
  if (match === null) {
    return address;
  }
  const [known, origin = '', path = '', query = ''] = match;
  const host = (notAscii.test(origin) && parseUrl(origin)?.href.replace(/\/$/, '')) || origin;
  const written = escaped(path.replaceAll('\\', '/'), notInPath);
  const resolved = dotSegment.test(written) ? new URL(`http://localhost${written}`).pathname : written;
  return `${host}${resolved}${escaped(query, notInQuery)}${text.slice(known.length)}`;
}

function escaped(text: string, wrong: RegExp): string {
  // A half of a surrogate pair has no bytes.
  return text.replace(wrong, (found) =>
    encodeURIComponent(found.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll("'", '%27'),
  );
}

/** Joins path pieces with exactly one `/` between them; the result begins with `/` and does not end with one, but `/` itself. */
export function joinPaths(...pieces: readonly string[]): string {
  const joined = pieces
    .map((piece) => withoutEndSlashes(piece).replace(/^\/+/, ''))
    .filter((piece) => piece !== '')
    .join('/');
  return `/${joined}`;
}
