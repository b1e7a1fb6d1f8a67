import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type Disk, isCode } from './disk.js';

/** A lock file names its owner. */
interface Owner {
  readonly pid: number;
  readonly host: string;
}

/** Age in milliseconds after which a lock whose owner cannot be asked counts as forgotten: no run writes for so long. */
const FORGOTTEN = 10 * 60_000;

/** How long to wait for another run, in milliseconds. */
const PATIENCE = 10_000;

/** What became of asking for a lock. */
export type LockOutcome = { readonly release: () => void } | { readonly owner: string };

/** What a lock has to know of the world; tests pass their own. */
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

/** Where the lock of a folder stands: beside it, or inside where only that can be written. */
export function lockPaths(root: string): readonly [beside: string, inside: string] {
  return [join(dirname(root), `.${basename(root)}.codegen.lock`), join(root, '.codegen.lock')];
}

/** Takes the lock of a folder; waits for a while when another run holds it. A lock of a run that is dead is taken over. */
export function acquireLock(disk: Disk, root: string, state: LockWorld = world): LockOutcome {
  const [beside, inside] = lockPaths(root);
  try {
    return acquire(disk, beside, state);
  } catch (error) {
    if (!isCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
    return acquire(disk, inside, state);
  }
}

function acquire(disk: Disk, path: string, { isAlive, sleep, now }: LockWorld): LockOutcome {
  const self: Owner = { pid: process.pid, host: hostname() };
  const end = now() + PATIENCE;
  for (;;) {
    if (tryCreate(disk, path, self)) {
      sweep(disk, path, self, isAlive);
      return { release: () => release(disk, path, self) };
    }
    const owner = readOwner(disk, path);
    const age = now() - (disk.entry(path)?.modified ?? now());
    const dead = owner !== undefined && owner.host === self.host && !isAlive(owner.pid);
    if (dead || age > FORGOTTEN) takeAway(disk, path, owner, self);
    else if (now() >= end) return { owner: owner ? `process ${owner.pid} on ${owner.host}` : 'unknown' };
    else sleep(50);
  }
}

/** Removes what runs left that were killed while they took the lock or took it away. */
function sweep(disk: Disk, path: string, self: Owner, isAlive: LockWorld['isAlive']): void {
  const folder = dirname(path);
  for (const name of disk.list(folder)) {
    if (!name.startsWith(`${basename(path)}.`)) continue;
    const pid = Number(/^\.(\d+)(\.dead)?$/.exec(name.slice(basename(path).length))?.[1]);
    const left = join(folder, name);
    const elsewhere = (readOwner(disk, left)?.host ?? self.host) !== self.host;
    if (pid > 0 && !elsewhere && (pid === self.pid || !isAlive(pid))) removeIfThere(disk, left);
  }
}

function removeIfThere(disk: Disk, path: string): void {
  try {
    disk.removeFile(path);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
}

/** The file appears with its content: a reader never sees it empty. */
function tryCreate(disk: Disk, path: string, self: Owner): boolean {
  const own = `${path}.${self.pid}`;
  if (disk.entry(own)) disk.removeFile(own);
  disk.makeFolder(dirname(path));
  disk.write(own, JSON.stringify(self));
  try {
    disk.link(own, path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    disk.removeFile(own);
  }
}

function readOwner(disk: Disk, path: string): Owner | undefined {
  try {
    const text = disk.read(path);
    return text === undefined ? undefined : (JSON.parse(text) as Owner);
  } catch {
    return undefined;
  }
}

/** Removes a dead run's lock. Another run may do the same at this moment: what was moved away must be what was judged. */
function takeAway(disk: Disk, path: string, judged: Owner | undefined, self: Owner): void {
  const aside = `${path}.${self.pid}.dead`;
  try {
    disk.rename(path, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  const moved = readOwner(disk, aside);
  if (moved && moved.pid !== judged?.pid && !disk.entry(path)) disk.link(aside, path);
  disk.removeFile(aside);
}

function release(disk: Disk, path: string, self: Owner): void {
  if (readOwner(disk, path)?.pid === self.pid) disk.removeFile(path);
}
