import { childElements } from '../../source/references.js';
import { anyType } from '../built-ins.js';
import type { ModelGroup, SchemaSet, XsdComplexTypeDefinition, XsdParticle } from '../components.js';
import type { EffectiveType, Types } from './types.js';

/** {content type} of a type (Part 1, 3.4.2). */
export interface EffectiveContent {
  readonly variety: 'empty' | 'simple' | 'elementOnly' | 'mixed';
  /** Content models in sequence: those of the base types first. */
  readonly particles: readonly XsdParticle[];
}

/** Computes the content of types; each once. */
export class Contents {
  readonly #types: Types;
  readonly #known = new Map<XsdComplexTypeDefinition, EffectiveContent | undefined>();

  constructor(types: Types) {
    this.#types = types;
  }

  /** The content of a type. Nothing when it is not known, and for `xs:anyType`. */
  of(type: EffectiveType | undefined): EffectiveContent | undefined {
    if (type === undefined || type === anyType) {
      return undefined;
    }
    if (typeof type === 'string' || type.kind === 'simpleType') {
      return simpleContent;
    }
    for (const link of this.#types.chainOf(type, (each) => this.#known.has(each)).reverse()) {
      this.#known.set(link, undefined);
      this.#known.set(link, this.#make(link));
    }
    return this.#known.get(type);
  }

  #make(type: XsdComplexTypeDefinition): EffectiveContent | undefined {
    if (type.content.kind === 'simple') {
      return simpleContent;
    }
    const own = ownContent(type);
    if (type.derivation === 'restriction' || !type.base) {
      return own;
    }
    const baseType = this.#types.baseOf(type);
    if (baseType === anyType) {
      return undefined;
    }
    const base = this.of(baseType);
    if (!base || own.variety === 'empty') {
      return base;
    }
    if (base.particles.length > maxParticles) {
      return undefined;
    }
    return base.variety === 'empty' ? own : { ...own, particles: [...base.particles, ...own.particles] };
  }
}

/** Types with more steps of extension are not checked. */
const maxParticles = 500;

const simpleContent: EffectiveContent = { variety: 'simple', particles: [] };

/** The explicit content of a definition with complex content. */
export function ownContent(type: XsdComplexTypeDefinition): EffectiveContent {
  if (type.content.kind === 'simple') {
    return simpleContent;
  }
  const { mixed, particle } = type.content;
  const particles = !particle || saysNothing(particle) ? [] : [particle];
  if (mixed) {
    return { variety: 'mixed', particles };
  }
  return { variety: particles.length === 0 ? 'empty' : 'elementOnly', particles };
}

/** A model that counts as absent (Part 1, 3.4.2, clause 2.1): it has no children, not even some with maxOccurs 0. */
function saysNothing(particle: XsdParticle): boolean {
  switch (particle.kind) {
    case 'sequence':
    case 'all':
      return isWithoutChildren(particle);
    case 'choice':
      return particle.minOccurs === 0 && isWithoutChildren(particle);
    case 'element':
    case 'elementRef':
    case 'groupRef':
    case 'any':
      return false;
  }
}

function isWithoutChildren({ particles, source }: ModelGroup): boolean {
  return particles.length === 0 && childElements(source).every(({ local }) => local === 'annotation');
}

/** The model group of a particle: itself, or that of a group reference. Nothing for other particles. */
export function modelGroupOf(particle: XsdParticle, schemas: SchemaSet): ModelGroup | undefined {
  switch (particle.kind) {
    case 'sequence':
    case 'choice':
    case 'all':
      return particle;
    case 'groupRef': {
      const { target } = particle;
      const group = target.kind === 'inline' ? target.definition : schemas.groups.get(target.name);
      return group && !schemas.circular.has(group) ? group.model : undefined;
    }
    case 'element':
    case 'elementRef':
    case 'any':
      return undefined;
  }
}
