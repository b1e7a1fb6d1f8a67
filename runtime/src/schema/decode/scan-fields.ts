import type { XmlCursor } from '../../xml/reader.js';
import { XmlReader } from '../../xml/xml-reader.js';
import type { Decoder } from '../context/decoder.js';
import type { ElementNode, Scan, ScanPlace } from '../plan/plan.js';
import { scanPlace } from '../plan/scan-places.js';
import { listAt, type RecordProgress } from './record-progress.js';
import { findNext, scanAt } from './scan.js';

/** The text of the element that starts here, if it is nothing else, and a reader can find its end: see `textToEnd`. */
export function wholeText(cursor: XmlCursor): string | undefined {
  return cursor instanceof XmlReader ? cursor.textToEnd() : undefined;
}

/** The reader of the document, unless something has to be known of each element. */
export function readerOf({ cursor, collector, encoded, rpc, path }: Decoder): XmlReader | undefined {
  const isStruct = rpc !== undefined && path.length === 0;
  return cursor instanceof XmlReader && collector === undefined && !encoded && !isStruct ? cursor : undefined;
}

/** Reads what scans find from here on. The reader stays at what has to be looked at by itself. */
export function scanFields(progress: RecordProgress, reader: XmlReader): void {
  for (;;) {
    const place = scanPlace(progress.plan, progress.next);
    if (place === null) {
      return;
    }
    const scan = scanAt(place, reader);
    if (scan === undefined) {
      return;
    }
    if (place.isList) {
      // What comes after the items has to be looked at.
      scanItems(progress, reader, place, scan);
      return;
    }
    if (!scanRun(progress, reader, place, scan)) {
      return;
    }
  }
}

/** False if there are no further fields here. */
function scanRun(progress: RecordProgress, reader: XmlReader, place: ScanPlace, scan: Scan): boolean {
  const values = findNext(progress.decoder, reader, place, scan);
  if (values === undefined) {
    return false;
  }
  reader.pass(scan.expression.lastIndex);
  const { nodes } = scan;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as ElementNode;
    if (values[i] !== undefined) {
      progress.result[node.property] = values[i];
      progress.names?.push(node.element);
      progress.found += node.min > 0 ? 1 : 0;
      progress.next = node.index + 1;
    }
  }
  return true;
}

/** Reads items of a list. */
function scanItems(progress: RecordProgress, reader: XmlReader, place: ScanPlace, scan: Scan): void {
  const { decoder } = progress;
  const field = progress.plan.fields[progress.next] as ElementNode;
  let list: unknown[] | undefined;
  let values = findNext(decoder, reader, place, scan);
  while (values !== undefined) {
    reader.pass(scan.expression.lastIndex);
    progress.names?.push(field.element);
    list ??= listAt(progress.result, field, true);
    list.push(values[0]);
    // Below zero, it is not worth it: the texts are long.
    values = place.credit < 0 ? undefined : findNext(decoder, reader, place, scan);
  }
}
