import { dirname, posix } from 'node:path';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { decodeSource } from '../../emit/skeleton/encoding.js';
import type { Obstacle } from '../../emit/skeleton/index.js';
import type { Disk, Entry } from '../../output/disk.js';
import { realPlace } from '../../output/paths.js';
import { reasonOf } from '../../output/write-failure.js';
import { isInside } from '../../source/locate.js';

/** A file that the user owns, as it is on the disk. */
export interface SkeletonFile {
  /** Absolute path with all links followed: the file to write. */
  readonly place: string;
  readonly bytes: Uint8Array;
  /** With the byte order mark, if there is one. */
  readonly text: string;
  /** Bytes of a text in the encoding of the file; `undefined` if the encoding is not known. */
  readonly encode: ((text: string) => Uint8Array) | undefined;
  readonly isReadOnly: boolean;
  /** Why the file is not to be changed. */
  readonly obstacle: Obstacle | undefined;
}

/** The state of a skeleton's path: a file, nothing, or something else in the way. */
export type SkeletonReading = SkeletonFile | { readonly place: string; readonly bytes: undefined } | Diagnostic;

/**
 * Reads a skeleton. A link in its place is followed if it leads to a file in the project; for a link in the place of a
 * folder, see `realPlace`.
 *
 * @param path Absolute.
 * @param display The path as the user knows it.
 * @param project Absolute path of the config's folder.
 */
export function readSkeleton(disk: Disk, path: string, display: string, project: string): SkeletonReading {
  try {
    const folder = realPlace(disk, dirname(path), project);
    if (typeof folder !== 'string' && disk.realPath(folder.link) !== undefined) {
      return diagnostic('output/link-leads-away', { path: display, ...folder });
    }
    const entry = disk.entry(path);
    if (entry === undefined) {
      return readNothing(disk, path, display);
    }
    const place = entry.kind === 'link' ? disk.realPath(path) : path;
    const target = place === undefined ? undefined : disk.entry(place);
    const obstacle = target === undefined ? 'it is a symbolic link that leads nowhere' : obstacleOf(target);
    if (place === undefined || target === undefined || obstacle !== undefined) {
      return diagnostic('output/not-a-file', { path: display, what: obstacle ?? 'it cannot be read' });
    }
    const bytes = disk.bytes(place);
    return bytes === undefined
      ? readNothing(disk, path, display)
      : fileOf(disk, { path, place, project }, target, bytes);
  } catch (error) {
    return diagnostic('output/read-failed', { path: display, reason: reasonOf(error) });
  }
}

function obstacleOf({ kind }: Entry): string | undefined {
  switch (kind) {
    case 'file':
      return undefined;
    case 'folder':
      return 'it is a folder';
    case 'link':
    case 'other':
      return 'it is a special file';
  }
}

/** Where a new file can be made: every folder above it is a folder, or can become one. */
function readNothing(disk: Disk, path: string, display: string): SkeletonReading {
  let shown = posix.dirname(display);
  for (let folder = dirname(path); ; folder = dirname(folder), shown = posix.dirname(shown)) {
    const entry = disk.entry(folder);
    const real = entry?.kind === 'link' ? disk.realPath(folder) : folder;
    const target = real === undefined ? entry : disk.entry(real);
    if (target?.kind === 'folder' || dirname(folder) === folder) {
      return { place: path, bytes: undefined };
    }
    if (target === undefined) {
      continue;
    }
    const what = target.kind === 'link' ? `"${shown}" is a symbolic link that leads nowhere` : `"${shown}" is a file`;
    return diagnostic('output/not-a-file', { path: display, what });
  }
}

function fileOf(
  disk: Disk,
  { path, place, project }: { readonly path: string; readonly place: string; readonly project: string },
  { mode, links }: Entry,
  bytes: Uint8Array,
): SkeletonFile {
  const { text, encode } = decodeSource(bytes);
  const isReadOnly = (mode & 0o222) === 0;
  const leadsAway = place !== path && !isInside(place, disk.realPath(project) ?? project);
  const obstacle: Obstacle | undefined = leadsAway
    ? { code: 'emit/skeleton-link', why: `it is a symbolic link to "${place}", which is not in the project` }
    : links > 1
      ? { code: 'emit/skeleton-link', why: `it is one of ${links} names (hard links) of the same file` }
      : encode === undefined
        ? { code: 'emit/skeleton-encoding', why: 'it is neither UTF-8 nor UTF-16 with a byte order mark' }
        : undefined;
  return { place, bytes, text, encode, isReadOnly, obstacle };
}
