import { XmlEvent } from '../../xml/interfaces/reader.js';
import { TreeOffsets } from '../../xml/trees/tree-offsets.js';
import { type ValuePath, XmlDecodeError } from '../descriptor/errors.js';
import type { ElementPlan } from '../plan/plan.js';
import type { Decoder, ErrorKeeping } from './decoder.js';

/** An error and its index into the document. */
export interface CollectedError {
  readonly error: XmlDecodeError;
  readonly offset: number;
}

/** Errors about children that are missing: the content model would only repeat them. */
const misfits: ReadonlySet<string> = new Set([
  'missing-element',
  'missing-choice',
  'unknown-order',
  'unknown-duplicate',
]);

/** Collects the errors of a document, so that reading goes on after them, and the places of some of its elements. */
export class ErrorCollector implements ErrorKeeping {
  readonly errors: CollectedError[] = [];
  readonly offsets: TreeOffsets = new TreeOffsets();
  /** The paths whose places are asked for, and those around them. */
  readonly #wanted = new Set<string>();
  /** The offset of each of their elements. */
  readonly #places = new Map<string, number>();
  readonly #misfitted = new Set<string>();

  /** `wanted` are the paths of values whose places will be asked for. */
  constructor(wanted: Iterable<ValuePath> = []) {
    for (const path of wanted) {
      for (let length = 0; length <= path.length; length++) {
        this.#wanted.add(keyOf(path.slice(0, length)));
      }
    }
  }

  read(decoder: Decoder, element: ElementPlan, decode: (decoder: Decoder, element: ElementPlan) => unknown): unknown {
    const { cursor, path, inherited, load } = decoder;
    const { depth } = cursor;
    const steps = path.length;
    this.place(path, cursor.offset);
    try {
      return decode(decoder, element);
    } catch (error) {
      if (!(error instanceof XmlDecodeError)) {
        throw error;
      }
      this.add(error, cursor.offset);
      path.length = steps;
      decoder.inherited = inherited;
      decoder.load = load;
      while (cursor.event !== XmlEvent.EndElement || cursor.depth !== depth) {
        cursor.next();
      }
      return null;
    }
  }

  add(error: XmlDecodeError, offset: number): void {
    this.errors.push({ error, offset });
    if (misfits.has(error.code)) {
      this.#misfitted.add(keyOf(error.segments));
      this.#misfitted.add(keyOf(error.segments.slice(0, -1)));
    }
  }

  place(path: ValuePath, offset: number): void {
    const key = this.#wanted.size === 0 ? '' : keyOf(path);
    if (this.#wanted.has(key)) {
      this.#places.set(key, offset);
    }
  }

  /** The offset of the element of a wanted path, or of the nearest one around it. */
  offsetOf(path: ValuePath): number {
    for (let length = path.length; length > 0; length--) {
      const offset = this.#places.get(keyOf(path.slice(0, length)));
      if (offset !== undefined) {
        return offset;
      }
    }
    return this.#places.get(keyOf([])) ?? 0;
  }

  isMisfitted(path: ValuePath): boolean {
    return this.#misfitted.has(keyOf(path));
  }
}

function keyOf(path: ValuePath): string {
  return path.join('/');
}
