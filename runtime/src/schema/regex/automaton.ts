import type { CharacterNode, RegexNode } from './parse.js';

/**
 * Matching by sets of states: time proportional to the length of the text times the size of the pattern, for any pattern.
 * Counted repetitions are unrolled.
 */
interface State {
  /** Consumes one character of the set, or (without one) nothing. */
  readonly set: CharacterSet | undefined;
  next: number;
  alternative: number;
}

/** Characters whose results are kept: the memory of a set does not depend on the texts. */
const commonLimit = 0x800;

/** The characters that one position of a pattern allows. */
export class CharacterSet {
  /** JavaScript (`u` flag) expression of one character of the set. */
  declare readonly source: string;
  readonly #expression: RegExp;
  /** For characters of Latin, Greek, Cyrillic and the like: 1 for one in the set, 2 for another, 0 if unknown so far. */
  readonly #known = new Uint8Array(commonLimit);

  constructor(node: CharacterNode) {
    this.source = node.source;
    this.#expression = new RegExp(`^${node.source}$`, 'u');
  }

  has(character: string): boolean {
    const code = character.charCodeAt(0);
    if (code >= commonLimit) {
      return this.#expression.test(character);
    }
    if (this.#known[code] === 0) {
      this.#known[code] = this.#expression.test(character) ? 1 : 2;
    }
    return this.#known[code] === 1;
  }
}

/** States that matching one text may visit: some seconds, and more only for long texts. No pattern that means well needs them. */
const maxVisits = 20_000_000;
const visitsPerCharacter = 32;
/** Bound on the unrolled size; of a larger pattern no text is found to match. */
const maxStates = 200_000;
const noState = -1;

/** A pattern as states; a set of these represents the parts that may still match after some characters. */
export class Automaton {
  readonly #states: State[] = [];
  readonly #sets = new Map<string, CharacterSet>();
  readonly #start: number;
  readonly #final: number;

  constructor(node: RegexNode) {
    this.#final = this.#add(undefined, noState);
    this.#start = this.#build(node, this.#final);
  }

  #add(set: CharacterSet | undefined, next: number, alternative: number = noState): number {
    if (this.#states.length >= maxStates) {
      throw new RangeError('the pattern is too large');
    }
    this.#states.push({ set, next, alternative });
    return this.#states.length - 1;
  }

  #set(node: CharacterNode): CharacterSet {
    let set = this.#sets.get(node.source);
    if (set === undefined) {
      set = new CharacterSet(node);
      this.#sets.set(node.source, set);
    }
    return set;
  }

  /** Builds backwards: returns the state from which `node` and then `next` is matched. */
  #build(node: RegexNode, next: number): number {
    switch (node.kind) {
      case 'character':
        return this.#add(this.#set(node), next);
      case 'sequence':
        return node.items.reduceRight((after, item) => this.#build(item, after), next);
      case 'choice':
        return node.branches
          .map((branch) => this.#build(branch, next))
          .reduceRight((rest, branch) => this.#add(undefined, branch, rest));
      case 'repeat':
        return this.#repeat(node.node, node.min, node.max, next);
    }
  }

  #repeat(node: RegexNode, min: number, max: number, next: number): number {
    let entry = next;
    if (max === Number.POSITIVE_INFINITY) {
      const loop = this.#add(undefined, noState, next);
      const state = this.#states[loop];
      if (state !== undefined) {
        state.next = this.#build(node, loop);
      }
      entry = loop;
    } else {
      for (let i = min; i < max; i++) {
        entry = this.#add(undefined, this.#build(node, entry), next);
      }
    }
    for (let i = 0; i < min; i++) {
      entry = this.#build(node, entry);
    }
    return entry;
  }

  /** Sets of characters in the pattern. */
  get sets(): readonly CharacterSet[] {
    return [...this.#sets.values()];
  }

  /** States before the first character. */
  start(): ReadonlySet<number> {
    return this.#closure([this.#start]);
  }

  /** States after one more character; none if it does not match. */
  step(current: ReadonlySet<number>, character: string): ReadonlySet<number> {
    const reached: number[] = [];
    for (const index of current) {
      const state = this.#states[index];
      if (state?.set?.has(character)) {
        reached.push(state.next);
      }
    }
    return this.#closure(reached);
  }

  /** True if the text read so far is a whole match. */
  accepts(current: ReadonlySet<number>): boolean {
    return current.has(this.#final);
  }

  test(text: string): boolean {
    let current = this.start();
    let visited = 0;
    const limit = maxVisits + visitsPerCharacter * text.length;
    for (const character of text) {
      visited += current.size;
      if (visited > limit) {
        return false;
      }
      current = this.step(current, character);
      if (current.size === 0) {
        return false;
      }
    }
    return this.accepts(current);
  }

  #closure(from: readonly number[]): Set<number> {
    const seen = new Set<number>();
    const open = [...from];
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (index === noState || seen.has(index)) {
        continue;
      }
      seen.add(index);
      const state = this.#states[index];
      if (state !== undefined && state.set === undefined) {
        open.push(state.next, state.alternative);
      }
    }
    return seen;
  }
}

/** Automata of patterns; null for one that is too large. */
const automata = new WeakMap<RegexNode, Automaton | null>();

/** True if the whole text matches; false also if the answer would take too much time or memory. */
export function matchAutomaton(node: RegexNode, text: string): boolean {
  return automatonOf(node)?.test(text) ?? false;
}

/** The automaton of a pattern, made once; null for one that is too large. */
export function automatonOf(node: RegexNode): Automaton | null {
  let automaton = automata.get(node);
  if (automaton === undefined) {
    automaton = build(node);
    automata.set(node, automaton);
  }
  return automaton;
}

function build(node: RegexNode): Automaton | null {
  try {
    return new Automaton(node);
  } catch (error) {
    if (error instanceof RangeError) {
      return null;
    }
    throw error;
  }
}
