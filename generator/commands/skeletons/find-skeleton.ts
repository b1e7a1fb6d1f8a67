import { basename, join, resolve } from 'node:path';
import { decodeSource } from '../../emit/skeleton/encoding.js';
import type { Disk } from '../../output/disk.js';
import { manifestFile } from '../../output/manifest.js';
import { foldersBelow } from '../../output/tree.js';
import { type InterfaceMention, mayImplement, seemsToImplement } from './mentions.js';

/** Where to look for the class of a service. */
export interface SkeletonSearch {
  /** Absolute path according to the config. */
  readonly expected: string;
  /** Absolute path at which the last run saw it. */
  readonly recorded: string | undefined;
  /** Absolute path of the folder of skeletons. */
  readonly folder: string;
  readonly mention: InterfaceMention;
}

/** Folders that are looked into, and files that are read, at most in search of a class. */
const mostFolders = 5_000;
const mostFiles = 2_000;

/**
 * The file in which the user implements a service: the one that the config names; if it does not exist or implements nothing,
 * the one that was known before; then any in the folder of skeletons, because files may be moved and renamed.
 */
export function findSkeleton(disk: Disk, { expected, recorded, folder, mention }: SkeletonSearch): string {
  const exists = disk.entry(expected) !== undefined;
  const text = exists ? textOf(disk, expected) : undefined;
  if (exists && (text === undefined || mayImplement(text, mention))) {
    return expected;
  }
  if (recorded !== undefined && recorded !== expected && implementsIt(disk, recorded, mention)) {
    return recorded;
  }
  const found = sourcesIn(disk, folder).filter((path) => path !== expected && implementsIt(disk, path, mention));
  return found.find((path) => basename(path) === basename(expected)) ?? found[0] ?? expected;
}

/** True if something in a file declares that it implements the interface. */
export function implementsIt(disk: Disk, path: string, mention: InterfaceMention): boolean {
  const text = textOf(disk, path);
  return text !== undefined && seemsToImplement(text, mention);
}

/** The text of a file; `undefined` if it cannot be read. */
export function textOf(disk: Disk, path: string): string | undefined {
  try {
    const bytes = disk.bytes(path);
    return bytes && decodeSource(bytes).text;
  } catch {
    return undefined;
  }
}

/** TypeScript files below a folder, the nearest first, without tests, declarations, generated packages and folders of other tools. */
function sourcesIn(disk: Disk, root: string): readonly string[] {
  const search = { most: mostFolders, except: otherFolders, isClosed: isPackage };
  const found = [...foldersBelow(disk, resolve(root), search)].flatMap(({ folder, names }) =>
    names.filter(isSource).map((name) => join(folder, name)),
  );
  return found.filter((path) => disk.entry(path)?.kind !== 'folder').slice(0, mostFiles);
}

const otherFolders = /^\.|^node_modules$|^__\w+__$/;

function isPackage(names: readonly string[]): boolean {
  return names.includes(manifestFile);
}

function isSource(name: string): boolean {
  return /^[^.].*\.[mc]?ts$/.test(name) && !/\.(d|test|spec)\.[mc]?ts$/.test(name);
}
