import { renameSync, writeFileSync } from 'node:fs';
import { type Disk, disk } from '../../generator/output/disk.js';

/** A run that was killed. */
export class Killed extends Error {}

const reading = new Set(['entry', 'read', 'bytes', 'list', 'realPath', 'isWritable']);

/** A disk until the given number of changes; from then on nothing works, as if the process had been killed. */
export function mortal(changes: number, base: Disk): Disk & { readonly count: () => number } {
  let count = 0;
  const wrapped = Object.fromEntries(
    Object.entries(base).map(([name, method]) => [
      name,
      (...args: readonly unknown[]) => {
        if (!reading.has(name) && count++ >= changes) {
          throw new Killed();
        }
        if (count > changes) {
          throw new Killed();
        }
        return (method as (...args: readonly unknown[]) => unknown)(...args);
      },
    ]),
  ) as unknown as Disk;
  return { ...wrapped, count: () => count };
}

/**
 * The real disk without waiting: nothing is flushed, and a swap, which is one step, does not need another process. For tests
 * that make hundreds of runs.
 */
export const quickDisk: Disk = {
  ...disk,
  write: (path, content, mode = 0o666) => writeFileSync(path, content, { flag: 'wx', mode }),
  flush: () => undefined,
  exchange: (a, b) => {
    const aside = `${a}.swap`;
    renameSync(a, aside);
    renameSync(b, a);
    renameSync(aside, b);
    return true;
  },
};
