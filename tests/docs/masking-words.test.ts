import { wordsOf } from '../../runtime/src/client/masking/names.js';
import * as words from '../../runtime/src/client/masking/words.js';
import { textOf } from '../support/repository.js';

/** The guide lists the words by which credentials are known; it is not complete without one of them. */

const [, section = ''] = textOf('docs/guide/errors.md').split('\n## Credentials in errors\n');
const listed = new Set(
  [...section.matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => wordsOf(word.normalize('NFC')).join('')),
);

/** Listed itself, as a plural, or as what comes before `key` or `code`. */
function isListed(word: string): boolean {
  const stem = /^(.+)(?:key|code)$/.exec(word)?.[1];
  return listed.has(word) || listed.has(word.replace(/s$/, '')) || (stem !== undefined && listed.has(stem));
}

it.each(Object.keys(words))('%s', (list) => {
  const { [list]: all = [] } = words as Readonly<Record<string, readonly string[]>>;
  expect(all.filter((word) => !isListed(word))).toEqual([]);
});
