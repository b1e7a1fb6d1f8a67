import type { ChildName, Mismatch } from '../match/child-names.js';
import type { AnyNode, ComplexPlan, ContentPreparation, ElementNode, ElementPlan, GroupNode } from '../plan/plan.js';
import type { Decoder } from './decoder.js';
import type { Encoder } from './encoder.js';

/** An object that is being written, and how much of its lists is, where several particles write parts of one list. */
export interface WritingScope {
  readonly value: Record<string, unknown>;
  readonly plan: ComplexPlan;
  readonly taken: Map<string, number> | undefined;
  /** Writes a value as an element; `'general'` where it was not written at once. */
  readonly write: (encoder: Encoder, element: ElementPlan, value: unknown, mode?: 'first' | 'general') => void;
}

/**
 * Content in which a name alone does not determine the place: choices, repeated groups, wildcards, substitution groups, mixed
 * and open content. Types that have it bring what reads, writes and checks it.
 */
export interface ContentEngine extends ContentPreparation {
  /** Reads the children into `result`; `read` reads one of them. */
  decode(
    decoder: Decoder,
    plan: ComplexPlan,
    result: Record<string, unknown>,
    read: (decoder: Decoder, element: ElementPlan) => unknown,
  ): void;
  encode(encoder: Encoder, content: GroupNode, scope: WritingScope): void;
  /** The first child that does not fit; undefined if all do. */
  match(plan: ComplexPlan, children: readonly ChildName[]): Mismatch | undefined;
  /** The particle that each child belongs to, up to the first one that does not fit. */
  particles(model: GroupNode | undefined, children: readonly ChildName[]): readonly (ElementNode | AnyNode)[];
}

/** The engine of a type; undefined for one that has none. */
export function contentEngine(plan: ComplexPlan): ContentEngine | undefined {
  return plan.engine as ContentEngine | undefined;
}

/** The engine of a type whose content needs one. */
export function engineOf(plan: ComplexPlan): ContentEngine {
  return plan.engine as ContentEngine;
}
