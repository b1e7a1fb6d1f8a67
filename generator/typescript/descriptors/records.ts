import type { ComplexTypeDefinition } from '../../contract/model.js';
import { expandedName } from '../../contract/names.js';
import type { ContentMapping, MappedElement, MappedParticle } from '../content/content.js';
import { type BindContext, headOf } from '../context/context.js';

/**
 * True for a type whose content is a sequence of elements, each of its own name and with a property of its own, or nothing or a text: the
 * runtime needs no more than its core for it.
 */
export function isRecord(mapping: ContentMapping, context: BindContext): boolean {
  const names = new Set<string>();
  const properties = new Set<string>();
  const chain = context.mapper.chainOf(mapping);
  if (chain.some(({ type }) => type.anyAttribute) && chain.every(({ attributes }) => attributes.length === 0)) {
    return false;
  }
  return chain.every(
    (link) =>
      !link.mixed &&
      !isAll(link.type) &&
      link.model === undefined &&
      link.type.openContent === undefined &&
      link.type.soapArray === undefined &&
      elementsOf(link.content)?.every((element) => {
        const { namespace, name } = element.declaration;
        const isNew = !names.has(expandedName(namespace, name)) && !properties.has(element.property);
        names.add(expandedName(namespace, name));
        properties.add(element.property);
        return isNew && headOf(element.declaration, context) === undefined;
      }) === true,
  );
}

/** True where another `xs:all` may extend the content, or is extended by it. */
export function isAll({ content }: ComplexTypeDefinition): boolean {
  return 'particle' in content && content.particle?.kind === 'all';
}

/** The elements of sequences that occur once; undefined for all other content. */
function elementsOf(content: MappedParticle | undefined): readonly MappedElement[] | undefined {
  if (content === undefined) {
    return [];
  }
  if (content.kind === 'element') {
    return [content];
  }
  if (content.kind !== 'sequence' || content.min !== 1 || content.max !== 1 || content.property !== undefined) {
    return undefined;
  }
  const parts = content.particles.map(elementsOf);
  return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part ?? []);
}
