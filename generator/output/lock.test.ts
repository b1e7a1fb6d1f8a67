import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Disk, disk } from './disk.js';
import { acquireLock, lockPaths } from './lock.js';

let folder: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  root = join(folder, 'out');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A world in which sleeping only moves the clock. */
function world(alive: boolean) {
  let time = Date.now();
  const sleep = (ms: number): void => {
    time += ms;
  };
  return { isAlive: () => alive, now: () => time, sleep };
}
const lockOf = (owner: object): void => writeFileSync(lockPaths(root)[0], JSON.stringify(owner));

describe('acquireLock', () => {
  it('names its owner, and leaves nothing behind', () => {
    const lock = acquireLock(disk, root);
    if (!('release' in lock)) {
      throw new Error('not taken');
    }
    expect(JSON.parse(readFileSync(lockPaths(root)[0], 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() });
    lock.release();
    expect(disk.list(folder)).toEqual([]);
  });

  it('gives up after a while when another run lives', () => {
    lockOf({ pid: 4711, host: hostname() });
    expect(acquireLock(disk, root, world(true))).toMatchObject({ owner: `process 4711 on ${hostname()}` });
  });

  it('waits for another run to end', () => {
    lockOf({ pid: 4711, host: hostname() });
    const state = world(true);
    let naps = 0;
    const lock = acquireLock(disk, root, {
      ...state,
      sleep: (ms) => {
        state.sleep(ms);
        if (++naps === 3) {
          rmSync(lockPaths(root)[0]);
        }
      },
    });
    expect('release' in lock).toBe(true);
  });

  it('takes over from a dead run', () => {
    lockOf({ pid: 4711, host: hostname() });
    expect('release' in acquireLock(disk, root, world(false))).toBe(true);
    expect(disk.list(folder)).toEqual(['.out.codegen.lock']);
  });

  it('removes only the left-overs of runs that were killed while they took the lock', () => {
    const [path] = lockPaths(root);
    disk.makeFolder(folder);
    disk.write(`${path}.4711`, JSON.stringify({ pid: 4711, host: hostname() }));
    disk.write(`${path}.4712.dead`, '');
    disk.write(`${path}.4713`, JSON.stringify({ pid: 4713, host: 'elsewhere' }));
    disk.write(`${path}.mine`, '');
    expect('release' in acquireLock(disk, root, world(false))).toBe(true);
    expect(disk.list(folder)).toEqual(['.out.codegen.lock', '.out.codegen.lock.4713', '.out.codegen.lock.mine']);
  });

  it('takes over from a run on another machine only after a long time', () => {
    lockOf({ pid: 1, host: 'elsewhere' });
    expect(acquireLock(disk, root, world(false))).toMatchObject({ owner: 'process 1 on elsewhere' });
    const old = Date.now() / 1000 - 3600;
    utimesSync(lockPaths(root)[0], old, old);
    expect('release' in acquireLock(disk, root, world(false))).toBe(true);
  });

  it('leaves nothing behind when the disk is full', () => {
    const full: Disk = {
      ...disk,
      write: (path) => {
        disk.write(path, '');
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      },
    };
    expect(() => acquireLock(full, root)).toThrow('full');
    expect(disk.list(folder)).toEqual([]);
  });

  it('uses a place inside if nothing can be created next to the folder', () => {
    disk.makeFolder(root);
    const confined: Disk = {
      ...disk,
      write: (path, text) => {
        if (!path.startsWith(root)) {
          throw Object.assign(new Error('denied'), { code: 'EACCES' });
        }
        disk.write(path, text);
      },
    };
    const lock = acquireLock(confined, root);
    expect(existsSync(lockPaths(root)[1])).toBe(true);
    if ('release' in lock) {
      lock.release();
    }
    expect(disk.list(root)).toEqual([]);
  });
});
