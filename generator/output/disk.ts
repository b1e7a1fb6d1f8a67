import { spawnSync } from 'node:child_process';
import {
  accessSync,
  type BigIntStats,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  createReadStream,
  existsSync,
  fstatSync,
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

/** The kind of entry at a path, without following links. */
export interface Entry {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Identity on this machine: device and inode. */
  readonly id: string;
  /**
   * Inode, and the time of the last change of the entry in nanoseconds: programs cannot set it, and nobody can know it in
   * advance.
   */
  readonly evidence: string;
  /** False if it belongs to another user. */
  readonly own: boolean;
  /** Permission bits. */
  readonly mode: number;
  readonly size: number;
  /** How many names (hard links) the file has. */
  readonly links: number;
  /** Last change of content, in milliseconds. */
  readonly modified: number;
}

/**
 * The only access to the disk for writing. Each method is one system call or nearly so, which lets a test end a run between
 * any two of them. Methods throw the errors of `node:fs`.
 */
export interface Disk {
  entry(path: string): Entry | undefined;
  /** The text of a plain file; `undefined` if there is no file, or a link. */
  read(path: string): string | undefined;
  /** The bytes of a file that the user named, following links; `undefined` if it does not exist or is not a file. */
  bytes(path: string): Uint8Array | undefined;
  /** The bytes of such a file piece by piece, for files that are larger than the memory. */
  pieces(path: string): AsyncIterable<Uint8Array>;
  list(folder: string): readonly string[];
  /** The path with all links followed; `undefined` if the target does not exist. */
  realPath(path: string): string | undefined;
  /** True if files may be made and removed in a folder. */
  isWritable(folder: string): boolean;
  /** Creates a folder and those above it that do not exist. */
  makeFolder(path: string): void;
  /** Creates a folder; throws `EEXIST` if anything exists at the path. */
  makeNewFolder(path: string, mode?: number): void;
  setMode(path: string, mode: number): void;
  /** Creates a file, and returns when its bytes are on the disk. */
  write(path: string, content: string | Uint8Array, mode?: number): void;
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
    const stat = statOf(path);
    if (!stat) {
      return undefined;
    }
    return {
      kind: stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : stat.isSymbolicLink() ? 'link' : 'other',
      id: `${stat.dev}:${stat.ino}`,
      evidence: `${stat.ino}-${stat.ctimeNs}`,
      own: user === undefined || stat.uid === user,
      mode: Number(stat.mode) & 0o777,
      size: Number(stat.size),
      links: Number(stat.nlink),
      modified: Number(stat.mtimeMs),
    };
  },
  read: (path) => {
    return statOf(path)?.isFile() ? readPlain(path, constants.O_NOFOLLOW ?? 0)?.toString('utf8') : undefined;
  },
  bytes: (path) => readPlain(path, 0),
  pieces: (path) => createReadStream(path, { highWaterMark: 1024 * 1024 }),
  list: (folder) => (existsSync(folder) ? readdirSync(folder).sort() : []),
  realPath: (path) => {
    try {
      return realpathSync(path);
    } catch (error) {
      if (isCode(error, 'ENOENT', 'ELOOP')) {
        return undefined;
      }
      throw error;
    }
  },
  isWritable: (folder) => {
    try {
      accessSync(folder, constants.W_OK | constants.X_OK);
      return true;
    } catch {
      return false;
    }
  },
  makeFolder: (path) => {
    mkdirSync(path, { recursive: true });
  },
  makeNewFolder: (path, mode = 0o777) => mkdirSync(path, { mode }),
  setMode: (path, mode) => chmodSync(path, mode),
  write: (path, content, mode = 0o666) => {
    const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode);
    try {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      for (let written = 0; written < bytes.length; ) {
        written += writeSync(file, bytes, written);
      }
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  },
  link: (from, to) => {
    try {
      linkSync(from, to);
    } catch (error) {
      if (isCode(error, 'EEXIST', 'ENOENT')) {
        throw error;
      }
      copyFileSync(from, to, constants.COPYFILE_EXCL);
    }
  },
  copyLink: (from, to) => symlinkSync(readlinkSync(from), to),
  rename: (from, to) => renameSync(from, to),
  exchange,
  removeFile: (path) => unlinkSync(path),
  removeFolder: (path) => rmdirSync(path),
  flush: (folder) => {
    if (process.platform === 'win32') {
      return;
    }
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  },
};

/** This process' user, to whom its files belong; `undefined` on Windows. */
const user = process.geteuid ? BigInt(process.geteuid()) : undefined;

function statOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) {
      return undefined;
    }
    throw error;
  }
}

/** Opening a pipe that nobody writes to would wait forever. */
const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

function readPlain(path: string, flags: number): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, readFlags | flags);
    return fstatSync(file).isFile() ? readFileSync(file) : undefined;
  } catch (error) {
    // ELOOP and EMLINK: it has just become a link.
    if (isCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'EMLINK', 'ENXIO')) {
      return undefined;
    }
    throw error;
  } finally {
    if (file !== undefined) {
      closeSync(file);
    }
  }
}

/** True for an error of the file system with one of these codes. */
export function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException | null)?.code ?? '');
}

/** Numbers of `renameat2` on Linux (asm/unistd.h), by `process.arch`. */
const renameat2Numbers: Readonly<Record<string, number>> = {
  x64: 316,
  arm64: 276,
  riscv64: 276,
  s390x: 347,
  ppc64: 357,
};

/**
 * Node has no name for `renameat2(RENAME_EXCHANGE)`, the one call that swaps two folders without a moment in between. GNU
 * `mv` (9.5) can call it, and so can Perl, which is installed on nearly every Linux.
 */
function exchange(a: string, b: string): boolean {
  if (process.platform !== 'linux') {
    return false;
  }
  const run = (command: string, args: readonly string[]): boolean =>
    spawnSync(command, args, { stdio: 'ignore', env: {} }).status === 0;
  const number = renameat2Numbers[process.arch];
  // If this process is killed in the meantime, the folders must stay as they are: the next run may be checking them already.
  const call =
    'exit 1 if getppid() != $ARGV[3]; exit(syscall($ARGV[0] + 0, -100, $ARGV[1], -100, $ARGV[2], 2) == 0 ? 0 : 1)';
  if (number !== undefined && run('/usr/bin/perl', ['-e', call, String(number), a, b, String(process.pid)])) {
    return true;
  }
  return run('/usr/bin/mv', ['--exchange', '--no-target-directory', a, b]);
}
