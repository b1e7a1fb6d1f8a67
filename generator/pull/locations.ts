import { lineStarts } from '../contract/served/cut.js';
import { encodingOf } from '../source/decode.js';
import type { SourceElement, SourceReference } from '../source/document.js';
import { attributeOf, findReferences } from '../source/references.js';

/** The location of an import in the bytes of its document. */
export interface DocumentLocation {
  readonly reference: SourceReference;
  /** The location as it is meant: without white space at its ends, entities replaced. */
  readonly value: string;
  /** The value as it is written between its quotes. */
  readonly raw: string;
  /** Offsets of the value in the document, in bytes. */
  readonly start: number;
  readonly end: number;
}

/**
 * The locations of the imports and includes of a document, in document order, with their places in its bytes. A location that
 * cannot be found there (a default of a document type, say) is left out.
 *
 * @param root The WSDL or schema in the document, whose positions are those of its text with line feeds.
 */
export function locationsIn(bytes: Uint8Array, root: SourceElement): readonly DocumentLocation[] {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  const lines = lineStarts(text);
  const found = findReferences(root).flatMap((reference) => {
    const { element, location } = reference;
    const attribute = attributeOf(element, reference.kind === 'wsdl:import' ? 'location' : 'schemaLocation');
    if (location === undefined || attribute === undefined) {
      return [];
    }
    const { line, column } = attribute.position;
    const start = (lines[line - 1] ?? 0) + column - 1;
    const quote = text[start - 1] ?? '';
    const end = text.indexOf(quote, start);
    const raw = text.slice(start, end);
    const isThere = /["']/.test(quote) && end >= 0 && unescaped(raw).trim() === location;
    return isThere ? [{ reference, value: location, raw, start, end }] : [];
  });
  return inBytes(found, bytes);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The value that a text between quotes means (XML 1.0, 3.3.3), as far as it has no entities of a document type. */
function unescaped(raw: string): string {
  return raw.replace(/[\t\n\r]/g, ' ').replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return name !== undefined ? (entities[name] ?? all) : code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

/** The same places, counted in bytes instead of UTF-16 code units. They may come in any order. */
function inBytes(places: readonly DocumentLocation[], bytes: Uint8Array): readonly DocumentLocation[] {
  const wanted = [...new Set(places.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const offsets = byteOffsets(wanted, bytes);
  return places.map((place) => ({
    ...place,
    start: offsets.get(place.start) ?? 0,
    end: offsets.get(place.end) ?? 0,
  }));
}

/** How many bytes are decoded at once where no place is wanted. */
const chunkSize = 4096;

/**
 * Byte offsets of ascending offsets in the decoded text. Decoding piece by piece finds them in any encoding, because all of them
 * follow a character of ASCII, or are one.
 */
function byteOffsets(wanted: readonly number[], bytes: Uint8Array): ReadonlyMap<number, number> {
  const label = encodingOf(bytes);
  const ends = chunkEnds(bytes, label);
  const decoder = new TextDecoder(label);
  const offsets = new Map<number, number>();
  let decoded = 0;
  let next = 0;
  for (let chunk = 0; next < wanted.length && chunk < ends.length; chunk++) {
    const first = chunk * chunkSize;
    const last = Math.min(first + chunkSize, bytes.length);
    const step = (wanted[next] as number) > (ends[chunk] as number) ? last - first : 1;
    for (let at = first; at < last; at += step) {
      if (decoded === wanted[next] && step === 1) {
        offsets.set(wanted[next++] as number, at);
      }
      decoded += decoder.decode(bytes.subarray(at, at + step), { stream: true }).length;
    }
  }
  return offsets;
}

/** How many code units are decoded after each chunk. */
function chunkEnds(bytes: Uint8Array, label: string): readonly number[] {
  const decoder = new TextDecoder(label);
  const ends: number[] = [];
  let decoded = 0;
  for (let at = 0; at < bytes.length; at += chunkSize) {
    decoded += decoder.decode(bytes.subarray(at, at + chunkSize), { stream: true }).length;
    ends.push(decoded);
  }
  return ends;
}

/** Bytes with other values at the places of locations; a location without a new value stays. Values are of ASCII. */
export function withLocations(
  bytes: Uint8Array,
  locations: readonly DocumentLocation[],
  newValue: (location: DocumentLocation, index: number) => string | undefined,
): Uint8Array {
  const parts: Uint8Array[] = [];
  const label = encodingOf(bytes);
  let from = 0;
  const changes = locations.flatMap((location, index) => {
    const value = newValue(location, index);
    return value === undefined || value === location.raw ? [] : [{ ...location, text: value }];
  });
  for (const { start, end, text } of changes.sort((a, b) => a.start - b.start)) {
    parts.push(bytes.subarray(from, start), encode(text, label));
    from = end;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
}

/** The bytes of a text. All encodings that documents are read in agree with ASCII, except for UTF-16. */
function encode(text: string, label: string): Uint8Array {
  const isWide = label.startsWith('utf-16');
  const bytes = Buffer.from(text, isWide ? 'utf16le' : 'utf8');
  return label === 'utf-16be' ? bytes.swap16() : bytes;
}
