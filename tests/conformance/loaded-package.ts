import { readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { createServer } from '@wsdl-codegen/runtime';
import { packageName } from './compile.js';

type Exports = Readonly<Record<string, unknown>>;

/** A package as a program has it: by `import` or by `require`. */
export interface LoadedPackage {
  readonly form: 'import' | 'require';
  readonly exports: Exports;
  /** The function of the runtime that the package uses in this form. */
  readonly createServer: typeof createServer;
}

/** Loads a package in both forms, and each of its paths. Throws an `Error` where they differ. */
export async function loadPackage(folder: string): Promise<readonly LoadedPackage[]> {
  const entry = join(folder, 'load.mjs');
  writeFileSync(entry, 'export const load = (specifier) => import(specifier);\n');
  const { load } = (await import(pathToFileURL(entry).href)) as { readonly load: (name: string) => Promise<Exports> };
  const require = createRequire(entry);
  for (const specifier of specifiersOf(folder)) {
    const imported = await load(specifier);
    // A module that exports `then` would give something else.
    if (Object.prototype.toString.call(imported) !== '[object Module]') {
      throw new Error(`import("${specifier}") does not give the module`);
    }
    const required = require(specifier) as Exports;
    const found = await load(pathToFileURL(require.resolve(specifier)).href);
    compare(specifier, namesOf(imported), namesOf(required), 'require');
    compare(specifier, namesOf(imported), namesOf(found), 'import of what require loads');
  }
  return [
    { form: 'import', exports: await load(packageName), ...serverOf(await load('@wsdl-codegen/runtime')) },
    { form: 'require', exports: require(packageName) as Exports, ...serverOf(require('@wsdl-codegen/runtime')) },
  ];
}

function serverOf(runtime: unknown): Pick<LoadedPackage, 'createServer'> {
  const { createServer } = runtime as Pick<LoadedPackage, 'createServer'>;
  return { createServer };
}

/** The paths that programs may name; those of documents are not the same in each form. */
function specifiersOf(folder: string): readonly string[] {
  const sources = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' });
  const modules = sources.filter((path) => /^(?!index|documents|schema\/.*part-).*(?<!\.wsdl)\.ts$/.test(path));
  return [packageName, ...modules.map((path) => `${packageName}/${path.replace(/\.ts$/, '')}`)];
}

function namesOf(module: Exports): readonly string[] {
  return Object.keys(module).filter((name) => !['__esModule', 'default', 'module.exports'].includes(name));
}

function compare(specifier: string, names: readonly string[], others: readonly string[], how: string): void {
  const missing = names.filter((name) => !others.includes(name));
  const surplus = others.filter((name) => !names.includes(name));
  if (missing.length + surplus.length > 0) {
    throw new Error(`${specifier}: by ${how} missing: ${missing.join(' ')}; surplus: ${surplus.join(' ')}`);
  }
}
