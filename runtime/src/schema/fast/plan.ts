import type { ElementTag } from '../../xml/names/element-tag.js';
import type { AnyNode, ComplexPlan, ElementNode, ElementPlan, GroupNode } from '../plan/plan.js';
import type { ScanPlace } from './read/steps.js';

/** What the fast layer keeps in the plan of a complex type. */
export interface FastPlan {
  /** The scan at each field of a record, `'none'` if there can be none, or how often the field was read so far. Set by `scanPlace`. */
  readonly scans: (ScanPlace | 'none' | number | undefined)[];
  /** How values are written. Made when the first one is; null if there is only the general way. */
  record: FastRecord | null | undefined;
  /** The tags of elements with an `xsi:type` that names the type, as they were written last. */
  typed: WeakMap<ElementPlan, ElementTag> | undefined;
}

/** What is kept of a type. */
export function fastPlanOf(plan: ComplexPlan): FastPlan {
  plan.fast ??= { scans: [], record: undefined, typed: undefined } satisfies FastPlan;
  return plan.fast as FastPlan;
}

/** The escaped text of a value; undefined for one that is left to the general way. */
export type FastText = (value: unknown) => string | undefined;

/** An attribute that is written in one piece. */
export interface FastAttribute {
  readonly property: string;
  readonly required: boolean;
  /** The text before its value: ` name="`. */
  readonly start: string;
  /** The same text after the value of another attribute. */
  readonly next: string;
  readonly text: FastText;
}

/** Properties of objects, and the place of each among their values. */
export interface FastProperties {
  readonly names: readonly string[];
  readonly places: ReadonlyMap<string, number>;
  /** The place that is likely to come after each, which is that of the last object: for what comes first, then for what comes after place 0, and so on. */
  readonly next: number[];
}

/** A complex type whose values are written in the fast way: attributes, then fields, a group or a text. Their properties are in this order. */
export interface FastRecord extends FastProperties {
  readonly attributes: readonly FastAttribute[];
  /** Where each field has a property of its own and their order is fixed. */
  readonly fields: readonly ElementNode[];
  /** Other content. */
  readonly group: FastGroup | undefined;
  /** The text of simple content. */
  readonly text: FastText | undefined;
  /** Where a list stands for the object that would contain nothing else. */
  readonly list: ElementNode | undefined;
  /** Set when such a record comes again; null where it is never one text. */
  flat: FlatRecord | null | undefined;
}

/** How a record becomes one text, by the places of its properties. */
export interface FlatRecord {
  /** `whole` is a record, or a list: all that is not one simple value. */
  readonly kinds: readonly ('attribute' | 'element' | 'text' | 'whole')[];
  readonly texts: readonly FastText[];
  /** Set where whole values may become text. */
  readonly nodes: readonly (ElementNode | undefined)[];
  /** The meaning of null: a nil element, or an absent one; undefined where the general way decides. */
  readonly nulls: readonly ('nil' | 'absent' | undefined)[];
  /** One for a value that must be there, and zero for others; and the sum. */
  readonly required: readonly number[];
  readonly needed: number;
  /** How many more objects are not tried in this way, and how many after the next unusual one. */
  paused: number;
  pause: number;
}

/** A particle, and the place of its property among the values of the object. */
export type FastParticle = FastElement | FastAny | FastGroup | FastOccurrences;

/** An element particle. */
export interface FastElement {
  readonly kind: 'element';
  readonly node: ElementNode;
  readonly place: number;
}

/** A wildcard. */
export interface FastAny {
  readonly kind: 'any';
  readonly node: AnyNode;
  readonly place: number;
}

/** A group whose particles have their properties on the surrounding object. */
export interface FastGroup {
  readonly kind: 'sequence' | 'choice';
  readonly node: GroupNode;
  readonly particles: readonly FastParticle[];
  /** The places of all properties in it, each once; and whether an empty list counts as absent. */
  readonly places: readonly number[];
  readonly lists: readonly boolean[];
  /** Which of them belong to each particle, as bits. */
  readonly masks: readonly number[];
  readonly emptiable: boolean;
}

/** A group with a property of its own. */
export interface FastOccurrences {
  readonly kind: 'occurrences';
  readonly node: GroupNode;
  readonly place: number;
  /** The properties of one occurrence. */
  readonly item: FastProperties;
  readonly group: FastGroup;
}
