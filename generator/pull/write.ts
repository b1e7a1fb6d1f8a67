import { join } from 'node:path';
import { diagnostic, type Result } from '../diagnostics/diagnostic.js';
import type { Disk } from '../output/disk.js';
import { type DocumentFolder, type WrittenDocuments, writeDocuments } from '../output/documents.js';
import type { WriteOptions } from '../output/write.js';
import { type Layout, recordEntry } from './layout.js';
import { noOrigins, type OriginRecord, originFile, parseOrigins } from './record.js';

/** The record of a folder. */
export function readOrigins(
  { folder, display }: Pick<DocumentFolder, 'folder' | 'display'>,
  disk: Disk,
): Result<OriginRecord> {
  const bytes = disk.bytes(join(folder, originFile));
  const record = bytes === undefined ? noOrigins : parseOrigins(new TextDecoder().decode(bytes));
  return typeof record === 'string'
    ? [noOrigins, [diagnostic('pull/unreadable-record', { path: `${display}/${originFile}`, reason: record })]]
    : [record, []];
}

/** Brings a folder into which descriptors are pulled to the state of a layout. */
export function writeLayout(
  target: DocumentFolder,
  layout: Layout,
  { documents }: OriginRecord,
  disk: Disk,
  options: WriteOptions,
): Result<WrittenDocuments> {
  const recordedHash = (name: string): string | undefined => documents[name]?.file;
  const wanted = { files: layout.files, record: recordEntry(layout), recordedHash, gone: layout.gone };
  return writeDocuments(target, () => [wanted, []], disk, options);
}
