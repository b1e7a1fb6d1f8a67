/** What a text says of the end of a thing. */
export interface Deprecation {
  /** Why, since when, or what takes its place; empty if the text does not say it. */
  readonly reason: string;
  /** True if the word stands in brackets before a text that describes the thing: "(Deprecated) The name of the buyer." */
  readonly marked: boolean;
}

const bracketed = /^[([{<*]+\s*deprecated\s*[)\]}>*]+[.:]?(?:\s|$)/i;

/** The word with what can only follow it if it speaks of the thing: "Deprecated fields are empty" speaks of something else. */
const leading =
  /^deprecated(?:\s*$|\s*[.:;,!]\s*|\s+[-\u2013\u2014]\s*|\s+(?=(?:since|in|as of|as from|from|by|after|starting with|because|and replaced|and will be)\s))/i;

/** The deprecation that a text begins with; undefined if it begins with something else, wherever else the word is. */
export function deprecationIn(text: string): Deprecation | undefined {
  const all = text.trim();
  const mark = bracketed.exec(all)?.[0];
  if (mark !== undefined) {
    return { reason: '', marked: mark.length < all.length };
  }
  const word = leading.exec(all)?.[0];
  if (word === undefined) {
    return undefined;
  }
  const reason = all.slice(word.length);
  return { reason: reason.charAt(0).toUpperCase() + reason.slice(1), marked: false };
}
