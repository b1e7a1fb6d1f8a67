import type { LexicalContext } from '../descriptor/descriptor.js';

/** What has been found out about one key while a value was read or written. */
interface Found {
  readonly subject: unknown;
  readonly result: unknown;
}

/** Unions with facets in unions with facets; each takes its part of the stack. */
const maxNested = 500;
/** Tries that reading or writing one value may cost, and more only for long texts. No union that means well needs nearly as many. */
const maxTries = 1_000_000;
const triesPerCharacter = 64;

/**
 * What the members of nested unions make of one text or value. Unions may hold the same members by many ways, twice as many with each level,
 * so that each member is asked once and its answer is kept until the value as a whole has been read or written.
 */
class UnionScope {
  readonly context: LexicalContext;
  readonly #found = new Map<object, Found[]>();
  #depth = 0;

  constructor(context: LexicalContext) {
    this.context = context;
  }

  /** The answer of `key` to a subject, a text or a value; undefined also where unions are nested deeper than anybody writes them. */
  once<T>(key: object, subject: unknown, ask: () => T | undefined): T | undefined {
    const known = this.#found.get(key);
    const before = known?.find((each) => Object.is(each.subject, subject));
    if (before !== undefined) {
      return before.result as T | undefined;
    }
    if (this.#depth === maxNested) {
      return undefined;
    }
    this.#depth++;
    const result = ask();
    this.#depth--;
    // White space that is normalised in one way or another makes a few texts of one.
    if (known === undefined) {
      this.#found.set(key, [{ subject, result }]);
    } else {
      known.push({ subject, result });
    }
    return result;
  }
}

let current: UnionScope | undefined;
let depth = 0;
let left = 0;

/**
 * Runs `act` in the scope of the value that is being read or written; begins one where there is none. `size` is the length of the text, 0 for
 * a value.
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

/** Counts that a member is tried in a scope. False when so many have been that the union cannot be meant. */
export function mayTry(): boolean {
  return current === undefined || --left > 0;
}
