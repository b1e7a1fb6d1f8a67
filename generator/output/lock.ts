import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type Disk, type Entry, isCode } from './disk.js';

/** A lock file names its owner. */
interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Distinguishes the locks of one process; the lock that this process takes has this text. */
  readonly nonce?: string | undefined;
}

/** Age in milliseconds after which a lock whose owner is unknown counts as forgotten: no run writes for so long. */
const forgottenAfter = 10 * 60_000;

/** How long to wait for another run, in milliseconds. */
const patience = 10_000;

/** Most bytes of a lock file. */
const maxBytes = 4096;

/** The result of requesting a lock. */
export type LockOutcome =
  | { readonly release: () => void }
  /** Another run holds it: `owner` says which one, `path` is the lock file. */
  | { readonly owner: string; readonly path: string };

/** The access that a lock needs to the outside world; tests pass their own. */
export interface LockWorld {
  readonly isAlive: (pid: number) => boolean;
  readonly sleep: (milliseconds: number) => void;
  readonly now: () => number;
}

const world: LockWorld = {
  isAlive: (pid) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return isCode(error, 'EPERM');
    }
  },
  sleep: (milliseconds) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds),
  now: () => Date.now(),
};

/** The place of a folder's lock: next to it, or inside it if only that is writable. */
export function lockPaths(root: string): readonly [beside: string, inside: string] {
  return [join(dirname(root), `.${basename(root)}.codegen.lock`), join(root, '.codegen.lock')];
}

/** Takes the lock of a folder; waits for a while if another run holds it. The lock of a dead run is taken over. */
export function acquireLock(disk: Disk, root: string, state: LockWorld = world): LockOutcome {
  const [beside, inside] = lockPaths(root);
  try {
    return acquire(disk, beside, state);
  } catch (error) {
    if (!isCode(error, 'EACCES', 'EPERM', 'EROFS') || disk.entry(root)?.kind !== 'folder') {
      throw error;
    }
    return acquire(disk, inside, state);
  }
}

/** True if a run that is dead left its lock. Taking the lock removes it. */
export function hasDeadLock(disk: Disk, root: string, state: LockWorld = world): boolean {
  return lockPaths(root).some((path) => isDead(readOwner(disk, path), disk.entry(path), state));
}

function isDead(owner: Owner | undefined, entry: Entry | undefined, { isAlive, now }: LockWorld): boolean {
  if (entry === undefined || !isLock(entry, owner)) {
    return false;
  }
  if (owner?.host === hostname() && !isAlive(owner.pid)) {
    return true;
  }
  return now() - entry.modified > forgottenAfter;
}

function acquire(disk: Disk, path: string, state: LockWorld): LockOutcome {
  const self: Owner = { pid: process.pid, host: hostname(), nonce: randomBytes(8).toString('hex') };
  const end = state.now() + patience;
  for (;;) {
    if (tryCreate(disk, path, self)) {
      sweep(disk, path, self, state.isAlive);
      return { release: () => release(disk, path, self) };
    }
    const entry = disk.entry(path);
    const owner = readOwner(disk, path);
    // A lock that changes at this moment is judged again when it is stable.
    const isStill = entry !== undefined && disk.entry(path)?.evidence === entry.evidence;
    if (isStill && !isLock(entry, owner)) {
      return { owner: 'unknown', path };
    }
    if (isStill && isDead(owner, entry, state)) {
      takeAway(disk, path, owner, self);
    } else if (state.now() >= end) {
      return { owner: owner ? `process ${owner.pid} on ${owner.host}` : 'unknown', path };
    } else {
      state.sleep(50);
    }
  }
}

/** Only a lock can be taken over. An empty file is the lock of a run that died while it wrote it. */
function isLock(entry: Entry, owner: Owner | undefined): boolean {
  return entry.kind === 'file' && (owner !== undefined || entry.size === 0);
}

/** Removes the left-overs of runs that were killed while they took or removed the lock. */
function sweep(disk: Disk, path: string, self: Owner, isAlive: LockWorld['isAlive']): void {
  const folder = dirname(path);
  for (const name of disk.list(folder)) {
    if (!name.startsWith(`${basename(path)}.`)) {
      continue;
    }
    const pid = Number(/^\.(\d+)(\.[0-9a-f]{16})?(\.dead)?$/.exec(name.slice(basename(path).length))?.[1]);
    const left = join(folder, name);
    if (pid > 0 && (pid === self.pid || !isAlive(pid)) && isLeftOver(disk, left, self)) {
      removeIfThere(disk, left);
    }
  }
}

/** A lock file of this machine, or an empty one. */
function isLeftOver(disk: Disk, path: string, self: Owner): boolean {
  const entry = disk.entry(path);
  return entry?.kind === 'file' && (entry.size === 0 || readOwner(disk, path)?.host === self.host);
}

function removeIfThere(disk: Disk, path: string): void {
  try {
    disk.removeFile(path);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) {
      throw error;
    }
  }
}

/** The file appears with its content: a reader never sees it empty. */
function tryCreate(disk: Disk, path: string, self: Owner): boolean {
  if (disk.entry(path)) {
    return false;
  }
  const own = `${path}.${self.pid}.${self.nonce}`;
  disk.makeFolder(dirname(path));
  try {
    disk.write(own, JSON.stringify(self));
    disk.link(own, path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) {
      return false;
    }
    throw error;
  } finally {
    removeIfThere(disk, own);
  }
}

function readOwner(disk: Disk, path: string): Owner | undefined {
  if ((disk.entry(path)?.size ?? 0) > maxBytes) {
    return undefined;
  }
  try {
    const { pid, host, nonce } = JSON.parse(disk.read(path) ?? '') as Readonly<Record<string, unknown>>;
    if (!Number.isSafeInteger(pid) || Number(pid) <= 0 || typeof host !== 'string') {
      return undefined;
    }
    return { pid: Number(pid), host, nonce: typeof nonce === 'string' ? nonce : undefined };
  } catch {
    return undefined;
  }
}

/**
 * Removes a dead run's lock. Another run may do the same at this moment, so the file that was moved away must be the one that
 * was judged.
 */
function takeAway(disk: Disk, path: string, judged: Owner | undefined, self: Owner): void {
  const aside = `${path}.${self.pid}.${self.nonce}.dead`;
  try {
    disk.rename(path, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) {
      return;
    }
    throw error;
  }
  const moved = readOwner(disk, aside);
  const isJudged = moved?.pid === judged?.pid && moved?.nonce === judged?.nonce;
  if (moved && !isJudged && !disk.entry(path)) {
    disk.link(aside, path);
  }
  disk.removeFile(aside);
}

function release(disk: Disk, path: string, self: Owner): void {
  if (readOwner(disk, path)?.nonce === self.nonce) {
    disk.removeFile(path);
  }
}
