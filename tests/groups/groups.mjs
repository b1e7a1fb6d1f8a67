import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Groups by the folders that they take, in this order; a file of `tests/groups` runs each. */
export const groups = {
  schema: ['runtime/src/schema/'],
  calls: ['runtime/src/client/', 'runtime/src/server/'],
  runtime: ['runtime/src/', 'packages/'],
  stages: ['generator/contract/', 'generator/source/', 'generator/typescript/', 'generator/wsdl/', 'generator/xsd/'],
  generator: ['generator/'],
  features: ['tests/features/', 'tests/golden/', 'tests/names/', 'tests/wire/'],
  robustness: ['tests/robustness/'],
  commands: ['tests/e2e/'],
  comparison: ['tests/diff/', 'tests/mock/', 'tests/pull/'],
  tests: ['tests/'],
};

/** What a test changes in the modules of its suite for good. */
const changesModules = /\bjest\.(?:mock|isolateModules\w*|resetModules)\(/;

/** The files with tests, by the group that each belongs to; under `alone` those that change modules. */
export function testFiles(withAll) {
  const found = { alone: [] };
  for (const folder of ['generator', 'runtime/src', 'packages', 'tests']) {
    for (const entry of filesBelow(`${folder}/`)) {
      if (!entry.endsWith('.test.ts') || (!withAll && entry.endsWith('.all.test.ts'))) {
        continue;
      }
      const group = changesModules.test(readFileSync(`${root}${entry}`, 'utf8')) ? 'alone' : groupOf(entry);
      found[group] = [...(found[group] ?? []), entry];
    }
  }
  return found;
}

function groupOf(path) {
  return Object.keys(groups).find((name) => groups[name].some((folder) => path.startsWith(folder)));
}

function filesBelow(folder) {
  return readdirSync(`${root}${folder}`, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (!entry.isDirectory()) {
        return [`${folder}${entry.name}`];
      }
      const left = ['node_modules', 'fixtures', 'dist'].includes(entry.name) || folder + entry.name === 'tests/groups';
      return left ? [] : filesBelow(`${folder}${entry.name}/`);
    });
}
