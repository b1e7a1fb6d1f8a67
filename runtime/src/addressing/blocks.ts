import type { QName } from '../schema/descriptor/descriptor.js';
import { type AddressingFacts, elementOf } from '../service/addressing.js';
import type { SoapHeaderBlock } from '../soap/envelope.js';
import { isForUs } from '../soap/header-block.js';
import type { XmlElement } from '../xml/interfaces/tree.js';
import { type HeaderName, referenceParameterMark } from './properties.js';

/** A header block with a text. */
export function textBlock({ namespace }: AddressingFacts, name: HeaderName, text: string): SoapHeaderBlock {
  return { tree: elementOf(namespace, name, [text]) };
}

/** The blocks but those that the program gives the message by itself: of the same name, and for the same receiver. */
export function withoutGiven(
  blocks: readonly SoapHeaderBlock[],
  given: readonly SoapHeaderBlock[] = [],
): readonly SoapHeaderBlock[] {
  return blocks.filter((block) => {
    const { namespace, name } = qualifiedName(block);
    return givenBlock(given, namespace, name) === undefined;
  });
}

/** The block of a name that the program gives the message by itself, for the ultimate receiver. */
export function givenBlock(
  given: readonly SoapHeaderBlock[] | undefined,
  namespace: string,
  name: string,
): SoapHeaderBlock | undefined {
  return given?.find((block) => {
    const found = qualifiedName(block);
    return found.name === name && found.namespace === namespace && isForUs(block.actor);
  });
}

function qualifiedName(block: SoapHeaderBlock): QName {
  return 'tree' in block ? block.tree : block.element;
}

/** Reference parameters as header blocks; 1.0 marks them (SOAP Binding, 3.3). */
export function parameterBlocks(facts: AddressingFacts, parameters: readonly XmlElement[]): readonly SoapHeaderBlock[] {
  return parameters.map((tree) => ({ tree: facts.version === '1.0' ? marked(facts, tree) : tree }));
}

function marked({ namespace }: AddressingFacts, tree: XmlElement): XmlElement {
  const others = tree.attributes.filter((each) => each.name !== referenceParameterMark || each.namespace !== namespace);
  const mark = { namespace, name: referenceParameterMark, value: 'true', prefix: 'wsa' };
  return { ...tree, attributes: [...others, mark] };
}

/** A new id of a message: a random UUID of version 4 (RFC 9562, 5.4) as a URN. `crypto.randomUUID` is not there in pages without TLS. */
export function newMessageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `urn:uuid:${digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`;
}
