import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord } from '../output/json-text.js';

/** The conditions of `exports` in a package.json that hold for an `import` in Node. */
const conditions: ReadonlySet<string> = new Set(['node', 'import', 'module-sync', 'default']);

/** The part of a package.json that says what its modules are. */
interface PackageManifest {
  readonly exports?: unknown;
}

/**
 * URL of the module that `import` finds for the name of a package or of a module in one; `from` is the path of the importing
 * module. `require.resolve` would find the CommonJS form of a package that has both. Throws Node's error if there is none.
 */
export function resolvePackage(specifier: string, from: string): string {
  return pathToFileURL(imported(specifier, from) ?? createRequire(from).resolve(specifier)).href;
}

function imported(specifier: string, from: string): string | undefined {
  const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(specifier) ?? [];
  const folder = folderOf(name, dirname(from));
  if (folder === undefined) {
    return undefined;
  }
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageManifest;
  const target = targetOf(exports, `.${rest}`);
  const path = target === undefined ? undefined : join(folder, target);
  return path !== undefined && existsSync(path) ? path : undefined;
}

/** The nearest folder with a package of this name, as Node looks for it from a folder. */
export function folderOf(name: string, start: string): string | undefined {
  for (let folder = start, parent = dirname(folder); ; folder = parent, parent = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) {
      return found;
    }
    if (parent === folder) {
      return undefined;
    }
  }
}

/** Patterns with `*` are left to `require.resolve`. */
function targetOf(exports: unknown, subpath: string): string | undefined {
  const isMap = isRecord(exports) && Object.keys(exports).some((key) => key.startsWith('.'));
  return isMap ? chosen(exports[subpath]) : subpath === '.' ? chosen(exports) : undefined;
}

function chosen(entry: unknown): string | undefined {
  if (typeof entry === 'string') {
    return entry;
  }
  const choices = Array.isArray(entry)
    ? entry
    : isRecord(entry)
      ? Object.keys(entry).flatMap((condition) => (conditions.has(condition) ? [entry[condition]] : []))
      : [];
  return choices.map(chosen).find((target) => target !== undefined);
}
