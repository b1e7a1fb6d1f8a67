import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSourcesBelow } from '../support/checked-sources.js';
import { compilerOptions } from '../support/compiler-options.js';

/** Type-checks generated packages under the options of which generated code promises to be clean. */

/** The first error of each package that has one, by the package's folder. One run of `tsc` for all. */
export async function typecheck(
  root: string,
  work: string,
  folders: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  // The compiler takes it as a mistake to be given nothing.
  if (folders.length === 0) {
    return new Map();
  }
  mkdirSync(work, { recursive: true });
  const include = folders.map((folder) => `${folder}/src`);
  include.forEach(checkSourcesBelow);
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions, include, exclude: [] }));
  const output = await run(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', work, '--pretty', 'false'],
    work,
  );
  const errors = new Map<string, string>();
  for (const line of output.split('\n')) {
    const match = /^(.*?)\(\d+,\d+\): (error TS.*)$/.exec(line) ?? /^()(error TS.*)$/.exec(line);
    if (!match) {
      continue;
    }
    const [, path = '', message = ''] = match;
    const folder = folders.find((candidate) => join(work, path).startsWith(`${candidate}/`)) ?? '';
    // Errors in the runtime's sources are not about generated code.
    if (folder === '' && path !== '') {
      continue;
    }
    if (!errors.has(folder)) {
      errors.set(folder, `${path.replace(/^.*\/src\//, 'src/')}: ${message}`);
    }
  }
  return errors;
}

function run(command: string, parameters: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, parameters, { cwd, maxBuffer: 256 * 1024 * 1024 }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}
