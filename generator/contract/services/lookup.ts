import { append } from '../../diagnostics/append.js';
import { isBuiltIn } from '../../xsd/built-ins.js';
import type { ElementDeclaration, ElementParticle, ExpandedName, Particle, TypeDefinition, TypeKey } from '../model.js';
import { type ContractIndex, type ContractTypes, indexContract } from '../queries.js';

/** The schema half of a contract by name. */
export interface SchemaLookup {
  readonly elements: ReadonlyMap<ExpandedName, ElementDeclaration>;
  readonly types: ReadonlyMap<TypeKey, TypeDefinition>;
  /** Members of substitution groups by their heads. */
  readonly members: ContractIndex['substitutableDirectly'];
  /** Children of elements that were asked for. */
  readonly children: Map<ExpandedName, readonly ElementParticle[] | undefined>;
}

/** Indexes the schema half of a contract. */
export function lookupOf(schema: ContractTypes): SchemaLookup {
  const { elements, types, substitutableDirectly } = indexContract(schema);
  return { elements, types, members: substitutableDirectly, children: new Map() };
}

/** True for a type that is declared or built in. */
export function isKnownType(lookup: SchemaLookup, key: TypeKey): boolean {
  return lookup.types.has(key) || isBuiltIn(key);
}

/**
 * The children of an element whose content is a plain sequence of element declarations without attributes; undefined
 * for any other element. `empty` content is a sequence of nothing.
 */
export function plainChildren(lookup: SchemaLookup, name: ExpandedName): readonly ElementParticle[] | undefined {
  if (!lookup.children.has(name)) {
    lookup.children.set(name, readChildren(lookup, name));
  }
  return lookup.children.get(name);
}

function readChildren(lookup: SchemaLookup, name: ExpandedName): readonly ElementParticle[] | undefined {
  const element = lookup.elements.get(name);
  if (element === undefined || element.nillable || element.abstract || element.alternatives) {
    return undefined;
  }
  return plainMembers(lookup, element.type);
}

/** The members of a type whose content is a plain sequence of element declarations without attributes; undefined for any other type. */
export function plainMembers(lookup: SchemaLookup, key: TypeKey): readonly ElementParticle[] | undefined {
  const type = lookup.types.get(key);
  if (type?.kind !== 'complexType' || type.abstract || type.base !== undefined) {
    return undefined;
  }
  if (type.openContent !== undefined) {
    return undefined;
  }
  if (type.attributes.length > 0 || type.anyAttribute !== undefined || type.soapArray !== undefined) {
    return undefined;
  }
  switch (type.content.kind) {
    case 'empty':
      return [];
    case 'elementOnly':
      return type.content.particle === undefined ? [] : sequenceOfElements(lookup, type.content.particle);
    case 'simple':
    case 'mixed':
      return undefined;
  }
}

function sequenceOfElements(lookup: SchemaLookup, particle: Particle): readonly ElementParticle[] | undefined {
  if (particle.kind !== 'sequence' || particle.minOccurs !== 1 || particle.maxOccurs !== 1) {
    return undefined;
  }
  const children: ElementParticle[] = [];
  for (const child of particle.particles) {
    if (child.kind === 'element') {
      if (child.ref && lookup.members.has(`{${child.namespace}}${child.name}`)) {
        return undefined;
      }
      children.push(child);
      continue;
    }
    const nested = sequenceOfElements(lookup, child);
    if (nested === undefined) {
      return undefined;
    }
    append(children, nested);
  }
  const names = new Set(children.map((child) => child.name));
  return names.size === children.length ? children : undefined;
}
