import type { Facets, LexicalContext, PatternsFacet, SimpleType } from '../descriptor/descriptor.js';
import type { WhiteSpace } from '../lexical/whitespace.js';

/** The facts about a simple type that the engine needs, gathered once from the chain of its bases. */
export interface SimplePlan {
  readonly kind: 'simple';
  readonly type: SimpleType;
  readonly variety: 'atomic' | 'list' | 'union';
  readonly whiteSpace: WhiteSpace;
  /** True if every text is its own value (`xs:string` without enumeration). */
  readonly verbatim: boolean;
  /** True if its texts are read before their white space is normalised, which costs more than reading them. */
  readonly loose?: boolean;
  /** Local name of the nearest built-in type up the chain; `''` if there is none (unions, lists, mapped types). */
  readonly builtIn: string;
  readonly facets: Facets | undefined;
  /** Checks the facets, and reads and writes lists and unions. */
  readonly engine?: SimpleEngine | undefined;
  /** False if values need no further check: there are no facets, or only that of white space. */
  readonly constrained?: boolean;
  /** True if the enumeration may get further values: it is checked with all facets only. */
  readonly open?: boolean;
  /** Texts of an enumeration over strings. */
  texts?: ReadonlySet<string> | undefined;
  /** Plan of the type on which a scalar mapping is based: its texts and facets apply. */
  readonly mapped?: SimplePlan | undefined;
  /** True if the mapping reads texts that are no values of the type below. */
  readonly ownTexts?: boolean;
  readonly item?: SimplePlan | undefined;
  /** Members of a union. See `choicesOf` and `leavesOf` of members.ts. */
  readonly members: Members;
  /** True if values are written as those of the built-in type are. */
  readonly standard: boolean;
  /** Set where reading and writing need more than `parse`, `format` and `accepts`. */
  readonly derived?: DerivedForms | undefined;
  /** Writes binary content outside the document, or later: see `OctetEngine`. */
  readonly octets?: object | undefined;
  readonly parse: (text: string, context: LexicalContext) => unknown;
  readonly format: (value: unknown, context: LexicalContext) => string;
  readonly accepts: (value: unknown) => boolean;
  readonly compare?: ((a: unknown, b: unknown) => number | undefined) | undefined;
  readonly equals: (a: unknown, b: unknown) => boolean;
  readonly key?: ((value: unknown) => string) | undefined;
  readonly lengthOf?: ((value: unknown) => number) | undefined;
}

/** Makes the plan of a type. */
export type SimplePlanner = (type: SimpleType) => SimplePlan;

/** Reads and writes types with facets, scalar mappings, lists and unions. The functions that construct such types bring it. */
export interface DerivedForms {
  /** Reads a text whose white space is normalised. Throws `LexicalError`. */
  parse(plan: SimplePlan, text: string, context: LexicalContext, check: FacetCheck): unknown;
  /** Throws `LexicalError`. */
  format(plan: SimplePlan, value: unknown, context: LexicalContext): string;
}

/**
 * The members of a union, each once. Restrictions of a union share them with it. The rest is computed when it is first
 * needed.
 */
export interface Members {
  readonly direct: readonly SimplePlan[];
  choices?: readonly SimplePlan[] | undefined;
  leaves?: readonly SimplePlan[] | undefined;
  nested?: boolean | undefined;
}

/** Which facets a text is checked against: only those that decide the TypeScript type, or all. */
export type FacetCheck = 'enumeration' | 'all';

/** A facet that a value breaks; `code` is its name in Part 2, 4.3. */
export interface FacetProblem {
  readonly code: keyof Facets;
  readonly message: string;
}

/** Checks facets. Types with facets, lists and unions bring it. */
export interface SimpleEngine {
  /**
   * Every facet that a value breaks (Part 2, 4.3). `text` is its normalised lexical form, for patterns; pass undefined to
   * leave patterns out (a value that was read has been checked as it was written).
   */
  check(plan: SimplePlan, value: unknown, text: string | undefined, context: LexicalContext): readonly FacetProblem[];
  /** The texts of an enumeration over strings; undefined for other types. */
  textsOf(plan: SimplePlan): ReadonlySet<string> | undefined;
  /** Throws `LexicalError` for a value that breaks one of the facets that are checked. `text` is its normalised lexical form. */
  require(plan: SimplePlan, value: unknown, text: string, context: LexicalContext, check: FacetCheck): void;
  /** The text of a value of a type with patterns: one that fits them, if there is one. */
  format(plan: SimplePlan, facets: Facets, value: unknown, context: LexicalContext): string;
  /** The patterns of a type and of its base, which all hold. */
  join(near: PatternsFacet, far: PatternsFacet): PatternsFacet;
  /** True if it knows enumerations of texts and no other facets: the engine of a base that knows more goes before it. */
  readonly partial?: boolean;
  /** Set for lists and unions. */
  readonly varieties: VarietyEngine | undefined;
}

/** Reads and writes lists and unions, which bring it. */
export interface VarietyEngine {
  /** The type of the items of a list and the members of a union; `chain` is the type and its bases, nearest first. */
  partsOf(chain: readonly SimpleType[]): {
    readonly item?: SimplePlan | undefined;
    readonly members: Members | undefined;
  };
  /** Reads a text whose white space is normalised. Throws `LexicalError`. Of a list, facets are not checked. */
  parse(plan: SimplePlan, text: string, context: LexicalContext, check: FacetCheck): unknown;
  /** Throws `LexicalError`. */
  format(plan: SimplePlan, value: unknown, context: LexicalContext): string;
  accepts(plan: SimplePlan, value: unknown): boolean;
  equals(plan: SimplePlan, a: unknown, b: unknown): boolean;
  /** Members of a union in order, with those of unions without facets in their place. */
  choices(plan: SimplePlan): readonly SimplePlan[];
  /** The types of a union that are not unions themselves, in order. */
  leaves(plan: SimplePlan): readonly SimplePlan[];
  /** Texts in the place of values, by which the enumeration of a union is looked up. */
  readonly texts: TextKeys;
}

/** The result of a union for a text. */
export interface UnionReading {
  readonly value: unknown;
  /** The type that has read it: the member, or if that is a union itself, a member of it, and so on. */
  readonly leaf: SimplePlan;
  /** The text that this type was given, not yet normalised by it. */
  readonly raw: string;
}

/** Which texts of unions, and of lists of them, stand for equal values. */
export interface TextKeys {
  /** The keys of an enumeration, undefined for texts that are of no member; undefined if there is no union in the type. */
  enumerated(plan: SimplePlan, facets: Facets): ReadonlySet<string | undefined> | undefined;
  /**
   * A string that is the same for two texts exactly when they stand for equal values. Texts tell what values alone do not: of
   * which member of a union they are. Undefined if the text is of none.
   */
  keyOf(plan: SimplePlan, text: string, context: LexicalContext, read?: UnionReading): string | undefined;
  /** True if one of the keys belongs to the value as that of any type in the union which takes it. */
  has(plan: SimplePlan, value: unknown, keys: ReadonlySet<string | undefined>): boolean;
  /** A text of a union as the type that reads it normalises white space (Part 2, 4.3.6): what patterns of the union bind. */
  bound(plan: SimplePlan, text: string, context: LexicalContext, read?: UnionReading): string;
  /** Runs `act`, which reads texts of facets: what it finds does not depend on the value that is being read. */
  apart<T>(act: () => T): T;
}
