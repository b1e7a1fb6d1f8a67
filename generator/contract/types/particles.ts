import { diagnostic } from '../../diagnostics/diagnostic.js';
import { splitExpandedName } from '../../source/names.js';
import { elementSpan } from '../../xsd/attributes.js';
import { anyType } from '../../xsd/built-ins.js';
import type {
  ElementReference,
  GroupReference,
  ModelGroup,
  ModelGroupDefinition,
  TypeReference,
  XsdElementDeclaration,
  XsdElementParticle,
  XsdParticle,
  XsdWildcardParticle,
} from '../../xsd/components.js';
import type { ElementParticle, GroupParticle, Particle, ScopeStep, WildcardParticle } from '../model.js';
import { contractWildcard } from './attributes.js';
import { documented, type TypeContext } from './context.js';
import {
  buildAlternatives,
  effectiveType,
  identityConstraints,
  requireGlobalElementType,
  requireLocalElementType,
} from './elements.js';
import { valueField } from './values.js';

/** Most particles that one content model may expand to, and deepest nesting of groups: beyond it the input means harm. */
const maxParticles = 100_000;
const maxGroupDepth = 200;
/** Most particles of all content models together. */
const maxTotal = 2_000_000;

interface ExpandedGroup {
  /** Absent when the group is empty. */
  readonly particle?: GroupParticle;
  readonly size: number;
}

/** Turns particles into the contract's: references to groups replaced by the groups, each of which is expanded once. */
export class ParticleBuilder {
  readonly #context: TypeContext;
  readonly #groups = new Map<ModelGroupDefinition, ExpandedGroup>();
  #size = 0;
  /** Particles of all content models so far. */
  #total = 0;
  #depth = 0;

  constructor(context: TypeContext) {
    this.#context = context;
  }

  /** The content model of a type; nothing when it is empty (Part 1, 3.4.2, "explicit content"). */
  contentModel(particle: XsdParticle | undefined, path: readonly ScopeStep[]): Particle | undefined {
    if (!particle) {
      return undefined;
    }
    this.#size = 0;
    const built = this.#particle(particle, path);
    this.#total += this.#size;
    if (this.#size <= maxParticles && this.#total <= maxTotal) {
      return built;
    }
    const span = elementSpan(particle.source);
    const limit = this.#size > maxParticles ? maxParticles : maxTotal;
    if (limit === maxParticles || this.#total - this.#size <= maxTotal) {
      this.#context.diagnostics.push(diagnostic('contract/content-too-large', { limit }, span));
    }
    return anything();
  }

