import { dirname, join, resolve } from 'node:path';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import type { Disk } from './disk.js';
import { hashText } from './hash.js';
import { hasDeadLock } from './lock.js';
import { isPortableName, realPlace } from './paths.js';
import { clearLeftOver, hasLeftOver, replaceFile } from './single-file.js';
import { underLock } from './under-lock.js';
import { writeFailure } from './write-failure.js';
import { formatWsdlRecord, parseWsdlRecord, type WsdlRecord, wsdlRecordFile } from './wsdl-record.js';

/** A WSDL document to write. */
export interface WsdlDocument {
  /** File name. */
  readonly name: string;
  readonly text: string;
  /** The description that it comes from: a path relative to the output folder, with `/`. */
  readonly from: string;
}

/** The documents of one run. */
export interface WsdlTarget {
  /** Absolute path of the output folder. */
  readonly folder: string;
  /** The same, as the user knows it. */
  readonly display: string;
  /** Absolute path of the working folder, to which the user's own links lead; the parent of `folder` by default. */
  readonly base?: string;
  readonly documents: readonly WsdlDocument[];
  /** All descriptions that were read, named as in `from`. Documents that come from them and are gone are removed. */
  readonly descriptions: readonly string[];
}

/** How they are written. */
export interface WsdlWriteOptions {
  /** Overwrite files that the user changed or made. */
  readonly force?: boolean;
  /** Only report what would be done. */
  readonly dryRun?: boolean;
}

