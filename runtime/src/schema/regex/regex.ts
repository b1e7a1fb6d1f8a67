import { RecentMap } from '../../base/recent-map.js';
import { matchAutomaton } from './automaton.js';
import { parsePattern, type RegexNode, RegexSyntaxError } from './parse.js';

export { parseRegex, type RegexNode, RegexSyntaxError } from './parse.js';

/** A compiled pattern facet; the whole text must match (Part 2, 4.3.4). */
export interface Pattern {
  test(text: string): boolean;
  /**
   * The part of the pattern that is not in the grammar of appendix F, though it is read as most tools do; undefined if all of
   * it is.
   */
  readonly looseness: string | undefined;
}

/** JavaScript source of a node, for the `u` flag. */
function sourceOf(node: RegexNode): string {
  switch (node.kind) {
    case 'character':
      return node.source;
    case 'sequence':
      return node.items.map(sourceOf).join('');
    case 'choice':
      return `(?:${node.branches.map(sourceOf).join('|')})`;
    case 'repeat': {
      const inner = node.node.kind === 'character' ? sourceOf(node.node) : `(?:${sourceOf(node.node)})`;
      return inner + quantifier(node.min, node.max);
    }
  }
}

function quantifier(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) {
    return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  }
  return min === 0 && max === 1 ? '?' : min === max ? `{${min}}` : `{${min},${max}}`;
}

/**
 * The maximum number of ways in which a backtracking matcher could divide a text of `length` among the parts of a pattern:
 * those that it may have to try before it gives up.
 */
function ways(node: RegexNode, length: number): number {
  switch (node.kind) {
    case 'character':
      return 1;
    case 'sequence':
      return node.items.reduce((product, item) => product * ways(item, length), 1);
    case 'choice':
      return node.branches.reduce((sum, branch) => sum + ways(branch, length), 0);
    case 'repeat': {
      const inner = ways(node.node, length);
      const count = Math.min(node.max, Math.max(length, node.min));
      const counts = Math.max(1, count - Math.min(node.min, count) + 1);
      // Each repetition may be matched in any of the inner ways; one that may be empty or of several lengths shifts the next.
      return inner === 1 ? counts : counts * inner ** count;
    }
  }
}

/** Number of ways that can be tried without a noticeable delay. */
const fewWays = 20_000;
/** Lengths up to which the backtracking matcher may do when it does not for any. */
const lengths: readonly number[] = [16, 64, 256];
/** Ways for each character of a text that still count as time in proportion to its length. */
const fewPerCharacter = 64;

function isLinear(node: RegexNode): boolean {
  return [1024, Number.MAX_SAFE_INTEGER].every((length) => ways(node, length) / length <= fewPerCharacter);
}

interface Compiled extends Pattern {
  /** States of the automaton of the pattern, if it is built. */
  readonly states: number;
}

/** Patterns by their text. The bound is on their characters and the states of their automata: some 30 MB. */
const cache = new RecentMap<Compiled>(500_000, (pattern, { states }) => pattern.length + states);

/** Approximate number of states of an automaton of the node. */
function statesOf(node: RegexNode): number {
  switch (node.kind) {
    case 'character':
      return 1;
    case 'sequence':
      return node.items.reduce((sum, item) => sum + statesOf(item), 1);
    case 'choice':
      return node.branches.reduce((sum, branch) => sum + 1 + statesOf(branch), 1);
    case 'repeat':
      return 1 + (1 + statesOf(node.node)) * (node.max === Number.POSITIVE_INFINITY ? node.min + 1 : node.max);
  }
}

/**
 * Compiles a pattern facet. Patterns that a backtracking matcher might take exponential time for run on an automaton
 * instead, so that a hostile text costs time proportional to its length. Throws `RegexSyntaxError`.
 */
export function compilePattern(pattern: string): Pattern {
  const known = cache.get(pattern);
  if (known !== undefined) {
    return known;
  }
  const { node, looseness } = parsePattern(pattern);
  const compiled: Compiled = { test: compile(node), looseness, states: statesOf(node) };
  cache.set(pattern, compiled);
  return compiled;
}

function compile(node: RegexNode): Pattern['test'] {
  const longest = isLinear(node)
    ? Number.POSITIVE_INFINITY
    : lengths.findLast((length) => ways(node, length) <= fewWays);
  const expression = longest === undefined ? undefined : backtracking(node);
  return (text) =>
    expression !== undefined && text.length <= (longest ?? 0) ? expression.test(text) : matchAutomaton(node, text);
}

/** Characters of an expression that a schema shows. */
const maxShown = 1000;

/**
 * A pattern as an expression of JavaScript with the flag `u`, as JSON Schema has it; undefined for one that is long there, or that a
 * backtracking matcher could take more than linear time for: schemas are read by programs of others.
 */
export function expressionOf(pattern: string): string | undefined {
  try {
    const { node } = parsePattern(pattern);
    const source = `^(?:${sourceOf(node)})$`;
    return source.length <= maxShown && isLinear(node) && backtracking(node) !== undefined ? source : undefined;
  } catch (error) {
    if (error instanceof RegexSyntaxError) {
      return undefined;
    }
    throw error;
  }
}

/** The engine's own expression; undefined for one that it finds too large. */
function backtracking(node: RegexNode): RegExp | undefined {
  try {
    const expression = new RegExp(`^(?:${sourceOf(node)})$`, 'u');
    // Engines compile at the first use.
    expression.test('');
    return expression;
  } catch {
    return undefined;
  }
}
