import type { SourceElement } from '../source/document.js';
import type { ExpandedName } from '../source/names.js';
import type { SchemaUnit } from './units.js';

/**
 * Schema components as XML Schema Part 1 names them, one for each declaration or definition that a document makes. They stay
 * close to the documents: a reference is a name (or the inline definition), groups are not expanded, facets are those of the
 * one step. The target of a reference is looked up in the `SchemaSet`.
 */

/** All the schemas of a run: the symbol spaces of Part 1, 2.5, and the diagnostics about them. */
export interface SchemaSet {
  readonly types: ReadonlyMap<ExpandedName, XsdTypeDefinition>;
  readonly elements: ReadonlyMap<ExpandedName, XsdElementDeclaration>;
  readonly attributes: ReadonlyMap<ExpandedName, XsdAttributeDeclaration>;
  readonly groups: ReadonlyMap<ExpandedName, ModelGroupDefinition>;
  readonly attributeGroups: ReadonlyMap<ExpandedName, AttributeGroupDefinition>;
  readonly notations: ReadonlyMap<ExpandedName, NotationDeclaration>;
  readonly identityConstraints: ReadonlyMap<ExpandedName, XsdIdentityConstraint>;
  /** Redefined groups with the groups that they replace (Part 1, 4.2.2), in the order of the redefinitions. */
  readonly redefined: readonly RedefinedGroup[];
  /**
   * Definitions that are derived from themselves or contain themselves. Their references are treated as `xs:anyType`, or as
   * empty.
   */
  readonly circular: ReadonlySet<object>;
  /** Default and fixed values that their types refuse: they have no effect. `checkValidity` finds them. */
  readonly refused?: ReadonlySet<XsdValueConstraint>;
  /** The schema documents that take part. */
  readonly units: readonly SchemaUnit[];
}

/** A group that `xs:redefine` put in the place of another. */
export type RedefinedGroup =
  | { readonly now: ModelGroupDefinition; readonly before: ModelGroupDefinition }
  | { readonly now: AttributeGroupDefinition; readonly before: AttributeGroupDefinition };

/** The properties of every component. */
export interface Component {
  /** The element that declares it; positions and namespaces in scope are taken from it. */
  readonly source: SourceElement;
  readonly documentation?: string;
}

/** A reference by name, and its position. */
export interface Reference {
  readonly name: ExpandedName;
  /** The element and the attribute that contain it. */
  readonly source: SourceElement;
  readonly attribute: string;
}

export type XsdDerivation = 'extension' | 'restriction' | 'list' | 'union' | 'substitution';

/** A type named by an attribute, or defined in place. */
export type TypeReference =
  | ({ readonly kind: 'named' } & Reference)
  | { readonly kind: 'inline'; readonly definition: XsdTypeDefinition };

export type XsdTypeDefinition = XsdSimpleTypeDefinition | XsdComplexTypeDefinition;

/** A simple type definition (Part 1, 3.14). */
export interface XsdSimpleTypeDefinition extends Component {
  readonly kind: 'simpleType';
  /** Absent for an anonymous type. */
  readonly name?: ExpandedName;
  readonly final: readonly XsdDerivation[];
  readonly derivation: SimpleDerivation;
}

export type SimpleDerivation =
  | { readonly kind: 'restriction'; readonly base: TypeReference; readonly facets: readonly Facet[] }
  | { readonly kind: 'list'; readonly itemType: TypeReference }
  | { readonly kind: 'union'; readonly memberTypes: readonly TypeReference[] };

/** Names of the constraining facets (Part 2, 4.3). */
export const facetNames = [
  'length',
  'minLength',
  'maxLength',
  'pattern',
  'enumeration',
  'whiteSpace',
  'maxInclusive',
  'maxExclusive',
  'minInclusive',
  'minExclusive',
  'totalDigits',
  'fractionDigits',
  'explicitTimezone',
] as const;

export type XsdFacetName = (typeof facetNames)[number];

/** One facet element. */
export interface Facet extends Component {
  readonly name: XsdFacetName;
  readonly value: string;
  readonly fixed: boolean;
}

