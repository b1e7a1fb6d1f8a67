import type { BindingKind } from '@wsdl-codegen/runtime';
import { holdFor } from './conditions.js';
import { firstState, type Rule, type RuleOutcome } from './model.js';

/** The facts about a call that rules look at. */
export interface RuleCall {
  readonly service: string;
  readonly operation: string;
  readonly binding: BindingKind;
  /** The request in its JSON form. */
  readonly request: unknown;
  /** HTTP headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The rule for a call. */
export interface Chosen {
  readonly rule: Rule;
  readonly outcome: RuleOutcome;
  /** How often the rule has applied, this time included. */
  readonly count: number;
}

/** Rules, how often each has applied, and the states of the scenarios. */
export class RuleBook {
  readonly #rules: readonly Rule[];
  readonly #counts = new Map<Rule, number>();
  readonly #states = new Map<string, string>();

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
  }

  /** The first rule that applies; it counts as used, and its scenario goes on. */
  choose(call: RuleCall): Chosen | undefined {
    const rule = this.#rules.find((each) => this.#applies(each, call));
    if (rule === undefined) {
      return undefined;
    }
    const count = (this.#counts.get(rule) ?? 0) + 1;
    this.#counts.set(rule, count);
    if (rule.becomes !== undefined) {
      this.#states.set(rule.scenario, rule.becomes);
    }
    const outcome = rule.outcomes[Math.min(count, rule.outcomes.length) - 1] as RuleOutcome;
    return { rule, outcome, count };
  }

  #applies(rule: Rule, { service, operation, binding, request, headers }: RuleCall): boolean {
    return (
      (rule.service ?? service) === service &&
      (rule.operation ?? operation) === operation &&
      (rule.bindings?.includes(binding) ?? true) &&
      (rule.state ?? this.#stateOf(rule)) === this.#stateOf(rule) &&
      (this.#counts.get(rule) ?? 0) < (rule.times ?? Number.POSITIVE_INFINITY) &&
      holdFor(rule.headers, headers) &&
      holdFor(rule.when, request)
    );
  }

  #stateOf({ scenario }: Rule): string {
    return this.#states.get(scenario) ?? firstState;
  }
}
