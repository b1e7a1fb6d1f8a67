import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders, root, sourcesBelow } from './imports.js';

/** Names that two files share on purpose: the generator and the runtime share no code, so that each declares them. */
const shared: Readonly<Record<string, string>> = {
  BindingKind: 'the same closed set in contracts and in descriptors',
  ExpandedName: 'the published contract declares all that it is made of',
  Facets: 'the same facets in contracts and in descriptors',
  HttpBindingKind: 'the same closed set in contracts and in descriptors',
  SoapBindingKind: 'the same closed set in contracts and in descriptors',
};

/** The files in which each exported type is declared. */
function filesByName(): ReadonlyMap<string, ReadonlySet<string>> {
  const files = new Map<string, Set<string>>();
  for (const file of ['generator', 'runtime/src', ...packageFolders].flatMap(sourcesBelow)) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^export (?:abstract )?(?:interface|type|class) (\w+)/gm)) {
      files.set(name, (files.get(name) ?? new Set()).add(file));
    }
  }
  return files;
}

it('no two files export types of the same name', () => {
  const twice = [...filesByName()].filter(([, files]) => files.size > 1).map(([name]) => name);
  expect(twice.sort()).toEqual(Object.keys(shared));
});
