import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSourcesBelow } from '../support/checked-sources.js';
import { compilerOptions } from '../support/compiler-options.js';
import { typeErrors } from '../support/type-errors.js';

const generated = join(__dirname, '../../generated');

it('generated code of every case, and what is checked in of packages, is clean under the strict options, its data as well', () => {
  const folder = mkdtempSync(join(__dirname, '.typecheck-'));
  try {
    const cases = readdirSync(__dirname, { withFileTypes: true }).filter((e) => e.isDirectory() && !e.name.startsWith('.'));
    for (const { name } of cases) cpSync(join(__dirname, name, 'expected'), join(folder, name), { recursive: true });
    for (const name of readdirSync(generated)) {
      for (const part of ['src', 'documents']) cpSync(join(generated, name, part), join(folder, name, part), { recursive: true });
    }
    checkSourcesBelow(folder);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
    expect(typeErrors(folder)).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
