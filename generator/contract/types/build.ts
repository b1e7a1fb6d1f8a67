import { type Diagnostic, diagnostic, type Result, type Span } from '../../diagnostics/diagnostic.js';
import { byCodeUnits } from '../../source/names.js';
import { elementSpan } from '../../xsd/attributes.js';
import type { SchemaSet } from '../../xsd/components.js';
import type { AttributeDeclaration, ElementDeclaration, TypeDefinition, TypeKey } from '../model.js';
import { positionKey } from '../positions.js';
import { hasTooManyAlternatives, maxAlternatives } from './alternatives.js';
import { ComplexTypeBuilder } from './complex-types.js';
import { isBundled, type Placed, TypeContext } from './context.js';
import { buildAttribute, buildElement } from './elements.js';
import { ParticleBuilder } from './particles.js';
import { buildSimpleType } from './simple-types.js';

/** Names of types and elements that the parts of WSDL messages refer to. */
export interface MessageNames {
  readonly types: ReadonlySet<string>;
  readonly elements: ReadonlySet<string>;
}

const noNames: MessageNames = { types: new Set(), elements: new Set() };

/** The half of a contract that schemas give. */
export interface BuiltTypes {
  /** Sorted by key. */
  readonly types: readonly TypeDefinition[];
  /** Sorted by name. */
  readonly elements: readonly ElementDeclaration[];
  /** Sorted by name. */
  readonly attributes: readonly AttributeDeclaration[];
  readonly positions: ReadonlyMap<string, Span>;
}

/**
 * Builds the types, elements and attributes of a contract from schema components: groups expanded, facets and attributes
 * effective, anonymous types under keys of their own. Components bundled with the generator are included only as far as
 * others, or `named`, refer to them.
 */
export function buildTypes(schemas: SchemaSet, named: MessageNames = noNames): Result<BuiltTypes> {
  const builder = new Builder(schemas);
  builder.start(named);
  builder.finish();
  return [builder.result(), builder.diagnostics];
}

/** Most steps by which a type may be derived. */
const maxDerivation = 500;

class Builder {
  readonly #schemas: SchemaSet;
  readonly #context: TypeContext;
  readonly #complexTypes: ComplexTypeBuilder;
  /** Number of steps by which each type is derived. */
  readonly #depths = new Map<TypeKey, number>();
  readonly #elements = new Map<string, ElementDeclaration>();
  readonly #attributes = new Map<string, AttributeDeclaration>();

  constructor(schemas: SchemaSet) {
    this.#schemas = schemas;
    this.#context = new TypeContext(schemas);
    this.#complexTypes = new ComplexTypeBuilder(this.#context, new ParticleBuilder(this.#context));
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#context.diagnostics;
  }

  /** Requests everything that is the user's own, or named by messages. */
  start(named: MessageNames): void {
    const schemas = this.#schemas;
    const context = this.#context;
    for (const [name, type] of schemas.types) {
      if (!isBundled(type)) {
        context.requireGlobalType(name);
      }
    }
    for (const [name, element] of schemas.elements) {
      if (!isBundled(element)) {
        context.requireElement(name);
      }
    }
    for (const [name, attribute] of schemas.attributes) {
      if (!isBundled(attribute)) {
        context.requireAttribute(name);
      }
    }
    for (const name of named.types) {
      context.requireGlobalType(name);
    }
    for (const name of named.elements) {
      context.requireElement(name);
    }
  }

  /**
   * Builds everything that is requested, and what that requests in turn, until nothing is left. The order decides the names
   * of anonymous types.
   */
  finish(): void {
    const { waitingElements, waitingAttributes, waitingTypes } = this.#context;
    while (!(waitingElements.isEmpty && waitingAttributes.isEmpty && waitingTypes.isEmpty)) {
      waitingElements.drain((name) => this.#element(name));
      waitingAttributes.drain((name) => this.#attribute(name));
      waitingTypes.drain((placed) => this.#type(placed));
    }
    this.#checkAlternatives();
  }

  #checkAlternatives(): void {
    if (hasTooManyAlternatives([...this.#context.types.values()], this.#elements, this.#depths)) {
      this.#context.diagnostics.push(diagnostic('contract/too-many-alternatives', { limit: maxAlternatives }));
    }
  }

  #element(name: string): void {
    const declaration = this.#schemas.elements.get(name);
    if (!declaration) {
      return;
    }
    this.#elements.set(name, buildElement(this.#context, declaration));
    this.#context.positions.set(positionKey('element', name), elementSpan(declaration.source));
  }

  #attribute(name: string): void {
    const declaration = this.#schemas.attributes.get(name);
    if (!declaration) {
      return;
    }
    this.#attributes.set(name, buildAttribute(this.#context, declaration));
    this.#context.positions.set(positionKey('attribute', name), elementSpan(declaration.source));
  }

  /** Builds a type after the types that it is derived from. Not recursive: chains may be long. */
  #type(placed: Placed): void {
    const chain = new Set<Placed>();
    for (let next: Placed | undefined = placed; next && !this.#context.types.has(next.key); next = this.#baseOf(next)) {
      if (chain.has(next)) {
        break;
      }
      chain.add(next);
    }
    for (const next of [...chain].reverse()) {
      this.#checkDepth(next);
      this.#context.types.set(next.key, this.#build(next));
    }
  }

  /**
   * Cuts chains of derivation that are longer than in any real input. The inherited parts of such a chain would add up
   * without bound.
   */
  #checkDepth(placed: Placed): void {
    const base = this.#baseOf(placed);
    const depth = 1 + ((base && this.#depths.get(base.key)) ?? 0);
    this.#depths.set(placed.key, depth % maxDerivation);
    if (depth < maxDerivation) {
      return;
    }
    const { definition } = placed;
    this.#context.cut.add(definition);
    const parameters = { type: placed.key, limit: maxDerivation };
    this.#context.diagnostics.push(
      diagnostic('contract/derivation-too-deep', parameters, elementSpan(definition.source)),
    );
  }

  #build(placed: Placed): TypeDefinition {
    const { definition } = placed;
    return definition.kind === 'complexType'
      ? this.#complexTypes.build({ ...placed, definition })
      : buildSimpleType(this.#context, { ...placed, definition });
  }

  /** The type that has to be built first: the base, or the type that replaces the text of the base. */
  #baseOf({ definition, path }: Placed): Placed | undefined {
    if (this.#context.cut.has(definition)) {
      return undefined;
    }
    if (definition.kind === 'complexType') {
      const { content } = definition;
      if (content.kind === 'simple' && content.type) {
        const own = [...path, { kind: 'content' as const, name: '' }];
        const at = content.facets.length > 0 ? [...own, { kind: 'base' as const, name: '' }] : own;
        const text = this.#context.requireDefinition({ kind: 'inline', definition: content.type }, at);
        if (text) {
          this.#type(text);
        }
      }
      return this.#context.requireDefinition(definition.base, [...path, { kind: 'base', name: '' }]);
    }
    const { derivation } = definition;
    if (derivation.kind !== 'restriction') {
      return undefined;
    }
    return this.#context.requireDefinition(derivation.base, [...path, { kind: 'base', name: '' }]);
  }

  result(): BuiltTypes {
    return {
      types: sorted(this.#context.types),
      elements: sorted(this.#elements),
      attributes: sorted(this.#attributes),
      positions: this.#context.positions,
    };
  }
}

function sorted<T>(map: ReadonlyMap<TypeKey, T>): readonly T[] {
  return [...map].sort(([a], [b]) => byCodeUnits(a, b)).map(([, value]) => value);
}
