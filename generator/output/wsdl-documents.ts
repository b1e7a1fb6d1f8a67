import { dirname, join, resolve } from 'node:path';
import { append } from '../diagnostics/append.js';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import type { Disk } from './disk.js';
import { type DocumentFolder, type Documents, type WrittenDocuments, writeDocuments } from './documents.js';
import { hashText } from './hash.js';
import { isPortableName } from './safe-path.js';
import type { WriteOptions } from './write.js';
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
export interface WsdlTarget extends Omit<DocumentFolder, 'base'> {
  /** As in `DocumentFolder`; the parent of `folder` by default. */
  readonly base?: string;
  readonly documents: readonly WsdlDocument[];
  /** All descriptions that were read, named as in `from`. Documents that come from them and are gone are removed. */
  readonly descriptions: readonly string[];
}

/**
 * Writes WSDL documents, all or none, and records the result. If there is any error, nothing is written: documents that the user
 * made or changed, two descriptions of one document, a folder or a link at a document's path.
 */
export function writeWsdlDocuments(
  target: WsdlTarget,
  disk: Disk,
  options: WriteOptions = {},
): Result<WrittenDocuments> {
  const { folder, display, base = dirname(folder) } = target;
  const write = () =>
    writeDocuments({ folder, display, base }, (real) => documentsOf(target, real, disk), disk, options);
  const [comparison, found] = write();
  // Another run has written while this one compared, so the folder is compared again.
  return found.some(({ code }) => code === 'output/changed-meanwhile') ? write() : [comparison, found];
}

/** The documents that a folder should have after a run: those of other descriptions stay in the record. */
function documentsOf(target: WsdlTarget, folder: string, disk: Disk): Result<Documents> {
  const { display, documents } = target;
  const diagnostics: Diagnostic[] = documents
    .filter(({ name }) => !isPortableName(name))
    .map(({ name }) => diagnostic('output/unsafe-path', { path: name }));
  const before = readRecord(join(folder, wsdlRecordFile), `${display}/${wsdlRecordFile}`, disk, diagnostics);
  append(diagnostics, rivals(target, before, disk));
  const gone = Object.keys(before).filter((name) => isGone(name, target, before));
  const kept = Object.entries(before).filter(([name]) => !gone.includes(name));
  const own = documents.map(({ name, text, from }) => [name, { hash: hashText(text), from }] as const);
  const record = formatWsdlRecord(Object.fromEntries([...kept, ...own]));
  const wanted: Documents = {
    files: new Map(documents.map(({ name, text }) => [name, Buffer.from(text)])),
    record: [wsdlRecordFile, Buffer.from(record)],
    recordedHash: (name) => before[name]?.hash,
    gone,
  };
  return [wanted, diagnostics];
}

function readRecord(path: string, display: string, disk: Disk, diagnostics: Diagnostic[]): WsdlRecord {
  const text = disk.entry(path)?.kind === 'file' ? disk.read(path) : undefined;
  const record = text === undefined ? {} : parseWsdlRecord(text);
  if (record) {
    return record;
  }
  diagnostics.push(
    diagnostic('output/manifest-unreadable', { path: display, reason: 'it is not what codegen writes' }),
  );
  return {};
}

/** Two descriptions of one document: both in this run, or the other one in an earlier run. File systems may ignore case. */
function rivals(
  { documents, folder, display, descriptions }: WsdlTarget,
  record: WsdlRecord,
  disk: Disk,
): readonly Diagnostic[] {
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

function isGone(name: string, { documents, descriptions }: WsdlTarget, record: WsdlRecord): boolean {
  const { from } = record[name] ?? {};
  return from !== undefined && descriptions.includes(from) && !documents.some((document) => document.name === name);
}
