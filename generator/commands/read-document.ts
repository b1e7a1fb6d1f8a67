import { resolve } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { disk } from '../output/disk.js';
import { readBytes } from '../source/compiler-effort.js';
import { displayPath } from './report.js';
import type { Terminal } from './terminal.js';

/** The bytes of memory that checking a document takes for each of its bytes: 25 to 28 were measured, of which a part is there before. */
const memoryEach = 24;
/** What the program and large schemas take themselves. */
const memoryBefore = 128_000_000;
/** Documents up to this size are read as a whole in any case. */
const smallDocument = 1_000_000;
/** The longest string of JavaScript. */
const longestText = 0x1fff_ffe8;

/** The size of the largest document that this program can check. */
function largestDocument(): number {
  const free = getHeapStatistics().heap_size_limit - memoryBefore;
  return Math.floor(Math.min(longestText, Math.max(smallDocument, free / memoryEach)));
}

/** A document that is larger than the memory. */
export interface LargeDocument {
  /** Its bytes, which can be read once. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** What to say where it is needed as a whole. */
  readonly problem: Diagnostic;
}

/** The bytes of a document, or of standard input without a path; or how to read one that is too large. A finding if there is none. */
export async function readDocument(
  name: string | undefined,
  { input, workingFolder }: Terminal,
  most: number = largestDocument(),
): Promise<Uint8Array | LargeDocument | Diagnostic> {
  if (name === undefined) {
    return input === undefined
      ? diagnostic('document/not-found', { name: '-', isFolder: '' })
      : collected(input(), most);
  }
  const path = resolve(workingFolder, name);
  const size = disk.entry(disk.realPath(path) ?? path)?.size ?? 0;
  readBytes(size);
  return size > most
    ? { pieces: disk.pieces(path), problem: tooLarge(displayPath(path, workingFolder), most) }
    : (disk.bytes(path) ?? diagnostic('document/not-found', { name, isFolder: '' }));
}

/** Reads everything, unless it is more than some bytes. */
async function collected(source: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array | LargeDocument> {
  const { taken, rest, size } = await takeUpTo(source, most + 1);
  readBytes(size);
  return size > most
    ? { pieces: joined(taken, rest), problem: tooLarge('standard input', most) }
    : Buffer.concat(taken);
}

/** The pieces that are at least so many bytes, or all that there are, and what gives those that follow. */
async function takeUpTo(
  source: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ readonly taken: Uint8Array[]; readonly rest: AsyncIterator<Uint8Array>; readonly size: number }> {
  const taken: Uint8Array[] = [];
  const rest = source[Symbol.asyncIterator]();
  let size = 0;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    taken.push(next.value);
    size += next.value.length;
    if (size >= length) {
      break;
    }
  }
  return { taken, rest, size };
}

/** The pieces that were read before, each let go when it has been given, and those that follow. */
async function* joined(before: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let piece = before.shift(); piece !== undefined; piece = before.shift()) {
      yield piece;
    }
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}

/** The beginning of a document, at least some bytes of it, and all of it once more. */
export async function withBeginning(
  source: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ readonly beginning: Uint8Array; readonly pieces: AsyncIterable<Uint8Array> }> {
  const { taken, rest } = await takeUpTo(source, length);
  const beginning = Buffer.concat(taken).subarray(0, length);
  return { beginning, pieces: joined(taken, rest) };
}

/** Says that a document is too large. */
function tooLarge(name: string, most: number): Diagnostic {
  return diagnostic('document/too-large', { name, megabytes: Math.floor(most / 1_000_000) });
}
