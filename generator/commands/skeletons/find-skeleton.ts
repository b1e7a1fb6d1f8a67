import { basename, dirname, join, resolve } from 'node:path';
import { decodeSource } from '../../emit/skeleton/encoding.js';
import { isScript } from '../../emit/skeleton/script.js';
import type { Disk } from '../../output/disk.js';
import { manifestFile } from '../../output/manifest.js';
import { foldersBelow } from '../../output/tree.js';
import { commentImplements, type InterfaceMention, mayImplement, seemsToImplement } from './mentions.js';

/** Where to look for the class of a service. */
export interface SkeletonSearch {
  /** Absolute path according to the config. */
  readonly expected: string;
  /** Absolute path at which the last run saw it. */
  readonly recorded: string | undefined;
  /** Absolute path of the folder of skeletons. */
  readonly folder: string;
  readonly mention: InterfaceMention;
  /** Absolute path of the folder of the config. */
  readonly project: string;
}

/** Folders that are looked into, and files that are read, at most in search of a class. */
const mostFolders = 5_000;
const mostFiles = 2_000;

/**
 * The file in which the user implements a service: the one that the config names; if it does not exist or implements nothing,
 * the one that was known before; then any in the folder of skeletons, because files may be moved and renamed.
 */
export function findSkeleton(disk: Disk, { expected, recorded, folder, mention, project }: SkeletonSearch): string {
  const exists = disk.entry(expected) !== undefined;
  const text = exists ? textOf(disk, expected) : undefined;
  if (exists && (text === undefined || mayImplement(text, mention))) {
    return expected;
  }
  if (recorded !== undefined && recorded !== expected && implementsIt(disk, recorded, mention)) {
    return recorded;
  }
  const found = sourcesIn(disk, folder).filter((path) => path !== expected && implementsIt(disk, path, mention));
  return (
    found.find((path) => basename(path) === basename(expected)) ??
    found[0] ??
    placeOfNew(disk, expected, folder, project)
  );
}

/** True if something in a file declares that it implements the interface. */
export function implementsIt(disk: Disk, path: string, mention: InterfaceMention): boolean {
  const text = textOf(disk, path);
  return (
    text !== undefined && (seemsToImplement(text, mention) || (isScript(path) && commentImplements(text, mention)))
  );
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

/** A file of TypeScript, or of JavaScript, beside which a compiler would write; else where a project has its sources. */
function placeOfNew(disk: Disk, expected: string, folder: string, project: string): string {
  const stem = expected.replace(/\.ts$/, '');
  const forms = ['.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'].map((form) => stem + form);
  const beside = disk.entry(expected) === undefined ? forms.find((path) => disk.entry(path) !== undefined) : undefined;
  if (beside !== undefined) {
    return beside;
  }
  return disk.entry(expected) === undefined && isJavaScriptProject(disk, folder, project) ? `${stem}.js` : expected;
}

/** Whether a project is written in JavaScript: it has a package.json and sources of JavaScript, and nothing of TypeScript. */
function isJavaScriptProject(disk: Disk, folder: string, project: string): boolean {
  const manifest = textOf(disk, join(project, 'package.json'));
  const names = disk.list(project);
  if (
    manifest === undefined ||
    /"(?:typescript|tsx|ts-node)"\s*:/.test(manifest) ||
    names.some((name) => /^tsconfig.*\.json$/.test(name))
  ) {
    return false;
  }
  const own = (path: string): boolean => !/[\\/](?:codegen\.config|[\w.-]+\.config)\.[mc]?[jt]s$/.test(path);
  const sources = [...new Set([...sourcesIn(disk, project), ...sourcesIn(disk, folder)])].filter(own);
  return sources.every(isScript) && (sources.length > 0 || names.includes('jsconfig.json'));
}

/** Whether Node takes a new file of JavaScript for an ES module: the nearest package.json says so. */
export function isModule(disk: Disk, path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const manifest = textOf(disk, join(folder, 'package.json'));
    if (manifest !== undefined || dirname(folder) === folder) {
      return /"type"\s*:\s*"module"/.test(manifest ?? '');
    }
  }
}

/** Source files below a folder, the nearest first, without tests, declarations, generated packages and folders of other tools. */
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
  return /^[^.].*\.[mc]?[jt]sx?$/.test(name) && !/\.(d|test|spec|min)\.[mc]?[jt]sx?$/.test(name);
}
