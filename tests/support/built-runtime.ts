import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { repository } from './repository.js';

const cache = join(repository, 'node_modules/.cache/codegen-tests');

/**
 * Writes `dist` of the runtime into a folder, with all layouts and declarations, as the sources are now. It is built once for each state of the
 * sources, whatever number of test files and runs needs it.
 */
export function copyBuiltRuntime(folder: string): void {
  const built = join(cache, `runtime-${stateOfSources()}`);
  if (!existsSync(built)) {
    build(built);
  }
  cpSync(built, join(folder, 'dist'), { recursive: true });
}

/** Workers may build the same at the same time: the first one to finish counts. */
function build(target: string): void {
  const own = `${target}.${process.pid}`;
  const run = (...parameters: readonly string[]): void => {
    execFileSync(process.execPath, parameters, { cwd: repository, stdio: ['ignore', 'pipe', 'inherit'] });
  };
  const tsc = join(repository, 'node_modules/typescript/lib/tsc.js');
  const types = join(own, 'tsc');
  run(tsc, '-p', 'runtime', '--outDir', types, '--tsBuildInfoFile', join(types, '.tsbuildinfo'));
  for (const script of ['build-runtime', 'build-commonjs', 'build-declarations']) {
    run(`scripts/${script}.mjs`, own);
  }
  for (const older of existsSync(cache) ? readdirSync(cache) : []) {
    // Another worker may have finished the same, and be copying it.
    if (/^runtime-[0-9a-f]+$/.test(older) && older !== basename(target)) {
      rmSync(join(cache, older), { recursive: true, force: true });
    }
  }
  try {
    renameSync(own, target);
  } catch {
    rmSync(own, { recursive: true, force: true });
  }
}

/** A hash of what the build reads. */
function stateOfSources(): string {
  const hash = createHash('sha256');
  for (const path of ['runtime/package.json', 'runtime/tsconfig.json', 'package-lock.json']) {
    hash.update(readFileSync(join(repository, path)));
  }
  for (const folder of ['runtime/src', 'scripts']) {
    const files = readdirSync(join(repository, folder), { recursive: true, withFileTypes: true });
    const paths = files.filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'));
    for (const path of paths.map((entry) => join(entry.parentPath, entry.name)).sort()) {
      hash.update(`\0${path}\0`).update(readFileSync(path));
    }
  }
  return hash.digest('hex').slice(0, 24);
}
