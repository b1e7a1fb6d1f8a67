import { isPortableName } from './paths.js';

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
  const files = Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ formatVersion: 1, files }, null, 2)}\n`;
}

/** Reads a record. Undefined if the text is not a record; then each document that differs counts as written by hand. */
export function parseWsdlRecord(text: string): WsdlRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || value.formatVersion !== 1 || !isObject(value.files)) {
    return undefined;
  }
  const documents = Object.entries(value.files);
  if (!documents.every(([name, document]) => isFileName(name) && isDocument(document))) {
    return undefined;
  }
  // No prototype: a document may have any name.
  return Object.assign(Object.create(null) as object, value.files) as WsdlRecord;
}

function isDocument(value: unknown): value is RecordedDocument {
  return isObject(value) && typeof value.hash === 'string' && typeof value.from === 'string';
}

/** Only names that `codegen wsdl` uses: the record is in version control, where anybody may have changed it. */
function isFileName(name: string): boolean {
  return isPortableName(name) && name.endsWith('.wsdl');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
