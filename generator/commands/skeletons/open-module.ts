import { dirname, join, resolve } from 'node:path';
import { compiledFolder } from '../../emit/package-folders.js';
import type { OpenModule } from '../../emit/skeleton/index.js';
import type { Disk } from '../../output/disk.js';
import { isInside } from '../../source/locate.js';
import { textOf } from './find-skeleton.js';

/** Where generated packages are, for following imports. */
export interface PackagePlaces {
  /** Module specifier of the service's package, where it has one. */
  readonly importFrom: string;
  /** Absolute path of its output folder. */
  readonly out: string;
  /** Module specifiers of the other packages. */
  readonly otherPackages: ReadonlySet<string>;
  /** Absolute paths of their output folders. */
  readonly otherFolders: readonly string[];
}

/** Opens the files that a project imports by relative specifiers, and recognises generated packages. */
export function moduleOpener(disk: Disk, { importFrom, out, otherPackages, otherFolders }: PackagePlaces): OpenModule {
  return (specifier, from) => {
    if (!/^\.{1,2}(\/|$)/.test(specifier)) {
      if (otherPackages.has(specifier)) {
        return { kind: 'other-package' };
      }
      return specifier === importFrom ? { kind: 'package' } : undefined;
    }
    const path = resolve(dirname(from), specifier);
    if (
      [out, join(out, 'src'), join(out, compiledFolder, '.')].includes(
        path.replace(/([\\/]index)?(\.[mc]?[jt]s)?$/, ''),
      )
    ) {
      return { kind: 'package' };
    }
    if (otherFolders.some((folder) => isInside(path, folder))) {
      return { kind: 'other-package' };
    }
    for (const file of candidates(path)) {
      const text = textOf(disk, file);
      if (text !== undefined) {
        return { kind: 'file', path: file, text };
      }
    }
    return undefined;
  };
}

/** The files that a relative specifier may mean. */
function candidates(path: string): readonly string[] {
  const source = path.replace(/\.([mc]?)js$/, '.$1ts');
  return [
    source,
    `${path}.ts`,
    `${path}.mts`,
    `${path}.cts`,
    `${path}.d.ts`,
    join(path, 'index.ts'),
    path,
    ...['.tsx', '.js', '.jsx', '.mjs', '.cjs'].map((form) => path + form),
  ];
}
