import { open, readdir, realpath } from 'node:fs/promises';
import { readBytes } from './compiler-effort.js';
import { isInside } from './locate.js';
import type { FetchDocument, ListFolder, ReadDocument, ReadOutcome } from './ports.js';

/** The source stage's one door to the disk and to the network. */

/** How long one download may take, in milliseconds. */
const FETCH_TIMEOUT = 30_000;

/** Reads a file from the disk. Symbolic links are followed as far as `limits.within` allows. */
export const readDocument: ReadDocument = async (path, limits) => {
  try {
    if (limits.within && !(await staysWithin(path, limits.within))) return { kind: 'outside' };
    const file = await open(path, 'r');
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return { kind: 'failed', reason: 'it is not a file' };
      if (stat.size > limits.maxBytes) return { kind: 'tooLarge' };
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
    if (isInside(real, await realpath(folder).catch(() => folder))) return true;
  }
  return false;
}

function fileFailure(error: unknown): ReadOutcome {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
  if (code === 'EACCES' || code === 'EPERM') return { kind: 'failed', reason: 'permission denied' };
  return { kind: 'failed', reason: code ?? String(error) };
}

/** Downloads a document. Redirections are handed back, so that the loader can look where they lead. */
export const fetchDocument: FetchDocument = async (url, limits) => {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(FETCH_TIMEOUT),
      headers: { accept: 'text/xml, application/xml, application/wsdl+xml, */*;q=0.1' },
    });
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      return { kind: 'redirect', location: new URL(location, url).href };
    }
    if (response.status === 404 || response.status === 410) return { kind: 'missing' };
    if (!response.ok) return { kind: 'failed', reason: `the server answered ${response.status}` };
    return await readBody(response, limits.maxBytes);
  } catch (error) {
    const cause = (error as Error).cause;
    return { kind: 'failed', reason: cause instanceof Error ? cause.message : (error as Error).message };
  }
};

async function readBody(response: Response, maxBytes: number): Promise<ReadOutcome> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return { kind: 'tooLarge' };
    chunks.push(chunk);
  }
  return { kind: 'found', bytes: Buffer.concat(chunks) };
}
