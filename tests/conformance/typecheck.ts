import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupBy } from '../../generator/contract/grouping.js';
import { checkSourcesBelow } from '../support/checked-sources.js';
import { compilerOptions } from '../support/compiler-options.js';

/** The first error of each package that has one, by the package's folder; that of nothing in particular is that of `''`. */
export type TypeErrors = ReadonlyMap<string, string>;

/** Type-checks packages under the options of which generated code promises to be clean. One run of `tsc` for all. */
export async function typecheck(root: string, work: string, folders: readonly string[]): Promise<TypeErrors> {
  for (const folder of folders) {
    checkSourcesBelow(`${folder}/src`);
  }
  return errorsOf(root, work, folders, { compilerOptions });
}

/**
 * Type-checks packages under the `tsconfig.json` that each has, and the declarations of the runtime with them. One run of `tsc` for all packages
 * in which this file is the same.
 */
export async function typecheckAsGenerated(
  root: string,
  work: string,
  folders: readonly string[],
): Promise<TypeErrors> {
  const groups = groupBy(folders, (folder) => readFileSync(join(folder, 'tsconfig.json'), 'utf8'));
  const errors: [string, string][] = [];
  for (const group of groups.values()) {
    const config = { extends: `${group[0]}/tsconfig.json`, compilerOptions: { noEmit: true, skipLibCheck: false } };
    errors.push(...(await errorsOf(root, work, group, config, true)));
  }
  return new Map(errors);
}

/** The compiler's errors. Those in the declarations of the runtime are of packages only where `withLibraries` says so. */
async function errorsOf(
  root: string,
  work: string,
  folders: readonly string[],
  config: object,
  withLibraries = false,
): Promise<TypeErrors> {
  // The compiler takes it as a mistake to be given nothing.
  if (folders.length === 0) {
    return new Map();
  }
  mkdirSync(work, { recursive: true });
  const include = folders.map((folder) => `${folder}/src`);
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify({ ...config, include, exclude: [] }));
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
    if (folder === '' && path !== '' && !withLibraries) {
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
