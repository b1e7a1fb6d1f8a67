import { deepStrictEqual } from 'node:assert/strict';
import { mutate } from '../../support/mutate.js';
import { PlainCursor } from '../../support/plain-cursor.js';
import { drawn } from '../../support/plain-data.js';
import type { Random } from '../../support/random.js';
import { randomDocumentOf } from '../../support/random-documents.js';
import type { FuzzPart } from '../part.js';
import { decodings, type Input, readings, type Schemas, schemaCount } from './schemas.js';

/**
 * Documents of random schemas have the same value, the same error and the same notices whether they are read with scans or event by event, and
 * the same in every build.
 */
export function scans([node, ...others]: readonly [Schemas, ...Schemas[]]): FuzzPart<Input> {
  return {
    name: 'scans',
    cases: 4500,
    inputs: drawn((random) => drawInput(random, node)),
    check: (input) => {
      const scanned = node.read(input);
      deepStrictEqual(
        scanned,
        node.read(input, (reader) => new PlainCursor(reader)),
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
