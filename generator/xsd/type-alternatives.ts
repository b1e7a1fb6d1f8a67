import type { SourceElement } from '../source/document.js';
import { attributeOf, attributeValue } from '../source/references.js';
import type { TypeReference, XsdTypeAlternative } from './components.js';
import { readTest } from './read-xpath.js';
import type { SchemaReader } from './reader.js';
import { readSimpleType } from './simple-types.js';

/**
 * The type alternatives of an element (XML Schema 1.1, Part 1, 3.12.2). If a test cannot be evaluated, all are ignored: the
 * element has its declared type, from which those of the alternatives are derived.
 */
export function readAlternatives(reader: SchemaReader, element: SourceElement): readonly XsdTypeAlternative[] {
  const alternatives: XsdTypeAlternative[] = [];
  let isKnown = true;
  for (const child of reader.children(element)) {
    if (child.local !== 'alternative') {
      continue;
    }
    const type = readType(reader, child);
    const text = attributeOf(child, 'test')?.value;
    const test = text === undefined ? undefined : readTest(text, child);
    if (text !== undefined && !test) {
      reader.report('xsd/alternative-test', { test: text }, child, 'test');
      isKnown = false;
    }
    if (type) {
      alternatives.push({ ...reader.component(child), type, ...(test && { test }) });
    }
    // Alternatives after the default are never reached.
    if (text === undefined) {
      break;
    }
  }
  return isKnown ? alternatives : [];
}

function readType(reader: SchemaReader, alternative: SourceElement): TypeReference | undefined {
  const reference = reader.reference(alternative, 'type');
  if (reference) {
    return { kind: 'named', ...reference };
  }
  for (const child of reader.children(alternative)) {
    if (child.local === 'simpleType') {
      return { kind: 'inline', definition: readSimpleType(reader, child) };
    }
    if (child.local === 'complexType') {
      return { kind: 'inline', definition: reader.inlineComplexType(child) };
    }
  }
  if (attributeValue(alternative, 'type') === undefined) {
    reader.report('xsd/missing-type', { element: 'alternative' }, alternative);
  }
  return undefined;
}
