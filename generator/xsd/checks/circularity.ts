import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { splitExpandedName } from '../../source/names.js';
import { elementSpan } from '../attributes.js';
import type { SymbolSpaces } from '../collect.js';
import type {
  AttributeContent,
  AttributeGroupDefinition,
  ModelGroupDefinition,
  TypeReference,
  XsdElementDeclaration,
  XsdParticle,
  XsdTypeDefinition,
} from '../components.js';
import { findCycles } from '../cycles.js';

/**
 * No type is derived from itself, no group contains itself, no element stands in for itself (Part 1, 3.3.6, 3.4.6, 3.6.6,
 * 3.8.6, 3.14.6). Returns the definitions at which circles close.
 */
export function checkCircularity(spaces: SymbolSpaces): [ReadonlySet<object>, readonly Diagnostic[]] {
  const circular = new Set<object>();
  const diagnostics: Diagnostic[] = [];
  const report = (kind: string, name: string, component: { readonly source: XsdTypeDefinition['source'] }): void => {
    circular.add(component);
    diagnostics.push(diagnostic('xsd/circular', { kind, name }, elementSpan(component.source)));
  };
  for (const type of findCycles(spaces.types.values(), (node) => derivedFrom(node, spaces))) {
    report('type', splitExpandedName(type.name ?? '{}').local, type);
  }
  for (const group of findCycles(spaces.groups.values(), (node) => groupsIn(node, spaces))) {
    report('group', splitExpandedName(group.name).local, group);
  }
  for (const group of findCycles(spaces.attributeGroups.values(), (node) => attributeGroupsIn(node.content, spaces))) {
    report('attribute group', splitExpandedName(group.name).local, group);
  }
  for (const element of findCycles(spaces.elements.values(), (node) => headsOf(node, spaces))) {
    report('substitution group of element', element.name, element);
  }
  return [circular, diagnostics];
}

function derivedFrom(type: XsdTypeDefinition, spaces: SymbolSpaces): readonly XsdTypeDefinition[] {
  const references = baseReferences(type);
  return references.flatMap((reference) =>
    reference.kind === 'inline' ? [reference.definition] : (spaces.types.get(reference.name) ?? []),
  );
}

/** Types without which a type cannot be known: its base, its item type, its member types. */
function baseReferences(type: XsdTypeDefinition): readonly TypeReference[] {
  if (type.kind === 'complexType') {
    const narrowed = type.content.kind === 'simple' && type.content.type;
    return [
      ...(type.base ? [type.base] : []),
      ...(narrowed ? [{ kind: 'inline' as const, definition: narrowed }] : []),
    ];
  }
  const { derivation } = type;
  switch (derivation.kind) {
    case 'restriction':
      return [derivation.base];
    case 'list':
      return [derivation.itemType];
    case 'union':
      return derivation.memberTypes;
  }
}

function groupsIn(group: ModelGroupDefinition, spaces: SymbolSpaces): readonly ModelGroupDefinition[] {
  const found: ModelGroupDefinition[] = [];
  const visit = (particle: XsdParticle): void => {
    switch (particle.kind) {
      case 'groupRef': {
        const { target } = particle;
        const group = target.kind === 'inline' ? target.definition : spaces.groups.get(target.name);
        if (group) {
          found.push(group);
        }
        return;
      }
      case 'sequence':
      case 'choice':
      case 'all':
        particle.particles.forEach(visit);
        return;
      case 'element':
      case 'elementRef':
      case 'any':
        return;
    }
  };
  if (group.model) {
    visit(group.model);
  }
  return found;
}

function attributeGroupsIn(content: AttributeContent, spaces: SymbolSpaces): readonly AttributeGroupDefinition[] {
  return content.groups.flatMap((group) =>
    group.kind === 'inline' ? [group.definition] : (spaces.attributeGroups.get(group.name) ?? []),
  );
}

function headsOf(element: XsdElementDeclaration, spaces: SymbolSpaces): readonly XsdElementDeclaration[] {
  return element.substitutionGroups.flatMap(({ name }) => spaces.elements.get(name) ?? []);
}
