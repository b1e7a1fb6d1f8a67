import type { QName } from '../schema/descriptor/descriptor.js';
import { readTree } from '../xml/index.js';
import { type XmlCursor, XmlEvent } from '../xml/reader.js';
import type { XmlElement } from '../xml/tree.js';
import { nextChild, readText, skipElement } from './cursor.js';
import { type SoapVersion, type SoapVersionFacts, versionOfNamespace } from './version.js';

/**
 * The fault codes of the specifications, under their SOAP 1.1 names (4.4.1). SOAP 1.2 (5.4.6) writes `Client` as `Sender` and `Server` as
 * `Receiver`; `DataEncodingUnknown` exists in SOAP 1.2 alone.
 */
export type FaultCode = 'Client' | 'Server' | 'MustUnderstand' | 'VersionMismatch' | 'DataEncodingUnknown';

/** A reason in one language (SOAP 1.2, 5.4.2). */
export interface FaultReason {
  /** Language tag; `''` if the fault does not say. */
  readonly language: string;
  readonly text: string;
}

/** A fault as it was read, the same for both versions. */
export interface FaultInfo {
  readonly version: SoapVersion;
  /** The code on the wire. A code without a namespace (it happens) has `''`. */
  readonly code: QName;
  /** The party at fault, derived from the code in either version's vocabulary; undefined for a service's own code. */
  readonly kind: FaultCode | undefined;
  readonly subcodes: readonly QName[];
  /** The English reason, or the first. */
  readonly reason: string;
  readonly reasons: readonly FaultReason[];
  readonly actor: string | undefined;
  readonly node: string | undefined;
  /** Name of the declared fault whose element the detail contains. */
  readonly faultName: string | undefined;
  /** Value of the declared fault's element; otherwise the elements of the detail as trees. */
  readonly detail: unknown;
  /** Text of the detail outside of elements, in one line; absent if there is none. */
  readonly detailText?: string;
}

/** The name and the value of a declared fault. */
export type DeclaredDetail = Pick<FaultInfo, 'faultName' | 'detail'>;

/** Reads the declared faults of an operation: each function at the start tag of an element. */
export interface FaultReader {
  /**
   * Reads the element as a declared fault of the detail, and leaves the cursor on its end tag; undefined, with nothing read, if it is not one.
   * Throws `XmlDecodeError`.
   */
  inDetail(cursor: XmlCursor): DeclaredDetail | undefined;
  /** The same for a header block (`soap:headerfault`). */
  inHeader(cursor: XmlCursor): DeclaredDetail | undefined;
  /** True for an element that is there only for others to refer to. */
  isReferredTo(cursor: XmlCursor): boolean;
}

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/** True on the start tag of a Fault of this version. */
export function isFault(cursor: XmlCursor, facts: SoapVersionFacts): boolean {
  return cursor.localName === 'Fault' && cursor.namespace === facts.namespace;
}

/**
 * Reads the Fault at whose start tag the cursor is, and leaves the cursor on the end tag. The detail is decoded if it begins
 * with the element of a declared fault, and kept as trees otherwise. As lenient as services require: children may be in the
 * namespace of either envelope or in none, and have the names of either version; their order is free. Throws `XmlDecodeError`
 * if the detail does not fit the declared fault; read it again without `faults` then.
 */
export function readFault(cursor: XmlCursor, facts: SoapVersionFacts, faults?: FaultReader): FaultInfo {
  const parts = new FaultParts();
  while (nextChild(cursor)) {
    if (isOfEnvelope(cursor)) {
      readPart(cursor, faults, parts);
    } else {
      skipElement(cursor);
    }
  }
  const english = parts.reasons.find((reason) => /^en(-|$)/i.test(reason.language));
  const code = parts.codes[0] ?? { namespace: '', name: '' };
  return {
    version: facts.version,
    code,
    kind: kindOfCode(facts, code),
    subcodes: parts.codes.slice(1),
    reason: (english ?? parts.reasons[0])?.text ?? '',
    reasons: parts.reasons,
    actor: parts.actor,
    node: parts.node,
    faultName: parts.faultName,
    detail: parts.detail,
    ...(parts.detailText !== undefined && { detailText: parts.detailText }),
  };
}

