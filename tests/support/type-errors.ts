import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { repository } from './repository.js';

const tsc = join(repository, 'node_modules/typescript/bin/tsc');
let isBuilt = false;

/** Projects may see the declarations of the runtime, which are built from its sources when these have changed. */
function buildDeclarations(): void {
  if (!isBuilt) {
    execFileSync(process.execPath, [tsc, '-b', 'runtime'], { cwd: repository, stdio: 'inherit' });
    isBuilt = true;
  }
}

/** The compiler's messages about the project in a folder, with paths from `cwd`, the repository by default; `''` if there are none. */
export function typeErrors(project: string, cwd: string = repository): string {
  buildDeclarations();
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
