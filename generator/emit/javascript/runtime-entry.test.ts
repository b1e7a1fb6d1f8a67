import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as entry from '../../../runtime/src/generated.js';
import { repository } from '../../../tests/support/repository.js';
import { withRuntimeEntry } from './runtime-entry.js';

const importOf = (names: readonly string[], from: string): string =>
  `import { ${names.join(', ')} } from "@wsdl-codegen/runtime${from}";`;

it('imports from one entry what that has, and the rest from where it is', () => {
  const code = [
    importOf(['element', 'record as made', 'dateAsDate'], '/schema'),
    importOf(['ServiceClient'], ''),
    'export {};',
  ];
  expect(withRuntimeEntry(code.join('\n')).split('\n')).toEqual([
    importOf(['element', 'record as made'], '/generated'),
    importOf(['dateAsDate'], '/schema'),
    importOf(['ServiceClient'], '/generated'),
    'export {};',
  ]);
});

it('knows all functions that make descriptors', () => {
  const made = readFileSync(join(repository, 'runtime/src/schema/construct/construct.ts'), 'utf8');
  const names = [...made.matchAll(/^export (?:function|const) (\w+)/gm)].flatMap(([, name = '']) =>
    name === 'makeRestriction' ? [] : [name],
  );
  const makers = [...names, 'packedTexts'];
  expect(makers.filter((name) => !(name in entry))).toEqual([]);
  expect(withRuntimeEntry(importOf(makers, '/schema'))).toBe(importOf(makers, '/generated'));
});
