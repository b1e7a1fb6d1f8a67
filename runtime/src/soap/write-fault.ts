import type { ElementDescriptor, QName } from '../schema/descriptor/descriptor.js';
import { encodeElement } from '../schema/encode/encode.js';
import { isQName } from '../schema/lexical/names.js';
import { encodeEncodedBlock } from '../schema/soap-encoding/encoded.js';
import { type SoapVersion, type SoapVersionFacts, soapVersion } from '../service/soap-version.js';
import type { XmlElement } from '../xml/interfaces/tree.js';
import type { XmlOutput } from '../xml/interfaces/writer.js';
import { xmlNamespace } from '../xml/names/namespaces.js';
import { encodeError, usePart, type ValuePath, wrongPart } from '../xml/text/errors.js';
import { writeTree } from '../xml/trees/tree-writing.js';
import type { FaultCode } from './fault.js';

/** An element in the detail of a fault to write: a value of a descriptor, literal or in SOAP encoding, or a ready tree. */
export type FaultDetailEntry =
  | { readonly element: ElementDescriptor; readonly value: unknown; readonly encoded?: boolean }
  | { readonly tree: XmlElement };

/** A fault to write. */
export interface FaultContent {
  readonly code: FaultCode | QName;
  /** SOAP 1.2, outermost first; SOAP 1.1 has none. */
  readonly subcodes?: readonly QName[];
  readonly reason: string;
  /** Language of the reason. SOAP 1.2 requires one, default `en`; SOAP 1.1 says none unless there is one. */
  readonly language?: string;
  /** `faultactor` in SOAP 1.1, `Role` in SOAP 1.2. */
  readonly actor?: string;
  /** SOAP 1.2 `Node`. */
  readonly node?: string;
  /** Entries of the detail; an empty array writes an empty detail element, absent none. */
  readonly detail?: readonly FaultDetailEntry[];
}

/** Writes a Fault element (SOAP 1.1, 4.4; SOAP 1.2, 5.4) for the Body. */
export function writeFault(output: XmlOutput, version: SoapVersion, fault: FaultContent): void {
  const facts = soapVersion(version);
  output.startElement(facts.namespace, 'Fault', 'soap');
  if (version === '1.1') {
    writeFault11(output, facts, fault);
  } else {
    writeFault12(output, facts, fault);
  }
  output.endElement();
}

function writeFault11(output: XmlOutput, facts: SoapVersionFacts, fault: FaultContent): void {
  writePart('code', () => writeQName(output, '', 'faultcode', codeName(facts, fault.code)));
  output.startElement('', 'faultstring');
  const { language } = fault;
  if (language !== undefined) {
    writePart('language', () => output.attribute(xmlNamespace, 'lang', language, 'xml'));
  }
  output.text(fault.reason);
  output.endElement();
  writeText(output, '', 'faultactor', 'actor', fault);
  writeDetail(output, facts, '', 'detail', fault.detail);
}

function writeFault12(output: XmlOutput, facts: SoapVersionFacts, fault: FaultContent): void {
  const env = facts.namespace;
  output.startElement(env, 'Code', 'soap');
  writePart('code', () => writeQName(output, env, 'Value', codeName(facts, fault.code)));
  writePart('subcodes', () => writeSubcodes(output, env, fault.subcodes ?? []));
  output.endElement();
  output.startElement(env, 'Reason', 'soap');
  output.startElement(env, 'Text', 'soap');
  writePart('language', () => output.attribute(xmlNamespace, 'lang', fault.language ?? 'en', 'xml'));
  output.text(fault.reason);
  output.endElement();
  output.endElement();
  writeText(output, env, 'Node', 'node', fault);
  writeText(output, env, 'Role', 'actor', fault);
  writeDetail(output, facts, env, 'Detail', fault.detail);
}

/** Writes a part of a fault. Throws `XmlEncodeError` with its name, whatever is wrong with it. */
function writePart(name: keyof FaultContent, write: () => void): void {
  usePart('Fault', [name], write);
}

function writeSubcodes(output: XmlOutput, namespace: string, subcodes: readonly QName[]): void {
  if (!Array.isArray(subcodes)) {
    throw wrongPart('an array of names', subcodes);
  }
  for (const subcode of subcodes) {
    output.startElement(namespace, 'Subcode', 'soap');
    writeQName(output, namespace, 'Value', subcode);
  }
  for (const _ of subcodes) {
    output.endElement();
  }
}

/** Names of the fault codes in SOAP 1.2 (5.4.6). */
const soap12Codes: Readonly<Record<FaultCode, string>> = {
  Client: 'Sender',
  Server: 'Receiver',
  MustUnderstand: 'MustUnderstand',
  VersionMismatch: 'VersionMismatch',
  DataEncodingUnknown: 'DataEncodingUnknown',
};

function codeName(facts: SoapVersionFacts, code: FaultCode | QName): QName {
  if (typeof code !== 'string') {
    return code;
  }
  if (facts.version === '1.1') {
    return { namespace: facts.namespace, name: code === 'DataEncodingUnknown' ? 'Client' : code };
  }
  return { namespace: facts.namespace, name: soap12Codes[code] };
}

function writeQName(output: XmlOutput, namespace: string, name: string, value: QName): void {
  if (!isQName(value)) {
    throw wrongPart('a name with namespace and name', value);
  }
  output.startElement(namespace, name, 'soap');
  const prefix = value.namespace === '' ? '' : output.prefixFor(value.namespace);
  output.text(prefix === '' ? value.name : `${prefix}:${value.name}`);
  output.endElement();
}

function writeText(
  output: XmlOutput,
  namespace: string,
  name: string,
  part: 'actor' | 'node',
  { [part]: text }: FaultContent,
): void {
  if (text !== undefined) {
    output.startElement(namespace, name, 'soap');
    writePart(part, () => output.text(text));
    output.endElement();
  }
}

function writeDetail(
  output: XmlOutput,
  facts: SoapVersionFacts,
  namespace: string,
  name: string,
  entries: readonly FaultDetailEntry[] | undefined,
): void {
  if (entries === undefined) {
    return;
  }
  output.startElement(namespace, name, 'soap');
  for (const [i, entry] of entries.entries()) {
    if ('tree' in entry) {
      const refuse = (error: unknown, steps: ValuePath): never => {
        throw encodeError(error, 'Fault', ['detail', i, ...steps]);
      };
      writeTree(entry.tree, output, { refuse });
    } else if (entry.encoded) {
      encodeEncodedBlock(entry.element, entry.value, output, facts);
    } else {
      encodeElement(entry.element, entry.value, output);
    }
  }
  output.endElement();
}

/**
 * Writes the header block with which a SOAP 1.2 node says which envelopes it understands (SOAP 1.2, 5.4.7), for the Header of
 * a `VersionMismatch` fault.
 */
export function writeUpgrade(output: XmlOutput, versions: readonly SoapVersion[]): void {
  const env = soapVersion('1.2').namespace;
  output.startElement(env, 'Upgrade', 'soap12');
  for (const version of versions) {
    const { namespace } = soapVersion(version);
    output.startElement(env, 'SupportedEnvelope', 'soap12');
    output.attribute('', 'qname', `${output.prefixFor(namespace)}:Envelope`);
    output.endElement();
  }
  output.endElement();
}
