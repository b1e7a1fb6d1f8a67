import { escapedBytes } from './form.js';

/**
 * The comparable form of paths. Two paths are the same if they are equal after two steps (RFC 3986, 6.2.2): the digits of
 * escapes are written in upper case, and an escape of a character that a path cannot contain otherwise (`%20`, `%D1%8F`) is
 * replaced by that character. All other escapes stay: `%2F` is not a separator, and `%41` is not `A`. Clients never write
 * those, and guards and proxies in front of a server often do not decode them: both must see the same path.
 */

/** Characters that a request target cannot contain (RFC 3986, 2), and those that require a closer look at a path. */
const notVisibleAscii = /[^!-~]/;
const needsWork = /[^!-~]|%|\/\./;
/** A segment `.` or `..`, however its dots are written. */
const dotSegment = /(?:^|\/)(?:\.|%2[Ee]){1,2}(?=\/|$)/;
const escapes = /(?:%[0-9A-Fa-f]{2})+/g;

/**
 * The path of a request in the form in which paths are compared. Undefined if no service can be meant: for a path with dot segments, which some
 * readers resolve and others do not, and for one with characters that HTTP does not allow.
 */
export function requestPath(path: string): string | undefined {
  if (!needsWork.test(path)) {
    return path;
  }
  return notVisibleAscii.test(path) || hasDotSegment(path) ? undefined : comparablePath(path);
}

/** Dots and separators of segments as readers of paths are known to write and decode them: escaped more than once, in overlong UTF-8, and in the form of IIS. */
const anyDot = '(?:\\.|%(?:25)*2e|%u002e|%c0%ae|%c0%2e|%e0%80%ae)';
const anySeparator = '(?:[/\\\\]|%(?:25)*(?:2f|5c)|%u00(?:2f|5c)|%c0%af|%c1%9c|%e0%80%af)';
/** A segment `.` or `..` for any of these readers, also with parameters (`..;a=b`), which some cut off. */
const hiddenDotSegment = new RegExp(
  `(?:^|${anySeparator})${anyDot}{1,2}(?:(?:;|%(?:25)*3b)[^/\\\\]*)?(?=${anySeparator}|$)`,
  'i',
);
const needsCloserLook = /[^!-~]|[%\\]|\/\.|^\/\//;

/**
 * True for a path that all readers understand in the same way: it begins with one `/`, has only characters that HTTP allows, no backslash, no NUL, where some readers end it,
 * and nothing that anybody could take for a dot segment.
 */
export function isPlainPath(path: string): boolean {
  if (!path.startsWith('/')) {
    return false;
  }
  if (!needsCloserLook.test(path)) {
    return true;
  }
  return !(
    notVisibleAscii.test(path) ||
    path.includes('\\') ||
    path.startsWith('//') ||
    path.includes('%00') ||
    hiddenDotSegment.test(path)
  );
}

/** True for a path with a segment that means its own or the next higher folder. */
export function hasDotSegment(path: string): boolean {
  return dotSegment.test(path);
}

/** A path or a piece of one, as a WSDL writes it, in the form in which paths are compared. */
export function comparablePath(path: string): string {
  return path.includes('%') ? path.replace(escapes, comparableRun) : path;
}

/** Undoes the escapes that are left in a comparable path. Those that are not UTF-8 stay. */
export function unescapePath(text: string): string {
  if (!text.includes('%')) {
    return text;
  }
  return text.replace(escapes, (run) => decodeUtf8(escapedBytes(run)) ?? run);
}

/** How often an escape may itself be escaped. */
const mostLevels = 4;

/** A path without escapes, as a reader sees it that undoes all of them, several times where they are escaped themselves; written in the form in which requests name it. */
export function plainSpelling(path: string): string {
  let text = path;
  for (let level = 0; level < mostLevels && text.includes('%'); level++) {
    text = unescapePath(text);
  }
  return writtenPath(text);
}

/** A comparable path as a URL writes it. */
export function writtenPath(path: string): string {
  return path.replace(/[^!-~]+|["<>[\]^`{|}]/g, encodeURIComponent);
}

function comparableRun(run: string): string {
  const bytes = escapedBytes(run);
  let result = '';
  for (let start = 0; start < bytes.length; ) {
    const byte = bytes[start] ?? 0;
    if (byte < 0x80) {
      result += onlyEscaped.has(byte) ? String.fromCharCode(byte) : escapeByte(byte);
      start++;
      continue;
    }
    let end = start + 1;
    while ((bytes[end] ?? 0) >= 0x80) {
      end++;
    }
    const sequence = bytes.subarray(start, end);
    result += decodeUtf8(sequence) ?? [...sequence].map(escapeByte).join('');
    start = end;
  }
  return result;
}

/**
 * ASCII characters that a path can contain only as escapes (RFC 3986, 3.3), except for controls, `%`, and the separators of
 * paths that some readers know.
 */
const onlyEscaped: ReadonlySet<number> = new Set(Array.from(' "<>[]^`{|}', (character) => character.charCodeAt(0)));

function escapeByte(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** A path in lower case, for services whose paths match in any letter case. */
export function foldCase(path: string): string {
  // The Kelvin sign is the only character outside ASCII whose lower case is an ASCII letter: no guard in front treats it as a
  // `k`.
  return path.includes('\u212a') ? path : path.toLowerCase();
}
