import { matchAutomaton } from './automaton.js';
import { parseRegex, type RegexNode } from './parse.js';

export { parseRegex, type RegexNode, RegexSyntaxError } from './parse.js';

/** A compiled pattern facet; the whole text must match (Part 2, 4.3.4). */
export interface Pattern {
  test(text: string): boolean;
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
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? '*' : min === 1 ? '+' : `{${min},}`;
  return min === 0 && max === 1 ? '?' : `{${min},${max}}`;
}

/**
 * Whether a backtracking matcher could take more than linear time: something that repeats stands inside something that
 * repeats, or beside another one.
 */
function variableParts(node: RegexNode): number {
  switch (node.kind) {
    case 'character':
      return 0;
    case 'sequence':
      return node.items.reduce((sum, item) => sum + variableParts(item), 0);
    case 'choice':
      return node.branches.reduce((most, branch) => Math.max(most, variableParts(branch)), 0);
    case 'repeat': {
      const inner = variableParts(node.node);
      if (node.max <= 1) return inner;
      // Repetition of something variable, or of alternatives that may overlap, can be exponential.
      if (inner > 0 || containsChoice(node.node)) return node.max > 8 ? RISKY : (inner + 1) * node.max;
      return node.min === node.max ? 0 : 1;
    }
  }
}

function containsChoice(node: RegexNode): boolean {
  switch (node.kind) {
    case 'character':
      return false;
    case 'sequence':
      return node.items.some(containsChoice);
    case 'choice':
      return true;
    case 'repeat':
      return node.min !== node.max || containsChoice(node.node);
  }
}

const RISKY = 1000;
/** Up to this length the backtracking matcher is harmless even for several repetitions side by side. */
const SHORT = 64;

const cache = new Map<string, Pattern>();
const CACHE_SIZE = 5000;

/**
 * Compiles a pattern facet. Patterns that a backtracking matcher might take exponential time for run on an automaton
 * instead, so that a hostile text costs time proportional to its length. Throws `RegexSyntaxError`.
 */
export function compilePattern(pattern: string): Pattern {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  const compiled = compile(parseRegex(pattern));
  if (cache.size >= CACHE_SIZE) cache.clear();
  cache.set(pattern, compiled);
  return compiled;
}

function compile(node: RegexNode): Pattern {
  const parts = variableParts(node);
  if (parts >= RISKY) return { test: (text) => matchAutomaton(node, text) };
  const expression = new RegExp(`^(?:${sourceOf(node)})$`, 'u');
  if (parts <= 1) return expression;
  return {
    test: (text) =>
      (text.length <= SHORT * 4 && parts <= 4) || text.length <= SHORT / 4
        ? expression.test(text)
        : matchAutomaton(node, text),
  };
}
