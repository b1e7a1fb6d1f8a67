import type { SoapHeaderBlock } from '../soap/envelope.js';
import type { XmlElement } from '../xml/tree.js';
import type { HeaderName } from './properties.js';
import { referenceParameterMark } from './properties.js';
import { elementOf } from './trees.js';
import type { AddressingFacts } from './versions.js';

/** A header block with a text. */
export function textBlock({ namespace }: AddressingFacts, name: HeaderName, text: string): SoapHeaderBlock {
  return { tree: elementOf(namespace, name, [text]) };
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
