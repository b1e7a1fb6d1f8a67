import { Random } from '../../../../../tests/support/random.js';
import { randomDocumentOf, randomRows, randomSchema } from '../../../../../tests/support/random-documents.js';
import { runs } from '../../../../../tests/support/thorough.js';
import { readItems } from '../../../stream/index.js';
import { formatXml, parseXml } from '../../document/document.js';
import { validateXml } from '../../document/validate-xml.js';
import type { ElementDescriptor } from '../../index.js';

/** Descriptors keep what they have learned of documents and values. That saves time, and nothing else may depend on it. */

/** The documents that are read before the first one that counts, and how many count. */
const before = 40;
const after = 10;

type Way = (element: ElementDescriptor, text: string) => unknown;

const ways: readonly Way[] = [
  (element, text) => parseXml(element, text),
  (element, text) => parseXml(element, text),
  (element, text) => parseXml(element, text, { strict: true }),
  (element, text) => validateXml(element, text),
  (element, text) => formatXml(element, parseXml(element, text)),
];
const waysOfLists: readonly Way[] = [...ways, itemsOf];

/** The items of a list, which comes in pieces. */
async function itemsOf(element: ElementDescriptor, text: string): Promise<unknown> {
  const pieces = text.match(/[\s\S]{1,50}/g) ?? [];
  const items: unknown[] = [];
  for await (const item of readItems(pieces, element as never, { items: 'row' } as never)) {
    items.push(item);
  }
  return items;
}

/** What comes of a document, with the order of properties. */
async function outcome(way: Way, element: ElementDescriptor, text: string): Promise<unknown> {
  try {
    const value = await way(element, text);
    return { value, order: JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each)) };
  } catch (error) {
    return `${error}`;
  }
}

const kinds = [
  { kind: 'lists', make: randomRows, all: waysOfLists, schemas: 75 },
  { kind: 'records', make: randomSchema, all: ways, schemas: 20 },
];

/** Each case has some schemas, so that none takes long. */
const cases = kinds.flatMap((each) => Array.from({ length: runs(2) }, (_, part) => ({ ...each, part })));

it.each(cases)(
  'a document of $kind says after many others what it says to descriptors that have read none ($part)',
  async ({ make, all, schemas, part }) => {
    for (let seed = part * schemas; seed < (part + 1) * schemas; seed++) {
      const random = new Random(seed);
      const schema = make(random);
      for (let i = 0; i < before + after; i++) {
        const text = randomDocumentOf(schema, random, random.pick([100, 1e9, 1e9]));
        const way = random.pick(all);
        const now = await outcome(way, schema.element, text);
        if (i >= before) {
          const first = await outcome(way, make(new Random(seed)).element, text);
          expect({ seed, text, outcome: now }).toEqual({ seed, text, outcome: first });
        }
      }
    }
  },
);
