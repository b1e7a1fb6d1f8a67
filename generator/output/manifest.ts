import { diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { isRecord, parsedJson, sortedRecord } from './json-text.js';

/** Name of the manifest within a generated package. */
export const manifestFile = 'codegen.lock.json';

/** The record of a service skeleton, which is the user's file. */
export interface SkeletonRecord {
  /** Path of the file relative to the config file, with `/`. */
  readonly path: string;
  /** Name of the interface that it implements. */
  readonly interface: string;
  /** Name of the function that joins service and implementation. */
  readonly factory: string;
  /** Names of the interface's methods. */
  readonly methods: readonly string[];
  /** Names of methods that the interface no longer has and the file still has. */
  readonly former?: readonly string[];
  /** The service is gone; the file is still there. */
  readonly isGone?: true;
}

/** Version of the form of manifests. Those of version 1 contained the contract as well; they are read without it. */
export const formatVersion = 2;

/** The sources of a generated package, and the files that were written. Hashes are SHA-256 in hex. */
export interface Manifest {
  readonly formatVersion: typeof formatVersion;
  /** Version of the generator. */
  readonly generator: string;
  /** Hash of the package's part of the config. */
  readonly config: string;
  /** Hash of every document that was read, as text with line feeds, by its path relative to the config file, or its address. */
  readonly inputs: Readonly<Record<string, string>>;
  /**
   * What the documents refer to and what was not read, because it was not there or could not be reached; absent if there is nothing. Such a package is
   * generated again in every run: the document may be there, or be allowed.
   */
  readonly notRead?: readonly string[];
  /** Number of the warnings about the package; absent if there are none. */
  readonly warnings?: number;
  /** Hash of each template of the user. */
  readonly templates: Readonly<Record<string, string>>;
  /** Version of each plug-in by its name, `null` for one without a version; absent if there are none. */
  readonly plugins?: Readonly<Record<string, string | null>>;
  /** Hash of every file that was written, by its path within the package. */
  readonly files: Readonly<Record<string, string>>;
  /** Service skeletons that go with the package. */
  readonly skeletons: readonly SkeletonRecord[];
  /** Folder that the package was written to before, relative to the config file. */
  readonly previousOut?: string;
  /** Number of the services in the package; absent in manifests of version 1. */
  readonly services?: number;
}

/** The text of a manifest. Keys of dictionaries are sorted. */
export function formatManifest(manifest: Manifest): string {
  const { generator, config, inputs, notRead, warnings, templates, plugins, files, skeletons, previousOut, services } =
    manifest;
  const ours = {
    formatVersion,
    generator,
    config,
    inputs: sortedRecord(inputs),
    notRead,
    warnings,
    templates: sortedRecord(templates),
    plugins,
    files: sortedRecord(files),
    skeletons,
    previousOut,
    services,
  };
  return `${JSON.stringify(ours, null, 1)}\n`;
}

/** Hashes of files that were written, by path: several of a path where manifests differ. */
export type RecordedFiles = ReadonlyMap<string, ReadonlySet<string>>;

/** What all of some manifests record. */
export function recordedFiles(manifests: readonly Pick<Manifest, 'files'>[]): RecordedFiles {
  const recorded = new Map<string, Set<string>>();
  for (const [path, hash] of manifests.flatMap(({ files }) => Object.entries(files))) {
    recorded.set(path, (recorded.get(path) ?? new Set()).add(hash));
  }
  return recorded;
}

/** Reads a manifest. One that cannot be understood is reported and treated as absent. */
export function parseManifest(text: string | undefined, path: string): Result<Manifest | undefined> {
  if (text === undefined) {
    return [undefined, []];
  }
  const reason = (why: string): Result<undefined> => [
    undefined,
    [diagnostic('output/manifest-unreadable', { path, reason: why })],
  ];
  const value = parsedJson(text);
  if (value === undefined) {
    return reason(hasConflict(text) ? 'a side of its merge conflict is not JSON' : 'it is not JSON');
  }
  if (!isRecord(value)) {
    return reason('it is not an object');
  }
  if (value.formatVersion !== 1 && value.formatVersion !== formatVersion) {
    return reason(`its format version is ${JSON.stringify(value.formatVersion)}`);
  }
  for (const key of ['inputs', 'templates', 'files']) {
    const record = value[key];
    if (!isRecord(record)) {
      return reason(`"${key}" is not an object`);
    }
    if (!Object.values(record).every(isText)) {
      return reason(`"${key}" has a value that is not a text`);
    }
  }
  if (value.plugins !== undefined && !isRecord(value.plugins)) {
    return reason('"plugins" is not an object');
  }
  if (!Array.isArray(value.skeletons)) {
    return reason('"skeletons" is not an array');
  }
  // Earlier versions recorded only paths.
  const skeletons = value.skeletons.filter((item) => !isText(item));
  if (!skeletons.every(isSkeletonRecord)) {
    return reason('"skeletons" has an item that is not a record of a skeleton');
  }
  if (value.previousOut !== undefined && !isText(value.previousOut)) {
    return reason('"previousOut" is not a text');
  }
  if (value.warnings !== undefined && typeof value.warnings !== 'number') {
    return reason('"warnings" is not a number');
  }
  if (value.services !== undefined && typeof value.services !== 'number') {
    return reason('"services" is not a number');
  }
  const { contract: _, ...rest } = value;
  return [{ ...(rest as unknown as Manifest), formatVersion, skeletons }, []];
}

/** The manifests in a text: one, none if it cannot be understood, or those of both sides of a merge conflict. */
export function manifestsIn(text: string | undefined): readonly Manifest[] {
  if (text === undefined) {
    return [];
  }
  const sides = hasConflict(text) ? [sideOf(text, 'ours'), sideOf(text, 'theirs')] : [text];
  return sides.flatMap((side) => parseManifest(side, manifestFile)[0] ?? []);
}

/** True for a text in which a merge left both sides of a conflict, with marks at the beginnings of lines. */
export function hasConflict(text: string): boolean {
  return /^<{7} /m.test(text) && /^>{7} /m.test(text);
}

/** One side of the merge conflicts in a text; of `diff3` style the common ancestor is left out. */
function sideOf(text: string, wanted: 'ours' | 'theirs'): string {
  let side: 'both' | 'ours' | 'theirs' | 'neither' = 'both';
  const lines = text.split(/\r?\n/).filter((line) => {
    const mark = /^(<{7}|\|{7}|={7}|>{7})( |$)/.exec(line)?.[1]?.[0];
    if (mark === undefined) {
      return side === 'both' || side === wanted;
    }
    side = mark === '<' ? 'ours' : mark === '|' ? 'neither' : mark === '=' ? 'theirs' : 'both';
    return false;
  });
  return lines.join('\n');
}

function isSkeletonRecord(value: unknown): value is SkeletonRecord {
  if (!isRecord(value)) {
    return false;
  }
  const { path, interface: name, factory, methods, former, isGone } = value;
  const isList = (list: unknown): boolean => Array.isArray(list) && list.every(isText);
  return (
    isText(path) &&
    isText(name) &&
    isText(factory) &&
    isList(methods) &&
    (former === undefined || isList(former)) &&
    (isGone === undefined || isGone === true)
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
