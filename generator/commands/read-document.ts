import { resolve } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { disk } from '../output/disk.js';
import { displayPath } from './report.js';
import type { Terminal } from './terminal.js';

/** The bytes of memory that checking a document takes for each of its bytes: 25 to 28 were measured, of which a part is there before. */
const memoryEach = 24;
/** The longest string of JavaScript. */
const longestText = 0x1fff_ffe8;

/** The size of the largest document that this program can check. */
function largestDocument(): number {
  return Math.floor(Math.min(longestText, getHeapStatistics().heap_size_limit / memoryEach));
}

/** The bytes of a document, or of standard input without a path; a finding if there is none, or it is too large for the memory. */
export async function readDocument(
  name: string | undefined,
  { input, workingFolder }: Terminal,
): Promise<Uint8Array | Diagnostic> {
  const most = largestDocument();
  if (name === undefined) {
    return input === undefined
      ? diagnostic('document/not-found', { name: '-', isFolder: '' })
      : ((await collected(input(), most)) ?? tooLarge('standard input', most));
  }
  const path = resolve(workingFolder, name);
  const size = disk.entry(disk.realPath(path) ?? path)?.size ?? 0;
  return size > most
    ? tooLarge(displayPath(path, workingFolder), most)
    : (disk.bytes(path) ?? diagnostic('document/not-found', { name, isFolder: '' }));
}

/** Reads everything; undefined if it is more than some bytes. */
async function collected(source: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source) {
    size += piece.length;
    if (size > most) {
      return undefined;
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function tooLarge(name: string, most: number): Diagnostic {
  return diagnostic('document/too-large', { name, megabytes: Math.floor(most / 1_000_000) });
}
