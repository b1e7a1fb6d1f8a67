import { deepStrictEqual } from 'node:assert/strict';
import type { DecodeOptions, UnknownContent } from '../../../runtime/src/schema/index.js';
import { type XmlCursor, XmlEvent, type XmlReaderOptions } from '../../../runtime/src/xml/reader.js';
import { mutate } from '../../support/mutate.js';
import { PlainCursor } from '../../support/plain-cursor.js';
import { drawn } from '../../support/plain-data.js';
import { Random } from '../../support/random.js';
import { type RandomSchema, randomDocumentOf } from '../../support/random-documents.js';
import { type Build, type FuzzPart, factsOf, itemOf } from '../part.js';

/** A document of one of the schemas. */
interface Input {
  readonly schema: number;
  readonly text: string;
  /** Numbers of the options of the decoder and of the reader. */
  readonly decoding: number;
  readonly reading: number;
}

const schemaCount = 150;

/** The schemas of a build. */
class Schemas {
  readonly #build: Build;
  /** Documents that are read before the first case: scans are made after some. */
  readonly #warming: number;
  readonly #known = new Map<number, RandomSchema>();

  constructor(build: Build, warming: number) {
    this.#build = build;
    this.#warming = warming;
  }

  get name(): string {
    return this.#build.name;
  }

  read({ schema, text, decoding, reading }: Input, cursorOf: CursorOf = (reader) => reader): Outcome {
    return read(this.#build, this.get(schema), text, itemOf(decodings, decoding), itemOf(readings, reading), cursorOf);
  }

  get(number: number): RandomSchema {
    const index = Math.abs(number) % schemaCount;
    let schema = this.#known.get(index);
    if (schema === undefined) {
      const random = new Random(index);
      schema = this.#build.randomSchema(random);
      for (let i = 0; i < this.#warming; i++) {
        const text = randomDocumentOf(schema, random, 1_000_000);
        read(this.#build, schema, text, {}, {}, (reader) => reader);
      }
      this.#known.set(index, schema);
    }
    return schema;
  }
}

type CursorOf = (reader: XmlCursor) => XmlCursor;

/** A value with the order of its properties, or an error. */
type Outcome =
  | { readonly value: unknown; readonly order: string; readonly told: readonly UnknownContent[] }
  | { readonly error: Readonly<Record<string, unknown>> };

function read(
  build: Build,
  { element }: RandomSchema,
  text: string,
  { onUnknown, ...options }: DecodeOptions,
  readerOptions: XmlReaderOptions,
  cursorOf: CursorOf,
): Outcome {
  const told: UnknownContent[] = [];
  const { decodeElement, XmlReader } = build;
  try {
    const reader = new XmlReader(text, readerOptions);
    reader.next();
    const value = decodeElement(element, cursorOf(reader), {
      ...options,
      ...(onUnknown !== undefined && { onUnknown: (content) => told.push(content) }),
    });
    while (reader.next() !== XmlEvent.EndDocument) {}
    return { value, order: JSON.stringify(value, jsonValue), told };
  } catch (error) {
    return { error: factsOf(error) };
  }
}

function jsonValue(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

const onUnknown = (): void => {};
const decodings: readonly DecodeOptions[] = [
  {},
  { onUnknown },
  { strict: true },
  { ordered: true, onUnknown },
  { missing: 'default', onUnknown },
  { nearMisses: 'refuse' },
  { plainText: true, overflow: 'refuse' },
  { tolerate: 'all', onUnknown },
];

const readings: readonly XmlReaderOptions[] = [
  {},
  { namespaces: new Map([['urn:a', 'urn:b']]) },
  {
    namespaces: new Map([
      ['urn:a', 'urn:b'],
      ['urn:b', 'urn:a'],
    ]),
  },
  { limits: { maxDepth: 2 } },
  { limits: { maxDepth: 4 } },
  { limits: { maxNamespaces: 3 } },
  { limits: { maxNamespaces: 7 } },
];

/**
 * Documents of random schemas have the same value, the same error and the same notices whether they are read with scans or event by event, and
 * the same in every build.
 */
export function scans(builds: readonly Build[]): FuzzPart<Input> {
  const schemas = builds.map((build, index) => new Schemas(build, index === 0 ? 200 : 0));
  const [node, ...others] = schemas;
  return {
    name: 'scans',
    cases: 6000,
    inputs: drawn((random) => drawInput(random, schemas[0] as Schemas)),
    check: (input) => {
      const scanned = (node as Schemas).read(input);
      deepStrictEqual(
        scanned,
        (node as Schemas).read(input, (reader) => new PlainCursor(reader)),
      );
      for (const other of others) {
        deepStrictEqual([other.name, other.read(input)], [other.name, scanned]);
      }
    },
  };
}

function drawInput(random: Random, schemas: Schemas): Input {
  const schema = random.below(schemaCount);
  const document = randomDocumentOf(schemas.get(schema), random, random.pick([20, 100, 1_000_000]));
  return {
    schema,
    text: random.oneIn(4) ? mutate(document, random) : document,
    decoding: random.below(decodings.length),
    reading: random.oneIn(5) ? random.below(readings.length) : 0,
  };
}
