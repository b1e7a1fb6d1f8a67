import type { Diagnostic, Span } from '../../diagnostics/diagnostic.js';
import { bundledPrefix } from '../../source/well-known/prefix.js';
import { elementSpan } from '../../xsd/attributes.js';
import { anyType, isBuiltIn } from '../../xsd/built-ins.js';
import type { Component, SchemaSet, TypeReference, XsdTypeDefinition, XsdWildcard } from '../../xsd/components.js';
import type { ExpandedName, ScopeStep, TypeDefinition, TypeKey, WildcardParticle } from '../model.js';
import { positionKey } from '../positions.js';
import { anonymousTypeKey } from './keys.js';
import { WorkQueue } from './work-queue.js';

/** A definition whose key is known, so that it can be referred to, and the declarations that lead to it. */
export interface Placed {
  readonly definition: XsdTypeDefinition;
  readonly key: TypeKey;
  /** Path that anonymous types inside it go on from. */
  readonly path: readonly ScopeStep[];
}

/**
 * State of building the types of a contract: which definitions are needed, under which keys, and the results so far. Types
 * bundled with the generator are built only when something refers to them.
 */
export class TypeContext {
  readonly schemas: SchemaSet;
  readonly diagnostics: Diagnostic[] = [];
  readonly positions = new Map<string, Span>();
  readonly types = new Map<TypeKey, TypeDefinition>();
  /** The components to build. A method `require…` adds to these, and returns the key for references to the component. */
  readonly waitingTypes = new WorkQueue<Placed>();
  readonly waitingElements = new WorkQueue<ExpandedName>();
  readonly waitingAttributes = new WorkQueue<ExpandedName>();
  /** Definitions whose references are not followed: circles, and chains of derivation without end. */
  readonly cut: Set<object>;
  /** Wildcards that exclude the elements whose names the content model declares; only the type knows which these are. */
  readonly siblingWildcards = new Map<WildcardParticle, XsdWildcard>();
  readonly #placed = new Map<XsdTypeDefinition, Placed>();
  readonly #taken = new Set<TypeKey>();

  constructor(schemas: SchemaSet) {
    this.schemas = schemas;
    this.cut = new Set(schemas.circular);
  }

  /**
   * Requests a global type and returns its key; undefined if there is no type of that name. The key of a built-in type is its
   * name.
   */
  requireGlobalType(name: ExpandedName): TypeKey | undefined {
    if (isBuiltIn(name)) {
      return name;
    }
    const definition = this.schemas.types.get(name);
    return definition && this.#placeGlobal(name, definition).key;
  }

  #placeGlobal(name: ExpandedName, definition: XsdTypeDefinition): Placed {
    return this.#placed.get(definition) ?? this.#place(definition, name, [{ kind: 'type', name }]);
  }

  /** Requests an anonymous type at the end of a path and returns its key. */
  requireAnonymousType(definition: XsdTypeDefinition, path: readonly ScopeStep[]): TypeKey {
    const known = this.#placed.get(definition);
    if (known) {
      return known.key;
    }
    const free = this.claimPath(path);
    return this.#place(definition, anonymousTypeKey(free), free).key;
  }

  /**
   * Reserves a path for a type. If the path already leads to another type, its last name gets a number: two local elements
   * may share their local name.
   */
  claimPath(path: readonly ScopeStep[]): readonly ScopeStep[] {
    const last = path.at(-1) as ScopeStep;
    let free = path;
    for (let count = 2; this.#taken.has(anonymousTypeKey(free)); count++) {
      free = [...path.slice(0, -1), { kind: last.kind, name: `${last.name}~${count}` }];
    }
    this.#taken.add(anonymousTypeKey(free));
    return free;
  }

  #place(definition: XsdTypeDefinition, key: TypeKey, path: readonly ScopeStep[]): Placed {
    const placed = { definition, key, path };
    this.#placed.set(definition, placed);
    this.waitingTypes.add(placed);
    this.positions.set(positionKey('type', key), elementSpan(definition.source));
    return placed;
  }

  /** Requests the type that a reference means and returns its key; `xs:anyType`, or the given key, if it is not resolved. */
  requireType(reference: TypeReference | undefined, path: readonly ScopeStep[], fallback: TypeKey = anyType): TypeKey {
    if (!reference) {
      return fallback;
    }
    if (reference.kind === 'inline') {
      return this.requireAnonymousType(reference.definition, path);
    }
    return this.requireGlobalType(reference.name) ?? fallback;
  }

  /** Requests the type that a reference means and returns its definition; undefined for built-in types and broken references. */
  requireDefinition(reference: TypeReference | undefined, path: readonly ScopeStep[]): Placed | undefined {
    if (!reference) {
      return undefined;
    }
    this.requireType(reference, path);
    const definition = reference.kind === 'inline' ? reference.definition : this.schemas.types.get(reference.name);
    return definition && this.#placed.get(definition);
  }

  /** Requests a global element; false if there is none. */
  requireElement(name: ExpandedName): boolean {
    if (!this.schemas.elements.has(name)) {
      return false;
    }
    this.waitingElements.add(name);
    return true;
  }

  /** Requests a global attribute, which must exist. */
  requireAttribute(name: ExpandedName): void {
    this.waitingAttributes.add(name);
  }
}

/** True for components that come with the generator, not from the user. */
export function isBundled(component: Component): boolean {
  return component.source.position.uri.startsWith(bundledPrefix);
}

/** The documentation field; absent if there is none. */
export function documented(component: Component): { readonly documentation?: string } {
  return component.documentation === undefined ? {} : { documentation: component.documentation };
}
