import fc from 'fast-check';

/** The same random input made by several arbitraries that differ in nothing but their modules: forms of the runtime have descriptors of their own. */
export function together<T>(arbitraries: readonly fc.Arbitrary<T>[]): fc.Arbitrary<readonly T[]> {
  return new Together(arbitraries);
}

class Together<T> extends fc.Arbitrary<readonly T[]> {
  readonly #arbitraries: readonly fc.Arbitrary<T>[];

  constructor(arbitraries: readonly fc.Arbitrary<T>[]) {
    super();
    this.#arbitraries = arbitraries;
  }

  generate(random: fc.Random, biasFactor: number | undefined): fc.Value<readonly T[]> {
    const made = this.#arbitraries.map((each) => each.generate(random.clone(), biasFactor));
    // What comes next is another input.
    random.nextInt();
    return joined(made);
  }

  canShrinkWithoutContext(_: unknown): _ is readonly T[] {
    return false;
  }

  shrink(values: readonly T[], contexts: unknown): fc.Stream<fc.Value<readonly T[]>> {
    return fc.stream(this.#steps(values, contexts as readonly unknown[]));
  }

  *#steps(values: readonly T[], contexts: readonly unknown[]): IterableIterator<fc.Value<readonly T[]>> {
    const streams = this.#arbitraries.map((each, i) => each.shrink(values[i] as T, contexts[i])[Symbol.iterator]());
    for (;;) {
      const steps = streams.map((each) => each.next());
      if (steps.some(({ done }) => done)) {
        return;
      }
      yield joined(steps.map(({ value }) => value));
    }
  }
}

function joined<T>(values: readonly fc.Value<T>[]): fc.Value<readonly T[]> {
  return new fc.Value(
    values.map(({ value }) => value),
    values.map(({ context }) => context),
  );
}
