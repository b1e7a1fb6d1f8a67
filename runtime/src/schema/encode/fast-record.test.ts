import fc from 'fast-check';
import { randomElement } from '../../testing/random-records.js';
import type { XmlWriterOptions } from '../../xml/writer.js';
import { XmlWriter } from '../../xml/xml-writer.js';
import type { ElementDescriptor } from '../descriptor/descriptor.js';
import { type EncodeOptions, encodeElement } from '../index.js';

/** Sees every piece of a document, so that nothing is written in one go. */
class PieceWriter extends XmlWriter {
  override get ready(): undefined {
    return undefined;
  }
}

const options = fc.record(
  {
    prefixes: fc.constantFrom(new Map([['urn:a', '']]), new Map([['urn:a', 'a']]), new Map([['urn:b', 'ns1']])),
    namespaces: fc.constantFrom(new Map([['urn:a', 'urn:wire']])),
    attach: fc.constant(() => 'cid:1'),
    unknownProperties: fc.constant('ignore' as const),
  },
  { requiredKeys: [] },
);

/** `FUZZ_RUNS=1000000 npx jest fast-record` tries as many. */
const parameters = { seed: Number(process.env.FUZZ_SEED ?? 20241), numRuns: Number(process.env.FUZZ_RUNS ?? 2000) };

/** The document, or the error with its place. */
function outcome(writer: XmlWriter, element: ElementDescriptor, value: unknown, options: EncodeOptions): string {
  try {
    encodeElement(element, value, writer, options);
    return writer.toString();
  } catch (error) {
    return `${error}`;
  }
}

it('a document is the same, and so is an error, whether records are written in one go or in pieces', () => {
  fc.assert(
    fc.property(randomElement, options, ({ element, value }, given) => {
      const all: XmlWriterOptions & EncodeOptions = given;
      const atOnce = outcome(new XmlWriter(all), element, value, all);
      expect(atOnce).toBe(outcome(new PieceWriter(all), element, value, all));

      // The tags are known now.
      expect(outcome(new XmlWriter(all), element, value, all)).toBe(atOnce);
    }),
    parameters,
  );
});
