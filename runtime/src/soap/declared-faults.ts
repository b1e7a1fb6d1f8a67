import { decodeElement } from '../schema/decode/decode.js';
import type { FaultDescriptor } from '../service/descriptor.js';
import type { XmlCursor } from '../xml/reader.js';
import { skipElement } from './cursor.js';
import type { EncodedFaults } from './encoded.js';
import type { DeclaredDetail, FaultReader } from './fault.js';

/** The reader of the declared faults of an operation. */
export type DeclaredFaults = (faults: readonly FaultDescriptor[], encoded?: EncodedFaults) => FaultReader;

/** Declared faults with their values. Generated operations that declare some name them, so that a bundler leaves them out elsewhere. */
export const declaredFaults: DeclaredFaults = (faults, encoded) => {
  const inDetail = faults.filter(({ header }) => header !== true);
  const inHeader = faults.filter(({ header }) => header === true);
  let found: DeclaredDetail | undefined;
  return {
    inDetail: (cursor) => readDeclaredFault(inDetail, cursor, encoded),
    onHeader: (cursor) => {
      const declared = readDeclaredFault(inHeader, cursor, encoded);
      if (declared === undefined) {
        skipElement(cursor);
      } else {
        found = declared;
      }
    },
    inHeader: () => found,
    isReferredTo: (cursor) => encoded?.isReferredTo(cursor) === true,
  };
};

/**
 * True on the start tag of the element that a declared fault consists of. One in SOAP encoding whose part has a type is known by its
 * local name: services differ in the namespace that they put it in.
 */
function isElementOf({ element, name }: FaultDescriptor, cursor: XmlCursor, encoded?: EncodedFaults): boolean {
  if (element?.name !== cursor.localName) {
    return false;
  }
  return element.namespace === cursor.namespace || (element.namespace === '' && encoded?.names.includes(name) === true);
}

/**
 * Reads the element at whose start tag the cursor is as a declared fault, and leaves the cursor on its end tag; undefined,
 * with nothing read, if it is not a declared fault. Several faults in SOAP encoding may have the same element, as with Axis:
 * then the type distinguishes them. Throws `XmlDecodeError`.
 */
function readDeclaredFault(
  faults: readonly FaultDescriptor[],
  cursor: XmlCursor,
  encoded?: EncodedFaults,
): DeclaredDetail | undefined {
  const exact = faults.filter((fault) => isElementOf(fault, cursor, encoded));
  const candidates = exact.length > 0 ? exact : nearMiss(faults, cursor);
  const [first] = candidates;
  if (first?.element === undefined) {
    return undefined;
  }
  if (!encoded?.names.includes(first.name)) {
    return { faultName: first.name, detail: decodeElement(first.element, cursor) };
  }
  const others = candidates.slice(1).filter(({ name }) => encoded.names.includes(name));
  const elements = others.flatMap(({ element }) => element ?? []);
  const { index, value } = encoded.blocks.decodeOneOf([first.element, ...elements], cursor);
  return { faultName: [first, ...others][index]?.name, detail: value };
}

/** The fault whose element has another namespace, where no other fault has that local name: services differ in what they qualify. */
function nearMiss(faults: readonly FaultDescriptor[], { localName }: XmlCursor): readonly FaultDescriptor[] {
  const named = faults.filter(({ element }) => element?.name === localName);
  return named.length === 1 ? named : [];
}
