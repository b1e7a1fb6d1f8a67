import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { repository } from './repository.js';

const tsc = join(repository, 'node_modules/typescript/bin/tsc');
const built = new Set<string>();

/** Projects may see the declarations of a project of the repository, which are built from its sources when these have changed. */
export function buildDeclarations(project: string): void {
  if (!built.has(project)) {
    execFileSync(process.execPath, [tsc, '-b', project], { cwd: repository, stdio: 'inherit' });
    built.add(project);
  }
}

/** The compiler's messages about the project in a folder, with paths from `cwd`, the repository by default; `''` if there are none. */
export function typeErrors(project: string, cwd: string = repository): string {
  buildDeclarations('runtime');
  try {
    execFileSync(process.execPath, [tsc, '-p', project, '--pretty', 'false'], {
      encoding: 'utf8',
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return '';
  } catch (error) {
    const { stdout } = error as { readonly stdout?: string };
    return stdout || String(error);
  }
}
