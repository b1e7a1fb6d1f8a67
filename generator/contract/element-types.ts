import { operationParts } from './binding-kinds.js';
import type { ComplexTypeDefinition, Contract, ElementParticle, TypeKey } from './model.js';
import { elementsOf } from './own-content.js';

/**
 * Types with which elements are declared: in types, globally, by parts of messages, and as items of arrays in SOAP encoding. `xsi:type` may put a derived type in
 * the place of these alone; other types are only extended or restricted.
 */
export function typesOfElements(contract: Contract): ReadonlySet<TypeKey> {
  const found = new Set<TypeKey>();
  for (const element of contract.elements) {
    addElement(element, found);
  }
  for (const type of contract.types) {
    if (type.kind === 'complexType') {
      addContent(type, found);
    }
  }
  for (const operation of contract.services.flatMap(({ operations }) => operations)) {
    for (const part of operationParts(operation)) {
      add(part.type, found);
    }
  }
  return found;
}

function add(type: TypeKey | undefined, found: Set<TypeKey>): void {
  if (type !== undefined) {
    found.add(type);
  }
}

function addElement(
  { type, alternatives = [] }: Pick<ElementParticle, 'type' | 'alternatives'>,
  found: Set<TypeKey>,
): void {
  add(type, found);
  for (const alternative of alternatives) {
    add(alternative.type, found);
  }
}

function addContent({ content, soapArray }: ComplexTypeDefinition, found: Set<TypeKey>): void {
  add(soapArray?.itemType, found);
  for (const element of elementsOf(content)) {
    addElement(element, found);
  }
}
