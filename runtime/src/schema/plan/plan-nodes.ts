import type { ElementTag } from '../../xml/names/element-tag.js';
import type {
  ComplexType,
  DerivedTypes,
  ElementDescriptor,
  IdentityConstraintDescriptor,
  Lazy,
  OpenContentDescriptor,
  Type,
  TypeAlternativeDescriptor,
  WildcardDescriptor,
} from '../descriptor/descriptor.js';
import type { SimplePlan } from './simple-plan.js';

/**
 * Descriptors as the engine reads them: names indexed, bases joined, properties of groups known. Made once a type, on
 * first use.
 */
export type TypePlan = SimplePlan | ComplexPlan;

/** An element that is possible in some place, and the form of its value. */
export interface ElementPlan {
  readonly namespace: string;
  readonly name: string;
  readonly nillable: boolean;
  readonly abstract?: boolean;
  readonly default?: string | undefined;
  readonly fixed?: string | undefined;
  readonly constraints?: readonly IdentityConstraintDescriptor[] | undefined;
  readonly lazyType: Lazy<Type>;
  /** Types that attributes choose. */
  readonly alternatives?: readonly TypeAlternativeDescriptor[] | undefined;
  /** Types that the element allows by `xsi:type`, if they are fewer than those that its type would allow. */
  readonly derived?: DerivedTypes | undefined;
  /** Complex types that may stand in for the element's simple type. */
  readonly standIns?: DerivedTypes | undefined;
  /** True if a text that is only white space is written with `xml:space="preserve"`. */
  readonly keepsSpace?: boolean;
  /** True where null stands for the element that is left out. */
  readonly absentNull?: boolean;
  /** True for an element that is local to its type: in SOAP encoding its name has no namespace. */
  readonly local?: boolean;
  /** True where the value may be absent: the element is optional, or may be missing. */
  readonly optional?: boolean;
  /** True if it is required, and absent where it is missing. */
  readonly tolerant?: boolean;
  /** Set by `targetOf` on first use, unless `alternatives` or `standIns` are there. */
  target?: TypePlan | undefined;
  /** Set by the writer: the tags with which the element was written last. */
  tag?: ElementTag | undefined;
  /** What the fast layer keeps. */
  fast?: object | null | undefined;
}

/** An element that a particle allows: the declared one, or a member of its substitution group. */
export interface Member {
  /** `$name` of the value; undefined if the particle has no substitution group. */
  readonly key: string | undefined;
  readonly element: ElementPlan;
}

/** An element particle. */
export interface ElementNode {
  readonly kind: 'element';
  readonly property: string;
  readonly list: boolean;
  /** Occurrences in one object, those of repeated groups without a property of their own multiplied in. */
  readonly min: number;
  readonly max: number;
  /** The occurrences of the particle itself. */
  readonly ownMin: number;
  readonly ownMax: number;
  readonly element: ElementPlan;
  readonly substitutes?: (() => Readonly<Record<string, ElementDescriptor>>) | undefined;
  /** Set by `membersOf` on first use. */
  members?: readonly Member[] | undefined;
  /** The same by their local names; set by `memberNamed` on first use. */
  byName?: ReadonlyMap<string, readonly Member[]>;
  /** The same by `$name`. Set by `memberOfKey` on first use. */
  byKey?: ReadonlyMap<unknown, Member> | undefined;
  /** Place among the fields of a record. */
  readonly index: number;
}

/** A model group. */
export interface GroupNode {
  readonly kind: 'sequence' | 'choice' | 'all';
  readonly min: number;
  readonly max: number;
  readonly particles: readonly ParticleNode[];
  /** Property with one object for each occurrence. */
  readonly property?: string | undefined;
  /** Properties that this group's particles put on the surrounding object (or, with `property`, on each of its objects). */
  readonly properties: readonly string[];
  /** The same as a set. Made by `checkItemProperties` on first use. */
  ownProperties?: ReadonlySet<string>;
  /** One occurrence of a group with a property, which fills one object. Made by `occurrenceOf` on first use. */
  occurrence?: GroupNode;
}

/** A wildcard. */
export interface AnyNode {
  readonly kind: 'any';
  readonly min: number;
  readonly max: number;
  readonly ownMin: number;
  readonly ownMax: number;
  readonly property: string;
  readonly list: boolean;
  readonly wildcard: WildcardDescriptor;
  /** Elements that accept a child before the wildcard does, as its first and as a further one. Set by `setRivals`. */
  rivals: readonly ElementNode[];
  laterRivals: readonly ElementNode[];
}

/** The parts of content. */
export type ParticleNode = ElementNode | GroupNode | AnyNode;

/** Open content. */
export interface OpenNode extends AnyNode {
  readonly mode: OpenContentDescriptor['mode'];
}

