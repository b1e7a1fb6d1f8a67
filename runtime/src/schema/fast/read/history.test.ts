import { Random } from '../../../../../tests/support/random.js';
import {
  type RandomSchema,
  randomDocumentOf,
  randomRows,
  randomSchema,
} from '../../../../../tests/support/random-documents.js';
import { runs } from '../../../../../tests/support/thorough.js';
import { parseXml } from '../../document/document.js';

/** What a document says is the same whatever was read before: descriptors keep what they have learned of documents, and that changes nothing but time. */

/** The documents that are read before the first one that counts. */
const before = 40;
const after = 10;

/** What a document says, with the order of properties, or why it is refused. */
function outcome({ element }: RandomSchema, text: string, strict: boolean): unknown {
  try {
    const value = parseXml(element, text, { strict });
    return { value, order: JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each)) };
  } catch (error) {
    return `${error}`;
  }
}

it.each([
  ['lists', randomRows],
  ['records', randomSchema],
])(
  'a document of %s that is read after many others says what it says to descriptors that have read none',
  (_, make) => {
    for (let seed = 0; seed < runs(800); seed++) {
      const random = new Random(seed);
      const schema = make(random);
      for (let i = 0; i < before + after; i++) {
        const text = randomDocumentOf(schema, random, random.pick([100, 1e9, 1e9]));
        const isStrict = random.oneIn(4);
        const now = outcome(schema, text, isStrict);
        if (i >= before) {
          expect({ seed, text, outcome: now }).toEqual({
            seed,
            text,
            outcome: outcome(make(new Random(seed)), text, isStrict),
          });
        }
      }
    }
  },
);
