import { constants, open, readdir, realpath } from 'node:fs/promises';
import { readBytes } from './compiler-effort.js';
import { isInside } from './locate.js';
import type { ListFolder, ReadDocument, ReadOutcome } from './outside-access.js';

/** The source stage's one door to the disk. */

/** Without this flag, opening a pipe that nobody writes to would wait forever. Windows has neither the flag nor such pipes. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Reads a file from the disk. Symbolic links are followed as far as `limits.within` allows. */
export const readDocument: ReadDocument = async (path, limits) => {
  try {
    if (limits.within && !(await staysWithin(path, limits.within))) {
      return { kind: 'outside' };
    }
    const file = await open(path, flags);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) {
        const reason = stat.isDirectory() ? 'it is a folder; name the files in it' : 'it is not a file';
        return { kind: 'failed', reason };
      }
      if (stat.size > limits.maxBytes) {
        return { kind: 'tooLarge' };
      }
      readBytes(stat.size);
      return { kind: 'found', bytes: await file.readFile() };
    } finally {
      await file.close();
    }
  } catch (error) {
    return fileFailure(error);
  }
};

/** Lists a folder of the disk. */
export const listFolder: ListFolder = async (path) => {
  try {
    return (await readdir(path)).sort();
  } catch {
    return [];
  }
};

async function staysWithin(path: string, folders: readonly string[]): Promise<boolean> {
  const real = await realpath(path);
  for (const folder of folders) {
    if (isInside(real, await realpath(folder).catch(() => folder))) {
      return true;
    }
  }
  return false;
}

function fileFailure(error: unknown): ReadOutcome {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return { kind: 'missing' };
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return { kind: 'failed', reason: 'permission denied' };
  }
  return { kind: 'failed', reason: code ?? String(error) };
}