/** An attribute use. */
export interface AttributePlan {
  readonly namespace: string;
  readonly name: string;
  readonly property: string;
  readonly required: boolean;
  /** True if it is absent where it is required and missing. */
  readonly tolerant: boolean;
  readonly default: string | undefined;
  readonly fixed: string | undefined;
  readonly inheritance: object | undefined;
  readonly type: SimplePlan;
}

/** The part of an `AttributeEngine` (`context/attribute-engine.ts`) that makes plans. */
export interface AttributePreparation {
  /** The attributes of a type, which is the last of the chain of its bases; and what passes some of them on. */
  plan(chain: readonly ComplexType[]): Pick<ComplexPlan, 'attributes' | 'inheritance'>;
}

/** The part of a `ContentEngine` (`context/content-engine.ts`) that makes plans. */
export interface ContentPreparation {
  /** Reads and writes attributes of types that have only a wildcard for them. */
  readonly attributes: AttributePreparation;
  /** Elements that a particle allows: one, or those of the substitution group that are not abstract. */
  membersOf(node: ElementNode): readonly Member[];
}

/** Findings about some content, at whatever depth, as plans are made of it. */
export interface GatheredContent {
  /** Properties that are filled from several places in one object. */
  readonly shared: Set<string>;
  readonly fields: ElementNode[];
  readonly wildcards: WildcardDescriptor[];
}

/** The content of a type, as `ComplexPlan` has it. A record need not say its mode and weight. */
export type CompiledContent = Pick<ComplexPlan, 'content' | 'model' | 'open' | 'fields' | 'shared' | 'wildcards'> &
  Partial<Pick<ComplexPlan, 'mode' | 'weight'>>;

/**
 * How the content of a complex type is read: `tree` is an `XmlElement`, `array` a SOAP array, `text` simple content,
 * `mixed` nodes in order, `record` elements each of its own name, `groups` anything else.
 */
export type ContentMode = 'tree' | 'array' | 'text' | 'mixed' | 'record' | 'groups';

/** A complex type. */
export interface ComplexPlan {
  readonly kind: 'complex';
  readonly type: ComplexType;
  readonly mode: ContentMode;
  readonly engine?: object | undefined;
  readonly attributes: readonly AttributePlan[];
  /** Reads and writes them: see `attributeEngine`. Undefined if there are none. */
  readonly attributeEngine?: object | undefined;
  /** Set if one of them is inheritable: see `inheritanceOf`. */
  readonly inheritance?: object | undefined;
  /** True if other types may replace this one by `xsi:type`. */
  readonly replaceable: boolean;
  /** As in the type: reading a property of a type takes longer, since a definition is asked each time. */
  readonly abstract: boolean;
  readonly unwrap: string | undefined;
  readonly anyAttribute: WildcardDescriptor | undefined;
  readonly text: SimplePlan | undefined;
  /** The whole content, that of its bases first; undefined if there is none. */
  readonly content: GroupNode | undefined;
  /** The model that the children must match: `content`, or a stricter one. */
  readonly model: GroupNode | undefined;
  /** The elements that may occur in addition to the content, as a particle with the property `$open`. */
  readonly open?: OpenNode | undefined;
  /** The element particles of the content, at whatever depth, in the order of the schema. */
  readonly fields: readonly ElementNode[];
  /** One for the type itself, and a half for each of the groups that are nested in its content: reading takes so much of the stack. */
  readonly weight: number;
  /** Fields that must be there. Set by full readers on first use. */
  required?: number | undefined;
  /** Lists with a number of items that may be wrong. Set by strict readers on first use. */
  counted?: readonly ElementNode[] | undefined;
  /** The fields that take a child of each local name: elements of several namespaces may share one. */
  readonly byName: ReadonlyMap<string, readonly ChildPlace[]>;
  /** Wildcards anywhere in the content. */
  readonly wildcards: readonly WildcardDescriptor[];
  /** Properties that are filled from several places in one object. */
  readonly shared: ReadonlySet<string>;
  /** Set by `derivedOf` on first use. */
  derived?: DerivedPlans | undefined;
  /** Every property that a value may have. Made by `checkProperties` on first use. */
  ownProperties?: ReadonlySet<string> | undefined;
  /** What the fast layer keeps. */
  fast?: object | undefined;
}

/** A name that is possible among the children, and its place. */
export interface ChildPlace {
  readonly namespace: string;
  readonly node: ElementNode;
  readonly member: Member;
}

/** The types that may replace one, including the type itself. */
export interface DerivedPlans {
  /** By `{namespace}name`. */
  readonly byName: ReadonlyMap<string, ComplexType>;
  /** By `$type`. */
  readonly byTypeName: ReadonlyMap<string, ComplexType>;
}
