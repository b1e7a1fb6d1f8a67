import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilerOptions } from '../support/compiler-options.js';
import { typeErrors } from '../support/type-errors.js';

it('generated code of every case is clean under the strict options', () => {
  const folder = mkdtempSync(join(__dirname, '.typecheck-'));
  try {
    const cases = readdirSync(__dirname, { withFileTypes: true }).filter((e) => e.isDirectory() && !e.name.startsWith('.'));
    const include = cases.map((entry) => `../${entry.name}/expected`);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
    expect(typeErrors(folder)).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
