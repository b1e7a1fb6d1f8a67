import type { ChildName, Mismatch } from '../match/child-names.js';
import type { AnyNode, ComplexPlan, ContentPreparation, ElementNode, ElementPlan, GroupNode } from '../plan/plan.js';
import type { Decoder, ReadElement } from './decoder.js';
import type { Encoder, WriteElement } from './encoder.js';

/**
 * Content in which a name alone does not determine the place: choices, repeated groups, wildcards, substitution groups, mixed
 * and open content. `complexType` brings the code that reads, writes and checks it.
 */
export interface ContentEngine extends ContentPreparation, TreeEngine {
  /** Reads the children into `result`, mixed content included; `read` reads one of them. */
  decode(
    decoder: Decoder,
    plan: ComplexPlan,
    element: ElementPlan,
    result: Record<string, unknown>,
    read: ReadElement,
  ): void;
  /** The properties that values have for content which has no particle of its own. */
  properties(plan: ComplexPlan): readonly string[];
  /** Writes the children of an object, mixed content included. */
  encode(encoder: Encoder, plan: ComplexPlan, value: Record<string, unknown>, write: WriteElement): void;
  /** True for the type of SOAP encoding that any array may be said to have. */
  isEncodedArray(plan: ComplexPlan, named: string): boolean;
  /** The first child that does not fit; undefined if all do. */
  match(plan: ComplexPlan, children: readonly ChildName[]): Mismatch | undefined;
  /** The particle that each child belongs to, up to the first one that does not fit. */
  particles(model: GroupNode | undefined, children: readonly ChildName[]): readonly (ElementNode | AnyNode)[];
}

/** Reads and writes elements of any type, as trees. */
export interface TreeEngine {
  /** Reads an element whose value is no object with properties: a tree, or a SOAP array. */
  decodeWhole(decoder: Decoder, plan: ComplexPlan, element: ElementPlan, read: ReadElement): unknown;
  encodeTree(encoder: Encoder, element: ElementPlan, value: unknown): void;
  /** Writes the content of an element whose value is no object with properties: a tree, or a SOAP array. */
  encodeWhole(encoder: Encoder, plan: ComplexPlan, value: unknown, write: WriteElement): void;
}

/** The engine of a type whose values are trees. */
export function treeEngine(plan: ComplexPlan): TreeEngine {
  return plan.engine as TreeEngine;
}

/** The engine of a type; undefined for one that has none. */
export function contentEngine(plan: ComplexPlan): ContentEngine | undefined {
  return plan.engine as ContentEngine | undefined;
}

/** The engine of a type whose content needs one. */
export function engineOf(plan: ComplexPlan): ContentEngine {
  return plan.engine as ContentEngine;
}