/** A complex type definition (Part 1, 3.4). */
export interface XsdComplexTypeDefinition extends Component {
  readonly kind: 'complexType';
  readonly name?: ExpandedName;
  readonly abstract: boolean;
  readonly block: readonly XsdDerivation[];
  readonly final: readonly XsdDerivation[];
  /** Absent if the definition names none (the shorthand that restricts `xs:anyType`). */
  readonly base?: TypeReference;
  readonly derivation: 'extension' | 'restriction';
  readonly content: ComplexContent;
  readonly attributes: AttributeContent;
}

export type ComplexContent =
  /** `xs:simpleContent`; a restriction may name a narrower type in place and add facets. */
  | { readonly kind: 'simple'; readonly type?: XsdSimpleTypeDefinition; readonly facets: readonly Facet[] }
  | {
      readonly kind: 'complex';
      readonly mixed: boolean;
      readonly particle?: XsdParticle;
      /** That of the definition itself, or the schema's default. */
      readonly openContent?: XsdOpenContent;
    };

/** Open content (XML Schema 1.1, Part 1, 3.4.2.3.3); `none` overrides the schema's default. */
export type XsdOpenContent =
  | { readonly mode: 'none' }
  | {
      readonly mode: 'interleave' | 'suffix';
      readonly wildcard: XsdWildcard;
      /** False for a default that types without content do not have. */
      readonly appliesToEmpty: boolean;
    };

/** Attribute uses, attribute groups and the wildcard of a complex type or an attribute group. */
export interface AttributeContent {
  readonly uses: readonly XsdAttributeUse[];
  readonly groups: readonly AttributeGroupReference[];
  readonly wildcard?: XsdWildcard;
}

/** A reference to an attribute group; a redefinition contains the group that it redefines. */
export type AttributeGroupReference =
  | ({ readonly kind: 'named' } & Reference)
  | { readonly kind: 'inline'; readonly definition: AttributeGroupDefinition };

/** An attribute group definition (Part 1, 3.6). */
export interface AttributeGroupDefinition extends Component {
  readonly kind: 'attributeGroup';
  readonly name: ExpandedName;
  readonly content: AttributeContent;
}

/** An attribute use (Part 1, 3.5): a local declaration, or a reference to a global one. */
export interface XsdAttributeUse extends Component {
  readonly use: 'required' | 'optional' | 'prohibited';
  readonly value?: XsdValueConstraint;
  /** Absent where the use does not say, so that the declaration does. */
  readonly inheritable?: boolean;
  readonly target:
    | { readonly kind: 'local'; readonly name: string; readonly namespace: string; readonly type?: TypeReference }
    | ({ readonly kind: 'ref' } & Reference);
}

/** A global attribute declaration (Part 1, 3.2). */
export interface XsdAttributeDeclaration extends Component {
  readonly kind: 'attribute';
  readonly name: ExpandedName;
  /** Absent: `xs:anySimpleType`. */
  readonly type?: TypeReference;
  readonly value?: XsdValueConstraint;
  readonly inheritable?: boolean;
}

/** `default` or `fixed`, as written. */
export interface XsdValueConstraint {
  readonly kind: 'default' | 'fixed';
  readonly value: string;
}

/** An element declaration (Part 1, 3.3), global or local. */
export interface XsdElementDeclaration extends Component {
  readonly kind: 'element';
  readonly name: string;
  readonly namespace: string;
  readonly global: boolean;
  /** Absent: the type of the first substitution group's head, else `xs:anyType`. */
  readonly type?: TypeReference;
  /** Types for some attributes of the element; the first whose test is true applies (XML Schema 1.1, Part 1, 3.12). */
  readonly alternatives: readonly XsdTypeAlternative[];
  readonly nillable: boolean;
  readonly abstract: boolean;
  readonly value?: XsdValueConstraint;
  readonly block: readonly XsdDerivation[];
  readonly final: readonly XsdDerivation[];
  /** Heads of the substitution groups that it joins; XML Schema 1.1 allows several. */
  readonly substitutionGroups: readonly Reference[];
  readonly identityConstraints: readonly XsdIdentityConstraint[];
  readonly identityConstraintUses: readonly IdentityConstraintUse[];
}

/** One type alternative. */
export interface XsdTypeAlternative extends Component {
  /** Absent for the default, which is the last. */
  readonly test?: XsdTestExpression;
  readonly type: TypeReference;
}