/**
 * True on the start tag of an element that may be part of a fault: peers omit the namespace, and write faults of the other
 * version.
 */
function isOfEnvelope({ namespace }: XmlCursor): boolean {
  return namespace === '' || versionOfNamespace(namespace) !== undefined;
}

/** The parts of a fault found so far. */
class FaultParts {
  readonly codes: QName[] = [];
  readonly reasons: FaultReason[] = [];
  actor: string | undefined;
  node: string | undefined;
  faultName: string | undefined;
  detail: unknown;
  detailText: string | undefined;
}

function readPart(cursor: XmlCursor, faults: FaultReader | undefined, parts: FaultParts): void {
  switch (cursor.localName) {
    case 'faultcode':
      parts.codes.push(readQName(cursor));
      return;
    case 'faultstring':
      parts.reasons.push(readReason(cursor));
      return;
    case 'faultactor':
    case 'Role':
      parts.actor = readText(cursor).trim();
      return;
    case 'Node':
      parts.node = readText(cursor).trim();
      return;
    case 'Code':
      readCode(cursor, parts.codes);
      return;
    case 'Reason':
      while (nextChild(cursor)) {
        parts.reasons.push(readReason(cursor));
      }
      return;
    case 'detail':
    case 'Detail':
      readDetail(cursor, faults, parts);
      return;
    default:
      skipElement(cursor);
  }
}

function readReason(cursor: XmlCursor): FaultReason {
  const language = cursor.attribute(xmlNamespace, 'lang') ?? '';
  return { language, text: readText(cursor) };
}

/** A `Code` or `Subcode` with all that is nested in it, outermost first. */
function readCode(cursor: XmlCursor, codes: QName[]): void {
  while (nextChild(cursor)) {
    if (cursor.localName === 'Value' && isOfEnvelope(cursor)) {
      codes.push(readQName(cursor));
    } else if (cursor.localName === 'Subcode' && isOfEnvelope(cursor)) {
      readCode(cursor, codes);
    } else {
      skipElement(cursor);
    }
  }
}

/** A QName in text. The prefix is looked up on the element itself, because the cursor's scope ends with it. */
function readQName(cursor: XmlCursor): QName {
  const scope = cursor.namespacesInScope();
  const text = readText(cursor).trim();
  const colon = text.indexOf(':');
  if (colon < 0) {
    return { namespace: scope.get('') ?? '', name: text };
  }
  return { namespace: scope.get(text.slice(0, colon)) ?? '', name: text.slice(colon + 1) };
}

function readDetail(cursor: XmlCursor, faults: FaultReader | undefined, parts: FaultParts): void {
  const trees: XmlElement[] = [];
  let isFirst = true;
  let text = '';
  while (cursor.next() !== XmlEvent.EndElement) {
    if (cursor.event === XmlEvent.Text) {
      text += cursor.text;
      continue;
    }
    const declared = parts.faultName === undefined && isFirst ? faults?.inDetail(cursor) : undefined;
    if (declared !== undefined) {
      parts.detail = declared.detail;
      parts.faultName = declared.faultName;
    } else {
      // Content to which entries refer may come before them.
      isFirst &&= faults?.isReferredTo(cursor) === true;
      trees.push(readTree(cursor, 'wire'));
    }
  }
  if (parts.faultName === undefined) {
    parts.detail = trees;
  }
  parts.detailText = text.replace(/\s+/g, ' ').trim() || undefined;
}

function kindOfCode(facts: SoapVersionFacts, code: QName): FaultCode | undefined {
  if (code.namespace !== '' && versionOfNamespace(code.namespace) === undefined) {
    return undefined;
  }
  // SOAP 1.1 allows refinement with a dot: `Client.Authentication`.
  const name = facts.version === '1.1' ? (code.name.split('.')[0] ?? '') : code.name;
  switch (name) {
    case 'Client':
    case 'Sender':
      return 'Client';
    case 'Server':
    case 'Receiver':
      return 'Server';
    case 'MustUnderstand':
    case 'VersionMismatch':
    case 'DataEncodingUnknown':
      return name;
    default:
      return undefined;
  }
}
