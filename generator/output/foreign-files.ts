import { join } from 'node:path';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import type { Disk } from './disk.js';
import { manifestFile, parseManifest } from './manifest.js';

/** How many files a diagnostic names. */
const maxShown = 5;

/** A folder with generated files. */
export interface GeneratedFolder {
  /** Absolute path. */
  readonly folder: string;
  /** The same, as the user knows it. */
  readonly display: string;
  /** Absolute path of a folder with files of the user, which may be inside. */
  readonly users?: string | undefined;
}

/**
 * Says which files codegen did not write in the folders that it fills, such as `src/`: they may be left over from an earlier run, and would be published with
 * the package. Files beside those folders belong to the user. Names that begin with a point are left out: editors and systems make them.
 */
export function foreignFiles({ folder, display, users }: GeneratedFolder, disk: Disk): readonly Diagnostic[] {
  const [manifest] = parseManifest(disk.read(join(folder, manifestFile)), manifestFile);
  // Where case makes no difference, another spelling of a generated file is that file.
  const known = new Set(Object.keys(manifest?.files ?? {}).map((path) => path.toLowerCase()));
  const folders = new Set([...known].flatMap((path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : [])));
  const found = [...folders].sort().flatMap((name) => filesBelow(folder, name, disk, users));
  const foreign = found.filter((path) => !known.has(path.toLowerCase()));
  if (foreign.length === 0) {
    return [];
  }
  const more = foreign.length > maxShown ? [`${foreign.length - maxShown} more`] : [];
  const files = [...foreign.slice(0, maxShown), ...more].join(', ');
  return [diagnostic('output/foreign-files', { path: display === '' ? '.' : display, files })];
}

function filesBelow(root: string, path: string, disk: Disk, users: string | undefined): readonly string[] {
  const absolute = join(root, path);
  const kind = absolute === users ? undefined : disk.entry(absolute)?.kind;
  if (kind !== 'folder') {
    return kind === undefined ? [] : [path];
  }
  const names = [...disk.list(absolute)].filter((name) => !name.startsWith('.')).sort();
  return names.flatMap((name) => filesBelow(root, `${path}/${name}`, disk, users));
}
