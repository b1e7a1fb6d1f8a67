import { brief } from '../brief.js';
import type { ElementDescriptor } from '../schema/descriptor/descriptor.js';
import { encodeElement } from '../schema/encode/encode.js';
import { writeTree } from '../xml/index.js';
import { type XmlCursor, XmlEvent } from '../xml/reader.js';
import type { XmlElement } from '../xml/tree.js';
import type { XmlOutput } from '../xml/writer.js';
import { nextChild, skipElement } from './cursor.js';
import type { EncodedMessages } from './encoded.js';
import { type SoapVersion, type SoapVersionFacts, soapVersion, versionOfNamespace } from './version.js';

/** What is wrong with a document that should be a SOAP message. */
type SoapFormatProblem = 'not-envelope' | 'version' | 'no-body' | 'unrelated';

/** A document that is XML, but not the SOAP message that it should be. */
export class SoapFormatError extends Error {
  override readonly name = 'SoapFormatError';
  /**
   * - `not-envelope`: the root element is not an `Envelope`;
   * - `version`: it is, but in the namespace of an unknown version (SOAP 1.1, 4.4.1 `VersionMismatch`);
   * - `no-body`: there is no Body;
   * - `unrelated`: it is an answer to another request (WS-Addressing 1.0 Core, 3.4).
   */
  declare readonly problem: SoapFormatProblem;
  /** Namespace of the root element. */
  declare readonly found: string;

  constructor(problem: SoapFormatProblem, message: string, found = '') {
    super(brief(message));
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

const declaration = '<?xml version="1.0" encoding="utf-8"?>';
const schemaDeclarations =
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

/** The fixed text before and after the content of the Body. */
export interface EnvelopeFrame {
  readonly start: string;
  readonly end: string;
}

/**
 * The text around the content of the Body of a message without headers, so that only the content has to be written each time.
 * `schemaPrefixes` also declares `xsi` and `xsd`, as ASP.NET does.
 */
export function envelopeFrame(
  version: SoapVersion,
  options: { readonly schemaPrefixes?: boolean } = {},
): EnvelopeFrame {
  const { namespace } = soapVersion(version);
  const extra = options.schemaPrefixes ? schemaDeclarations : '';
  return {
    start: `${declaration}<soap:Envelope xmlns:soap="${namespace}"${extra}><soap:Body>`,
    end: '</soap:Body></soap:Envelope>',
  };
}

/**
 * Writes a whole envelope: declaration, headers (the Header element only if there are any) and the output of `writeBody` in
 * the Body. `encoding` is needed for headers in SOAP encoding.
 */
export function writeEnvelope(
  output: XmlOutput,
  version: SoapVersion,
  headers: readonly SoapHeaderBlock[],
  writeBody: (output: XmlOutput) => void,
  encoding?: EncodedMessages,
): void {
  const facts = soapVersion(version);
  output.declaration();
  output.startElement(facts.namespace, 'Envelope', 'soap');
  if (headers.length > 0) {
    output.startElement(facts.namespace, 'Header', 'soap');
    for (const header of headers) {
      writeHeader(output, facts, header, encoding);
    }
    output.endElement();
  }
  output.startElement(facts.namespace, 'Body', 'soap');
  writeBody(output);
  output.endElement();
  output.endElement();
}

/** Writes a header block with its attributes for SOAP. Throws `TypeError` for one in SOAP encoding without `encoding`. */
export function writeHeader(
  output: XmlOutput,
  facts: SoapVersionFacts,
  header: SoapHeaderBlock,
  encoding?: EncodedMessages,
): void {
  const marked = marking(output, () => {
    if (header.mustUnderstand) {
      output.attribute(facts.namespace, 'mustUnderstand', '1', 'soap');
    }
    if (header.actor !== undefined) {
      output.attribute(facts.namespace, facts.actorAttribute, header.actor, 'soap');
    }
    if (header.relay && facts.version === '1.2') {
      output.attribute(facts.namespace, 'relay', '1', 'soap');
    }
  });
  if ('tree' in header) {
    writeTree(header.tree, marked);
  } else if (header.encoded) {
    writeEncoded(marked, facts, header, encoding);
  } else {
    encodeElement(header.element, header.value, marked);
  }
}

function writeEncoded(
  output: XmlOutput,
  facts: SoapVersionFacts,
  { element, value }: { readonly element: ElementDescriptor; readonly value: unknown },
  encoding: EncodedMessages | undefined,
): void {
  if (encoding === undefined) {
    throw new TypeError(`The SOAP header ${element.name} needs encodedMessages, which the client does not name.`);
  }
  encoding.encodeBlock(element, value, output, facts);
}

/** Calls `mark` after the start of the first element, to add attributes; everything else passes unchanged. */
function marking(output: XmlOutput, mark: () => void): XmlOutput {
  let isMarked = false;
  return {
    declaration: () => output.declaration(),
    startElement: (...element) => {
      output.startElement(...element);
      if (!isMarked) {
        isMarked = true;
        mark();
      }
    },
    declare: (prefix, namespace) => output.declare(prefix, namespace),
    attribute: (...attribute) => output.attribute(...attribute),
    text: (value) => output.text(value),
    binary: (content) => output.binary?.(content) ?? false,
    endElement: () => output.endElement(),
    prefixFor: (namespace) => output.prefixFor(namespace),
    programNamespace: (namespace) => output.programNamespace(namespace),
    resolvePrefix: (prefix) => output.resolvePrefix(prefix),
    toString: () => output.toString(),
  };
}

/**
 * Moves a fresh cursor onto the Envelope's start tag and returns its version. Throws `SoapFormatError` if the root is
 * something else, `XmlSyntaxError` when the text is not XML.
 */
export function enterEnvelope(cursor: XmlCursor): SoapVersionFacts {
  while (cursor.event !== XmlEvent.StartElement) {
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
 * must leave the cursor on its end tag; without it, header blocks are ignored. A cursor that is at the start tag of the Body stays there.
 * True if it has moved, and no element comes before the Body. Throws `SoapFormatError` if there is none.
 */
export function enterBody(
  cursor: XmlCursor,
  facts: SoapVersionFacts,
  onHeader?: (cursor: XmlCursor, header: HeaderFacts) => void,
): boolean {
  if (cursor.depth === 2) {
    // `EnvelopeStarts` has gone there.
    return false;
  }
  for (let first = true; nextChild(cursor); first = false) {
    if (cursor.namespace === facts.namespace && cursor.localName === 'Body') {
      return first;
    }
    if (onHeader !== undefined && cursor.namespace === facts.namespace && cursor.localName === 'Header') {
      while (nextChild(cursor)) {
        onHeader(cursor, readHeaderFacts(cursor, facts));
      }
    } else {
      skipElement(cursor);
    }
  }
  throw new SoapFormatError('no-body', 'The Envelope has no Body.');
}

/** Processing attributes of the header block at whose start tag the cursor is. */
function readHeaderFacts(cursor: XmlCursor, facts: SoapVersionFacts): HeaderFacts {
  const actor = cursor.attribute(facts.namespace, facts.actorAttribute);
  return {
    mustUnderstand: isTrue(cursor.attribute(facts.namespace, 'mustUnderstand')),
    relay: isTrue(cursor.attribute(facts.namespace, 'relay')),
    ...(actor !== undefined && { actor }),
  };
}

function isTrue(text: string | undefined): boolean {
  const value = text?.trim();
  return value === '1' || value === 'true';
}
