import type { ValuePath, XmlDecodeError } from '../descriptor/errors.js';

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

/** Collects the errors of a document, so that reading goes on after them, and the places of its elements. */
export class ErrorCollector {
  readonly errors: CollectedError[] = [];
  /** The offset of each element, by the path of its value. */
  readonly #places = new Map<string, number>();
  readonly #misfitted = new Set<string>();

  add(error: XmlDecodeError, offset: number): void {
    this.errors.push({ error, offset });
    if (misfits.has(error.code)) {
      this.#misfitted.add(keyOf(error.segments));
      this.#misfitted.add(keyOf(error.segments.slice(0, -1)));
    }
  }

  /** Keeps where the element of a value is. */
  place(path: ValuePath, offset: number): void {
    this.#places.set(keyOf(path), offset);
  }

  /** The offset of the element of a value, or of the nearest one around it. */
  offsetOf(path: ValuePath): number {
    for (let length = path.length; length > 0; length--) {
      const offset = this.#places.get(keyOf(path.slice(0, length)));
      if (offset !== undefined) {
        return offset;
      }
    }
    return this.#places.get(keyOf([])) ?? 0;
  }

  /** True if children of an element are known to be missing or too many. */
  isMisfitted(path: ValuePath): boolean {
    return this.#misfitted.has(keyOf(path));
  }
}

function keyOf(path: ValuePath): string {
  return path.join('/');
}
