import type { XsdOpenContent, XsdWildcard } from '../../xsd/components.js';
import type { Content, OpenContent, Particle, Wildcard } from '../model.js';
import { boundedNames, contractWildcard, notNamesField, widen } from './attributes.js';
import type { TypeContext } from './context.js';
import { namesOf } from './siblings.js';

/**
 * The open content of a type (XML Schema 1.1, Part 1, 3.4.2.3.3): its own, widened by that of the type it extends; without
 * its own, that of the extended type. `particles` are those of its content.
 */
export function openContentOf(
  context: TypeContext,
  own: XsdOpenContent | undefined,
  content: Content,
  inherited: OpenContent | undefined,
  particles: readonly Particle[],
): OpenContent | undefined {
  if (!own || own.mode === 'none' || !mayBeOpen(content, particles, own)) {
    return inherited;
  }
  const wildcard = withoutSiblings(context, own.wildcard, particles);
  return { mode: own.mode, wildcard: widen(wildcard, inherited?.wildcard) ?? wildcard };
}

type DeclaredOpenContent = Exclude<XsdOpenContent, { readonly mode: 'none' }>;

/** Simple content is never open; empty content only where the schema says so. */
function mayBeOpen(content: Content, particles: readonly Particle[], own: DeclaredOpenContent): boolean {
  switch (content.kind) {
    case 'simple':
      return false;
    case 'empty':
      return particles.length > 0 || own.appliesToEmpty;
    case 'elementOnly':
    case 'mixed':
      return true;
  }
}

function withoutSiblings(context: TypeContext, wildcard: XsdWildcard, particles: readonly Particle[]): Wildcard {
  const built = contractWildcard(context, wildcard, context.schemas.elements);
  if (!wildcard.notNames?.siblings) {
    return built;
  }
  const siblings = boundedNames(context, wildcard, '##definedSibling', namesOf(context, particles));
  return { ...built, ...notNamesField([...(built.notNames ?? []), ...siblings], built.namespaces) };
}
