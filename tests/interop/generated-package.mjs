import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Generates a package from a descriptor, as a user does, checks its types, and returns what it exports. `folder` must be below the repository, where
 * packages find the runtime.
 */
export async function generatedPackage(descriptor, name, folder) {
  const codegen = `${root}dist/generator/bin.js`;
  if (!existsSync(codegen)) {
    throw new Error('dist/generator is missing: run npm run build');
  }
  const run = (...args) =>
    execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    run(codegen, 'generate', descriptor, '--out', folder, '--name', name, '--allow-remote', '--force');
    run(`${root}node_modules/typescript/bin/tsc`, '-p', folder);
  } catch (error) {
    throw new Error(`no package from ${descriptor}: ${error.stdout}${error.stderr}`);
  }
  return await import(`${folder}/js/index.js`);
}
