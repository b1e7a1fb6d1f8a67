import type { LexicalContext } from '../descriptor/descriptor.js';
import { noPrefixes } from '../lexical/names.js';

/** Stands for -0, which maps do not tell from 0. */
const negativeZero = Symbol('-0');

function asKey(subject: unknown): unknown {
  return Object.is(subject, -0) ? negativeZero : subject;
}

/** Facets of unions whose texts are read by unions with facets, and so on; each takes its part of the stack. */
const maxNested = 500;
/**
 * Tries that reading or writing one value may cost, and more only for long texts. A try takes about 3 µs. Each member is
 * tried once for each text, so a value that is not a list needs as many tries as all unions in its union have members: 2 for
 * 500 unions in each other of two types, 1001 for a restriction of a union of 1000. A list needs as many for each item: an
 * item and the space after it have at least two characters, so that lists of any length may have 16 members to try for each
 * item, and lists of 5000 items 20 more.
 */
const maxTries = 100_000;
const triesPerCharacter = 8;

/**
 * The results of the members of nested unions for one text or value. Unions may contain the same members in many ways, twice
 * as many with each level, so each member is tried once and its answer is kept until the value as a whole has been read or
 * written.
 */
export class UnionScope {
  declare readonly context: LexicalContext;
  /** Answers by subject, and then by who has given them. White space that is normalised in one way or another makes a few texts of one. */
  readonly #answers = new Map<unknown, Map<object, object | null>>();
  #depth = 0;
  #facets: UnionScope | undefined;

  constructor(context: LexicalContext) {
    this.context = context;
  }

  /** The scope in which texts of facets are read in the meantime. */
  get facets(): UnionScope {
    this.#facets ??= this.context === noPrefixes ? this : new UnionScope(noPrefixes);
    return this.#facets;
  }

  /** The result of `key` for a subject, a text or a value: null if it does not accept it, undefined if it has not been tried. */
  find<T extends object>(key: object, subject: unknown): T | null | undefined {
    return this.#answers.get(asKey(subject))?.get(key) as T | null | undefined;
  }

  /** Keeps what `key` makes of a subject. */
  keep(key: object, subject: unknown, answer: object | null): void {
    const at = asKey(subject);
    const known = this.#answers.get(at);
    if (known === undefined) {
      this.#answers.set(at, new Map([[key, answer]]));
    } else {
      known.set(key, answer);
    }
  }

  /** The answer of `key` to a subject; undefined where it does not take it, and where facets are nested deeper than anybody writes them. */
  once<T extends object>(key: object, subject: unknown, ask: () => T | undefined): T | undefined {
    const before = this.find<T>(key, subject);
    if (before !== undefined) {
      return before ?? undefined;
    }
    if (this.#depth === maxNested) {
      return undefined;
    }
    this.#depth++;
    const answer = ask();
    this.#depth--;
    this.keep(key, subject, answer ?? null);
    return answer;
  }
}

let current: UnionScope | undefined;
let depth = 0;
let left = 0;

/**
 * Runs `act` in the scope of the value that is being read or written; begins one if there is none. `size` is the length of
 * the text, 0 for a value.
 */
export function inScope<T>(context: LexicalContext, size: number, act: (scope: UnionScope) => T): T {
  const outer = current;
  if (outer?.context === context) {
    return act(outer);
  }
  const scope = new UnionScope(context);
  if (depth === 0) {
    left = maxTries + triesPerCharacter * size;
  }
  depth++;
  current = scope;
  try {
    return act(scope);
  } finally {
    current = outer;
    depth--;
  }
}

/**
 * Runs `act`, which reads texts of facets in the context `noPrefixes`. Its result is kept for good, so it does not depend on what the value has cost
 * that is being read or written.
 */
export function inFacetScope<T>(act: () => T): T {
  const outer = { current, left };
  current = current?.facets ?? new UnionScope(noPrefixes);
  left = maxTries;
  depth++;
  try {
    return act();
  } finally {
    ({ current, left } = outer);
    depth--;
  }
}

/** True while a value is read or written in a scope of this context. */
export function isScoped(context: LexicalContext): boolean {
  return current?.context === context;
}

/** Runs `act`, for the items of a list, without what is known of the list: the items would fill the memory. */
export function outOfScope<T>(act: () => T): T {
  const outer = current;
  current = undefined;
  try {
    return act();
  } finally {
    current = outer;
  }
}

/** Counts that a member is tried in a scope. False if there were so many trials that the union must be malicious. */
export function mayTry(): boolean {
  return current === undefined || --left > 0;
}
