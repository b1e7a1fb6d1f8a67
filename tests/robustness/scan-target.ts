import { deepStrictEqual } from 'node:assert/strict';
import { type DecodeOptions, decodeElement, type UnknownContent } from '@wsdl-codegen/runtime/schema';
import { XmlEvent, XmlReader, type XmlReaderOptions } from '@wsdl-codegen/runtime/xml';
import { mutate } from './mutate.js';
import { PlainCursor } from './plain-cursor.js';
import { Random } from './random.js';
import { type RandomSchema, randomDocumentOf, randomSchema } from './random-records.js';
import type { FuzzTarget } from './targets.js';

const schemaCount = 150;
const schemas = new Map<number, RandomSchema>();

/** One of the schemas, of which scans have been made. */
function schemaOf(index: number): RandomSchema {
  let schema = schemas.get(index);
  if (schema === undefined) {
    const random = new Random(index);
    schema = randomSchema(random);
    for (let i = 0; i < 200; i++) {
      read(schema, randomDocumentOf(schema, random, 1_000_000), {}, {}, false);
    }
    schemas.set(index, schema);
  }
  return schema;
}

/** A value, with the order of its properties. */
type Outcome =
  | { readonly value: unknown; readonly order: string; readonly told: readonly UnknownContent[] }
  | { readonly error: string };

function read(
  { element }: RandomSchema,
  text: string,
  options: DecodeOptions,
  readerOptions: XmlReaderOptions,
  plain: boolean,
): Outcome {
  const told: UnknownContent[] = [];
  try {
    const reader = new XmlReader(text, readerOptions);
    reader.next();
    const value = decodeElement(element, plain ? new PlainCursor(reader) : reader, {
      ...options,
      ...(options.onUnknown !== undefined && { onUnknown: (content) => told.push(content) }),
    });
    while (reader.next() !== XmlEvent.EndDocument) {}
    return { value, order: JSON.stringify(value, jsonValue), told };
  } catch (error) {
    return { error: String(error) };
  }
}

function jsonValue(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

const onUnknown = (): void => {};
const options: readonly DecodeOptions[] = [
  {},
  { onUnknown },
  { strict: true },
  { ordered: true, onUnknown },
  { missing: 'default', onUnknown },
  { nearMisses: 'refuse' },
  { plainText: true, overflow: 'refuse' },
  { tolerate: 'all', onUnknown },
];

const translations: ReadonlyArray<XmlReaderOptions['namespaces']> = [
  new Map([['urn:a', 'urn:b']]),
  new Map([
    ['urn:a', 'urn:b'],
    ['urn:b', 'urn:a'],
  ]),
];

function randomReaderOptions(random: Random): XmlReaderOptions {
  if (random.oneIn(10)) {
    return { limits: random.oneIn(2) ? { maxDepth: 1 + random.below(4) } : { maxNamespaces: 2 + random.below(8) } };
  }
  const namespaces = random.oneIn(10) ? random.pick(translations) : undefined;
  return namespaces === undefined ? {} : { namespaces };
}

/** A document that is read with scans has the same value, the same error and the same notices as one that is read event by event. */
export const scans: FuzzTarget = {
  name: 'scans',
  run: (random) => {
    const schema = schemaOf(random.below(schemaCount));
    const document = randomDocumentOf(schema, random, random.pick([20, 100, 1_000_000]));
    const text = random.oneIn(4) ? mutate(document, random) : document;
    const chosen = random.pick(options);
    const readerOptions = randomReaderOptions(random);
    deepStrictEqual(read(schema, text, chosen, readerOptions, false), read(schema, text, chosen, readerOptions, true));
  },
};
