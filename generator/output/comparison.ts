import { join } from 'node:path';
import { append } from '../diagnostics/append.js';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { changelogFile, isInserted, mergedText, ownedPart } from './changelog.js';
import type { Disk, Entry } from './disk.js';
import { hashText } from './hash.js';
import {
  formatManifest,
  hasConflict,
  type Manifest,
  manifestFile,
  manifestsIn,
  parseManifest,
  type RecordedFiles,
  recordedFiles,
} from './manifest.js';
import { obstacleTo, plainEntry } from './paths.js';
import { attributesFile, isSafePath } from './safe-path.js';
import { writeFailure } from './write-failure.js';

/** Names for the kinds of entries in a folder. */
const entryNames: Readonly<Record<Entry['kind'], string>> = {
  file: 'a file',
  folder: 'a folder',
  link: 'a symbolic link',
  other: 'a special file',
};

/** A folder and its intended content. */
export interface Target {
  /** Absolute path of the output folder. */
  readonly folder: string;
  /** The same, as the user knows it. */
  readonly display: string;
  /** Absolute path of the working folder or of the config's folder, to which the user's own links lead; the parent of `folder` by default. */
  readonly base?: string;
  /** Generated texts by path within the folder. */
  readonly files: ReadonlyMap<string, string>;
  /** The record to write, without the hashes of the files. */
  readonly manifest: Omit<Manifest, 'files'>;
}

/** The effect of writing a target. Paths are within the folder, sorted. */
export interface FolderComparison {
  readonly target: Target;
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  readonly pruned: readonly string[];
  /** The texts to write, the manifest last; empty when nothing has to be written. */
  readonly write: ReadonlyMap<string, string>;
}

/** Facts that depend only on a target, so they are computed once, however often the disk is compared with it. */
export interface TargetContents {
  /** Hashes by path of what codegen owns of the files. */
  readonly hashes: Readonly<Record<string, string>>;
  /** Text of the manifest. */
  readonly manifest: string;
}

/** Hashes the files of a target and writes its manifest, in memory. */
export function contentsOf({ files, manifest }: Target): TargetContents {
  const hashes = Object.fromEntries([...files].map(([path, text]) => [path, hashText(ownedPart(path, text))]));
  return { hashes, manifest: formatManifest({ ...manifest, files: hashes }) };
}

/**
 * Compares a target with the disk. Files of the user are errors unless `force` is set; nothing is written.
 *
 * @param contents `contentsOf(target)`, if it is known already.
 */
export function compareFolder(
  target: Target,
  disk: Disk,
  force = false,
  contents = contentsOf(target),
): Result<FolderComparison> {
  try {
    const wanted = force ? target : withoutOwnAttributes(target, disk);
    const comparer = new Comparer(wanted, wanted === target ? contents : contentsOf(wanted), disk, force);
    return [comparer.compare(), comparer.diagnostics];
  } catch (error) {
    const nothing = { target, created: [], changed: [], unchanged: [], pruned: [], write: new Map<string, string>() };
    return [nothing, [writeFailure(error, target.display)]];
  }
}

/** The target without `.gitattributes` if the user has one of their own there: it says how they want git to treat the folder. */
function withoutOwnAttributes(target: Target, disk: Disk): Target {
  const generated = target.files.get(attributesFile);
  const current = textOf(target, attributesFile, disk);
  if (generated === undefined || current === undefined || hashText(current) === hashText(generated)) {
    return target;
  }
  if (recordedFiles(manifestsIn(textOf(target, manifestFile, disk))).has(attributesFile)) {
    return target;
  }
  return { ...target, files: new Map([...target.files].filter(([path]) => path !== attributesFile)) };
}

function textOf({ folder }: Target, path: string, disk: Disk): string | undefined {
  return plainEntry(disk, folder, path)?.kind === 'file' ? disk.read(join(folder, path)) : undefined;
}

class Comparer {
  readonly diagnostics: Diagnostic[] = [];
  readonly #target: Target;
  readonly #contents: TargetContents;
  readonly #disk: Disk;
  readonly #force: boolean;
  #recorded: RecordedFiles = new Map();
  /** A merge left both sides in the manifest: git put together others that both sides had changed. */
  #isMerge = false;
  readonly #merged: string[] = [];

  constructor(target: Target, contents: TargetContents, disk: Disk, force: boolean) {
    this.#target = target;
    this.#contents = contents;
    this.#disk = disk;
    this.#force = force;
  }

