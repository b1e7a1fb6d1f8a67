import { anySimpleType, anyType, isBuiltInSimple } from '../../xsd/built-ins.js';
import type { ComplexContent, XsdComplexTypeDefinition } from '../../xsd/components.js';
import type {
  AttributeUse,
  ComplexTypeDefinition,
  Content,
  OpenContent,
  Particle,
  ScopeStep,
  TypeDefinition,
  TypeKey,
  Wildcard,
} from '../model.js';
import { expandAttributes, sortedUses, type TypeAttributes, widen } from './attributes.js';
import type { Placed, TypeContext } from './context.js';
import { openContentOf } from './open-content.js';
import { anything, type ParticleBuilder } from './particles.js';
import { keepSiblingsOut } from './siblings.js';
import { restrict, typeFields } from './simple-types.js';
import { soapArray } from './soap-arrays.js';
import { lexicalOf } from './values.js';

/** A complex type with the facts that types derived from it need. */
interface BuiltComplexType {
  readonly type: ComplexTypeDefinition;
  /** All attribute uses, those of the base included, by expanded name; no prohibited ones. */
  readonly allUses: ReadonlyMap<string, AttributeUse>;
}

/** The base of a type. */
interface Base {
  /** Absent for `xs:anyType` and for a base that does not exist. */
  readonly key?: TypeKey;
  readonly type?: TypeDefinition;
  /** Set when the base is, by name, `xs:anyType`. */
  readonly isAnyType: boolean;
  readonly uses: ReadonlyMap<string, AttributeUse>;
}

/** Builds the complex types of a contract. The type that one is derived from is built before it. */
export class ComplexTypeBuilder {
  readonly #context: TypeContext;
  readonly #particles: ParticleBuilder;
  readonly #built = new Map<TypeKey, BuiltComplexType>();

  constructor(context: TypeContext, particles: ParticleBuilder) {
    this.#context = context;
    this.#particles = particles;
  }