/** The effect of writing. File names, sorted. */
export interface WsdlComparison {
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Writes WSDL documents, each all at once, and records the result. If there is any error, nothing is written: documents that
 * the user made or changed, two descriptions of one document, a folder or a link at a document's path.
 */
export function writeWsdlDocuments(
  named: WsdlTarget,
  disk: Disk,
  options: WsdlWriteOptions = {},
): Result<WsdlComparison> {
  try {
    const place = realPlace(disk, named.folder, named.base ?? dirname(named.folder));
    if (typeof place !== 'string') {
      return [noChanges, [diagnostic('output/link-leads-away', { path: named.display, ...place })]];
    }
    return writeReal({ ...named, place }, disk, options);
  } catch (error) {
    return [noChanges, [writeFailure(error, named.display)]];
  }
}

/** A target with the folder that links lead to. */
interface RealTarget extends WsdlTarget {
  readonly place: string;
}

const noChanges: WsdlComparison = { created: [], changed: [], unchanged: [], removed: [] };

function writeReal(target: RealTarget, disk: Disk, options: WsdlWriteOptions): Result<WsdlComparison> {
  const force = options.force === true;
  let [comparison, problems] = compareDocuments(target, disk, force);
  const isDone = comparison.write.size + comparison.removed.length === 0 && !wasInterrupted(target, comparison, disk);
  if (options.dryRun || hasErrors(problems) || isDone) {
    return [comparison, problems];
  }
  const found = underLock(disk, target.place, target.display, () => {
    for (const path of pathsOf(target, comparison)) {
      clearLeftOver(disk, path);
    }
    // Another run may have written while this one waited for the lock, so the folder is compared again.
    [comparison, problems] = compareDocuments(target, disk, force);
    if (!hasErrors(problems)) {
      writeDifferences(comparison, target.place, disk);
    }
    return problems;
  });
  return [comparison, found];
}

function wasInterrupted(target: RealTarget, comparison: FullComparison, disk: Disk): boolean {
  return hasDeadLock(disk, target.place) || pathsOf(target, comparison).some((path) => hasLeftOver(disk, path));
}

/** Everything that a run may write. */
function pathsOf({ place, documents }: RealTarget, { write }: FullComparison): readonly string[] {
  const names = new Set([...documents.map(({ name }) => name), ...write.keys(), wsdlRecordFile]);
  return [...names].map((name) => join(place, name));
}

function writeDifferences(comparison: FullComparison, folder: string, disk: Disk): void {
  for (const [name, text] of comparison.write) {
    replaceFile(disk, join(folder, name), text);
  }
  for (const name of comparison.removed) {
    disk.removeFile(join(folder, name));
  }
}

interface FullComparison extends WsdlComparison {
  /** Texts to write by file name, the record last. */
  readonly write: ReadonlyMap<string, string>;
}

/** The facts about a document's path. */
type State = 'absent' | 'same' | 'ours' | 'foreign' | 'obstacle';

function compareDocuments(target: RealTarget, disk: Disk, force: boolean): Result<FullComparison> {
  const { place: folder, display, documents } = target;
  const diagnostics: Diagnostic[] = documents
    .filter(({ name }) => !isPortableName(name))
    .map(({ name }) => diagnostic('output/unsafe-path', { path: name }));
  const recordPath = join(folder, wsdlRecordFile);
  const recordText = disk.entry(recordPath)?.kind === 'file' ? disk.read(recordPath) : undefined;
  const record = readRecord(recordText, `${display}/${wsdlRecordFile}`, diagnostics);
  diagnostics.push(...rivals(target, record, disk));
  const names: Record<State, string[]> = { absent: [], same: [], ours: [], foreign: [], obstacle: [] };
  for (const { name, text } of documents) {
    names[stateOf(join(folder, name), hashText(text), record[name]?.hash, disk)].push(name);
  }
  diagnostics.push(...obstructions([...names.obstacle, wsdlRecordFile], target, disk));
  if (!force) {
    diagnostics.push(...names.foreign.map((name) => foreign(name, display, record)));
  }
  const gone = Object.keys(record).filter((name) => isGone(name, target, record));
  const removed = gone.filter((name) => stateOf(join(folder, name), undefined, record[name]?.hash, disk) === 'ours');
  const kept = gone.filter((name) => !removed.includes(name) && disk.entry(join(folder, name)));
  diagnostics.push(...kept.map((name) => diagnostic('output/kept', { path: `${display}/${name}` })));
  const differing = documents.filter(({ name }) => !names.same.includes(name));
  const write = new Map(differing.map(({ name, text }) => [name, text]));
  const next = formatWsdlRecord(recordOf(target, record, gone));
  if (recordText === undefined || hashText(recordText) !== hashText(next)) {
    write.set(wsdlRecordFile, next);
  }
  const changed = [...names.ours, ...names.foreign].sort();
  const comparison = {
    created: names.absent.sort(),
    changed,
    unchanged: names.same.sort(),
    removed: removed.sort(),
    write,
  };
  return [comparison, diagnostics];
}

function foreign(name: string, display: string, record: WsdlRecord): Diagnostic {
  const code = record[name] ? 'output/changed-by-hand' : 'output/not-generated';
  return diagnostic(code, { path: `${display}/${name}` });
}

function readRecord(text: string | undefined, path: string, diagnostics: Diagnostic[]): WsdlRecord {
  const record = text === undefined ? {} : parseWsdlRecord(text);
  if (record) {
    return record;
  }
  diagnostics.push(diagnostic('output/manifest-unreadable', { path, reason: 'it is not what codegen writes' }));
  return {};
}

/** Two descriptions of one document: both in this run, or the other one in an earlier run. File systems may ignore case. */
function rivals(
  { documents, folder, display, descriptions }: WsdlTarget,
  record: WsdlRecord,
  disk: Disk,
): Diagnostic[] {
  const sources = new Map<string, string>();
  for (const [name, { from }] of Object.entries(record)) {
    if (!descriptions.includes(from) && disk.entry(resolve(folder, from))) {
      sources.set(name.toLowerCase(), from);
    }
  }
  return documents.flatMap(({ name, from }) => {
    const other = sources.get(name.toLowerCase());
    if (other === undefined) {
      sources.set(name.toLowerCase(), from);
      return [];
    }
    return [diagnostic('output/two-descriptions', { path: `${display}/${name}`, first: other, second: from })];
  });
}

function obstructions(names: readonly string[], { place: folder, display }: RealTarget, disk: Disk): Diagnostic[] {
  const kinds = { folder: 'a folder', link: 'a symbolic link', other: 'a special file' } as const;
  return names.flatMap((name) => {
    const kind = disk.entry(join(folder, name))?.kind ?? 'file';
    if (kind === 'file') {
      return [];
    }
    return [diagnostic('output/not-a-file', { path: `${display}/${name}`, what: `it is ${kinds[kind]}` })];
  });
}

function stateOf(path: string, wanted: string | undefined, recorded: string | undefined, disk: Disk): State {
  const kind = disk.entry(path)?.kind;
  if (kind !== 'file') {
    return kind === undefined ? 'absent' : 'obstacle';
  }
  const found = hashText(disk.read(path) ?? '');
  if (found === wanted) {
    return 'same';
  }
  return found === recorded ? 'ours' : 'foreign';
}

function isGone(name: string, { documents, descriptions }: WsdlTarget, record: WsdlRecord): boolean {
  const { from } = record[name] ?? {};
  return from !== undefined && descriptions.includes(from) && !documents.some((document) => document.name === name);
}

function recordOf({ documents }: WsdlTarget, before: WsdlRecord, gone: readonly string[]): WsdlRecord {
  const kept = Object.entries(before).filter(([name]) => !gone.includes(name));
  const own = documents.map(({ name, text, from }) => [name, { hash: hashText(text), from }] as const);
  return Object.fromEntries([...kept, ...own]);
}
