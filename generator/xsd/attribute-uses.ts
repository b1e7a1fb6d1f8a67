import type { SourceElement } from '../source/document.js';
import { expandedName, xsiNamespace } from '../source/names.js';
import { attributeOf, attributeValue } from '../source/references.js';
import type {
  AttributeContent,
  AttributeGroupDefinition,
  AttributeGroupReference,
  TypeReference,
  XsdAttributeDeclaration,
  XsdAttributeUse,
  XsdValueConstraint,
  XsdWildcard,
} from './components.js';
import type { SchemaReader } from './reader.js';
import { readSimpleType } from './simple-types.js';
import { readWildcard } from './wildcards.js';

/** A global `xs:attribute` (Part 1, 3.2.2). */
export function readGlobalAttribute(reader: SchemaReader, element: SourceElement): XsdAttributeDeclaration | undefined {
  const name = reader.ownName(element);
  if (name === undefined) {
    return undefined;
  }
  const type = readAttributeType(reader, element);
  const value = readValueConstraint(reader, element);
  return {
    kind: 'attribute',
    ...reader.component(element),
    name: reader.globalName(name),
    ...(type && { type }),
    ...(value && { value }),
    ...readInheritable(reader, element),
  };
}

/** `inheritable` (XML Schema 1.1), where it is given. */
function readInheritable(reader: SchemaReader, element: SourceElement): { readonly inheritable?: boolean } {
  if (attributeValue(element, 'inheritable') === undefined) {
    return {};
  }
  return { inheritable: reader.boolean(element, 'inheritable') };
}

/**
 * `xs:attributeGroup` at the top level (Part 1, 3.6.2). `redefined` is the group to which a redefinition refers by its own
 * name.
 */
export function readAttributeGroup(
  reader: SchemaReader,
  element: SourceElement,
  name: string,
  redefined?: AttributeGroupDefinition,
): AttributeGroupDefinition {
  return {
    kind: 'attributeGroup',
    ...reader.component(element),
    name: reader.globalName(name),
    content: readAttributeContent(reader, element, redefined),
  };
}

/** The attributes, attribute groups and wildcard among the children of an element. */
export function readAttributeContent(
  reader: SchemaReader,
  element: SourceElement,
  redefined?: AttributeGroupDefinition,
): AttributeContent {
  const uses: XsdAttributeUse[] = [];
  const groups: AttributeGroupReference[] = [];
  let wildcard: XsdWildcard | undefined;
  for (const child of reader.children(element)) {
    if (child.local === 'attribute') {
      const use = readAttributeUse(reader, child);
      if (use) {
        uses.push(use);
      }
    } else if (child.local === 'attributeGroup') {
      const reference = requiredReference(reader, child);
      if (reference && redefined?.name === reference.name) {
        groups.push({ kind: 'inline', definition: redefined });
      } else if (reference) {
        groups.push({ kind: 'named', ...reference });
      }
    } else if (child.local === 'anyAttribute') {
      wildcard = readWildcard(reader, child);
    }
  }
  return { uses, groups, ...(wildcard && { wildcard }) };
}

/** `ref`, which must be there. */
export function requiredReference(reader: SchemaReader, element: SourceElement) {
  if (attributeValue(element, 'ref') === undefined) {
    reader.report('xsd/missing-attribute', { element: element.local, attribute: 'ref' }, element);
  }
  return reader.reference(element, 'ref');
}

/** Attributes that every element may have, whatever its type says (Part 1, 3.2.7): they are no part of a value. */
const builtInAttributes: ReadonlySet<string> = new Set(
  ['type', 'nil', 'schemaLocation', 'noNamespaceSchemaLocation'].map((name) => expandedName(xsiNamespace, name)),
);

/** A local `xs:attribute`: a declaration, or a reference to a global one (Part 1, 3.2.2). */
function readAttributeUse(reader: SchemaReader, element: SourceElement): XsdAttributeUse | undefined {
  const common = {
    ...reader.component(element),
    use: reader.choice(element, 'use', ['optional', 'required', 'prohibited'], 'optional'),
    ...readInheritable(reader, element),
  };
  const value = readValueConstraint(reader, element);
  if (attributeValue(element, 'ref') !== undefined) {
    const reference = reader.reference(element, 'ref');
    if (reference === undefined || builtInAttributes.has(reference.name)) {
      return undefined;
    }
    return { ...common, ...(value && { value }), target: { kind: 'ref', ...reference } };
  }
  const name = reader.ownName(element);
  if (name === undefined) {
    return undefined;
  }
  const type = readAttributeType(reader, element);
  const namespace = reader.localNamespace(element, 'attribute');
  return { ...common, ...(value && { value }), target: { kind: 'local', name, namespace, ...(type && { type }) } };
}

function readAttributeType(reader: SchemaReader, element: SourceElement): TypeReference | undefined {
  const inline = reader.children(element).find((child) => child.local === 'simpleType');
  const reference = reader.reference(element, 'type');
  if (reference && inline) {
    reader.report('xsd/type-twice', { element: 'attribute', attribute: 'type' }, element, 'type');
  }
  if (reference) {
    return { kind: 'named', ...reference };
  }
  return inline && { kind: 'inline', definition: readSimpleType(reader, inline) };
}

/** `default` or `fixed` of an element or an attribute; not both. */
export function readValueConstraint(reader: SchemaReader, element: SourceElement): XsdValueConstraint | undefined {
  const fallback = attributeOf(element, 'default')?.value;
  const fixed = attributeOf(element, 'fixed')?.value;
  if (fallback !== undefined && fixed !== undefined) {
    reader.report('xsd/default-and-fixed', {}, element, 'fixed');
  }
  if (fixed !== undefined) {
    return { kind: 'fixed', value: fixed };
  }
  return fallback === undefined ? undefined : { kind: 'default', value: fallback };
}
