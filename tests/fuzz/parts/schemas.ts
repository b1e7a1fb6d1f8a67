import type { DecodeOptions, UnknownContent } from '../../../runtime/src/schema/index.js';
import { type XmlCursor, XmlEvent, type XmlReaderOptions } from '../../../runtime/src/xml/interfaces/reader.js';
import { Random } from '../../support/random.js';
import { type RandomSchema, randomDocumentOf } from '../../support/random-documents.js';
import { type Build, factsOf, itemOf } from '../part.js';

/** Random schemas, and what a build reads of their documents. */

/** A document of one of the schemas. */
export interface Input {
  readonly schema: number;
  readonly text: string;
  /** Numbers of the options of the decoder and of the reader. */
  readonly decoding: number;
  readonly reading: number;
}

/** How many schemas there are. */
export const schemaCount = 150;

/** The schemas of a build. */
export class Schemas {
  readonly #build: Build;
  /** Documents that are read before the first case: scans are made after some. */
  readonly #warming: number;
  readonly #known = new Map<number, RandomSchema>();

  constructor(build: Build, warming: number) {
    this.#build = build;
    this.#warming = warming;
  }

  /** The name of the build. */
  get name(): string {
    return this.#build.name;
  }

  /** Reads a document, with scans or by another cursor. */
  read({ schema, text, decoding, reading }: Input, cursorOf: CursorOf = (reader) => reader): Outcome {
    return read(this.#build, this.get(schema), text, itemOf(decodings, decoding), itemOf(readings, reading), cursorOf);
  }

  /** A schema by a number of any size. */
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
export type Outcome =
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
/** Options of decoders. */
export const decodings: readonly DecodeOptions[] = [
  {},
  { onUnknown },
  { strict: true },
  { ordered: true, onUnknown },
  { missing: 'default', onUnknown },
  { nearMisses: 'refuse' },
  { plainText: true, overflow: 'refuse' },
  { tolerate: 'all', onUnknown },
];

/** Options of readers. */
export const readings: readonly XmlReaderOptions[] = [
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
