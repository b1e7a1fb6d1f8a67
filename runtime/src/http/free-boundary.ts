/** The text between two boundaries. */
export type BoundedContent = string | Uint8Array;

/**
 * A boundary that occurs in none of the contents: the stem and digits after it, as few as suffice but at least `minDigits`. The same
 * contents give the same boundary.
 *
 * The contents are searched twice at most, whatever they hold: once to count the places at which the stem occurs, and once to see
 * which numbers follow it. There are more numbers of that many digits than there are places, so one of them is free.
 */
export function freeBoundary(stem: string, contents: Iterable<BoundedContent>, minDigits = 0): string {
  const all = [...contents];
  const search = searchFor(stem);
  let count = 0;
  for (const content of all) {
    search(content, () => count++);
  }
  const width = Math.max(minDigits, String(count).length);
  if (count === 0) {
    return stem + '0'.repeat(minDigits);
  }
  const taken = new Uint8Array(Math.ceil(10 ** width / 8));
  const take = (content: BoundedContent, at: number): void => {
    const number = numberAt(content, at, width);
    if (number !== undefined) {
      taken[number >> 3] = (taken[number >> 3] ?? 0) | (1 << (number & 7));
    }
  };
  for (const content of all) {
    search(content, take);
  }
  return stem + String(firstFree(taken)).padStart(width, '0');
}

/** Calls `found` with the index after each occurrence. */
type Search = (content: BoundedContent, found: (content: BoundedContent, after: number) => void) => void;

function searchFor(stem: string): Search {
  const bytes = new TextEncoder().encode(stem);
  const skip = skipTable(bytes);
  return (content, found) => {
    const find = typeof content === 'string' ? content.indexOf(stem) : findBytes(content, bytes, skip, 0);
    for (let at = find; at >= 0; ) {
      found(content, at + stem.length);
      at = typeof content === 'string' ? content.indexOf(stem, at + 1) : findBytes(content, bytes, skip, at + 1);
    }
  };
}

/** By the byte under the last one of the pattern: how far the pattern may move on (Horspool's algorithm). */
function skipTable(pattern: Uint8Array): Uint8Array {
  const table = new Uint8Array(256).fill(pattern.length);
  for (let i = 0; i < pattern.length - 1; i++) {
    table[pattern[i] ?? 0] = pattern.length - 1 - i;
  }
  return table;
}

function findBytes(content: Uint8Array, pattern: Uint8Array, skip: Uint8Array, from: number): number {
  const last = pattern.length - 1;
  for (let at = from; at + last < content.length; at += skip[content[at + last] ?? 0] ?? 1) {
    let i = last;
    while (i >= 0 && content[at + i] === pattern[i]) {
      i--;
    }
    if (i < 0) {
      return at;
    }
  }
  return -1;
}

/** The number with that many digits at an index. */
function numberAt(content: BoundedContent, at: number, width: number): number | undefined {
  let number = 0;
  for (let i = at; i < at + width; i++) {
    const code = typeof content === 'string' ? content.charCodeAt(i) : (content[i] ?? 0);
    if (!(code >= 0x30 && code <= 0x39)) {
      return undefined;
    }
    number = number * 10 + code - 0x30;
  }
  return number;
}

function firstFree(taken: Uint8Array): number {
  let at = 0;
  while (taken[at] === 0xff) {
    at++;
  }
  let number = at * 8;
  while (((taken[at] ?? 0) & (1 << (number & 7))) !== 0) {
    number++;
  }
  return number;
}