  compare(): FolderComparison {
    const { folder, files } = this.#target;
    const { hashes, manifest } = this.#contents;
    const obstacle = this.#obstacle(manifestFile);
    if (obstacle) {
      this.diagnostics.push(diagnostic('output/not-a-file', obstacle));
    }
    const manifestText = this.#disk.read(join(folder, manifestFile));
    this.#readRecord(manifestText);
    const created: string[] = [];
    const changed: string[] = [];
    const unchanged: string[] = [];
    for (const path of [...files.keys()].sort()) {
      const what = this.#compare(path, hashes[path]);
      if (what) {
        ({ created, changed, unchanged })[what].push(path);
      }
    }
    const pruned = this.#pruned();
    const write = new Map([...created, ...changed].sort().map((path) => [path, this.#textOf(path)]));
    if (manifestText === undefined || hashText(manifestText) !== hashText(manifest)) {
      write.set(manifestFile, manifest);
      if (this.#isMerge) {
        this.#merged.push(manifestFile);
      }
      (manifestText === undefined ? created : changed).push(manifestFile);
    }
    if (this.#merged.length > 0) {
      const others = this.#merged.length - 1;
      const path = this.#show(this.#merged[0] ?? '');
      this.diagnostics.push(diagnostic('output/merged', { path, others }));
    }
    return { target: this.#target, created, changed, unchanged, pruned, write };
  }

  #readRecord(text: string | undefined): void {
    const manifests = manifestsIn(text);
    this.#isMerge = text !== undefined && hasConflict(text);
    this.#recorded = recordedFiles(manifests);
    if (manifests.length === 0) {
      append(this.diagnostics, parseManifest(text, this.#show(manifestFile))[1]);
    }
  }

  #compare(path: string, hash: string | undefined): 'created' | 'changed' | 'unchanged' | undefined {
    if (!isSafePath(path)) {
      this.diagnostics.push(diagnostic('output/unsafe-path', { path }));
      return undefined;
    }
    const obstacle = this.#obstacle(path);
    if (obstacle) {
      this.diagnostics.push(diagnostic('output/not-a-file', obstacle));
      return undefined;
    }
    const current = this.#disk.read(join(this.#target.folder, path));
    if (current === undefined) {
      return 'created';
    }
    const found = hashText(ownedPart(path, current));
    if (found === hash) {
      return 'unchanged';
    }
    const recorded = this.#recorded.get(path);
    const isOurs = recorded?.has(found) || this.#force;
    if (isOurs || isInserted(path, current, this.#target.files.get(path) ?? '', recorded !== undefined)) {
      return 'changed';
    }
    if (this.#isMerged(path, current)) {
      this.#merged.push(path);
      return 'changed';
    }
    const code = recorded === undefined ? 'output/not-generated' : 'output/changed-by-hand';
    this.diagnostics.push(diagnostic(code, { path: this.#show(path) }));
    return undefined;
  }

  /** True for a file of ours that a merge has changed. Both sides of it are in version control. */
  #isMerged(path: string, current: string): boolean {
    return this.#recorded.has(path) && (this.#isMerge || hasConflict(current));
  }

  #textOf(path: string): string {
    const { folder, files } = this.#target;
    return mergedText(path, this.#disk.read(join(folder, path)), files.get(path) ?? '');
  }

  /** Anything that is in the way of a plain file in plain folders: links could lead anywhere. */
  #obstacle(path: string): { readonly path: string; readonly what: string } | undefined {
    const found = obstacleTo(this.#disk, this.#target.folder, path);
    return found && { path: this.#show(path), what: `"${this.#show(found.path)}" is ${entryNames[found.kind]}` };
  }

  #mayPrune(path: string): boolean {
    if (!isSafePath(path)) {
      return false;
    }
    const current = this.#obstacle(path) ? undefined : this.#disk.read(join(this.#target.folder, path));
    // A change log has text of the user, too.
    if (current === undefined || (path === changelogFile && ownedPart(path, current) !== current)) {
      return false;
    }
    if (this.#recorded.get(path)?.has(hashText(current)) || this.#isMerged(path, current)) {
      return true;
    }
    this.diagnostics.push(diagnostic('output/kept', { path: this.#show(path) }));
    return false;
  }

  /** Files that were generated earlier and no longer are. */
  #pruned(): readonly string[] {
    const { folder, files } = this.#target;
    const spelled = new Map([...files.keys()].map((path) => [path.toLowerCase(), path]));
    // Where case makes no difference, another spelling of a generated file is that file.
    const isGenerated = (path: string): boolean => {
      const same = spelled.get(path.toLowerCase());
      const id = same === undefined ? undefined : plainEntry(this.#disk, folder, same)?.id;
      return same === path || (id !== undefined && id === plainEntry(this.#disk, folder, path)?.id);
    };
    return [...this.#recorded.keys()].filter((path) => !isGenerated(path) && this.#mayPrune(path)).sort();
  }

  #show(path: string): string {
    return this.#target.display === '' ? path : `${this.#target.display}/${path}`;
  }
}
