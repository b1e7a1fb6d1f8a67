import fc from 'fast-check';
import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { randomElement } from '../../../tests/support/runtime/random-records.js';
import { runs } from '../../../tests/support/thorough.js';
import { decodeElement, type ElementDescriptor, encodeElement } from '../schema/index.js';
import { translateNamespaces } from '../service/translation.js';
import { LaterWriter } from '../stream/write/gap-writer.js';
import { XmlReader } from '../xml/index.js';
import { nextChild } from '../xml/interfaces/reader.js';
import { withoutDefault, type XmlOutput, type XmlWriterOptions } from '../xml/interfaces/writer.js';
import { XmlWriter } from '../xml/write/xml-writer.js';
import { enterBody, enterEnvelope } from './envelope.js';
import { type DeclareAt, messagePrefixes, type PrefixesByNamespace } from './prefixes.js';
import { writeEnvelope } from './write-envelope.js';

const envelope = 'http://schemas.xmlsoap.org/soap/envelope/';
const xsi = 'http://www.w3.org/2001/XMLSchema-instance';
const xsd = 'http://www.w3.org/2001/XMLSchema';
const noTranslation = translateNamespaces([]);

/** Any prefixes for some of the namespaces that random elements have. */
const choices: fc.Arbitrary<PrefixesByNamespace> = fc
  .tuple(
    fc.shuffledSubarray(['soap', 'urn:a', 'urn:b', 'urn:c', xsi, xsd]),
    fc.shuffledSubarray(['soapenv', 'a', 'ns1', 'ns2', 'xsi', 'soap', 'xsd', '', 'Ж-1'], { minLength: 6 }),
  )
  .map(([namespaces, prefixes]) => Object.fromEntries(namespaces.map((each, i) => [each, prefixes[i] ?? ''])))
  .filter((choice) => choice[xsi] !== '');

const declareAt = fc.constantFrom<DeclareAt | undefined>('envelope', 'use', undefined);

function envelopeOf(element: ElementDescriptor, value: unknown, options: XmlWriterOptions): string {
  const written = (given: XmlWriterOptions): string => {
    const output = new XmlWriter(given);
    const encode = (): void => encodeElement(element, value, output, { unknownProperties: 'ignore' });
    writeEnvelope(output, '1.1', [], encode);
    return output.toString();
  };
  try {
    return written(options);
  } catch (error) {
    return written(withoutDefault(options, error));
  }
}

function decoded(element: ElementDescriptor, text: string): unknown {
  const cursor = new XmlReader(text);
  enterBody(cursor, enterEnvelope(cursor));
  nextChild(cursor);
  return decodeElement(element, cursor);
}

/** An element or attribute as `saxes` reads it. */
interface Seen {
  readonly namespace: string;
  readonly prefix: string;
}

/** A document without its prefixes, as another reader sees it, and the names in it. */
function seen(text: string): {
  readonly infoset: readonly string[];
  readonly elements: Seen[];
  readonly attributes: Seen[];
} {
  const infoset: string[] = [];
  const elements: Seen[] = [];
  const attributes: Seen[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  const textOf = ({ uri, local, value }: SaxesAttributeNS): string => {
    if (uri !== xsi || local !== 'type') {
      return value.replace(/^[^:\s]+:q$/, 'q');
    }
    const [name = '', prefix = ''] = value.split(':').reverse();
    return `{${parser.resolve(prefix)}}${name}`;
  };
  parser.on('opentag', ({ uri, local, prefix, attributes: all }) => {
    elements.push({ namespace: uri, prefix });
    const own = Object.values(all).filter((each) => each.name !== 'xmlns' && each.prefix !== 'xmlns');
    attributes.push(...own.map((each) => ({ namespace: each.uri, prefix: each.prefix })));
    infoset.push(`{${uri}}${local} ${own.map((each) => `{${each.uri}}${each.local}=${textOf(each)}`).sort()}`);
  });
  parser.on('closetag', () => {
    infoset.push('end');
  });
  parser.on('text', (each) => {
    infoset.push(each.replace(/^[^:\s]+:q$/, 'q'));
  });
  parser.write(text).close();
  return { infoset, elements, attributes };
}

/** `FUZZ_RUNS=1000000 npx jest soap/prefixes` tries as many. */
const parameters = {
  seed: Number(process.env.FUZZ_SEED ?? 20242),
  numRuns: Number(process.env.FUZZ_RUNS ?? runs(500)),
};

describe('a message with chosen prefixes', () => {
  it('says the same as without them, and uses them', () => {
    fc.assert(
      fc.property(randomElement, choices, declareAt, ({ element, value }, choice, at) => {
        const usual: XmlWriterOptions = { prefixes: new Map([['urn:a', '']]) };
        const chosen = messagePrefixes(choice, at, noTranslation).writer(usual, '1.1');
        const expected = outcome(() => envelopeOf(element, value, usual));
        const text = outcome(() => envelopeOf(element, value, chosen));
        if (!expected.startsWith('<')) {
          expect(text).toBe(expected);
          return;
        }
        expect(valueIn(element, text)).toEqual(valueIn(element, expected));
        const { infoset, elements, attributes } = seen(text);
        expect(infoset).toEqual(seen(expected).infoset);

        for (const each of elements) {
          const wanted = each.namespace === envelope ? choice.soap : choice[each.namespace];
          // A name in no namespace may have made a default namespace impossible.
          expect(wanted === undefined || wanted === '' || each.prefix === wanted).toBe(true);
        }
        for (const { namespace, prefix } of attributes) {
          expect(choice[namespace] || prefix).toBe(prefix);
        }
      }),
      parameters,
    );
  });

  it('is the same whether records are written in one go or in pieces, and in streams', () => {
    fc.assert(
      fc.property(randomElement, choices, declareAt, ({ element, value }, choice, at) => {
        const options = messagePrefixes(choice, at, noTranslation).writer({}, '1.1');
        const write = (writer: XmlOutput): string =>
          outcome(() => {
            writeEnvelope(writer, '1.1', [], () => encodeElement(element, value, writer));
            return writer.toString();
          });
        const pieces = write(new PieceWriter(options));
        expect(write(new XmlWriter(options))).toBe(pieces);
        expect(write(new LaterWriter(options))).toBe(pieces);
      }),
      parameters,
    );
  });
});

/** Sees every piece of a document, so that nothing is written in one go. */
class PieceWriter extends XmlWriter {
  override get ready(): undefined {
    return undefined;
  }
}

/** The value in a message, or the error without its position. */
function valueIn(element: ElementDescriptor, text: string): unknown {
  const value = outcome(() => decoded(element, text));
  return typeof value === 'string' ? value.replace(/ \(line.*/, '') : value;
}

function outcome<T>(of: () => T): T | string {
  try {
    return of();
  } catch (error) {
    return `${error}`;
  }
}
