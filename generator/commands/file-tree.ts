import { execFile } from 'node:child_process';
import { isAbsolute, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { disk } from '../output/disk.js';
import { listFolder, readDocument } from '../source/files.js';
import type { ListFolder, ReadDocument } from '../source/outside-access.js';

const run = promisify(execFile);

/** The largest file that is read from a repository, in bytes. */
const maxBytes = 256 * 1024 * 1024;

/** How the documents of a job are read: from the disk, or from elsewhere under the same paths. */
export interface DocumentAccess {
  readonly read: ReadDocument;
  readonly list: ListFolder;
}

/** Where the files of a project are read: on the disk, or in a revision of its repository. Paths are absolute ones of the disk. */
export interface FileTree extends DocumentAccess {
  /** Begins the names of its files in messages: `git:REVISION:`; empty for the disk. */
  readonly prefix: string;
  /** The content of a file; `undefined` if there is none. */
  readonly bytes: (path: string) => Promise<Uint8Array | undefined>;
  /** The absolute paths of all files of a name below a folder, sorted; none are looked for on the disk. */
  readonly find: (folder: string, name: string) => Promise<readonly string[]>;
  /** True if there is a file or a folder. */
  readonly has: (path: string) => Promise<boolean>;
}

/** The disk. */
export const diskTree: FileTree = {
  read: readDocument,
  list: listFolder,
  prefix: '',
  bytes: async (path) => disk.bytes(path),
  find: async () => [],
  has: async (path) => disk.entry(path) !== undefined,
};

/** The text of a file; `undefined` if there is none. */
export async function textIn(tree: FileTree, path: string): Promise<string | undefined> {
  const content = await tree.bytes(path);
  return content && new TextDecoder().decode(content);
}

/** A revision of the repository that contains a folder, or the disk without one. */
export async function fileTree(revision: string | undefined, folder: string): Promise<Result<FileTree | undefined>> {
  const tree = revision === undefined ? diskTree : await gitTree(revision, folder);
  return typeof tree === 'string'
    ? [undefined, [diagnostic('diff/revision', { revision: revision ?? '', reason: tree })]]
    : [tree, []];
}

/** A revision of git; a text that says why there is none. */
async function gitTree(revision: string, folder: string): Promise<FileTree | string> {
  // A revision that begins with a hyphen would be an option.
  if (revision.startsWith('-')) {
    return `"${revision}" is not the name of a revision`;
  }
  const root = (await git(folder, ['rev-parse', '--show-toplevel']))?.trim();
  if (root === undefined) {
    return 'this folder is in no git repository, or git is not installed';
  }
  const commit = (await git(folder, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]))?.trim();
  if (commit === undefined) {
    return `the repository has no revision "${revision}"`;
  }
  const paths = await git(root, ['ls-tree', '-r', '--full-tree', '--name-only', '-z', commit]);
  return paths === undefined
    ? 'this clone lacks folders of it: clone without --filter'
    : treeOf(`git:${revision}:`, root, commit, paths.split('\0').slice(0, -1));
}

function treeOf(prefix: string, root: string, commit: string, paths: readonly string[]): FileTree {
  const files = new Set(paths);
  const inside = (path: string): string | undefined => {
    const short = relative(root, path).replaceAll('\\', '/');
    return short === '..' || short.startsWith('../') || isAbsolute(short) ? undefined : short;
  };
  /** The paths below a folder, without it. */
  const below = (folder: string): readonly string[] => {
    const short = inside(folder);
    const start = short === '' ? '' : `${short}/`;
    return short === undefined ? [] : paths.flatMap((path) => (path.startsWith(start) ? path.slice(start.length) : []));
  };
  const bytes = async (path: string): Promise<Uint8Array | undefined> => {
    const short = inside(path);
    return short === undefined || !files.has(short)
      ? undefined
      : gitBytes(root, ['cat-file', 'blob', `${commit}:${short}`]);
  };
  return {
    prefix,
    read: async (path, limits) => {
      const content = await bytes(path);
      if (content === undefined) {
        return { kind: 'missing' };
      }
      return content.length > limits.maxBytes ? { kind: 'tooLarge' } : { kind: 'found', bytes: content };
    },
    list: async (path) => [...new Set(below(path).map((each) => each.split('/', 1)[0] as string))].sort(),
    find: async (folder, name) =>
      below(folder)
        .filter((path) => path.split('/').at(-1) === name)
        .map((path) => join(folder, path)),
    bytes,
    has: async (path) => files.has(inside(path) ?? '') || below(path).length > 0,
  };
}

/** The output of git as text; `undefined` when it fails. */
export async function git(folder: string, parameters: readonly string[]): Promise<string | undefined> {
  const content = await gitBytes(folder, parameters);
  return content && new TextDecoder().decode(content);
}

/** What the settings of a repository could run is off: monitors of files, hooks, and transports that fetch what a clone lacks. */
const settings = ['--no-pager', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];
const fetchesNothing = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0' };

/** The output of git; `undefined` when it fails. */
async function gitBytes(folder: string, parameters: readonly string[]): Promise<Uint8Array | undefined> {
  try {
    const { stdout } = await run('git', [...settings, ...parameters], {
      cwd: folder,
      encoding: 'buffer',
      maxBuffer: maxBytes,
      env: { ...process.env, ...fetchesNothing },
    });
    return stdout;
  } catch {
    return undefined;
  }
}
