import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, sourcesBelow } from './imports.js';

/** Names that two stages share on purpose: the generator and the runtime share no code, so that each declares them. */
const shared: Readonly<Record<string, string>> = {
  BindingKind: 'the same closed set in contracts and in descriptors',
  ExpandedName: 'the published contract declares all that it is made of',
  Facets: 'the same facets in contracts and in descriptors',
  HttpBindingKind: 'the same closed set in contracts and in descriptors',
  SoapBindingKind: 'the same closed set in contracts and in descriptors',
};

const stageOf = (file: string): string => (file.startsWith('runtime/') ? 'runtime' : (file.split('/')[1] ?? ''));

/** The stages in which each exported type is declared. */
function stagesByName(): ReadonlyMap<string, ReadonlySet<string>> {
  const stages = new Map<string, Set<string>>();
  for (const file of [...sourcesBelow('generator'), ...sourcesBelow('runtime/src')]) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^export (?:abstract )?(?:interface|type|class) (\w+)/gm)) {
      stages.set(name, (stages.get(name) ?? new Set()).add(stageOf(file)));
    }
  }
  return stages;
}

it('no exported type has the name of a type of another stage', () => {
  const twice = [...stagesByName()].filter(([, stages]) => stages.size > 1).map(([name]) => name);
  expect(twice.sort()).toEqual(Object.keys(shared));
});
