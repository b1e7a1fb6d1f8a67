import type { XmlReader } from '../../xml/xml-reader.js';
import type { Decoder } from '../context/decoder.js';
import type { Scan, ScanPlace } from '../plan/plan.js';
import { newScanAt } from '../plan/scan-places.js';
import { parsePlan } from '../simple/simple.js';

/** Making an expression takes its time, which pays for what comes again and again. */
const usual = 24;
const maxPrefixes = 4;
const maxCredit = 8;
const pause = -64;
/** Native search passes long texts faster than an expression does. */
const longMatch = 4000;

/** The scan for the prefixes in scope; undefined if there is none, or scans have failed too often here. */
export function scanAt(place: ScanPlace, reader: XmlReader): Scan | undefined {
  if (place.credit < 0) {
    place.credit++;
    return undefined;
  }
  const inner = reader.prefixOf(place.namespace);
  const { namespace } = place.element;
  const outer = namespace === place.namespace ? inner : reader.prefixOf(namespace);
  if (inner === undefined || outer === undefined) {
    return undefined;
  }
  for (const known of place.scans) {
    if (known.inner === inner && known.outer === outer) {
      return known.scan;
    }
  }
  return makeUsual(place, outer, inner);
}

function makeUsual(place: ScanPlace, outer: string, inner: string): Scan | undefined {
  if (place.outer !== outer || place.inner !== inner) {
    place.outer = outer;
    place.inner = inner;
    place.seen = 0;
  }
  if (++place.seen < usual) {
    return undefined;
  }
  const made = newScanAt(place, outer, inner);
  place.scans.unshift(made);
  place.scans.length = Math.min(place.scans.length, maxPrefixes);
  return made.scan;
}

/**
 * What a scan finds next, with values in the groups of its fields; undefined if that is nothing, or there is something else to be decided. The
 * reader stays where it is.
 */
export function findNext(decoder: Decoder, reader: XmlReader, place: ScanPlace, scan: Scan): unknown[] | undefined {
  const match = reader.scan(scan.expression, scan.levels);
  const values = match === null || !hasValues(decoder, reader, scan, match) ? undefined : match;
  if (values === undefined) {
    place.credit = place.credit === 0 ? pause : place.credit - 1;
  } else {
    place.credit = values[0].length > longMatch ? pause : maxCredit;
  }
  return values;
}

/** Puts values in the place of the texts in a match. False if there are none, or one of them is not a value of its type. */
function hasValues(decoder: Decoder, reader: XmlReader, { fields, expression }: Scan, groups: unknown[]): boolean {
  const isWritten = reader.isWritten(expression.lastIndex);
  const { context, check } = decoder;
  let found = false;
  try {
    for (const { type, group, isRequired } of fields) {
      const text = groups[group] ?? (isRequired ? '' : undefined);
      if (typeof text === 'string') {
        const value = parsePlan(type, isWritten ? reader.expand(text) : text, context, check);
        if (value === undefined) {
          return false;
        }
        groups[group] = value;
        found = true;
      }
    }
  } catch {
    // The texts are read again, one by one: that says where the mistake is, and whether it counts.
    return false;
  }
  return found;
}

/** Sets the properties of the fields that a scan has found. */
export function assignFound({ fields }: Scan, values: readonly unknown[], result: Record<string, unknown>): void {
  for (const { property, group } of fields) {
    const value = values[group];
    if (value !== undefined) {
      result[property] = value;
    }
  }
}
