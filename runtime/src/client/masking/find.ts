import { type Range, union } from './ranges.js';
import { unescapeOnce } from './unescape.js';

/** Texts are escaped so often, at most: XML in JSON in a query in a page has three levels. */
const maxLevels = 4;
/** What stands in the place of a credential. */
export const cover = '***';

/**
 * Finds ranges in a text as it is, then with its escapes undone once, twice, and so on: `find` is asked of each. Gives them in order, as ranges of the text
 * itself. With `once`, what was found is left out of the next level; else what is found there may hold it.
 */
export function findAtAllLevels(
  text: string,
  find: (text: string) => Range[],
  once: boolean,
  levels: number = maxLevels,
): Range[] {
  const found = find(text);
  const unescaped = levels > 0 ? unescapeOnce(text, once ? found : [], cover) : undefined;
  if (unescaped === undefined) {
    return found;
  }
  const inner = unescaped.sources(findAtAllLevels(unescaped.text, find, once, levels - 1));
  return inner.length === 0 ? found : union([...found, ...inner]);
}
