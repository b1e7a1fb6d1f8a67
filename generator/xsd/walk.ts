import type {
  AttributeContent,
  IdentityConstraintUse,
  ModelGroupDefinition,
  Reference,
  SchemaSet,
  TypeReference,
  XsdAttributeUse,
  XsdComplexTypeDefinition,
  XsdElementDeclaration,
  XsdIdentityConstraint,
  XsdParticle,
  XsdSimpleTypeDefinition,
  XsdTypeDefinition,
} from './components.js';

/** The callbacks of a walk over all components; they are called once for every component and every reference. */
export interface Visitor {
  readonly type?: (type: XsdTypeDefinition) => void;
  readonly element?: (element: XsdElementDeclaration) => void;
  readonly attributeUse?: (use: XsdAttributeUse) => void;
  readonly particle?: (particle: XsdParticle) => void;
  readonly constraint?: (constraint: XsdIdentityConstraint) => void;
  readonly constraintUse?: (use: IdentityConstraintUse) => void;
  /** A reference to a type by name; `simple` if only a simple type is allowed. */
  readonly typeReference?: (reference: Reference, simple: boolean) => void;
  readonly elementReference?: (reference: Reference) => void;
  readonly attributeReference?: (reference: Reference) => void;
  readonly groupReference?: (reference: Reference) => void;
  readonly attributeGroupReference?: (reference: Reference) => void;
}

/** The symbol spaces with anything inside. */
export type Walkable = Pick<SchemaSet, 'types' | 'elements' | 'attributes' | 'groups' | 'attributeGroups'>;

/** Walks over all global components and everything inside them, in the order of the documents. */
export function walkComponents(spaces: Walkable, visitor: Visitor): void {
  const walker = new Walker(visitor);
  for (const type of spaces.types.values()) {
    walker.type(type);
  }
  for (const element of spaces.elements.values()) {
    walker.element(element);
  }
  for (const attribute of spaces.attributes.values()) {
    walker.typeReference(attribute.type, true);
  }
  for (const group of spaces.groups.values()) {
    walker.group(group);
  }
  for (const group of spaces.attributeGroups.values()) {
    walker.attributes(group.content);
  }
}

class Walker {
  readonly #visitor: Visitor;

  constructor(visitor: Visitor) {
    this.#visitor = visitor;
  }

  type(type: XsdTypeDefinition): void {
    this.#visitor.type?.(type);
    if (type.kind === 'simpleType') {
      this.#simpleType(type);
    } else {
      this.#complexType(type);
    }
  }

  #simpleType({ derivation }: XsdSimpleTypeDefinition): void {
    switch (derivation.kind) {
      case 'restriction':
        this.typeReference(derivation.base, true);
        return;
      case 'list':
        this.typeReference(derivation.itemType, true);
        return;
      case 'union':
        for (const member of derivation.memberTypes) {
          this.typeReference(member, true);
        }
    }
  }

  #complexType(type: XsdComplexTypeDefinition): void {
    this.typeReference(type.base, false);
    this.attributes(type.attributes);
    if (type.content.kind === 'complex') {
      this.#particle(type.content.particle);
    } else if (type.content.type) {
      this.type(type.content.type);
    }
  }

  typeReference(reference: TypeReference | undefined, simple: boolean): void {
    if (reference?.kind === 'inline') {
      this.type(reference.definition);
    } else if (reference) {
      this.#visitor.typeReference?.(reference, simple);
    }
  }

  element(element: XsdElementDeclaration): void {
    this.#visitor.element?.(element);
    this.typeReference(element.type, false);
    for (const { type } of element.alternatives) {
      this.typeReference(type, false);
    }
    for (const head of element.substitutionGroups) {
      this.#visitor.elementReference?.(head);
    }
    for (const constraint of element.identityConstraints) {
      this.#visitor.constraint?.(constraint);
    }
    for (const use of element.identityConstraintUses) {
      this.#visitor.constraintUse?.(use);
    }
  }

  attributes(content: AttributeContent): void {
    for (const use of content.uses) {
      this.#visitor.attributeUse?.(use);
      if (use.target.kind === 'ref') {
        this.#visitor.attributeReference?.(use.target);
      } else {
        this.typeReference(use.target.type, true);
      }
    }
    for (const group of content.groups) {
      if (group.kind === 'named') {
        this.#visitor.attributeGroupReference?.(group);
      } else {
        this.attributes(group.definition.content);
      }
    }
  }

  group(group: ModelGroupDefinition): void {
    this.#particle(group.model);
  }

  #particle(particle: XsdParticle | undefined): void {
    if (!particle) {
      return;
    }
    this.#visitor.particle?.(particle);
    switch (particle.kind) {
      case 'sequence':
      case 'choice':
      case 'all':
        for (const child of particle.particles) {
          this.#particle(child);
        }
        return;
      case 'element':
        this.element(particle.declaration);
        return;
      case 'elementRef':
        this.#visitor.elementReference?.(particle.reference);
        return;
      case 'groupRef':
        if (particle.target.kind === 'named') {
          this.#visitor.groupReference?.(particle.target);
        } else {
          this.group(particle.target.definition);
        }
        return;
      case 'any':
        return;
    }
  }
}
