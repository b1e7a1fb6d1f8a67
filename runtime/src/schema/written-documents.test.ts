import { sayTheSame } from '../../../tests/conformance/equal-values.js';
import { Random } from '../../../tests/support/random.js';
import { randomDocumentOf, randomSchema } from '../../../tests/support/random-documents.js';
import { runs } from '../../../tests/support/thorough.js';
import { type Declarations, formatXml, parseXml, sample, validate, validateXml } from './index.js';

/** What is written from a value that is valid is read strictly, and the value that is read is valid. */

const declarations: Declarations = { elements: new Map(), attributes: new Map(), types: new Map() };

it('a document that is read strictly gives a value that is valid, and is written as a document that is read strictly', () => {
  let read = 0;
  for (let seed = 0; seed < runs(400); seed++) {
    const random = new Random(seed);
    const schema = randomSchema(random);
    const { element } = schema;
    const text = randomDocumentOf(schema, random, 1_000_000_000);
    if (validateXml(element, text, { declarations }).length > 0) {
      continue;
    }
    read++;
    const value = parseXml(element, text, { strict: true, declarations });
    expect({ seed, issues: validate(element, value, { declarations }) }).toEqual({ seed, issues: [] });
    const written = formatXml(element, value);
    expect({ seed, issues: validateXml(element, written, { declarations }) }).toEqual({ seed, issues: [] });
    const again = parseXml(element, written, { strict: true, declarations });
    expect({ seed, isSame: sayTheSame(again, value) }).toEqual({ seed, isSame: true });
  }
  expect(read).toBeGreaterThan(runs(400) / 10);
});

it('a sample is valid, and is written as a document that is read strictly', () => {
  for (let seed = 0; seed < runs(200); seed++) {
    const { element } = randomSchema(new Random(seed));
    for (const options of [{}, { seed }]) {
      const value = sample(element, options);
      expect({ seed, issues: validate(element, value) }).toEqual({ seed, issues: [] });
      expect({ seed, issues: validateXml(element, formatXml(element, value)) }).toEqual({ seed, issues: [] });
    }
  }
});
