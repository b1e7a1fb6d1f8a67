import type { SourceElement } from '../source/document.js';
import { attributeValue } from '../source/references.js';
import { readValueConstraint } from './attribute-uses.js';
import type {
  IdentityConstraintUse,
  TypeReference,
  XsdElementDeclaration,
  XsdIdentityConstraint,
} from './components.js';
import { readIdentityConstraint } from './identity-constraints.js';
import type { SchemaReader } from './reader.js';
import { readSimpleType } from './simple-types.js';
import { readAlternatives } from './type-alternatives.js';

/** A global `xs:element` (Part 1, 3.3.2). */
export function readGlobalElement(reader: SchemaReader, element: SourceElement): XsdElementDeclaration | undefined {
  const name = reader.ownName(element);
  if (name === undefined) {
    return undefined;
  }
  return {
    ...readDeclaration(reader, element, name, reader.unit.targetNamespace),
    global: true,
    abstract: reader.boolean(element, 'abstract'),
    final: reader.final(element, ['extension', 'restriction']),
    substitutionGroups: reader.references(element, 'substitutionGroup'),
  };
}

/** A local `xs:element` that declares, not refers. */
export function readLocalElement(reader: SchemaReader, element: SourceElement): XsdElementDeclaration | undefined {
  const name = reader.ownName(element);
  return name === undefined
    ? undefined
    : readDeclaration(reader, element, name, reader.localNamespace(element, 'element'));
}

function readDeclaration(
  reader: SchemaReader,
  element: SourceElement,
  name: string,
  namespace: string,
): XsdElementDeclaration {
  const type = readType(reader, element);
  const value = readValueConstraint(reader, element);
  return {
    kind: 'element',
    ...reader.component(element),
    name,
    namespace,
    global: false,
    abstract: false,
    alternatives: readAlternatives(reader, element),
    nillable: reader.boolean(element, 'nillable'),
    block: reader.block(element, ['extension', 'restriction', 'substitution']),
    final: [],
    substitutionGroups: [],
    identityConstraints: readConstraints(reader, element),
    identityConstraintUses: readConstraintUses(reader, element),
    ...(type && { type }),
    ...(value && { value }),
  };
}

function readType(reader: SchemaReader, element: SourceElement): TypeReference | undefined {
  let inline: TypeReference | undefined;
  for (const child of reader.children(element)) {
    if (child.local === 'simpleType') {
      inline = { kind: 'inline', definition: readSimpleType(reader, child) };
    } else if (child.local === 'complexType') {
      inline = { kind: 'inline', definition: reader.inlineComplexType(child) };
    }
  }
  const reference = reader.reference(element, 'type');
  if (reference && inline) {
    reader.report('xsd/type-twice', { element: 'element', attribute: 'type' }, element, 'type');
  }
  return reference ? { kind: 'named', ...reference } : inline;
}

const constraints: ReadonlySet<string> = new Set(['key', 'unique', 'keyref']);

function readConstraints(reader: SchemaReader, element: SourceElement): readonly XsdIdentityConstraint[] {
  return reader
    .children(element)
    .filter((child) => constraints.has(child.local) && attributeValue(child, 'ref') === undefined)
    .flatMap((child) => readIdentityConstraint(reader, child) ?? []);
}

function readConstraintUses(reader: SchemaReader, element: SourceElement): readonly IdentityConstraintUse[] {
  return reader
    .children(element)
    .filter((child) => constraints.has(child.local) && attributeValue(child, 'ref') !== undefined)
    .flatMap((child) => {
      const reference = reader.reference(child, 'ref');
      return reference ? [{ kind: child.local as XsdIdentityConstraint['kind'], ...reference }] : [];
    });
}
