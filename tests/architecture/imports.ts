import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** Root of the repository. */
export const root: string = resolve(__dirname, '../..');

/** One import of one source file. Paths are relative to the repository, with `/`. */
export interface Import {
  readonly from: string;
  /** File in this repository, or the name of a package or Node module. */
  readonly to: string;
  readonly kind: 'file' | 'package';
  /** True for `import(...)`: loaded when it runs. */
  readonly dynamic: boolean;
  /** True for `import type`, which leaves no trace at run time. */
  readonly typeOnly: boolean;
  /** The name in package.json, `#fast`, whose files hosts choose from: this is one of them. */
  readonly chosenBy?: string;
}

/** A value of `imports` of a package.json: a file, or others by condition. */
type Target = string | { readonly [condition: string]: Target };

const manifest = JSON.parse(readFileSync(join(root, 'runtime/package.json'), 'utf8')) as {
  readonly imports: Readonly<Record<string, Target>>;
};

/** The sources that `#name` may be. The transport is where a host begins: it is no part of the order. */
function sourcesNamed(name: string): readonly string[] {
  const filesOf = (target: Target): readonly string[] =>
    typeof target === 'string' ? [target] : Object.values(target).flatMap(filesOf);
  return name === '#transport'
    ? []
    : filesOf(manifest.imports[name] ?? {})
        .filter((file) => file.endsWith('.ts'))
        .map((file) => file.replace(/^\./, 'runtime'));
}

const statement =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g;

/** Every TypeScript source below a folder, tests left out. */
export function sourcesBelow(folder: string): readonly string[] {
  const found: string[] = [];
  const visit = (directory: string): void => {
    for (const name of readdirSync(directory).sort()) {
      const path = join(directory, name);
      if (statSync(path).isDirectory()) {
        if (
          !['node_modules', 'dist', 'fixtures'].includes(name) &&
          !/^generator\b.*\btesting$/.test(relative(root, path))
        ) {
          visit(path);
        }
      } else if (name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.d.ts')) {
        found.push(relative(root, path).split(sep).join('/'));
      }
    }
  };
  visit(join(root, folder));
  return found;
}

/** The side packages, by their folders. */
export const packageFolders: readonly string[] = readdirSync(join(root, 'packages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'dist')
  .map(({ name }) => `packages/${name}`);

/** What a package.json says, as far as rules about imports need it. */
export interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly imports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The package.json of a folder. */
export function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
}

/** The sources that the package.json of a folder names: the entries of the package, and what it has by `#` names. */
export function namedSources(folder: string): readonly string[] {
  const { exports, imports } = manifestOf(folder);
  const found = (entry: unknown): readonly string[] =>
    typeof entry !== 'object' || entry === null
      ? []
      : Object.entries(entry).flatMap(([condition, target]) =>
          condition === 'wsdl-codegen-source' ? [`${folder}/${String(target).slice(2)}`] : found(target),
        );
  return [...new Set([...found(exports), ...found(imports ?? {})])];
}

/** The imports that a file makes. */
export function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  );
  const imports: Import[] = [];
  for (const match of text.matchAll(statement)) {
    const specifier = match[2] ?? match[3];
    if (specifier === undefined) {
      continue;
    }
    const common = { from: file, dynamic: match[3] !== undefined, typeOnly: match[1] !== undefined };
    if (specifier.startsWith('.')) {
      const to = relative(root, resolve(root, dirname(file), specifier))
        .split(sep)
        .join('/');
      imports.push({ ...common, kind: 'file', to: to.replace(/\.js$/, '.ts') });
    } else if (sourcesNamed(specifier).length > 0) {
      imports.push(
        ...sourcesNamed(specifier).map((to) => ({ ...common, kind: 'file' as const, to, chosenBy: specifier })),
      );
    } else {
      imports.push({ ...common, kind: 'package', to: specifier });
    }
  }
  return imports;
}
