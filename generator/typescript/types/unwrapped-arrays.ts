import type { ComplexTypeDefinition } from '../../contract/model.js';
import { splitExpandedName } from '../../contract/names.js';
import type { MappedElement, MappedParticle } from '../content/content.js';
import { type BindContext, derivedTypes } from '../context/context.js';

/**
 * The list of a type that contains nothing else, under the name that .NET gives such types: `ArrayOfOrder` is `Order[]`.
 * Nothing is lost: an absent element is an absent property, `xsi:nil` is null, and an empty element is an empty array. Types
 * with attributes or open content, and those that other types are derived from or that are derived themselves, stay objects.
 */
export function unwrappedArray(type: ComplexTypeDefinition, context: BindContext): MappedElement | undefined {
  if (context.options.wrappedArrays === true || type.name === undefined || type.abstract || type.soapArray) {
    return undefined;
  }
  if (!/^ArrayOf/.test(splitExpandedName(type.name).local) || type.base !== undefined) {
    return undefined;
  }
  if (type.anyAttribute || type.openContent) {
    return undefined;
  }
  if (type.attributes.length > 0 || type.content.kind !== 'elementOnly' || derivedTypes(type, context).length > 0) {
    return undefined;
  }
  const item = onlyItem(context.mapper.mappingOf(type).content);
  return item?.list ? item : undefined;
}

function onlyItem(particle: MappedParticle | undefined): MappedElement | undefined {
  if (particle?.kind === 'element') {
    return particle;
  }
  if (particle?.kind !== 'sequence' || particle.property !== undefined || particle.min !== 1) {
    return undefined;
  }
  const [only, ...others] = particle.particles;
  return only?.kind === 'element' && others.length === 0 ? only : undefined;
}
