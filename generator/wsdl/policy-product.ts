/** Alternatives of a policy: lists of assertions, in any form. */
export type AlternativesOf<T> = readonly (readonly T[])[];

/** Limit of the alternatives of a policy, whose number may grow exponentially with its length. */
export const maxAlternatives = 64;
/** Limit of the assertions in all alternatives that are made in a run. */
const maxCopies = 2_000_000;

/** Merges policies: every combination of their alternatives (WS-Policy 1.5, 4.3.3), up to a limit. */
export class PolicyProduct {
  #copies = 0;

  /** The product, each part once; what would be more than the limits is left out, and `tooLarge` called. */
  of<T>(parts: Iterable<AlternativesOf<T>>, tooLarge: () => void): AlternativesOf<T> {
    // A policy that is named twice demands nothing more.
    const [first, ...others] = new Set(parts);
    if (first === undefined || others.length === 0) {
      return first ?? [[]];
    }
    const copies = first.reduce((sum, alternative) => sum + alternative.length, 0);
    if (!this.#hasRoom(copies, tooLarge)) {
      return first;
    }
    let combined = first.slice(0, maxAlternatives).map((alternative) => new Set(alternative));
    for (const alternatives of others) {
      const isFull = alternatives.length > 1 && combined.length === maxAlternatives;
      if (isFull) {
        tooLarge();
      }
      combined =
        alternatives.length === 1 || isFull
          ? this.#extended(combined, alternatives[0] ?? [], tooLarge)
          : this.#multiplied(combined, alternatives, tooLarge);
    }
    return combined.map((assertions) => [...assertions]);
  }

  /** Adds to the sets that there are, so that many parts of one alternative each cost no more than what they contain. */
  #extended<T>(combined: Set<T>[], assertions: readonly T[], tooLarge: () => void): Set<T>[] {
    for (const set of combined) {
      if (!this.#hasRoom(assertions.length, tooLarge)) {
        break;
      }
      for (const assertion of assertions) {
        set.add(assertion);
      }
    }
    return combined;
  }

  #multiplied<T>(combined: Set<T>[], alternatives: AlternativesOf<T>, tooLarge: () => void): Set<T>[] {
    const product: Set<T>[] = [];
    for (const alternative of alternatives) {
      for (const set of combined) {
        if (product.length === maxAlternatives) {
          tooLarge();
          return product;
        }
        if (!this.#hasRoom(set.size + alternative.length, tooLarge)) {
          return product.length > 0 ? product : combined;
        }
        product.push(new Set([...set, ...alternative]));
      }
    }
    return product;
  }

  #hasRoom(assertions: number, tooLarge: () => void): boolean {
    this.#copies += assertions;
    if (this.#copies > maxCopies) {
      tooLarge();
    }
    return this.#copies <= maxCopies;
  }
}

/** Finds alternatives that say the same. Equal assertions are one object. */
export class DistinctAlternatives {
  readonly #numbers = new Map<unknown, number>();

  /** The alternatives without those that say the same as one before. */
  of<T>(alternatives: AlternativesOf<T>): AlternativesOf<T> {
    const found = new Map<string, readonly T[]>();
    for (const alternative of alternatives) {
      const key = this.keyOf([alternative]);
      if (!found.has(key)) {
        found.set(key, alternative);
      }
    }
    return [...found.values()];
  }

  /** A text that alternatives with the same assertions have in common. */
  keyOf(alternatives: AlternativesOf<unknown>): string {
    return alternatives.map((assertions) => this.#sortedNumbers(assertions).join(' ')).join(',');
  }

  #sortedNumbers(assertions: readonly unknown[]): readonly number[] {
    const numbers = assertions.map((assertion) => {
      const number = this.#numbers.get(assertion) ?? this.#numbers.size;
      this.#numbers.set(assertion, number);
      return number;
    });
    return numbers.sort((a, b) => a - b);
  }
}
