import { constants, open, readdir, realpath } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { aFolder } from '../diagnostics/catalogue/source.js';
import { readBytes } from './compiler-effort.js';
import { folderAround, isInside } from './locate.js';
import type { ListFolder, ReadDocument, ReadOutcome } from './outside-access.js';

/** The source stage's one door to the disk. */

/** Without this flag, opening a pipe that nobody writes to would wait forever. Windows has neither the flag nor such pipes. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Reads a file from the disk. Symbolic links are followed as far as `limits.within` allows. */
export const readDocument: ReadDocument = async (path, limits) => {
  try {
    if (limits.within && !(await staysWithin(path, limits.within, limits.from))) {
      return { kind: 'outside' };
    }
    const file = await open(path, flags);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) {
        const reason = stat.isDirectory() ? aFolder : 'it is not a file';
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

async function staysWithin(path: string, folders: readonly string[], from: string | undefined): Promise<boolean> {
  const allowed = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
  const isAllowed = (file: string): boolean => allowed.some((folder) => isInside(file, folder));
  const real = await realpath(path);
  if (isAllowed(real) || from === undefined) {
    return isAllowed(real);
  }
  const document = await realpath(from);
  return !isAllowed(document) && (await isAround(document, relative(dirname(from), path), real));
}

/**
 * Whether a file is what a document refers to from the place where the document really is, and in the folder around it: the document is the
 * user's choice, while links beside the one to it could lead anywhere.
 */
async function isAround(document: string, location: string, real: string): Promise<boolean> {
  const own = dirname(document);
  const meant = await realpath(resolve(own, location)).catch(() => undefined);
  return meant === real && isInside(real, folderAround(own));
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
