import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compilerOptions } from '../support/compiler-options.js';

it('generated code of every case is clean under the strict options', () => {
  const folder = mkdtempSync(join(__dirname, '.typecheck-'));
  try {
    const cases = readdirSync(__dirname, { withFileTypes: true }).filter((e) => e.isDirectory() && !e.name.startsWith('.'));
    const include = cases.map((entry) => `../${entry.name}/expected`);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
    const tsc = join(__dirname, '../../node_modules/typescript/bin/tsc');
    expect(run(process.execPath, [tsc, '-p', folder])).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

/** The output of a command; nothing if it succeeds silently. */
function run(command: string, parameters: readonly string[]): string {
  try {
    return execFileSync(command, parameters, { encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