export type XsdComparator = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** The XPath of a type alternative (XML Schema 1.1, Part 1, 3.12.6): the contract's form. */
export type XsdTestExpression =
  | { readonly kind: 'or' | 'and'; readonly operands: readonly XsdTestExpression[] }
  | { readonly kind: 'not'; readonly operand: XsdTestExpression }
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'exists' | 'holds'; readonly operand: XsdTestOperand }
  | {
      readonly kind: 'compare';
      readonly operator: XsdComparator;
      readonly single: boolean;
      readonly left: XsdTestOperand;
      readonly right: XsdTestOperand;
    };

export type XsdTestOperand =
  | { readonly kind: 'attribute'; readonly namespace: string; readonly name: string }
  | { readonly kind: 'string' | 'number'; readonly value: string }
  | { readonly kind: 'length'; readonly operand: XsdTestOperand }
  | {
      readonly kind: 'cast';
      readonly type: ExpandedName;
      readonly operand: XsdTestOperand;
      readonly optional: boolean;
    };

/** An identity constraint definition (Part 1, 3.11); names in paths are expanded. */
export interface XsdIdentityConstraint extends Component {
  readonly kind: 'key' | 'unique' | 'keyref';
  readonly name: ExpandedName;
  readonly selector: readonly PathAlternative[];
  readonly fields: readonly (readonly PathAlternative[])[];
  readonly refer?: Reference;
}

/** A use of an identity constraint that another element defines (XML Schema 1.1, Part 1, 3.11.2). */
export interface IdentityConstraintUse extends Reference {
  readonly kind: XsdIdentityConstraint['kind'];
}

/** One alternative of a selector or field (Part 1, 3.11.6): the contract's form. */
export interface PathAlternative {
  readonly anyDepth: boolean;
  readonly steps: readonly string[];
  readonly attribute?: string;
}

/** A notation declaration (Part 1, 3.12). */
export interface NotationDeclaration extends Component {
  readonly kind: 'notation';
  readonly name: ExpandedName;
}

/** A model group definition (Part 1, 3.7). */
export interface ModelGroupDefinition extends Component {
  readonly kind: 'group';
  readonly name: ExpandedName;
  /** Absent when it is empty. */
  readonly model?: ModelGroup;
}

/** A particle (Part 1, 3.9). */
export type XsdParticle = ModelGroup | XsdElementParticle | ElementReference | GroupReference | XsdWildcardParticle;

/** How often a particle may occur; `null` is unbounded. */
export interface Occurrence {
  readonly minOccurs: number;
  readonly maxOccurs: number | null;
}

/** A model group (Part 1, 3.8). */
export interface ModelGroup extends Component, Occurrence {
  readonly kind: 'sequence' | 'choice' | 'all';
  readonly particles: readonly XsdParticle[];
}

export interface XsdElementParticle extends Component, Occurrence {
  readonly kind: 'element';
  readonly declaration: XsdElementDeclaration;
}

export interface ElementReference extends Component, Occurrence {
  readonly kind: 'elementRef';
  readonly reference: Reference;
}

export interface GroupReference extends Component, Occurrence {
  readonly kind: 'groupRef';
  /** A redefinition contains the group that it redefines. */
  readonly target:
    | ({ readonly kind: 'named' } & Reference)
    | { readonly kind: 'inline'; readonly definition: ModelGroupDefinition };
}

export interface XsdWildcardParticle extends Component, Occurrence {
  readonly kind: 'any';
  readonly wildcard: XsdWildcard;
}

/** A wildcard (Part 1, 3.10). The absent namespace is `''`. */
export interface XsdWildcard extends Component {
  readonly namespaces: XsdNamespaceConstraint;
  readonly processContents: 'strict' | 'lax' | 'skip';
  /** Names that it excludes (XML Schema 1.1, `notQName`). */
  readonly notNames?: DisallowedNames;
}

/** {disallowed names} of a wildcard (XML Schema 1.1, Part 1, 3.10.1). */
export interface DisallowedNames {
  readonly names: readonly ExpandedName[];
  /** `##defined`: the names of all global elements (or attributes). */
  readonly defined: boolean;
  /** `##definedSibling`: the names of the elements that the content model declares. */
  readonly siblings: boolean;
}

export type XsdNamespaceConstraint =
  | { readonly kind: 'any' }
  | { readonly kind: 'not'; readonly namespaces: readonly string[] }
  | { readonly kind: 'enumeration'; readonly namespaces: readonly string[] };
