/** Longer names are not compared: nobody would recognise a typing mistake in one, and the cost grows with the length. */
const maxLength = 100;
/** Names that are compared with a mistyped one. */
const maxCandidates = 1000;

/** The end of a message about a name that does not exist: the one among some that was probably meant, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const meant = nearest(word, [...candidates]);
  return meant === undefined ? '' : `; did you mean "${meant}"?`;
}

/** The name among some that a mistyped one most likely means: it differs in at most a third of its letters. `undefined` when none is near. */
function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > maxLength) {
    return undefined;
  }
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  let best: string | undefined;
  for (const candidate of candidates.slice(0, maxCandidates)) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), least);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** Levenshtein distance of two words, or `limit` when it is at least that. */
function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) {
    return limit;
  }
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    if (Math.min(...current) >= limit) {
      return limit;
    }
    previous = current;
  }
  return previous[to.length] ?? limit;
}
