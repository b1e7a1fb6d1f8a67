/** A parsed `Content-Type` value (RFC 9110, 8.3.1). */
export interface MediaType {
  /** `type/subtype` in lower case. */
  readonly type: string;
  /** Parameters by lower-case name; values unquoted, case kept. Of a repeated one, the first is used. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Longest header value that is parsed; real ones stay under a few hundred characters. */
const maxLength = 8192;
const simpleType = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Parses a `Content-Type` value; undefined if it is absent or does not begin with `type/subtype`. Parameters that break the
 * grammar are ignored; unquoted values may contain characters that only quoted ones should (`action=http://x/y`): both are
 * sent in practice.
 */
export function parseMediaType(text: string | null | undefined): MediaType | undefined {
  if (text === null || text === undefined || text.length > maxLength) {
    return undefined;
  }
  const end = text.indexOf(';');
  const type = (end < 0 ? text : text.slice(0, end)).trim().toLowerCase();
  if (!simpleType.test(type)) {
    return undefined;
  }
  return { type, parameters: end < 0 ? none : parseParameters(text, end + 1) };
}

const none: ReadonlyMap<string, string> = new Map();

function parseParameters(text: string, start: number): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  let at = start;
  while (at < text.length) {
    const [end, quoted] = endOfParameter(text, at);
    const parameter = text.slice(at, end);
    const equals = parameter.indexOf('=');
    const name = parameter.slice(0, Math.max(equals, 0)).trim().toLowerCase();
    if (name !== '' && !parameters.has(name)) {
      const value = parameter.slice(equals + 1).trim();
      parameters.set(name, quoted ? unquote(value) : value);
    }
    at = end + 1;
  }
  return parameters;
}

/** Index of the `;` that ends a parameter (or of the end), and whether a quoted string was passed on the way. */
function endOfParameter(text: string, start: number): readonly [end: number, quoted: boolean] {
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === ';') {
      return [at, quoted];
    }
    if (character === '"') {
      quoted = true;
      at++;
      while (at < text.length && text[at] !== '"') {
        at += text[at] === '\\' ? 2 : 1;
      }
    }
  }
  return [text.length, quoted];
}

function unquote(value: string): string {
  if (!value.startsWith('"')) {
    return value;
  }
  let result = '';
  for (let at = 1; at < value.length && value[at] !== '"'; at++) {
    if (value[at] === '\\' && at + 1 < value.length) {
      at++;
    }
    result += value[at];
  }
  return result;
}

/** A `Content-Type` value; parameter values are quoted where they are not tokens. */
export function formatMediaType(type: string, parameters: Readonly<Record<string, string>> = {}): string {
  let result = type;
  for (const [name, value] of Object.entries(parameters)) {
    result += `; ${name}=${token.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`}`;
  }
  return result;
}
