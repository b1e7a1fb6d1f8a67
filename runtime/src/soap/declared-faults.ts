import { decodeElement } from '../schema/decode/decode.js';
import { XmlDecodeError } from '../schema/descriptor/errors.js';
import type { EncodedBlocks } from '../schema/soap-encoding/encoded.js';
import type { FaultDescriptor } from '../service/descriptor.js';
import { skipElement, type XmlCursor } from '../xml/interfaces/reader.js';
import type { EncodedMessages } from './encoded.js';
import { type DeclaredDetail, type FaultInfo, readFault } from './fault.js';

/** The faults of an operation, as far as reading them needs it. */
export interface FaultsOf {
  readonly operation: { readonly faults?: readonly FaultDescriptor[] };
  /** Names of those in SOAP encoding. */
  readonly encodedFaults?: readonly string[] | undefined;
}

/** The faults of an operation that are in SOAP encoding, and what reads them. */
interface EncodedFaults {
  readonly names: readonly string[];
  readonly blocks: EncodedBlocks;
}

/** Reads the fault in a document with the declared faults of an operation; `open` begins the document. Throws as `readFault`. */
export type DeclaredFaults = (
  open: () => XmlCursor,
  plan: FaultsOf,
  encoding: EncodedMessages | undefined,
) => FaultInfo | undefined;

/** Declared faults with their values. Generated operations that declare some name them, so that a bundler leaves them out elsewhere. */
export const declaredFaults: DeclaredFaults = (open, { operation, encodedFaults: names }, encoding) => {
  const { faults = [] } = operation;
  const inDetail = faults.filter(({ header }) => header !== true);
  const inHeader = faults.filter(({ header }) => header === true);
  const encoded = names && encoding && { names, blocks: encoding.blocks(open) };
  let ofHeader: DeclaredDetail | undefined;
  let isFirst = true;
  try {
    const fault = readFault(open(), {
      entry: (cursor) => {
        const found = isFirst ? readDeclaredFault(inDetail, cursor, encoded) : undefined;
        // Content to which entries refer may come before them.
        isFirst &&= found === undefined && encoded !== undefined && encoding?.isReferredTo(cursor) === true;
        return found;
      },
      header: (cursor) => {
        const found = readDeclaredFault(inHeader, cursor, encoded);
        if (found === undefined) {
          skipElement(cursor);
        }
        ofHeader = found ?? ofHeader;
      },
    });
    return fault?.faultName === undefined ? fault && { ...fault, ...ofHeader } : fault;
  } catch (error) {
    if (!(error instanceof XmlDecodeError)) {
      throw error;
    }
    // The detail does not fit its declaration: a fault with a raw detail is better than none.
    return readFault(open());
  }
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