  build(placed: Placed & { readonly definition: XsdComplexTypeDefinition }): ComplexTypeDefinition {
    const { definition, path } = placed;
    const base = this.#base(definition, path);
    const own = expandAttributes(this.#context, definition.attributes, path);
    const isExtension = definition.derivation === 'extension' && (base.key !== undefined || base.isAnyType);
    const attributes = isExtension ? added(own, base) : restricted(own, base);
    const anyAttribute = isExtension ? widen(own.wildcard, baseWildcard(base)) : own.wildcard;
    const array = soapArray(this.#context, definition, base.type, path);
    const content = this.#content(placed, base, isExtension);
    const openContent = this.#openContent(definition, content, base, isExtension);
    const type: ComplexTypeDefinition = {
      kind: 'complexType',
      ...typeFields(placed),
      abstract: definition.abstract,
      block: definition.block,
      ...(base.key !== undefined && { base: base.key }),
      derivation: isExtension ? 'extension' : 'restriction',
      content,
      ...(openContent && { openContent }),
      attributes: sortedUses(attributes),
      ...(anyAttribute && { anyAttribute }),
      ...(array && { soapArray: array }),
    };
    this.#built.set(placed.key, { type, allUses: effectiveUses(type, base) });
    return type;
  }

  #base(definition: XsdComplexTypeDefinition, path: readonly ScopeStep[]): Base {
    const none = { isAnyType: false, uses: new Map<string, AttributeUse>() };
    const reference = definition.base;
    if (!reference || this.#context.cut.has(definition)) {
      return none;
    }
    if (reference.kind === 'named') {
      if (reference.name === anyType) {
        return { ...none, isAnyType: definition.derivation === 'extension' };
      }
      if (isBuiltInSimple(reference.name)) {
        return { ...none, key: reference.name };
      }
    }
    const placed = this.#context.requireDefinition(reference, [...path, { kind: 'base', name: '' }]);
    const type = placed && this.#context.types.get(placed.key);
    if (!placed || !type) {
      return none;
    }
    return { key: placed.key, type, isAnyType: false, uses: this.#built.get(placed.key)?.allUses ?? none.uses };
  }

  #openContent(
    { content: own }: XsdComplexTypeDefinition,
    content: Content,
    base: Base,
    isExtension: boolean,
  ): OpenContent | undefined {
    const open = own.kind === 'complex' ? own.openContent : undefined;
    const inherited = isExtension && base.type?.kind === 'complexType' ? base.type.openContent : undefined;
    const particles = [
      ...(isExtension ? inheritedParticles(this.#context, base) : []),
      ...('particle' in content && content.particle ? [content.particle] : []),
    ];
    return openContentOf(this.#context, open, content, inherited, particles);
  }

  #content(
    placed: Placed & { readonly definition: XsdComplexTypeDefinition },
    base: Base,
    isExtension: boolean,
  ): Content {
    const { content } = placed.definition;
    if (content.kind === 'simple') {
      return { kind: 'simple', type: this.#textType(placed, content, base) };
    }
    const own = this.#particles.contentModel(content.particle, placed.path);
    const particle = keepSiblingsOut(this.#context, own, isExtension ? inheritedParticles(this.#context, base) : []);
    if (!isExtension) {
      return complexContent(particle, content.mixed);
    }
    if (base.isAnyType) {
      return { kind: 'mixed', particle: behindAnything(particle) };
    }
    return extendedContent(particle, content.mixed, base);
  }

  /** Type of the text of simple content (Part 1, 3.4.2, "content type" of simple content). */
  #textType(placed: Placed, content: ComplexContent & { kind: 'simple' }, base: Base): TypeKey {
    const context = this.#context;
    const path: readonly ScopeStep[] = [...placed.path, { kind: 'content', name: '' }];
    const hasFacets = content.facets.length > 0;
    if (content.type && !hasFacets) {
      return context.requireAnonymousType(content.type, path);
    }
    const inherited = content.type
      ? context.requireAnonymousType(content.type, [...path, { kind: 'base', name: '' }])
      : textTypeOf(base);
    if (!hasFacets) {
      return inherited;
    }
    const free = context.claimPath(path);
    const key = free.map((step) => `${step.name}#${step.kind}`).join('/');
    const lexical = lexicalOf(
      context.schemas,
      content.type
        ? { kind: 'inline', definition: content.type }
        : (placed.definition as XsdComplexTypeDefinition).base,
    );
    context.types.set(key, {
      kind: 'simpleType',
      key,
      scope: { path: free },
      final: [],
      ...restrict(context, inherited, content.facets, lexical),
    });
    return key;
  }
}

/** The content that comes before that of an extension. */
function inheritedParticles(context: TypeContext, base: Base): readonly Particle[] {
  const particles: Particle[] = [];
  for (let type = base.type; type?.kind === 'complexType'; ) {
    if ('particle' in type.content && type.content.particle) {
      particles.push(type.content.particle);
    }
    const isComplete = type.derivation === 'restriction' || type.base === undefined;
    type = isComplete ? undefined : context.types.get(type.base as TypeKey);
  }
  return particles;
}

function textTypeOf(base: Base): TypeKey {
  if (base.type?.kind === 'complexType') {
    return base.type.content.kind === 'simple' ? base.type.content.type : anySimpleType;
  }
  return base.key ?? anySimpleType;
}

function complexContent(particle: Particle | undefined, mixed: boolean): Content {
  if (mixed) {
    return { kind: 'mixed', ...(particle && { particle }) };
  }
  return particle ? { kind: 'elementOnly', particle } : { kind: 'empty' };
}

/** Content of an extension: the addition, in the kind that the whole has. */
function extendedContent(particle: Particle | undefined, mixed: boolean, base: Base): Content {
  const content = base.type?.kind === 'complexType' ? base.type.content : undefined;
  if (!content) {
    return { kind: 'simple', type: base.key ?? anySimpleType };
  }
  switch (content.kind) {
    case 'simple':
      return content;
    case 'empty':
      return complexContent(particle, mixed);
    case 'elementOnly':
    case 'mixed':
      return { kind: mixed ? 'mixed' : content.kind, ...(particle && { particle }) };
  }
}

/** The meaning of an extension of `xs:anyType`: anything, then its own content. */
function behindAnything(particle: Particle | undefined): Particle {
  return particle ? { kind: 'sequence', minOccurs: 1, maxOccurs: 1, particles: [anything(), particle] } : anything();
}

function baseWildcard(base: Base): Wildcard | undefined {
  if (base.isAnyType) {
    return { namespaces: { kind: 'any' }, processContents: 'lax' };
  }
  return base.type?.kind === 'complexType' ? base.type.anyAttribute : undefined;
}

/** The uses that an extension adds. */
function added(own: TypeAttributes, base: Base): readonly AttributeUse[] {
  return [...own.uses].flatMap(([name, use]) => (use.use === 'prohibited' || base.uses.has(name) ? [] : [use]));
}

/** All the uses of a restriction; of the prohibited ones, only those that remove something. */
function restricted(own: TypeAttributes, base: Base): readonly AttributeUse[] {
  const uses = new Map(base.uses);
  for (const [name, use] of own.uses) {
    if (use.use !== 'prohibited' || uses.has(name)) {
      uses.set(name, use);
    }
  }
  return [...uses.values()];
}

function effectiveUses(type: ComplexTypeDefinition, base: Base): ReadonlyMap<string, AttributeUse> {
  const uses = new Map(type.derivation === 'extension' ? base.uses : []);
  for (const use of type.attributes) {
    if (use.use !== 'prohibited') {
      uses.set(`{${use.namespace}}${use.name}`, use);
    }
  }
  return uses;
}
