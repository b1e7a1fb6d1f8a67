import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs';

/** What stands at a path, links not followed. */
export interface Entry {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Identity on this machine: device and inode. */
  readonly id: string;
  /** Permission bits. */
  readonly mode: number;
  /** Last change of content, in milliseconds. */
  readonly modified: number;
}

/**
 * The only door to the disk for writing. Each method is one system call or nearly so, which lets a test end a run between
 * any two of them. Methods throw what `node:fs` throws.
 */
export interface Disk {
  entry(path: string): Entry | undefined;
  /** The text of a file; `undefined` when there is none. */
  read(path: string): string | undefined;
  /** The bytes of a file; `undefined` when there is none or it is a folder. */
  bytes(path: string): Uint8Array | undefined;
  list(folder: string): readonly string[];
  realPath(path: string): string;
  makeFolder(path: string, mode?: number): void;
  /** Creates a file, and returns when its bytes are on the disk. */
  write(path: string, text: string, mode?: number): void;
  /** A second name for a file; a copy where the file system knows no second names. */
  link(from: string, to: string): void;
  copyLink(from: string, to: string): void;
  /** Replaces a file at `to`. */
  rename(from: string, to: string): void;
  /** Swaps two folders in one step; false where the system cannot. */
  exchange(a: string, b: string): boolean;
  removeFile(path: string): void;
  removeFolder(path: string): void;
  /** Makes renames in a folder durable. */
  flush(folder: string): void;
}

/** The real disk. */
export const disk: Disk = {
  entry: (path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) return undefined;
    const kind = stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : stat.isSymbolicLink() ? 'link' : 'other';
    return { kind, id: `${stat.dev}:${stat.ino}`, mode: stat.mode & 0o7777, modified: stat.mtimeMs };
  },
  read: (path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      if (isCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
      throw error;
    }
  },
  bytes: (path) => {
    try {
      return readFileSync(path);
    } catch (error) {
      if (isCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined;
      throw error;
    }
  },
  list: (folder) => (existsSync(folder) ? readdirSync(folder).sort() : []),
  realPath: (path) => realpathSync(path),
  makeFolder: (path, mode) => {
    mkdirSync(path, { recursive: true, ...(mode !== undefined && { mode }) });
  },
  write: (path, text, mode = 0o666) => {
    const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode);
    try {
      const bytes = Buffer.from(text);
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  },
  link: (from, to) => {
    try {
      linkSync(from, to);
    } catch (error) {
      if (isCode(error, 'EEXIST', 'ENOENT')) throw error;
      copyFileSync(from, to, constants.COPYFILE_EXCL);
    }
  },
  copyLink: (from, to) => symlinkSync(readlinkSync(from), to),
  rename: (from, to) => renameSync(from, to),
  exchange,
  removeFile: (path) => unlinkSync(path),
  removeFolder: (path) => rmdirSync(path),
  flush: (folder) => {
    if (process.platform === 'win32') return;
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  },
};

/** True for an error of the file system with one of these codes. */
export function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException | null)?.code ?? '');
}

/** Numbers of `renameat2` on Linux (asm/unistd.h), by `process.arch`. */
const RENAMEAT2: Readonly<Record<string, number>> = { x64: 316, arm64: 276, riscv64: 276, s390x: 347, ppc64: 357 };

/**
 * Node has no name for `renameat2(RENAME_EXCHANGE)`, the one call that swaps two folders so that nobody sees a moment
 * between. GNU `mv` (9.5) has, and so has Perl, which stands on nearly every Linux.
 */
function exchange(a: string, b: string): boolean {
  if (process.platform !== 'linux') return false;
  const run = (command: string, args: readonly string[]): boolean =>
    spawnSync(command, args, { stdio: 'ignore', env: {} }).status === 0;
  const number = RENAMEAT2[process.arch];
  // When this process is killed meanwhile, the folders must stay as they are: the next run may be looking at them already.
  const call =
    'exit 1 if getppid() != $ARGV[3]; exit(syscall($ARGV[0] + 0, -100, $ARGV[1], -100, $ARGV[2], 2) == 0 ? 0 : 1)';
  if (number !== undefined && run('/usr/bin/perl', ['-e', call, String(number), a, b, String(process.pid)]))
    return true;
  return run('/usr/bin/mv', ['--exchange', '--no-target-directory', a, b]);
}
