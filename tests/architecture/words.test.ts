import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageFolders, root, sourcesBelow } from './imports.js';

/**
 * Words that the names of files and exports avoid, each with the word that stands for the thing. The number is how many names still have it;
 * a change may lower it, never raise it. Words of the glossary stand in docs/architecture.md.
 */
const avoided: Readonly<Record<string, readonly [most: number, instead: string]>> = {
  stub: [0, 'skeleton'],
  scaffold: [0, 'skeleton'],
  snippet: [0, 'excerpt'],
  metadata: [0, 'descriptor'],
  delta: [0, 'comparison, difference'],
  util: [0, 'what it does'],
  utils: [0, 'what it does'],
  helper: [0, 'what it does'],
  helpers: [0, 'what it does'],
  misc: [0, 'what it does'],
  common: [3, 'what its parts have in common'],
  plain: [13, 'what it is, not what it lacks'],
  small: [1, 'what it is, not its size'],
  made: [0, 'what it is'],
  told: [0, 'what was said'],
  asked: [0, 'what was asked'],
  late: [1, 'what it waits for'],
  later: [13, 'what it waits for'],
  together: [3, 'what they are together'],
  rivals: [2, 'what they compete for'],
};

/** A name as its words: `readFieldsOf` is `read`, `fields`, `of`. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());
}

function namesOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const exported = text.matchAll(/^export (?:abstract |async )*(?:interface|type|class|function\*?|const|let) (\w+)/gm);
  return [basename(file, '.ts'), ...[...exported].map(([, name = '']) => name)];
}

const names = ['generator', 'runtime/src', ...packageFolders]
  .flatMap(sourcesBelow)
  .flatMap((file) => namesOf(file).map((name) => ({ name, words: new Set(wordsOf(name)) })));

it.each(Object.entries(avoided))('no further name says "%s"', (word, [most]) => {
  const found = names.filter(({ words }) => words.has(word)).map(({ name }) => name);
  expect(found.length > most ? found : []).toEqual([]);
});
