import { brief } from '../base/describe.js';
import type { ElementDescriptor } from '../schema/descriptor/descriptor.js';
import { type SoapVersionFacts, versionOfNamespace } from '../service/soap-version.js';
import { nextChild, skipElement, startElement, type XmlCursor } from '../xml/interfaces/reader.js';
import type { XmlElement } from '../xml/interfaces/tree.js';
import type { XmlOutput } from '../xml/interfaces/writer.js';

/** What is wrong with a document that should be a SOAP message. */
type SoapFormatProblem =
  | 'not-envelope'
  | 'version'
  | 'no-body'
  | 'two-bodies'
  | 'unrelated'
  | 'not-understood'
  | 'expired'
  | 'security';

/** A document that is XML, but not the SOAP message that it should be. */
export class SoapFormatError extends Error {
  override readonly name = 'SoapFormatError';
  /**
   * - `not-envelope`: the root element is not an `Envelope`;
   * - `version`: it is, but in the namespace of an unknown version (SOAP 1.1, 4.4.1 `VersionMismatch`);
   * - `no-body`: there is no Body;
   * - `two-bodies`: there are two;
   * - `unrelated`: it is an answer to another request (WS-Addressing 1.0 Core, 3.4);
   * - `not-understood`: a header block that must be understood is not;
   * - `expired`, `security`: its security header block says that it is too old, or is not what it should be.
   */
  declare readonly problem: SoapFormatProblem;
  /** Namespace of the root element. */
  declare readonly found: string;

  constructor(problem: SoapFormatProblem, message: string, found = '', options?: ErrorOptions) {
    super(brief(message), options);
    this.problem = problem;
    this.found = found;
  }
}

/** The processing attributes of a header block (SOAP 1.1, 4.2; SOAP 1.2, 5.2). */
export interface HeaderFacts {
  readonly mustUnderstand: boolean;
  /** SOAP 1.1 `actor`, SOAP 1.2 `role`; absent for the ultimate receiver. */
  readonly actor?: string;
  /** SOAP 1.2 `relay`. */
  readonly relay: boolean;
}

/** A header block to write: a value of a descriptor, literal or in SOAP encoding, or a ready tree. */
export type SoapHeaderBlock = (
  | { readonly element: ElementDescriptor; readonly value: unknown; readonly encoded?: boolean }
  | { readonly tree: XmlElement }
) & {
  readonly mustUnderstand?: boolean;
  readonly actor?: string;
  /** SOAP 1.2 only. */
  readonly relay?: boolean;
};

/** Writes an envelope: declaration, the output of `writeHeader`, and that of `writeBody` in the Body. */
export function writeAround(
  output: XmlOutput,
  { namespace }: SoapVersionFacts,
  writeBody: (output: XmlOutput) => void,
  writeHeader?: () => void,
): void {
  output.declaration();
  output.startElement(namespace, 'Envelope', 'soap');
  writeHeader?.();
  output.startElement(namespace, 'Body', 'soap');
  writeBody(output);
  output.endElement();
  output.endElement();
}

/**
 * Moves a fresh cursor onto the Envelope's start tag and returns its version. Throws `SoapFormatError` if the root is
 * something else, `XmlSyntaxError` when the text is not XML.
 */
export function enterEnvelope(cursor: XmlCursor): SoapVersionFacts {
  while (cursor.event !== startElement) {
    cursor.next();
  }
  if (cursor.localName !== 'Envelope') {
    const message = `The root element is "${cursor.localName}", not a SOAP Envelope.`;
    throw new SoapFormatError('not-envelope', message, cursor.namespace);
  }
  const facts = versionOfNamespace(cursor.namespace);
  if (facts === undefined) {
    const message = `The Envelope is in the unknown namespace "${cursor.namespace}".`;
    throw new SoapFormatError('version', message, cursor.namespace);
  }
  return facts;
}

/**
 * Moves from the Envelope's start tag to that of the Body. `onHeader` is called on the start tag of each header block and
 * must leave the cursor on its end tag; without it, header blocks are ignored. True if no element comes before the Body. Throws
 * `SoapFormatError` if there is none.
 */
export function enterBody(
  cursor: XmlCursor,
  facts: SoapVersionFacts,
  onHeader: (cursor: XmlCursor) => void = skipElement,
): boolean {
  for (let first = true; nextChild(cursor); first = false) {
    const name = cursor.namespace === facts.namespace && cursor.localName;
    if (name === 'Body') {
      return first;
    }
    if (name === 'Header') {
      while (nextChild(cursor)) {
        onHeader(cursor);
      }
    } else {
      skipElement(cursor);
    }
  }
  throw new SoapFormatError('no-body', 'The Envelope has no Body.');
}
