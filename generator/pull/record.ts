import { isRecord, parsedJson, sortedRecord } from '../output/json-text.js';
import { isDocumentName } from './names.js';

/** Name of the file that records where the documents of a folder come from. */
export const originFile = 'codegen.origin.json';

/** A document that was pulled. */
export interface OriginDocument {
  /** Address that gave it, without secrets. */
  readonly address: string;
  /** SHA-256 in hex of its bytes, as the service sent them. */
  readonly sha256: string;
  /** SHA-256 in hex of the file, with line feeds as line ends. */
  readonly file: string;
  readonly etag?: string;
  readonly lastModified?: string;
  /** What its locations were, in document order; `null` for one that stayed. Absent if all stayed. */
  readonly locations?: readonly (string | null)[];
}

/** A descriptor that was pulled, by its own file. */
export interface OriginDescriptor {
  /** Address that the user named, without secrets. */
  readonly address: string;
  /** The files of its documents, itself among them, sorted. */
  readonly documents: readonly string[];
}

/** The descriptors of a folder and their documents, by file name. */
export interface OriginRecord {
  readonly descriptors: Readonly<Record<string, OriginDescriptor>>;
  readonly documents: Readonly<Record<string, OriginDocument>>;
}

/** The record of a folder into which nothing was pulled. */
export const noOrigins: OriginRecord = { descriptors: {}, documents: {} };

/** The text of a record, sorted by file name. */
export function formatOrigins({ descriptors, documents }: OriginRecord): string {
  const whole = { formatVersion: 1, descriptors: sortedRecord(descriptors), documents: sortedRecord(documents) };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** Reads a record; a text that says what is wrong with it. The record is in version control, where anybody may have changed it. */
export function parseOrigins(text: string): OriginRecord | string {
  const value = parsedJson(text);
  if (value === undefined) {
    return 'it is not JSON';
  }
  if (!isRecord(value) || value.formatVersion !== 1) {
    return 'it has another format than this version of codegen writes';
  }
  const { descriptors, documents } = value;
  const isWhole =
    isRecord(descriptors) &&
    isRecord(documents) &&
    Object.entries(documents).every(([name, document]) => isDocumentName(name) && isDocument(document)) &&
    Object.entries(descriptors).every(([name, each]) => name in documents && isDescriptor(each, documents));
  return isWhole ? (value as unknown as OriginRecord) : 'it is not what codegen writes';
}

function isDocument(value: unknown): value is OriginDocument {
  return (
    isRecord(value) &&
    [value.address, value.sha256, value.file].every((text) => typeof text === 'string') &&
    [value.etag, value.lastModified].every((text) => text === undefined || typeof text === 'string') &&
    (value.locations === undefined ||
      (Array.isArray(value.locations) && value.locations.every((each) => each === null || typeof each === 'string')))
  );
}

function isDescriptor(value: unknown, documents: Readonly<Record<string, unknown>>): value is OriginDescriptor {
  return (
    isRecord(value) &&
    typeof value.address === 'string' &&
    Array.isArray(value.documents) &&
    value.documents.every((name) => typeof name === 'string' && name in documents)
  );
}
