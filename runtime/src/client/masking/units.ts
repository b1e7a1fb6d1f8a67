const wordUnits = markedUnits('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-.%$');

function markedUnits(units: string): Uint8Array {
  const marked = new Uint8Array(128);
  for (const unit of units) {
    marked[unit.charCodeAt(0)] = 1;
  }
  return marked;
}

/** Units of names, and of `%20` in them. */
export function isWordUnit(unit: number): boolean {
  return unit < 128 ? wordUnits[unit] === 1 : unit !== 0xa0 && unit !== 0x2026;
}

/** Units with which the name of a tag may begin. Digits are not valid, and yet are met. */
export function isNameStart(unit: number): boolean {
  return isTagNameUnit(unit) && unit !== 0x2d && unit !== 0x2e && unit !== 0x3a;
}

/** Units of the names of tags: those of names, and the colon. */
export function isTagNameUnit(unit: number): boolean {
  return unit === 0x3a || (unit !== 0x25 && unit !== 0x24 && isWordUnit(unit));
}

/** A quote that is escaped begins a value at the next level of escaping. */
export function isEscapedQuote(text: string, at: number): boolean {
  return text.charCodeAt(at) === 0x5c && isQuote(text.charCodeAt(at + 1));
}

/** Double and single quotes, and the backtick. */
export function isQuote(unit: number): boolean {
  return unit === 0x22 || unit === 0x27 || unit === 0x60;
}

/** Undoes percent-encoding in a name, where it is valid. */
export function unescapeName(name: string): string {
  if (!name.includes('%')) {
    return name;
  }
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Index after blanks and tabs. */
export function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) {
    at++;
  }
  return at;
}

/** Index after white space and controls. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) {
    at++;
  }
  return at;
}
