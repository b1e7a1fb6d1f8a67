import { execFile } from 'node:child_process';
import { isAbsolute, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { ListFolder, ReadDocument } from '../source/outside-access.js';

const run = promisify(execFile);

/** The largest file that is read from a repository, in bytes. */
const maxBytes = 256 * 1024 * 1024;

/** A revision of a git repository that can be read like a disk. */
export interface GitTree {
  /** Reads a file by its absolute path in the working tree. */
  readonly read: ReadDocument;
  /** Lists a folder by its absolute path in the working tree. */
  readonly list: ListFolder;
  /** The content of a file; `undefined` if the revision does not have it. */
  readonly bytes: (path: string) => Promise<Uint8Array | undefined>;
  /** The text of a file; `undefined` if the revision does not have it. */
  readonly text: (path: string) => Promise<string | undefined>;
  /** The absolute paths of all files of a name below a folder, sorted. */
  readonly find: (folder: string, name: string) => Promise<readonly string[]>;
  /** Whether a path is a file, a folder, or missing. */
  readonly kind: (path: string) => Promise<'file' | 'folder' | 'missing'>;
}

/** A revision of the repository that contains a folder; a text that says why there is none. */
export async function gitTree(revision: string, folder: string): Promise<GitTree | string> {
  // A revision that begins with a hyphen would be an option.
  if (revision.startsWith('-')) {
    return `"${revision}" is not the name of a revision`;
  }
  const root = await git(folder, ['rev-parse', '--show-toplevel']);
  if (root === undefined) {
    return 'this folder is in no git repository, or git is not installed';
  }
  const commit = await git(folder, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]);
  if (commit === undefined) {
    return `the repository has no revision "${revision}"`;
  }
  return treeOf(root.trim(), commit.trim());
}

function treeOf(root: string, commit: string): GitTree {
  const inside = (path: string): string | undefined => {
    const short = relative(root, path).replaceAll('\\', '/');
    return short === '..' || short.startsWith('../') || isAbsolute(short) ? undefined : short;
  };
  const object = (path: string): string | undefined => {
    const short = inside(path);
    return short === undefined ? undefined : `${commit}:${short}`;
  };
  const bytes = async (path: string): Promise<Uint8Array | undefined> => {
    const name = object(path);
    return name === undefined ? undefined : gitBytes(root, ['cat-file', 'blob', name]);
  };
  const names = async (parameters: readonly string[]): Promise<readonly string[]> =>
    ((await git(root, parameters)) ?? '').split('\0').filter((each) => each !== '');
  return {
    read: async (path, limits) => {
      const content = await bytes(path);
      if (content === undefined) {
        return { kind: 'missing' };
      }
      return content.length > limits.maxBytes ? { kind: 'tooLarge' } : { kind: 'found', bytes: content };
    },
    list: async (path) => {
      const name = object(path);
      return name === undefined ? [] : [...(await names(['ls-tree', '--name-only', '-z', name]))].sort();
    },
    find: async (folder, name) => {
      const short = inside(folder);
      const below = short === undefined || short === '' ? [] : ['--', short];
      const files = short === undefined ? [] : await names(['ls-tree', '-r', '--name-only', '-z', commit, ...below]);
      return files.filter((path) => path.split('/').at(-1) === name).map((path) => join(root, path));
    },
    bytes,
    text: async (path) => {
      const content = await bytes(path);
      return content && new TextDecoder().decode(content);
    },
    kind: async (path) => {
      const name = object(path);
      const type = name === undefined ? undefined : (await git(root, ['cat-file', '-t', name]))?.trim();
      return type === 'blob' ? 'file' : type === 'tree' ? 'folder' : 'missing';
    },
  };
}

async function git(folder: string, parameters: readonly string[]): Promise<string | undefined> {
  const content = await gitBytes(folder, parameters);
  return content && new TextDecoder().decode(content);
}

/** The output of git; `undefined` when it fails. */
async function gitBytes(folder: string, parameters: readonly string[]): Promise<Uint8Array | undefined> {
  try {
    const { stdout } = await run('git', [...parameters], { cwd: folder, encoding: 'buffer', maxBuffer: maxBytes });
    return stdout;
  } catch {
    return undefined;
  }
}
