import type { SourceElement } from '../source/document.js';
import { attributeValue } from '../source/references.js';
import { requiredReference } from './attribute-uses.js';
import type { ModelGroup, ModelGroupDefinition, XsdParticle } from './components.js';
import { readLocalElement } from './elements.js';
import type { SchemaReader } from './reader.js';
import { readWildcard } from './wildcards.js';

const modelGroups: ReadonlySet<string> = new Set(['sequence', 'choice', 'all']);

/** The content model among the children of a complex type, an extension or a restriction: the first group there is. */
export function readContentModel(reader: SchemaReader, element: SourceElement): XsdParticle | undefined {
  let particle: XsdParticle | undefined;
  for (const child of reader.children(element)) {
    if (child.local !== 'group' && !modelGroups.has(child.local)) {
      continue;
    }
    particle ??= readParticle(reader, child);
  }
  return particle;
}

/** A particle; nothing if the element is not a particle, cannot be read, or has maxOccurs 0 (Part 1, 3.9.2). */
function readParticle(
  reader: SchemaReader,
  element: SourceElement,
  redefined?: ModelGroupDefinition,
): XsdParticle | undefined {
  const occurrence = reader.occurrence(element);
  const particle = readTerm(reader, element, redefined);
  if (!particle || occurrence.maxOccurs === 0) {
    return undefined;
  }
  return { ...particle, ...occurrence };
}

function readTerm(
  reader: SchemaReader,
  element: SourceElement,
  redefined?: ModelGroupDefinition,
): XsdParticle | undefined {
  const once = { minOccurs: 1, maxOccurs: 1 };
  switch (element.local) {
    case 'sequence':
    case 'choice':
    case 'all':
      return readModelGroup(reader, element, redefined);
    case 'element': {
      if (attributeValue(element, 'ref') !== undefined) {
        const reference = reader.reference(element, 'ref');
        return reference && { kind: 'elementRef', ...reader.component(element), ...once, reference };
      }
      const declaration = readLocalElement(reader, element);
      return declaration && { kind: 'element', ...reader.component(element), ...once, declaration };
    }
    case 'group': {
      const reference = requiredReference(reader, element);
      if (!reference) {
        return undefined;
      }
      const target =
        redefined?.name === reference.name
          ? { kind: 'inline' as const, definition: redefined }
          : { kind: 'named' as const, ...reference };
      return { kind: 'groupRef', ...reader.component(element), ...once, target };
    }
    case 'any':
      return { kind: 'any', ...reader.component(element), ...once, wildcard: readWildcard(reader, element) };
    default:
      return undefined;
  }
}

function readModelGroup(reader: SchemaReader, element: SourceElement, redefined?: ModelGroupDefinition): ModelGroup {
  const particles: XsdParticle[] = [];
  for (const child of reader.children(element)) {
    const particle = readParticle(reader, child, redefined);
    if (particle) {
      particles.push(particle);
    }
  }
  const kind = element.local as ModelGroup['kind'];
  return { kind, ...reader.component(element), minOccurs: 1, maxOccurs: 1, particles };
}

/** `xs:group` at the top level (Part 1, 3.7.2). `redefined` is the group to which a redefinition refers by its own name. */
export function readGroup(
  reader: SchemaReader,
  element: SourceElement,
  name: string,
  redefined?: ModelGroupDefinition,
): ModelGroupDefinition {
  const child = reader.children(element)[0];
  const definition = { kind: 'group' as const, ...reader.component(element), name: reader.globalName(name) };
  if (!child || !modelGroups.has(child.local)) {
    return definition;
  }
  return { ...definition, model: readModelGroup(reader, child, redefined) };
}
