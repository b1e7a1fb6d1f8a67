import type { SourceElement } from '../source/document.js';
import { attributeValue } from '../source/references.js';
import { readAttributeContent } from './attribute-uses.js';
import { anyType } from './built-ins.js';
import type { AttributeContent, ComplexContent, TypeReference, XsdComplexTypeDefinition } from './components.js';
import { readOpenContent } from './open-content.js';
import { readContentModel } from './particles.js';
import type { SchemaReader } from './reader.js';
import { fallbackType, readFacets, readSimpleType } from './simple-types.js';

type Body = Pick<XsdComplexTypeDefinition, 'base' | 'derivation' | 'content' | 'attributes'>;

/**
 * `xs:complexType` (Part 1, 3.4.2): with `simpleContent`, with `complexContent`, or the shorthand that restricts
 * `xs:anyType`. `name` is the local name of a global definition.
 */
export function readComplexType(reader: SchemaReader, element: SourceElement, name?: string): XsdComplexTypeDefinition {
  return {
    kind: 'complexType',
    ...reader.component(element),
    ...(name !== undefined && { name: reader.globalName(name) }),
    abstract: reader.boolean(element, 'abstract'),
    block: reader.block(element, ['extension', 'restriction']),
    final: reader.final(element, ['extension', 'restriction']),
    ...readBody(reader, element),
  };
}

function readBody(reader: SchemaReader, element: SourceElement): Body {
  const children = reader.children(element);
  const wrapper = children.find((child) => child.local === 'simpleContent' || child.local === 'complexContent');
  for (const child of children) {
    if (child.local === 'assert') {
      reader.ignored(child);
    }
  }
  const mixed = reader.boolean(element, 'mixed');
  if (wrapper) {
    return readDerived(reader, element, wrapper, mixed);
  }
  return {
    derivation: 'restriction',
    content: readComplexContent(reader, element, mixed),
    attributes: withDefaults(reader, element, readAttributeContent(reader, element)),
  };
}

/** With the schema's `defaultAttributes`, unless the type does not want them (XML Schema 1.1, Part 1, 3.4.2.4). */
function withDefaults(reader: SchemaReader, type: SourceElement, content: AttributeContent): AttributeContent {
  const { schema } = reader.unit;
  if (attributeValue(schema, 'defaultAttributes') === undefined) {
    return content;
  }
  if (attributeValue(type, 'defaultAttributesApply') !== undefined && !reader.boolean(type, 'defaultAttributesApply')) {
    return content;
  }
  const reference = reader.reference(schema, 'defaultAttributes');
  return reference ? { ...content, groups: [...content.groups, { kind: 'named', ...reference }] } : content;
}

const noAttributes: AttributeContent = { uses: [], groups: [] };

function readDerived(reader: SchemaReader, element: SourceElement, wrapper: SourceElement, outerMixed: boolean): Body {
  const isSimple = wrapper.local === 'simpleContent';
  const step = reader.children(wrapper).find((child) => child.local === 'extension' || child.local === 'restriction');
  if (!step) {
    const content: ComplexContent = { kind: 'complex', mixed: outerMixed };
    return { derivation: 'restriction', content, attributes: noAttributes };
  }
  for (const child of reader.children(step)) {
    if (child.local === 'assert') {
      reader.ignored(child);
    }
  }
  const mixed = attributeValue(wrapper, 'mixed') === undefined ? outerMixed : reader.boolean(wrapper, 'mixed');
  return {
    base: readBase(reader, element, step),
    derivation: step.local as 'extension' | 'restriction',
    content: isSimple ? readSimpleContent(reader, step) : readComplexContent(reader, step, mixed),
    attributes: withDefaults(reader, element, readAttributeContent(reader, step)),
  };
}

function readBase(reader: SchemaReader, element: SourceElement, step: SourceElement): TypeReference {
  if (attributeValue(step, 'base') === undefined) {
    reader.report('xsd/missing-attribute', { element: step.local, attribute: 'base' }, step);
  }
  const reference = reader.reference(step, 'base');
  return reference ? { kind: 'named', ...reference } : fallbackType(element, anyType);
}

function readSimpleContent(reader: SchemaReader, step: SourceElement): ComplexContent {
  if (step.local === 'extension') {
    return { kind: 'simple', facets: [] };
  }
  const inline = reader.children(step).find((child) => child.local === 'simpleType');
  return { kind: 'simple', facets: readFacets(reader, step), ...(inline && { type: readSimpleType(reader, inline) }) };
}

function readComplexContent(reader: SchemaReader, step: SourceElement, mixed: boolean): ComplexContent {
  const particle = readContentModel(reader, step);
  const openContent = readOpenContent(reader, step);
  return { kind: 'complex', mixed, ...(particle && { particle }), ...(openContent && { openContent }) };
}
