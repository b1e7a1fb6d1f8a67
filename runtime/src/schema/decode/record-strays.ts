import { skipElement, XmlEvent } from '../../xml/interfaces/reader.js';
import type { Decoder, ReadElement } from '../context/decoder.js';
import { XmlDecodeError } from '../descriptor/errors.js';
import { writeProperty } from '../descriptor/resolve.js';
import { rpcNamespace } from '../descriptor/soap-encoding.js';
import type { ChildPlace, ComplexPlan, ElementNode } from '../plan/plan.js';
import { isLeftOut } from './decode-nil.js';

/** The field that a stray stands for, a child in no namespace or in another one than the type has it in: the only one with its local name. */
export function fieldOfStray(plan: ComplexPlan, namespace: string, name: string): ChildPlace | undefined {
  const same = plan.byName.get(name);
  return same?.length === 1 && namespace !== rpcNamespace ? same[0] : undefined;
}

/** A namespace as errors show it. */
export function shownNamespace(namespace: string): string {
  return namespace === '' ? 'no namespace' : `namespace "${namespace}"`;
}

/** A stray in the document. */
interface Sighting {
  readonly namespace: string;
  readonly offset: number;
}

/** All strays that may stand for one element. */
interface Found {
  readonly sightings: Sighting[];
  readonly values: unknown[];
  /** True if they are in several namespaces. */
  isAmbiguous: boolean;
  /** Set when it could not be read. */
  error: XmlDecodeError | undefined;
}

/** The strays of a record. They are read where they stand, and count if no child with the right name comes, and if those of one name are all in one namespace. */
export class RecordStrays {
  readonly #found = new Map<ElementNode, Found>();

  /** Reads the child at whose start the cursor is in the place of an element, and leaves the cursor on its end. */
  read(decoder: Decoder, field: ElementNode, read: ReadElement): void {
    const { cursor } = decoder;
    const found = this.#found.get(field) ?? { sightings: [], values: [], isAmbiguous: false, error: undefined };
    this.#found.set(field, found);
    found.sightings.push({ namespace: cursor.namespace, offset: cursor.offset });
    found.isAmbiguous ||= found.sightings[0]?.namespace !== cursor.namespace;
    const isEnough = found.error !== undefined || (found.values.length > 0 && !field.list);
    if (isEnough || found.isAmbiguous || isLeftOut(decoder, field.element)) {
      skipElement(decoder.cursor);
    } else {
      readInto(decoder, field, found, read);
    }
  }

  /**
   * Takes the values of elements for which nothing else came, and tells of all that were found. Returns the number of required elements
   * among them. Throws the error of one that could not be read.
   */
  settle(decoder: Decoder, result: Record<string, unknown>): number {
    let required = 0;
    for (const [field, found] of this.#found) {
      const isTaken = isNeeded(field, result) && !found.isAmbiguous && !isExtension(field, found);
      tellOf(decoder, field, found, isTaken);
      if (isTaken) {
        take(field, found, result);
        required += field.min > 0 && Object.hasOwn(result, field.property) && !field.list ? 1 : 0;
      }
    }
    return required;
  }

  /** The addition to an error about a missing element, if some in other namespaces may stand for it. */
  hint(field: ElementNode): string {
    const namespaces = new Set(this.#found.get(field)?.sightings.map(({ namespace }) => shownNamespace(namespace)));
    return namespaces.size === 0 ? '' : `; there is one in ${[...namespaces].join(', one in ')}`;
  }
}

/** Reads a child; if it does not fit, its error is kept. */
function readInto(decoder: Decoder, field: ElementNode, found: Found, read: ReadElement): void {
  const { cursor, path, inherited, load } = decoder;
  const { depth } = cursor;
  const steps = path.length;
  path.push(field.property);
  if (field.list) {
    path.push(found.values.length);
  }
  try {
    const value = read(decoder, field.element);
    if (value !== undefined) {
      found.values.push(value);
    }
  } catch (error) {
    if (!(error instanceof XmlDecodeError)) {
      throw error;
    }
    found.error = error;
    decoder.inherited = inherited;
    decoder.load = load;
    while (cursor.event !== XmlEvent.EndElement || cursor.depth !== depth) {
      cursor.next();
    }
  }
  path.length = steps;
}

function isNeeded({ property, list }: ElementNode, result: Record<string, unknown>): boolean {
  if (!Object.hasOwn(result, property)) {
    return true;
  }
  const known = result[property];
  return list && Array.isArray(known) && known.length === 0;
}

/** True for something of another vocabulary that only happens to have the name of an optional element: it does not fit. */
function isExtension(field: ElementNode, { error, sightings }: Found): boolean {
  return error !== undefined && field.min === 0 && sightings[0]?.namespace !== '';
}

function take(field: ElementNode, { error, values }: Found, result: Record<string, unknown>): void {
  if (error !== undefined) {
    throw error;
  }
  if (values.length > 0) {
    writeProperty(result, field.property, field.list ? values : values[0]);
  }
}

function tellOf(decoder: Decoder, { element, list }: ElementNode, { sightings }: Found, isTaken: boolean): void {
  for (const [index, { namespace, offset }] of sightings.entries()) {
    const kind = !isTaken ? 'element' : index > 0 && !list ? 'duplicate' : 'namespace';
    decoder.tell(kind, namespace, element.name, offset);
  }
}
