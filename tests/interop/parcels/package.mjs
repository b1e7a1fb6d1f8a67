import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parcelsOf } from './own.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The descriptor that Microsoft's WCF publishes for the service. */
export const parcelsWsdl = fileURLToPath(new URL('./Parcels.wsdl', import.meta.url));

/**
 * Generates a package from a descriptor of the service, as a user does, compiles it, and returns its client and server for
 * canonical values. `folder` must be below the repository, where packages find the runtime.
 */
export async function generatedParcels(descriptor, folder) {
  const codegen = `${root}dist/generator/bin.js`;
  if (!existsSync(codegen)) {
    throw new Error('dist/generator is missing: run npm run build');
  }
  const run = (...args) =>
    execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    run(codegen, 'generate', descriptor, '--out', folder, '--name', 'parcels', '--allow-remote', '--force');
    run(`${root}node_modules/typescript/bin/tsc`, '-p', folder);
  } catch (error) {
    throw new Error(`no package from ${descriptor}: ${error.stdout}${error.stderr}`);
  }
  return parcelsOf(await import(`${folder}/dist/index.js`));
}
