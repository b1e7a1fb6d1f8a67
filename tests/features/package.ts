import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { Contract } from '../../generator/contract/model.js';
import type { Selection } from '../../generator/contract/select.js';
import type { Diagnostic } from '../../generator/diagnostics/diagnostic.js';
import { readContract, renderContract } from '../../generator/disk-pipeline.js';
import type { BindOptions } from '../../generator/typescript/names/options.js';
import { memoryDisk } from '../../generator/xsd/fixtures/memory.js';
import { checkedSource } from '../support/checked-sources.js';
import { compilerOptions } from '../support/compiler-options.js';
import { commonJs } from '../support/transform.mjs';
import { typeErrors } from '../support/type-errors.js';

/** A package that was made in memory. */
export interface InMemoryPackage {
  readonly contract: Contract;
  /** Texts by path within the package. */
  readonly files: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The options that differ from the defaults. */
export interface PackageOptions extends Selection, Partial<BindOptions> {}

/** Runs the whole pipeline over documents in memory; the first file is the input. */
export async function packageOf(
  sources: Readonly<Record<string, string>>,
  options: PackageOptions = {},
): Promise<InMemoryPackage> {
  const { include, exclude, only, roots, ...rest } = options;
  const selection = {
    ...(include && { include }),
    ...(exclude && { exclude }),
    ...(only && { only }),
    ...(roots && { roots }),
  };
  const inputs = Object.keys(sources).slice(0, 1);
  const [reading, found] = await readContract(inputs, selection, {
    workingFolder: '/work',
    read: memoryDisk(sources),
    strict: true,
  });
  const [rendering, more] = await renderContract(reading, { packageName: 'feature', ...rest, templates: [] });
  const files = new Map(rendering.files.map(({ path, text }) => [path, text]));
  return { contract: reading.contract, files, diagnostics: [...found, ...more] };
}

/** Errors and warnings as `code line:column`. */
export function findings({ diagnostics }: Pick<InMemoryPackage, 'diagnostics'>): readonly string[] {
  return diagnostics
    .filter(({ severity }) => severity !== 'info')
    .map(({ code, span }) => (span ? `${code} ${span.line}:${span.column}` : code));
}

/** The exports of a generated package, or of a module of it. */
// biome-ignore lint/suspicious/noExplicitAny: the types of packages made at run time are what the type check is for
export type Exports = Record<string, any>;

/** Loads a package without writing it. `beside` contains further modules by path, such as a user's mappings. */
export function load(
  files: ReadonlyMap<string, string>,
  beside: Readonly<Record<string, string>> = {},
  entry = 'src/index.ts',
): Exports {
  const all = new Map([...files, ...Object.entries(beside)]);
  const loaded = new Map<string, { exports: Exports }>();
  const requireFrom =
    (path: string) =>
    (specifier: string): unknown =>
      specifier.startsWith('.')
        ? loadFile(posix.join(posix.dirname(path), specifier.replace(/\.js$/, '.ts')))
        : jest.requireActual(specifier);
  const loadFile = (path: string): Exports => {
    const known = loaded.get(path);
    if (known) {
      return known.exports;
    }
    const text = all.get(path);
    if (text === undefined) {
      throw new Error(`no module ${path}`);
    }
    const { code } = commonJs(text, path);
    const module = { exports: {} as Exports };
    loaded.set(path, module);
    new Function('require', 'module', 'exports', code)(requireFrom(path), module, module.exports);
    return module.exports;
  };
  return loadFile(entry);
}

/** The compiler's messages about packages, each in a folder of its own name, under the strict options; `''` if there are none. */
export function typeCheck(packages: Readonly<Record<string, ReadonlyMap<string, string>>>): string {
  const folder = mkdtempSync(join(__dirname, '.typecheck-'));
  try {
    const sources: string[] = [];
    for (const [name, files] of Object.entries(packages)) {
      for (const [path, text] of files) {
        if (!path.endsWith('.ts')) {
          continue;
        }
        sources.push(`${name}/${path}`);
        mkdirSync(dirname(join(folder, name, path)), { recursive: true });
        writeFileSync(join(folder, name, path), checkedSource(text));
      }
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: sources }));
    // The runtime is compiled along from its sources, which are checked elsewhere.
    return typeErrors(folder).replace(/^runtime\/.*\n/gm, '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
