import type { XmlElement } from '@wsdl-codegen/runtime/xml';
import fc from 'fast-check';
import { allBuilds, type Build } from '../support/writers/builds.js';
import { type Spoil, spoiled, spoils, Unreadable } from '../support/writers/hostile.js';
import { meaningOf } from '../support/writers/meaning.js';
import { faultOf, type Outcome, outcomeOf } from '../support/writers/outcome.js';
import { type Writable, writables } from '../support/writers/shapes.js';
import { someTree } from '../support/writers/trees.js';

/** `FUZZ_RUNS=1000000 npx jest tests/writers` tries as many. */
const parameters = { seed: Number(process.env.FUZZ_SEED ?? 20261), numRuns: Number(process.env.FUZZ_RUNS ?? 500) };

const someSpoils = fc.array(spoils, { minLength: 1, maxLength: 2 });

let builds: readonly Build[];

beforeAll(async () => {
  builds = await allBuilds();
});

/** The outcome of every build, of which documents are well-formed and errors are about the value. */
function outcomes(write: (build: Build) => string): readonly Outcome[] {
  return builds.map((build) => {
    const outcome = outcomeOf(build, () => write(build));
    if ('text' in outcome) {
      expect([build.name, outcome.text, faultOf(outcome.text)]).toEqual([build.name, outcome.text, undefined]);
    } else if (outcome.code === 'failed') {
      requireReason(outcome.cause);
    }
    return outcome;
  });
}

/** Errors that writing does not expect come from the value, not from the writer. */
function requireReason(cause: unknown): void {
  if (
    !(cause instanceof Unreadable) &&
    !/revoked|incompatible receiver|not generic|not a typed array|not a Date/.test(String(cause))
  ) {
    throw cause;
  }
}

/** The documents of all builds, if they agree that there are some. */
function agreed(all: readonly Outcome[]): string | undefined {
  const [first, ...others] = all.map((outcome) =>
    'text' in outcome ? outcome : { code: outcome.code, path: outcome.path },
  );
  for (const other of others) {
    expect(other).toEqual(first);
  }
  return first !== undefined && 'text' in first ? first.text : undefined;
}

describe('a value that a program gives', () => {
  function write({ library }: Build, { describe }: Writable, value: unknown): string {
    return library.schema.formatXml(describe(library), value);
  }

  function read({ library }: Build, { describe }: Writable, text: string): unknown {
    return library.schema.parseXml(describe(library), text);
  }

  it('is written by all builds alike, and read as the same', () => {
    fc.assert(
      fc.property(writables, (given) => {
        const text = agreed(outcomes((build) => write(build, given, given.value)));
        expect(text).toBeDefined();
        for (const build of builds) {
          expect(meaningOf(read(build, given, text ?? ''))).toEqual(meaningOf(given.value));
        }
      }),
      parameters,
    );
  });

  it('is written well-formed and read as the same, or refused with its place, whatever it is', () => {
    fc.assert(
      fc.property(writables, someSpoils, (given, all) => {
        const text = agreed(outcomes((build) => write(build, given, spoiled(given.value, all))));
        for (const build of text === undefined ? [] : builds) {
          expect(meaningOf(read(build, given, text ?? ''))).toEqual(meaningOf(spoiled(given.value, all)));
        }
      }),
      parameters,
    );
  });
});

describe('a tree that a program gives', () => {
  it('is written well-formed and read as the same, or refused with its place, whatever it is', () => {
    const treeOf = (tree: XmlElement, all: readonly Spoil[]): XmlElement => spoiled(tree, all) as XmlElement;
    fc.assert(
      fc.property(someTree(), fc.array(spoils, { maxLength: 2 }), (tree, all) => {
        const text = agreed(outcomes(({ library }) => library.xml.formatTree(treeOf(tree, all))));
        for (const { library } of text === undefined ? [] : builds) {
          expect(meaningOf(library.xml.parseTree(text ?? ''), true)).toEqual(meaningOf(treeOf(tree, all), true));
        }
      }),
      parameters,
    );
  });
});
