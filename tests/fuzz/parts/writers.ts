import { deepStrictEqual } from 'node:assert/strict';
import { inspect } from 'node:util';
import fc from 'fast-check';
import type { EncodeOptions } from '../../../runtime/src/schema/context/encoder.js';
import type { ElementDescriptor } from '../../../runtime/src/schema/index.js';
import { type XmlCursor, XmlEvent } from '../../../runtime/src/xml/interfaces/reader.js';
import type { XmlOutput, XmlWriterOptions } from '../../../runtime/src/xml/interfaces/writer.js';
import { PlainCursor } from '../../support/plain-cursor.js';
import { eventsOfSaxes } from '../../support/saxes-events.js';
import { together } from '../../support/together.js';
import { type Build, type FuzzPart, factsOf } from '../part.js';

type Options = XmlWriterOptions & EncodeOptions;

/** An element and a value for it. */
interface Typed {
  readonly element: ElementDescriptor;
  readonly value: unknown;
}

/** The same in each build, the options of the writer, and where its document is damaged. */
interface Input {
  readonly typed: readonly Typed[];
  readonly options: Options;
  readonly from: number;
  readonly count: number;
}

const options: fc.Arbitrary<Options> = fc.record(
  {
    prefixes: fc.constantFrom(new Map([['urn:a', '']]), new Map([['urn:a', 'a']]), new Map([['urn:b', 'ns1']])),
    namespaces: fc.constant(new Map([['urn:a', 'urn:wire']])),
    attach: fc.constant(() => 'cid:1'),
    prefix: fc.constant('p'),
    unknownProperties: fc.constant('ignore' as const),
  },
  { requiredKeys: [] },
);

/**
 * A value becomes the same well-formed document, or is refused with the same error at the same place, by every writer: those of each build, with and without
 * the fast ways, and that of streams. All readers read that document and damaged ones alike.
 */
export function writers(builds: readonly Build[]): FuzzPart<Input> {
  const [node] = builds as readonly [Build];
  return {
    name: 'writers',
    cases: 3000,
    inputs: fc.record({
      typed: together(builds.map((build) => build.randomElement)),
      options,
      from: fc.nat(),
      count: fc.integer({ min: 1, max: 2 }),
    }),
    show: ({ typed, options: given, from, count }) =>
      inspect([typed[0]?.value, given, from, count], { depth: Number.POSITIVE_INFINITY }),
    check: ({ typed: once, options: given, from, count }) => {
      const typed = from % 2 === 0 ? once : once.map((each, i) => repeated(builds[i] as Build, each, 2 + (from % 5)));
      const [first] = typed as readonly [Typed];
      const pieces = outcome(node, first, node.pieceWriter(given), given);
      for (const output of [new node.XmlWriter(given), new node.XmlWriter(given), node.laterWriter(given)]) {
        deepStrictEqual(outcome(node, first, output, given), pieces);
      }
      for (const [i, build] of builds.entries()) {
        const other = outcome(build, typed[i] as Typed, new build.XmlWriter(given), given);
        deepStrictEqual([build.name, other], [build.name, pieces]);
      }
      if (typeof pieces === 'string') {
        requireSameReading(builds, typed, pieces, { from, count });
      }
    },
  };
}

function repeated({ manyOf }: Build, { element, value }: Typed, count: number): Typed {
  return {
    element: manyOf(element),
    value: { items: Array.from({ length: count }, () => ({ p0: value, p1: value, p2: value })) },
  };
}

type Outcome = string | { readonly error: ReturnType<typeof factsOf> };

function outcome(
  { encodeElement }: Build,
  { element, value }: Typed,
  writer: XmlOutput,
  given: EncodeOptions,
): Outcome {
  return attempt(() => {
    encodeElement(element, value, writer, given);
    return writer.toString();
  }) as Outcome;
}

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return { error: factsOf(error) };
  }
}

function requireSameReading(
  builds: readonly Build[],
  typed: readonly Typed[],
  text: string,
  { from, count }: { readonly from: number; readonly count: number },
): void {
  if (eventsOfSaxes(text) === undefined) {
    throw new Error(`not well-formed: ${text}`);
  }
  const pieces = text.split(/(?=<)/);
  for (const each of [text, pieces.toSpliced(from % pieces.length, count).join('')]) {
    const [node] = builds as readonly [Build];
    const { element } = typed[0] as Typed;
    const expected = reading(node, element, each, (reader) => new PlainCursor(reader));
    deepStrictEqual(reading(node, element, each), expected);
    for (const [i, build] of builds.entries()) {
      const read = reading(build, (typed[i] as Typed).element, each);
      deepStrictEqual([build.name, read], [build.name, expected]);
    }
  }
}

function reading(
  { XmlReader, decodeElement }: Build,
  element: ElementDescriptor,
  text: string,
  cursorOf: (reader: XmlCursor) => XmlCursor = (each) => each,
): unknown {
  return attempt(() => {
    const reader = new XmlReader(text);
    reader.next();
    const value = decodeElement(element, cursorOf(reader));
    while (reader.next() !== XmlEvent.EndDocument) {}
    return { value };
  });
}
