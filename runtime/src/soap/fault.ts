import type { QName } from '../schema/descriptor/descriptor.js';
import { type SoapVersion, type SoapVersionFacts, versionOfNamespace } from '../service/soap-version.js';
import { readTree } from '../xml/index.js';
import {
  drain,
  endElement,
  nextChild,
  readText,
  skipElement,
  textEvent,
  type XmlCursor,
} from '../xml/interfaces/reader.js';
import type { XmlElement } from '../xml/interfaces/tree.js';
import { xmlNamespace } from '../xml/names/namespaces.js';
import { enterBody, enterEnvelope } from './envelope.js';

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

/** Reads the declared faults of an operation: each function at the start tag of an element, of which it moves to the end tag. */
export interface FaultReader {
  /** Reads an entry of the detail if it is a declared fault; undefined, with nothing read, if it is not one. Throws `XmlDecodeError`. */
  entry(cursor: XmlCursor): DeclaredDetail | undefined;
  /** Reads a header block. */
  header(cursor: XmlCursor): void;
}

/** The parts of a fault found so far. */
type FaultParts = {
  -readonly [P in 'actor' | 'node' | 'faultName' | 'detail' | 'detailText']: FaultInfo[P] | undefined;
} & { readonly codes: QName[]; readonly reasons: FaultReason[] };

/**
 * Reads the Fault of an envelope, at whose beginning the cursor is; undefined if there is another message. The detail is decoded if it begins
 * with the element of a declared fault, and kept as trees otherwise. As lenient as services require: children may be in the
 * namespace of either envelope or in none, and have the names of either version; their order is free. Throws `SoapFormatError`, and `XmlDecodeError`
 * if the detail does not fit the declared fault; read it again without `faults` then.
 */
export function readFault(cursor: XmlCursor, faults?: FaultReader): FaultInfo | undefined {
  const facts = enterEnvelope(cursor);
  enterBody(cursor, facts, faults?.header);
  if (!nextChild(cursor) || cursor.localName !== 'Fault' || cursor.namespace !== facts.namespace) {
    return undefined;
  }
  const parts: FaultParts = {
    codes: [],
    reasons: [],
    actor: undefined,
    node: undefined,
    faultName: undefined,
    detail: undefined,
    detailText: undefined,
  };
  readParts(cursor, faults, parts);
  drain(cursor);
  const {
    codes: [code = { namespace: '', name: '' }, ...subcodes],
    reasons,
    detailText,
    ...others
  } = parts;
  const reason = reasons.find(({ language }) => /^en(-|$)/i.test(language)) ?? reasons[0];
  return {
    version: facts.version,
    code,
    kind: kindOfCode(facts, code),
    subcodes,
    reason: reason?.text ?? '',
    reasons,
    ...others,
    ...(detailText && { detailText }),
  };
}

/**
 * True for the namespace of an element that may be part of a fault: peers omit the namespace, and write faults of the other
 * version.
 */
function isOfEnvelope(namespace: string): boolean {
  return namespace === '' || versionOfNamespace(namespace) !== undefined;
}

/** Reads the children of a Fault, and of its parts that have parts: codes are nested, outermost first, and reasons are a list. */
function readParts(cursor: XmlCursor, faults: FaultReader | undefined, parts: FaultParts): void {
  while (nextChild(cursor)) {
    switch (isOfEnvelope(cursor.namespace) && cursor.localName) {
      case 'faultcode':
      case 'Value':
        parts.codes.push(readQName(cursor));
        break;
      case 'faultstring':
      case 'Text':
        parts.reasons.push({ language: cursor.attribute(xmlNamespace, 'lang') ?? '', text: readText(cursor) });
        break;
      case 'faultactor':
      case 'Role':
        parts.actor = readText(cursor).trim();
        break;
      case 'Node':
        parts.node = readText(cursor).trim();
        break;
      case 'Code':
      case 'Subcode':
      case 'Reason':
        readParts(cursor, faults, parts);
        break;
      case 'detail':
      case 'Detail':
        readDetail(cursor, faults, parts);
        break;
      default:
        skipElement(cursor);
    }
  }
}

/** A QName in text. The prefix is looked up on the element itself, because the cursor's scope ends with it. */
function readQName(cursor: XmlCursor): QName {
  const scope = cursor.namespacesInScope();
  const text = readText(cursor).trim();
  const colon = text.indexOf(':');
  return { namespace: scope.get(text.slice(0, Math.max(colon, 0))) ?? '', name: text.slice(colon + 1) };
}

function readDetail(cursor: XmlCursor, faults: FaultReader | undefined, parts: FaultParts): void {
  const trees: XmlElement[] = [];
  let text = '';
  parts.detail = trees;
  while (cursor.next() !== endElement) {
    if (cursor.event === textEvent) {
      text += cursor.text;
    } else {
      const declared = parts.faultName === undefined ? faults?.entry(cursor) : undefined;
      if (declared) {
        Object.assign(parts, declared);
      } else {
        trees.push(readTree(cursor, 'wire'));
      }
    }
  }
  parts.detailText = text.replace(/\s+/g, ' ').trim();
}

function kindOfCode({ version }: SoapVersionFacts, code: QName): FaultCode | undefined {
  // SOAP 1.1 allows refinement with a dot: `Client.Authentication`.
  const name = version === '1.1' ? code.name.replace(/\..*/s, '') : code.name;
  const kind = name === 'Sender' ? 'Client' : name === 'Receiver' ? 'Server' : name;
  return isOfEnvelope(code.namespace) && isKind(kind) ? kind : undefined;
}

function isKind(name: string): name is FaultCode {
  return /^(Client|Server|MustUnderstand|VersionMismatch|DataEncodingUnknown)$/.test(name);
}
