import { basename, join, resolve } from 'node:path';
import type { Version } from '../commands/contract-text.js';
import type { DocumentAccess } from '../commands/file-tree.js';
import { displayPath } from '../commands/report.js';
import { plainJob, versionOfInputs } from '../commands/versions.js';
import { given } from '../config/given.js';
import type { LimitsConfig } from '../config/types.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { sortDiagnostics } from '../diagnostics/format.js';
import { type ContractDiff, diffContracts } from '../diff/diff.js';
import { disk } from '../output/disk.js';
import { type DocumentFolder, noDocuments, type WrittenDocuments } from '../output/documents.js';
import { documentFetcher } from '../source/download.js';
import { listFolder, readDocument } from '../source/files.js';
import type { HttpAccess } from '../source/http-access.js';
import { defaultLimits } from '../source/outside-access.js';
import { isRemote } from '../source/places.js';
import { knownDocuments } from './known.js';
import { type Layout, layOut } from './layout.js';
import { isDocumentName } from './names.js';
import type { OriginRecord } from './record.js';
import { fetchDescriptor } from './walk.js';
import { readOrigins, writeLayout } from './write.js';

/** What to pull, and where to. */
export interface PullOptions extends Partial<Omit<HttpAccess, 'addresses'>> {
  /** Address of the descriptor. The page of a service is fine, too: then `?wsdl` is tried. */
  readonly address: string;
  /** Folder that the documents are written to. */
  readonly out: string;
  /** Name of the descriptor's own file in `out`; by default made from the address, and the same each time. */
  readonly file?: string;
  /** Folder that `out` starts from; the process's working folder by default. */
  readonly workingFolder?: string;
  /** Hosts, `name` or `name:port`, that documents may name besides that of the address. */
  readonly allowHosts?: readonly string[];
  /** Bounds against hostile or runaway services: by default 64 MiB for all documents together, and 1,000 documents. */
  readonly limits?: LimitsConfig;
  /** Write the files into `out`. Default: only return them. */
  readonly write?: boolean;
  /** Overwrite files that were changed or made by hand. */
  readonly force?: boolean;
}

/** The result of a pull. */
export interface PullResult extends WrittenDocuments {
  /** Name of the descriptor's own file; absent when there are errors. */
  readonly file?: string;
  /** The documents by file name, sorted, as they are on the disk afterwards; empty when there are errors. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What changed in the contract; absent if the descriptor was not there before, or cannot be read. */
  readonly diff?: ContractDiff;
  /** Sorted by file, line and column. */
  readonly diagnostics: readonly Diagnostic[];
}

const noFiles: Omit<PullResult, 'diagnostics'> = { files: new Map(), ...noDocuments };

/** `pullDescriptor` of the programmatic interface. */
export async function pullDescriptor(options: PullOptions): Promise<PullResult> {
  const target = targetOf(options);
  const [fetched, found] = await fetchLayout(options, target);
  if (fetched === undefined) {
    return { ...noFiles, diagnostics: sortDiagnostics(found) };
  }
  const { layout, before } = fetched;
  const diff = await diffOfLayout(target, layout, before);
  const writing = { dryRun: options.write !== true, ...(options.force && { force: true }) };
  const [comparison, written] = writeLayout(target, layout, before, disk, writing);
  const diagnostics = sortDiagnostics([...found, ...written]);
  if (hasErrors(written)) {
    return { ...noFiles, diagnostics };
  }
  return { file: layout.root, files: layout.files, ...comparison, ...(diff && { diff }), diagnostics };
}

function targetOf({ out, workingFolder = '.' }: PullOptions): DocumentFolder {
  const base = resolve(workingFolder);
  const folder = resolve(base, out);
  return { folder, display: displayPath(folder, base), base };
}

/** The files that a folder would have after a pull, and its record as it is. */
export interface FetchedLayout {
  readonly layout: Layout;
  readonly before: OriginRecord;
}

/** Fetches a descriptor as it is now, in the form in which it would be written. Nothing is given if anything is an error. */
export async function fetchLayout(
  options: PullOptions,
  target: DocumentFolder = targetOf(options),
): Promise<Result<FetchedLayout | undefined>> {
  const { address, file, allowHosts, limits } = options;
  if (!isRemote(address)) {
    return [undefined, [diagnostic('source/bad-location', { location: address })]];
  }
  if (file !== undefined && !(isDocumentName(file) && basename(file) === file)) {
    return [undefined, [diagnostic('pull/file-name', { name: file, other: 'it is not a plain file name' })]];
  }
  const [before, problems] = readOrigins(target, disk);
  if (hasErrors(problems)) {
    return [undefined, problems];
  }
  const [fetched, found] = await fetchDescriptor(address, {
    fetch: documentFetcher({ ...options, addresses: [address] }),
    limits: { ...defaultLimits, ...pullLimits, ...limits },
    known: await knownDocuments(target.folder, before, disk),
    ...(allowHosts && { allowHosts }),
  });
  return [fetched && { layout: layOut(fetched, before, file), before }, found];
}

const pullLimits = { maxBytes: 64 * 1024 * 1024, maxDocuments: 1000 };

/** What a layout changes in the contract of its descriptor. */
async function diffOfLayout(
  target: DocumentFolder,
  layout: Layout,
  before: OriginRecord,
): Promise<ContractDiff | undefined> {
  const root = join(target.folder, layout.root);
  if (before.descriptors[layout.root] === undefined || disk.bytes(root) === undefined) {
    return undefined;
  }
  const job = plainJob(target.base, {}, []);
  const inputs = { ...job, settings: { ...job.settings, inputs: [root] } };
  const [old, foundBefore] = await versionOfInputs(inputs, { workingFolder: target.base });
  const access = accessWith(new Map([...layout.files].map(([name, bytes]) => [join(target.folder, name), bytes])));
  const [now, foundNow] = await versionOfInputs(inputs, { workingFolder: target.base }, access);
  return hasErrors(foundBefore) || hasErrors(foundNow) ? undefined : diffVersions(old, now);
}

/** The changes from one version to another, with the places of both. */
export function diffVersions(old: Version, now: Version): ContractDiff {
  return diffContracts(old.contract, now.contract, {
    ...given({ oldPositions: old.positions?.(), newPositions: now.positions?.(), names: now.names }),
  });
}

/** The disk, with other contents for some files. */
export function accessWith(files: ReadonlyMap<string, Uint8Array>): DocumentAccess {
  return {
    read: async (path, limits) => {
      const bytes = files.get(path);
      return bytes ? { kind: 'found', bytes } : readDocument(path, limits);
    },
    list: listFolder,
  };
}
