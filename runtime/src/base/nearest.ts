/** Longer names are not compared: nobody would recognise a typing mistake in one, and the cost grows with the length. */
const maxLength = 100;
/** Names that messages compare with a mistyped one. */
const maxCandidates = 1000;

/** Mistakes of one value for which the meant name is looked for: the search costs more than all else, and nobody reads more of them. */
const maxMeant = 20;

/** The end of a message about a name that does not exist: the one among some that was probably meant, or nothing, as after very many mistakes. */
export function didYouMean(word: string, candidates: Iterable<string>, mistakesBefore = 0): string {
  const meant = mistakesBefore < maxMeant ? nearest(word, [...candidates].slice(0, maxCandidates)) : undefined;
  return meant === undefined ? '' : `; did you mean "${meant}"?`;
}

/** The candidate that a mistyped word most likely means, for messages about names; `undefined` if none is near. Letter case does not count. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let meant: string | undefined;
  // A word that shares no letter is not near.
  let least = Math.min(Math.max(2, Math.floor(word.length / 3)) + 1, Math.max(word.length, 1));
  for (const candidate of word.length > maxLength ? [] : candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), least);
    if (distance < least) {
      least = distance;
      meant = candidate;
    }
  }
  return meant;
}

/** Levenshtein distance of two words, or `limit` when it is at least that. */
function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) {
    return limit;
  }
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length && Math.min(...previous) < limit; row++) {
    const current = [row];
    for (const [column, up] of previous.slice(1).entries()) {
      const replaced = (previous[column] ?? 0) + (from[row - 1] === to[column] ? 0 : 1);
      current.push(Math.min(replaced, up + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return Math.min(previous[to.length] ?? limit, limit);
}