  #particle(particle: XsdParticle, path: readonly ScopeStep[]): Particle | undefined {
    this.#size++;
    const { minOccurs, maxOccurs } = particle;
    switch (particle.kind) {
      case 'sequence':
      case 'choice':
      case 'all': {
        const model = this.#model(particle, path);
        return model && { ...model, minOccurs, maxOccurs };
      }
      case 'groupRef': {
        const group = this.#group(particle);
        return group && { ...group, minOccurs, maxOccurs };
      }
      case 'element':
        return this.#localElement(particle, path);
      case 'elementRef':
        return this.#elementReference(particle);
      case 'any':
        return this.#wildcard(particle);
    }
  }

  /** A model group; one without particles is nothing, except an empty choice, which nothing can match (Part 1, 3.8.6). */
  #model(group: ModelGroup, path: readonly ScopeStep[]): GroupParticle | undefined {
    const particles: Particle[] = [];
    for (const child of group.particles) {
      const built = this.#particle(child, path);
      if (built) {
        particles.push(built);
      }
      // An empty branch can still be chosen.
      else if (group.kind === 'choice') {
        particles.push(emptyBranch);
      }
      // Over the bound the result is thrown away.
      if (this.#size > maxParticles) {
        break;
      }
    }
    if (particles.length === 0 && (group.kind !== 'choice' || group.minOccurs === 0)) {
      return undefined;
    }
    return { kind: group.kind, minOccurs: 1, maxOccurs: 1, particles };
  }

  #group(reference: GroupReference): GroupParticle | undefined {
    const { target } = reference;
    const { schemas } = this.#context;
    const group = target.kind === 'inline' ? target.definition : schemas.groups.get(target.name);
    if (!group) {
      return undefined;
    }
    const known = this.#groups.get(group);
    if (known) {
      this.#size += known.size;
      return known.particle;
    }
    if (this.#depth >= maxGroupDepth) {
      this.#size = maxParticles + 1;
      return undefined;
    }
    const before = this.#size;
    this.#depth++;
    const step: ScopeStep = { kind: 'group', name: group.name };
    const path: readonly ScopeStep[] = target.kind === 'inline' ? [step, { kind: 'base', name: '' }] : [step];
    const model = group.model && this.#model(cutCircle(group.model, schemas.circular.has(group)), path);
    const particle = model && { ...model, group: group.name };
    this.#depth--;
    if (this.#size <= maxParticles) {
      this.#groups.set(group, { ...(particle && { particle }), size: this.#size - before });
    }
    return particle;
  }

  #wildcard({ wildcard, minOccurs, maxOccurs }: XsdWildcardParticle): WildcardParticle {
    const built: WildcardParticle = {
      kind: 'any',
      ...contractWildcard(this.#context, wildcard, this.#context.schemas.elements),
      minOccurs,
      maxOccurs,
    };
    if (wildcard.notNames?.siblings) {
      this.#context.siblingWildcards.set(built, wildcard);
    }
    return built;
  }

  #localElement(particle: XsdElementParticle, path: readonly ScopeStep[]): ElementParticle {
    const { declaration, minOccurs, maxOccurs } = particle;
    return {
      kind: 'element',
      name: declaration.name,
      namespace: declaration.namespace,
      ref: false,
      type: requireLocalElementType(this.#context, declaration, path),
      ...buildAlternatives(this.#context, declaration, [...path, { kind: 'element', name: declaration.name }]),
      ...this.#elementFields(declaration, declaration.type),
      minOccurs,
      maxOccurs,
      ...documented(declaration),
    };
  }

  #elementReference(particle: ElementReference): ElementParticle {
    const { reference, minOccurs, maxOccurs } = particle;
    const { namespace, local } = splitExpandedName(reference.name);
    const declaration = this.#context.schemas.elements.get(reference.name);
    const named = { kind: 'element' as const, name: local, namespace, minOccurs, maxOccurs };
    if (!declaration) {
      return {
        ...named,
        ref: false,
        type: anyType,
        nillable: true,
        block: [],
        identityConstraints: [],
        ...documented(particle),
      };
    }
    this.#context.requireElement(reference.name);
    return {
      ...named,
      ref: true,
      type: requireGlobalElementType(this.#context, declaration),
      ...buildAlternatives(this.#context, declaration, [{ kind: 'element', name: reference.name }]),
      ...this.#elementFields(declaration, effectiveType(this.#context.schemas, declaration)),
      ...documented(particle.documentation === undefined ? declaration : particle),
    };
  }

  #elementFields(declaration: XsdElementDeclaration, type: TypeReference | undefined) {
    return {
      nillable: declaration.nillable,
      ...valueField(this.#context.schemas, declaration.value, type, declaration.source),
      block: declaration.block,
      identityConstraints: identityConstraints(this.#context, declaration),
    };
  }
}

const emptyBranch: GroupParticle = { kind: 'sequence', minOccurs: 1, maxOccurs: 1, particles: [] };

/** A group at which a circle closes goes without the groups that it refers to. */
function cutCircle(model: ModelGroup, circular: boolean): ModelGroup {
  if (!circular) {
    return model;
  }
  const particles = model.particles.flatMap((particle): readonly XsdParticle[] => {
    if (particle.kind === 'groupRef') {
      return [];
    }
    return particle.kind === 'sequence' || particle.kind === 'choice' || particle.kind === 'all'
      ? [cutCircle(particle, true)]
      : [particle];
  });
  return { ...model, particles };
}

/** The wildcard of `xs:anyType`: any content, checked where it is known. */
export function anything(): WildcardParticle {
  return { kind: 'any', namespaces: { kind: 'any' }, processContents: 'lax', minOccurs: 0, maxOccurs: null };
}
