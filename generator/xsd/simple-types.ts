import type { SourceElement } from '../source/document.js';
import { expandedName } from '../source/names.js';
import { attributeOf, attributeValue } from '../source/references.js';
import { anySimpleType } from './built-ins.js';
import {
  type Facet,
  facetNames,
  type SimpleDerivation,
  type TypeReference,
  type XsdSimpleTypeDefinition,
} from './components.js';
import type { SchemaReader } from './reader.js';

/** A type that stands for one that could not be read. */
export function fallbackType(source: SourceElement, name: string = anySimpleType): TypeReference {
  return { kind: 'named', name, source, attribute: '' };
}

/**
 * `xs:simpleType`: `Content: (annotation?, (restriction | list | union))` (Part 1, 3.14.2). `name` is the local name of a
 * global definition.
 */
export function readSimpleType(reader: SchemaReader, element: SourceElement, name?: string): XsdSimpleTypeDefinition {
  const child = reader.children(element)[0];
  return {
    kind: 'simpleType',
    ...reader.component(element),
    ...(name !== undefined && { name: expandedName(reader.unit.targetNamespace, name) }),
    final: reader.final(element, ['restriction', 'list', 'union']),
    derivation: readDerivation(reader, element, child),
  };
}

function readDerivation(
  reader: SchemaReader,
  element: SourceElement,
  child: SourceElement | undefined,
): SimpleDerivation {
  if (child?.local === 'restriction') {
    const base = readTypeReference(reader, child, 'base') ?? fallbackType(child);
    return { kind: 'restriction', base, facets: readFacets(reader, child) };
  }
  if (child?.local === 'list') {
    return {
      kind: 'list',
      itemType: readTypeReference(reader, child, 'itemType') ?? fallbackType(child),
    };
  }
  if (child?.local === 'union') {
    const named = reader
      .references(child, 'memberTypes')
      .map((reference) => ({ kind: 'named' as const, ...reference }));
    const inline = reader
      .children(child)
      .filter((member) => member.local === 'simpleType')
      .map((member) => ({ kind: 'inline' as const, definition: readSimpleType(reader, member) }));
    if (named.length + inline.length === 0) {
      reader.report('xsd/missing-type', { element: 'union' }, child);
    }
    return { kind: 'union', memberTypes: [...named, ...inline] };
  }
  return { kind: 'restriction', base: fallbackType(element), facets: [] };
}

/** A type given by an attribute or by an anonymous `xs:simpleType` child; exactly one of the two must be there. */
function readTypeReference(reader: SchemaReader, element: SourceElement, attribute: string): TypeReference | undefined {
  const inline = reader.children(element).find((child) => child.local === 'simpleType');
  const isNamed = attributeValue(element, attribute) !== undefined;
  if (isNamed && inline) {
    reader.report('xsd/type-twice', { element: element.local, attribute }, element, attribute);
  }
  if (!isNamed && inline) {
    return { kind: 'inline', definition: readSimpleType(reader, inline) };
  }
  if (!isNamed) {
    reader.report('xsd/missing-type', { element: element.local }, element);
  }
  const reference = reader.reference(element, attribute);
  return reference && { kind: 'named', ...reference };
}

/** The facets of a restriction, in order. */
export function readFacets(reader: SchemaReader, restriction: SourceElement): readonly Facet[] {
  const facets: Facet[] = [];
  for (const child of reader.children(restriction)) {
    if (child.local === 'assertion') {
      reader.ignored(child);
    }
    const name = facetNames.find((each) => each === child.local);
    if (name === undefined) {
      continue;
    }
    const value = attributeOf(child, 'value')?.value;
    if (value === undefined) {
      reader.report('xsd/missing-attribute', { element: child.local, attribute: 'value' }, child);
      continue;
    }
    facets.push({ name, value, fixed: reader.boolean(child, 'fixed'), ...reader.component(child) });
  }
  return facets;
}
