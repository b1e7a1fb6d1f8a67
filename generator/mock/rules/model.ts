import type { BindingKind } from '@wsdl-codegen/runtime';
import type { Span } from '../../diagnostics/diagnostic.js';

/** A rule: which calls it is for, and what answers them. */
export interface Rule {
  /** As the user wrote it, or its place: `rule 3`. */
  readonly name: string;
  readonly span: Span;
  /** Name of the service; absent for all. */
  readonly service?: string;
  /** Name of the operation on the wire; absent for all. */
  readonly operation?: string;
  readonly bindings?: readonly BindingKind[];
  /** All of them must hold. */
  readonly when: readonly Condition[];
  readonly headers: readonly Condition[];
  /** The state machine that the rule belongs to. */
  readonly scenario: string;
  /** The state in which it applies. */
  readonly state?: string;
  /** The state after it has applied. */
  readonly becomes?: string;
  /** How often it applies at most. */
  readonly times?: number;
  /** Milliseconds before the answer. */
  readonly delay: number;
  /** In turn; the last one is repeated. */
  readonly outcomes: readonly RuleOutcome[];
}

/** The state in which every scenario begins. */
export const firstState = 'Started';

/** The answer to one call. */
export type RuleOutcome = (
  | { readonly kind: 'answer'; readonly value: RuleValue }
  | FaultOutcome
  | HttpOutcome
  | { readonly kind: 'sample' }
) & { readonly delay: number };

/** A fault. */
export interface FaultOutcome {
  readonly kind: 'fault';
  readonly reason: string;
  readonly code?: 'Client' | 'Server';
  /** Name of a declared fault. */
  readonly name?: string;
  readonly detail?: RuleValue;
}

/** A whole HTTP answer. */
export interface HttpOutcome {
  readonly kind: 'http';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A value as JSON; texts in it may contain templates. */
export type RuleValue =
  | null
  | boolean
  | number
  | string
  | readonly RuleValue[]
  | { readonly [name: string]: RuleValue };

/** A test of one value of a request. */
export interface Condition {
  /** Names and indexes on the way to the value. */
  readonly path: readonly string[];
  readonly test: ConditionTest;
}

/** How a value is tested. A list passes if one of its items does. */
export type ConditionTest =
  | { readonly kind: 'equals'; readonly value: RuleValue }
  | { readonly kind: 'not'; readonly value: RuleValue }
  | { readonly kind: 'oneOf'; readonly values: readonly RuleValue[] }
  | { readonly kind: 'matches'; readonly pattern: RegExp }
  | { readonly kind: 'contains'; readonly text: string }
  | { readonly kind: 'present'; readonly expected: boolean }
  | { readonly kind: 'above'; readonly bound: number }
  | { readonly kind: 'below'; readonly bound: number };
