import { XmlReader } from '../../../xml/read/xml-reader.js';
import type { Decoder } from '../../context/decoder.js';
import { closeFields, listAt, type RecordProgress } from '../../context/record-progress.js';
import type { ElementNode } from '../../plan/plan.js';
import { scanPlace } from './places.js';
import { Scanner, scanAt, settle } from './scanner.js';
import type { ItemsStep, ScanPiece, ScanPlace, ScanStep } from './steps.js';

/** True for a document that may be scanned: nobody needs to see each element. */
export function readsFields({ cursor, collector, encoded, rpc, path }: Decoder): boolean {
  const isStruct = rpc !== undefined && path.length === 0;
  return cursor instanceof XmlReader && collector === undefined && !encoded && !isStruct;
}

/** Reads the fields that scans find from here on. The reader stops before the first element that they do not find. */
export function readFields(progress: RecordProgress): void {
  const { plan, decoder } = progress;
  const reader = decoder.cursor as XmlReader;
  for (let index = progress.next; index < plan.fields.length && !reader.isBeforeEnd(); ) {
    const place = scanPlace(plan, index);
    const scan = place === null ? undefined : scanAt(place, reader);
    if (place === null || scan === undefined) {
      return;
    }
    const scanner = new Scanner(decoder, reader, scan);
    const isFound = place.isList
      ? addItems(progress, scanner, index, scan.steps)
      : addFields(progress, scanner, place, scan.steps);
    if (isFound || scanner.isTried) {
      settle(place, scan, isFound, scanner.isLong);
    }
    index = place.end;
  }
}

/** Reads fields; false if there are none here. */
function addFields(progress: RecordProgress, scanner: Scanner, place: ScanPlace, steps: readonly ScanStep[]): boolean {
  let isFound = false;
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i] as ScanStep;
    const { first } = place.pieces[i] as ScanPiece;
    const found = scanner.findNext(step);
    if (found !== undefined) {
      isFound = true;
      if (step.kind === 'match') {
        addValues(progress, first, found as unknown[]);
      } else {
        addValue(progress, first, found);
      }
    }
  }
  return isFound;
}

function addValues(progress: RecordProgress, first: number, values: readonly unknown[]): void {
  for (let i = 0; i < values.length; i++) {
    if (values[i] !== undefined) {
      addValue(progress, first + i, values[i]);
    }
  }
}

function addValue(progress: RecordProgress, index: number, value: unknown): void {
  closeFields(progress, index);
  const { property, element, min } = progress.plan.fields[index] as ElementNode;
  progress.result[property] = value;
  progress.names?.push(element);
  progress.found += min > 0 ? 1 : 0;
  progress.next = index + 1;
}

/** Reads items of a list; false if there are none here. */
function addItems(progress: RecordProgress, scanner: Scanner, index: number, steps: readonly ScanStep[]): boolean {
  const { result, names, plan } = progress;
  const found: unknown[] = [];
  if (!scanner.findItems(steps[0] as ItemsStep, found)) {
    return false;
  }
  const field = plan.fields[index] as ElementNode;
  closeFields(progress, index);
  const list = listAt(result, field, true);
  for (const item of found) {
    names?.push(field.element);
    list.push(item);
  }
  return true;
}
