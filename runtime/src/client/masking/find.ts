import { type Range, union } from './ranges.js';
import { unescapeOnce } from './unescape.js';

/** Texts are escaped so often, at most: XML in JSON in a query in a page has three levels. */
const maxLevels = 4;
/** The text that replaces a credential. */
export const cover = '***';

/** Finds ranges in a text, in order and without overlaps. */
export type Find = (text: string) => Range[];

/**
 * Finds ranges in a text as it is, then with its escapes undone once, twice, and so on: `find` is called for each. Returns
 * them in order, as ranges of the text itself. Text that was found is left out at the next level.
 */
export function findNamed(text: string, find: Find, levels: number = maxLevels): Range[] {
  const found = find(text);
  return atNextLevel(text, found, found, levels, (next) => findNamed(next, find, levels - 1));
}

/** The same for ranges that may be longer at the next level: all of the text is searched again. */
function findKnown(text: string, find: Find, levels: number): Range[] {
  return atNextLevel(text, find(text), [], levels, (next) => findKnown(next, find, levels - 1));
}

/** Both at once, which saves undoing escapes twice as long as nothing is found by its name. */
export function findBoth(text: string, named: Find, known: Find, levels: number = maxLevels): Range[] {
  const byName = named(text);
  if (byName.length === 0) {
    return atNextLevel(text, known(text), [], levels, (next) => findBoth(next, named, known, levels - 1));
  }
  const deeper = atNextLevel(text, byName, byName, levels, (next) => findNamed(next, named, levels - 1));
  return union([...deeper, ...findKnown(text, known, levels)]);
}

function atNextLevel(text: string, found: Range[], hidden: readonly Range[], levels: number, find: Find): Range[] {
  const unescaped = levels > 0 ? unescapeOnce(text, hidden, cover) : undefined;
  if (unescaped === undefined) {
    return found;
  }
  const inner = unescaped.sources(find(unescaped.text));
  return inner.length === 0 ? found : union([...found, ...inner]);
}
