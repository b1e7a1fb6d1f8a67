import type { ElementDescriptor, Lazy, ParticleDescriptor, Type } from '@wsdl-codegen/runtime/schema';
import type { Contract, TypeKey } from '../contract/model.js';
import { elementsOf } from '../contract/own-content.js';
import { effectiveAttributes, effectiveContent, indexContract } from '../contract/queries.js';
import type { Descriptors } from './descriptors.js';

/** The text of a contract about a type or an element, or about a property of a type. */
export type Describe = (target: ElementDescriptor | Type, property?: string) => string | undefined;

/** The texts of a contract about its descriptors. Anonymous types are found by the elements that have them. */
export function descriptionsOf(contract: Contract, { elements, types }: Descriptors): Describe {
  const index = indexContract(contract);
  const keys = new Map<Type, TypeKey>();
  const note = (reference: Lazy<Type>, key: TypeKey): void => {
    const type = resolved(reference);
    if (keys.has(type) || type.kind === 'simple') {
      return;
    }
    keys.set(type, key);
    const content = index.types.get(key);
    const declared = content?.kind === 'complexType' ? elementsOf(content.content) : [];
    for (const particle of type.content === undefined ? [] : elementsIn(type.content)) {
      const same = declared.find(({ name, namespace }) => name === particle.name && namespace === particle.namespace);
      if (same !== undefined) {
        note(particle.type, same.type);
      }
    }
  };
  for (const [name, type] of types) {
    note(type, name);
  }
  for (const [name, { type }] of elements) {
    note(type, index.elements.get(name)?.type ?? '');
  }
  return (target, property) => {
    if (target.kind === 'element') {
      return index.elements.get(`{${target.namespace}}${target.name}`)?.documentation;
    }
    const key = keys.get(target) ?? `{${target.namespace}}${target.name}`;
    return property === undefined
      ? index.types.get(key)?.documentation
      : memberText(contract, key, localName(target, property));
  };
}

/** The local name of the element or attribute that a property is of. */
function localName(type: Type, property: string): string {
  const { content, attributes = [] } = type.kind === 'complex' ? type : {};
  const members = [...(content === undefined ? [] : elementsIn(content)), ...attributes];
  return members.find((each) => each.property === property)?.name ?? property;
}

function memberText(contract: Contract, key: TypeKey, local: string): string | undefined {
  const content = effectiveContent(contract, key);
  const members = [...(content === undefined ? [] : elementsOf(content)), ...effectiveAttributes(contract, key)];
  return members.find(({ name }) => name === local)?.documentation;
}

type ElementPart = Extract<ParticleDescriptor, { readonly kind: 'element' }>;

function elementsIn(particle: ParticleDescriptor): readonly ElementPart[] {
  switch (particle.kind) {
    case 'element':
      return [particle];
    case 'any':
      return [];
    case 'sequence':
    case 'choice':
    case 'all':
      return particle.particles.flatMap(elementsIn);
  }
}

function resolved<T extends object>(reference: Lazy<T>): T {
  return typeof reference === 'function' ? (reference as () => T)() : reference;
}
