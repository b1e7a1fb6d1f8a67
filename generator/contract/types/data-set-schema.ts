import type { SourceElement } from '../../source/document.js';
import { expandedName } from '../../source/names.js';
import type { ElementParticle, Particle } from '../model.js';

/** Namespace of the annotations with which .NET adds facts to a schema that XML Schema cannot express. */
export const msdataNamespace = 'urn:schemas-microsoft-com:xml-msdata';

/** Namespace of the changes in rows. */
export const diffgramNamespace = 'urn:schemas-microsoft-com:xml-diffgram-v1';

/** True for an element with the annotation `msdata:name="true"`. */
export function isTrue(element: SourceElement, name: string): boolean {
  const found = element.attributes.find(
    (attribute) => attribute.local === name && attribute.namespace === msdataNamespace,
  );
  return found !== undefined && /^\s*(true|1)\s*$/i.test(found.value);
}

/** The elements of a content model, each name once; nothing if other content is allowed, too. */
export function elementsOf(particle: Particle): readonly ElementParticle[] | undefined {
  const found = new Map<string, ElementParticle>();
  const add = (part: Particle): boolean => {
    if (part.kind === 'any') {
      return false;
    }
    if (part.kind !== 'element') {
      return part.particles.every(add);
    }
    const name = expandedName(part.namespace, part.name);
    if (!found.has(name)) {
      found.set(name, part);
    }
    return true;
  };
  return add(particle) ? [...found.values()] : undefined;
}
