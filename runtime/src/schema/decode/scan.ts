import { expandData } from '../../xml/references.js';
import type { XmlReader } from '../../xml/xml-reader.js';
import type { Decoder } from '../context/decoder.js';
import type { Scan, ScannedPart, ScanPlace } from '../plan/plan.js';
import { newScanAt } from '../plan/scan-places.js';
import { parsePlan } from '../simple/simple.js';

/** Making an expression takes its time: prefixes have to come so often in succession. */
const usual = 24;
const maxPrefixes = 4;
const maxCredit = 8;
const pause = -64;
/** Native search passes long texts faster than an expression does. */
const longMatch = 4000;

type Value = Record<string, unknown>;

/** The scan for the prefixes in scope; undefined if there is none, or scans have failed too often here. */
export function scanAt(place: ScanPlace, reader: XmlReader): Scan | undefined {
  if (place.credit < 0) {
    place.credit++;
    return undefined;
  }
  const outer = reader.prefixOf(place.outer);
  const inner = place.inner === place.outer ? outer : reader.prefixOf(place.inner);
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
  const isOther = place.prefixes[0] !== outer || place.prefixes[1] !== inner;
  if (isOther) {
    place.prefixes = [outer, inner];
    place.seen = place.scans.length === 0 ? usual : 0;
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
 * What a scan finds next, a value for each of its parts, undefined for one that is not there. Undefined if it finds nothing, or there is something
 * else to be decided. The reader stays where it is.
 */
export function findNext(decoder: Decoder, reader: XmlReader, place: ScanPlace, scan: Scan): unknown[] | undefined {
  const groups = reader.scan(scan.expression, scan.levels, scan.attributes);
  const values = groups === null ? undefined : new Values(decoder, reader, scan, groups).all();
  if (groups === null || values === undefined) {
    place.credit = place.credit === 0 ? pause : place.credit - 1;
  } else {
    place.credit = groups[0].length > longMatch ? pause : maxCredit;
  }
  return values;
}

/** Makes values of the texts that a scan has found. */
class Values {
  readonly #decoder: Decoder;
  readonly #scan: Scan;
  readonly #groups: RegExpExecArray;
  readonly #isWritten: boolean;

  constructor(decoder: Decoder, reader: XmlReader, scan: Scan, groups: RegExpExecArray) {
    this.#decoder = decoder;
    this.#scan = scan;
    this.#groups = groups;
    this.#isWritten = reader.isWritten(scan.expression.lastIndex);
  }

  /** Undefined if there is none, or a text is not a value of its type. */
  all(): unknown[] | undefined {
    const values: unknown[] = [];
    let isFound = false;
    try {
      for (const part of this.#scan.parts) {
        const value = this.#value(part);
        isFound ||= value !== undefined;
        values.push(value);
      }
    } catch {
      // The texts are read again, one by one: that says where the mistake is, and whether it counts.
      return undefined;
    }
    return isFound ? values : undefined;
  }

  #value({ group, isRequired, type, parts }: ScannedPart): unknown {
    const text = this.#groups[group] ?? (isRequired ? '' : undefined);
    if (text === undefined) {
      return undefined;
    }
    if (type === undefined) {
      return this.#record(parts);
    }
    const { context, check } = this.#decoder;
    const value = parsePlan(type, this.#isWritten ? expandData(text) : text, context, check);
    if (value === undefined) {
      throw new TypeError('a value is expected');
    }
    return value;
  }

  #record(parts: readonly ScannedPart[] = []): Value {
    const record: Value = {};
    for (const part of parts) {
      const value = this.#value(part);
      if (value !== undefined) {
        record[part.property] = value;
      }
    }
    return record;
  }
}
