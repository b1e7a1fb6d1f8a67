import { isRecord, parsedRecord, sortedRecord } from './json-text.js';
import { isPortableName } from './safe-path.js';

/** Name of the file that records the WSDL documents of a folder. */
export const wsdlRecordFile = 'codegen.wsdl.lock.json';

/** A document that `codegen wsdl` wrote. */
export interface RecordedDocument {
  /** SHA-256 in hex of the text. */
  readonly hash: string;
  /** The description that it comes from: a path relative to the folder of the document, with `/`. */
  readonly from: string;
}

/** Documents by file name. */
export type WsdlRecord = Readonly<Record<string, RecordedDocument>>;

/** The text of a record, sorted by file name. */
export function formatWsdlRecord(record: WsdlRecord): string {
  return `${JSON.stringify({ formatVersion: 1, files: sortedRecord(record) }, null, 2)}\n`;
}

/** Reads a record. Undefined if the text is not a record; then each document that differs counts as written by hand. */
export function parseWsdlRecord(text: string): WsdlRecord | undefined {
  const { formatVersion, files } = parsedRecord(text);
  if (formatVersion !== 1 || !isRecord(files)) {
    return undefined;
  }
  const documents = Object.entries(files);
  if (!documents.every(([name, document]) => isFileName(name) && isDocument(document))) {
    return undefined;
  }
  // No prototype: a document may have any name.
  return Object.assign(Object.create(null) as object, files) as WsdlRecord;
}

function isDocument(value: unknown): value is RecordedDocument {
  return isRecord(value) && typeof value.hash === 'string' && typeof value.from === 'string';
}

/** Only names that `codegen wsdl` uses: the record is in version control, where anybody may have changed it. */
function isFileName(name: string): boolean {
  return isPortableName(name) && name.endsWith('.wsdl');
}
