import { deepStrictEqual } from 'node:assert/strict';
import type { XmlElement } from '@wsdl-codegen/runtime/xml';
import fc from 'fast-check';
import type { XmlOutput } from '../../../runtime/src/xml/interfaces/writer.js';
import { eventsOfSaxes } from '../../support/saxes-events.js';
import { type Spoil, spoiled, spoils, Unreadable } from '../../support/writers/hostile.js';
import { meaningOf } from '../../support/writers/meaning.js';
import { type Writable, writables } from '../../support/writers/shapes.js';
import { someTree } from '../../support/writers/trees.js';
import { type Build, type FuzzPart, factsOf } from '../part.js';

/** What is written, by whichever writer, and how it is read again. */
interface Writing {
  write(build: Build, writer: XmlOutput): void;
  read(build: Build, text: string): unknown;
  /** What the value says, as it was given. */
  meant(): unknown;
  /** True if what is read has to be the same, but for its meaning that nothing can tell. */
  readonly isNamed: boolean;
}

/** What a writer makes of a value: a document, or the facts of an error about the value. */
type Outcome = { readonly text: string } | { readonly refused: ReturnType<typeof factsOf> };

/** What a writer of streams leaves in the place of a source: others refuse sources. */
const gap = '<!---->';

/** What a program gives is written well-formed and read as the same, or refused with its place; by all writers of all builds alike. */
function requireRight(builds: readonly Build[], { write, read, meant, isNamed }: Writing): Outcome {
  const [expected, ...others] = builds.flatMap((build) =>
    [new build.XmlWriter({}), build.pieceWriter({}), build.laterWriter({})].flatMap((writer) => {
      const outcome = outcomeOf(build, () => {
        write(build, writer);
        return writer.toString();
      });
      return writer.toString().includes(gap) ? [] : [outcome];
    }),
  ) as [Outcome, ...Outcome[]];
  for (const other of others) {
    deepStrictEqual(other, expected);
  }
  if ('text' in expected) {
    const { text } = expected;
    if (eventsOfSaxes(text) === undefined) {
      throw new Error(`not well-formed: ${text}`);
    }
    for (const build of builds) {
      deepStrictEqual(meaningOf(read(build, text), isNamed), meaningOf(meant(), isNamed));
    }
  }
  return expected;
}

function outcomeOf({ schema: { XmlEncodeError } }: Build, write: () => string): Outcome {
  try {
    return { text: write() };
  } catch (error) {
    if (!(error instanceof XmlEncodeError) || error.path === '' || error.message === '') {
      throw error;
    }
    const facts = factsOf(error);
    return { refused: error.code === 'failed' && isOfEngine(error.cause) ? { ...facts, message: '' } : facts };
  }
}

/** True for an error of JavaScript about the value, which says what was tried first. Throws one that comes from the writer. */
function isOfEngine(cause: unknown): boolean {
  const isAboutValue = /revoked|incompatible receiver|not generic|not a typed array|not a Date/.test(String(cause));
  if (!isAboutValue && !(cause instanceof Unreadable)) {
    throw cause;
  }
  return isAboutValue;
}

/** A value of a type with changes in it, or without any. */
interface HostileValue {
  readonly given: Writable;
  readonly changes: readonly Spoil[];
}

/** Values of random types. */
export const hostileValues = (builds: readonly Build[]): FuzzPart<HostileValue> => ({
  name: 'hostile',
  cases: 1200,
  inputs: fc.record({ given: writables, changes: fc.array(spoils, { maxLength: 2 }) }),
  check: ({ given: { describe, value }, changes }) => {
    const elements = new Map(builds.map((build) => [build, describe(build)]));
    const elementOf = (build: Build) => elements.get(build) ?? describe(build);
    const outcome = requireRight(builds, {
      write: (build, writer) => build.encodeElement(elementOf(build), spoiled(value, changes), writer, {}),
      read: (build, text) => build.schema.parseXml(elementOf(build), text),
      meant: () => spoiled(value, changes),
      isNamed: false,
    });
    if (changes.length === 0 && 'refused' in outcome) {
      throw new Error(`refused: ${JSON.stringify(outcome.refused)}`);
    }
  },
});

/** Trees. */
export const hostileTrees = (
  builds: readonly Build[],
): FuzzPart<{ readonly tree: XmlElement; readonly changes: readonly Spoil[] }> => ({
  name: 'hostile-trees',
  cases: 600,
  inputs: fc.record({ tree: someTree(), changes: fc.array(spoils, { maxLength: 2 }) }),
  check: ({ tree, changes }) => {
    requireRight(builds, {
      write: (build, writer) => build.writeTree(spoiled(tree, changes) as XmlElement, writer),
      read: (build, text) => build.xml.parseTree(text),
      meant: () => spoiled(tree, changes),
      isNamed: true,
    });
  },
});
