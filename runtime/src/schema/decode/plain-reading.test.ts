import { inspect } from 'node:util';
import fc from 'fast-check';
import { randomElement } from '../../testing/random-records.js';
import { XmlReader } from '../../xml/xml-reader.js';
import { type DecodeOptions, Decoder } from '../context/decoder.js';
import { type ElementDescriptor, element, field, formatXml, record, sequence } from '../index.js';
import { elementPlan } from '../plan/plan.js';
import * as xs from '../xs.js';
import { decodeValue } from './decode.js';
import { fullDecoder } from './full-reading.js';
import { decodePlainly } from './plain-reading.js';

/** Reads a document as bundles for browsers and workers do. */
function plainly(root: ElementDescriptor, text: string): unknown {
  return read(root, new XmlReader(text), (reader) => new Decoder(reader, root.name, {}, decodePlainly));
}

/** Reads it as Node does, but without near misses. */
function fully(root: ElementDescriptor, text: string): unknown {
  const options: DecodeOptions = { nearMisses: 'refuse' };
  return read(root, new XmlReader(text), (reader) => fullDecoder(reader, root.name, options));
}

function read(root: ElementDescriptor, reader: XmlReader, decoderOf: (reader: XmlReader) => Decoder): unknown {
  reader.next();
  return decodeValue(decoderOf(reader), elementPlan(root));
}

function outcome(reading: typeof plainly, root: ElementDescriptor, text: string): unknown {
  try {
    return { value: reading(root, text) };
  } catch (error) {
    return `${error}`;
  }
}

/** The document of a value, if it is one of the type. */
function written(root: ElementDescriptor, value: unknown): string | undefined {
  try {
    return formatXml(root, value);
  } catch {
    return undefined;
  }
}

/** `FUZZ_RUNS=1000000 npx jest plain-reading` tries as many. */
const parameters = { seed: Number(process.env.FUZZ_SEED ?? 20241), numRuns: Number(process.env.FUZZ_RUNS ?? 2000) };

const whole = { depth: Number.POSITIVE_INFINITY };

it('a document has the same value, and the same error, whether it is read plainly or with every option', () => {
  fc.assert(
    fc.property(randomElement, fc.nat(), fc.nat(), ({ element: root, value }, from, count) => {
      const text = written(root, value);
      if (text !== undefined) {
        const pieces = text.split(/(?=<)/);
        const damaged = pieces.toSpliced(from % pieces.length, 1 + (count % 2)).join('');
        expect(inspect(outcome(plainly, root, text), whole)).toBe(inspect(outcome(fully, root, text), whole));
        expect(outcome(plainly, root, damaged)).toEqual(outcome(fully, root, damaged));
      }
    }),
    parameters,
  );
});

const ns = 'urn:a';
const Order = record(ns, 'Order', {
  content: sequence([
    field(ns, 'id', xs.int),
    field(ns, 'note', xs.int, { min: 0 }),
    field(ns, 'line', xs.string, { min: 0, max: Number.POSITIVE_INFINITY }),
  ]),
});
const order = element(ns, 'order', Order);
const around = (content: string): string =>
  `<order xmlns="${ns}" xmlns:o="urn:o" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</order>`;

describe('plain reading', () => {
  it.each([
    ['elements in another order', '<line>a</line><id>1</id><line>b</line>', { id: 1, line: ['a', 'b'] }],
    ['the first of two elements', '<id>1</id><id>x</id>', { id: 1, line: [] }],
    ['elements, attributes and text that the type does not have', '<id o:a="1">1</id>text<o:x/>', { id: 1, line: [] }],
    ['xsi:type of a type that nothing is derived from', '<id xsi:type="o:int">1</id>', { id: 1, line: [] }],
  ])('reads %s', (_, content, value) => {
    expect(plainly(order, around(content))).toEqual(value);
    expect(fully(order, around(content))).toEqual(value);
  });

  it.each([
    ['elements in another namespace', '<o:id>1</o:id>', '/order/id: element "id" is missing'],
    ['optional values that are empty', '<id>1</id><note/>', '/order/note: "" is not a valid int'],
    ['elements in a text', '<id>1<o:x/></id>', '/order/id: element "x" is in a place for text only'],
  ])('does not read %s', (_, content, message) => {
    expect(() => plainly(order, around(content))).toThrow(message);
  });
});
