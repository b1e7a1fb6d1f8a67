import { isNCName, standsAt } from '../text/characters.js';

/** A qualified name as written, split into its parts. All strings are internalised, so comparing them is comparing pointers. */
export interface QualifiedName {
  readonly qualified: string;
  /** `''` means none. */
  readonly prefix: string;
  readonly local: string;
  /** The prefix that an attribute of this name declares (`''` is the default namespace); undefined for other names. */
  readonly declares: string | undefined;
  /** Where the cache keeps it. */
  readonly slot: number;
  /**
   * Where the cache keeps the names that followed this one when they were last read: in its tag, in its element, and after that. Documents
   * repeat themselves.
   */
  readonly next: [inTag: number, inside: number, after: number];
  /** For a declaration, the namespace that it declared last, as it was written and known; `''` means none, or one that was not written plainly. */
  declared: string;
}

/** The places at which a name follows another one: see `QualifiedName.next`. */
export const following = { inTag: 0, inside: 1, after: 2 } as const;
/** The index in `QualifiedName.next` of one of these places. */
export type Following = (typeof following)[keyof typeof following];

// One entry for each slot, the newest name wins: the memory is bounded whatever a document contains, and names in constant
// use stay in.
// Messages of vendors have hundreds of names: with fewer slots, names that share one are split again at each occurrence.
const slots = 8192;
const maxCachedLength = 128;
const cache: (QualifiedName | undefined)[] = new Array<QualifiedName | undefined>(slots).fill(undefined);

/**
 * The qualified name at `[start, end)`, or undefined if it is not valid (Namespaces in XML 1.0, production 7). `hash` is any
 * number that depends only on the characters.
 */
export function qualifiedName(text: string, start: number, end: number, hash: number): QualifiedName | undefined {
  const slot = (hash ^ (hash >>> 13)) & (slots - 1);
  const known = cache[slot];
  if (known !== undefined && isSlice(known.qualified, text, start, end)) {
    return known;
  }
  const name = splitName(text, start, end, slot);
  if (name !== undefined && end - start <= maxCachedLength) {
    cache[slot] = name;
  }
  return name;
}

/** The name that is likely to follow another one. */
export function likelyName({ next }: QualifiedName, place: Following): QualifiedName | undefined {
  return cache[next[place]];
}

/** The name that nothing has been read of. */
export const firstName: QualifiedName = newName('', '', '', undefined, 0);

function newName(
  qualified: string,
  prefix: string,
  local: string,
  declares: string | undefined,
  slot: number,
): QualifiedName {
  return { qualified, prefix, local, declares, slot, next: [slot, slot, slot], declared: '' };
}

function isSlice(name: string, text: string, start: number, end: number): boolean {
  return name.length === end - start && standsAt(text, start, name);
}

function splitName(text: string, start: number, end: number, slot: number): QualifiedName | undefined {
  const written = text.slice(start, end);
  const colon = written.indexOf(':');
  if (colon === -1) {
    if (!isNCName(written)) {
      return undefined;
    }
    const local = internalise(written);
    return newName(local, '', local, local === 'xmlns' ? '' : undefined, slot);
  }
  if (!isNCName(written, 0, colon) || !isNCName(written, colon + 1)) {
    return undefined;
  }
  const prefix = internalise(written.slice(0, colon));
  const local = internalise(written.slice(colon + 1));
  const declares = prefix === 'xmlns' ? local : undefined;
  return newName(internalise(written), prefix, local, declares, slot);
}

/**
 * The engine's one copy of a string. It does not keep the document alive, as a slice of it would, and comparing it with a
 * literal costs nothing.
 */
export function internalise(value: string): string {
  return Object.keys({ __proto__: null, [value]: 0 })[0]!;
}
