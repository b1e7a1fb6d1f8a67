import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { type XmlCursor, XmlEvent, type XmlReaderOptions } from '../../../runtime/src/xml/interfaces/reader.js';
import type { XmlOutput, XmlWriterOptions } from '../../../runtime/src/xml/interfaces/writer.js';
import { eventsOfSaxes, isMisread } from '../../support/saxes-events.js';
import { broken, document, shattered } from '../../support/xml-documents.js';
import { type Build, type FuzzPart, factsOf, itemOf } from '../part.js';

/** A document, with numbers of the options of the reader and of the writer. */
interface Input {
  readonly text: string;
  readonly reading: number;
  readonly writing: number;
}

const translated = new Map([['u:1', 'u:one']]);
const readings: readonly XmlReaderOptions[] = [
  {},
  { namespaces: translated },
  ...[0, 1, 2, 3].flatMap((limit) => [
    { limits: { maxDepth: limit } },
    { limits: { maxAttributes: limit } },
    { limits: { maxNamespaces: limit + 1 } },
    { limits: { maxDepth: 4, maxAttributes: limit, maxNamespaces: 5 - limit } },
  ]),
];

const prefixes = [new Map([['u:1', 'z']]), new Map([['u:1', '']]), new Map([['u:2', 'p']])];
const namespaces = new Map([['u:1', 'u:wire']]);
const writings: readonly XmlWriterOptions[] = [
  {},
  { namespaces },
  { indent: 2 },
  ...prefixes.flatMap((each) => [{ prefixes: each }, { prefixes: each, namespaces }, { prefixes: each, indent: 1 }]),
];

/** Any document is read alike by the readers of all builds and by another one; what can be read is written alike. */
export function xml(builds: readonly Build[]): FuzzPart<Input> {
  const [node, ...others] = builds as readonly [Build, ...Build[]];
  return {
    name: 'xml',
    cases: 6000,
    inputs: fc.record({
      text: fc.oneof({ weight: 2, arbitrary: document }, { weight: 2, arbitrary: broken }, shattered),
      reading: fc.nat(2 * readings.length),
      writing: fc.nat(writings.length - 1),
    }),
    check: ({ text, reading, writing }) => {
      const events = eventsOf(node, text);
      if (!isMisread(text)) {
        deepStrictEqual(events, eventsOfSaxes(text));
      }
      const options = readings[reading] ?? {};
      const expected = everything(new node.XmlReader(text, options));
      for (const build of others) {
        deepStrictEqual(everything(new build.XmlReader(text, options)), expected);
      }
      if (events !== undefined) {
        requireSameTrees(builds, text);
        requireSameTexts(builds, text, itemOf(writings, writing));
      }
    },
  };
}

/** The events of a document, a line for each; undefined if it is refused. */
function eventsOf({ XmlReader }: Build, text: string): readonly string[] | undefined {
  const events: string[] = [];
  const reader = new XmlReader(text);
  try {
    for (;;) {
      const event = reader.next();
      if (event === XmlEvent.EndDocument) {
        return events;
      }
      if (event === XmlEvent.Text) {
        events.push(`text ${reader.text}`);
      } else if (event === XmlEvent.EndElement) {
        events.push(`end {${reader.namespace}}${reader.localName}`);
      } else {
        const attributes = Array.from({ length: reader.attributeCount }, (_, i) => {
          return `{${reader.attributeNamespace(i)}}${reader.attributeName(i)}=${reader.attributeValue(i)}`;
        });
        events.push(`start ${reader.prefix}:{${reader.namespace}}${reader.localName} ${attributes.sort().join(' ')}`);
      }
    }
  } catch (error) {
    if ((error as Error).name === 'XmlSyntaxError') {
      return undefined;
    }
    throw error;
  }
}

/** Everything that a reader says about a document, up to its end or its error. */
function everything(reader: XmlCursor): string[] {
  const said: string[] = [];
  try {
    do {
      const { event, prefix, namespace, localName, depth, offset, passedOver, text, attributeCount } = readNext(reader);
      const attributes = Array.from({ length: attributeCount }, (_, i) => [
        reader.attributePrefix(i),
        reader.attributeNamespace(i),
        reader.attributeName(i),
        reader.attributeValue(i),
        reader.attribute(reader.attributeNamespace(i), reader.attributeName(i)),
      ]);
      const scope = [...reader.namespacesInScope()].sort();
      const bound = ['', 'p', 'q', 'xml', 'none'].map((each) => reader.resolvePrefix(each) ?? null);
      const facts = { event, offset, passedOver, text, attributes, declarations: reader.declarations(), scope, bound };
      const isTag = event === XmlEvent.StartElement || event === XmlEvent.EndElement;
      said.push(JSON.stringify(isTag ? { ...facts, prefix, namespace, localName, depth } : facts));
    } while (reader.event !== XmlEvent.EndDocument);
  } catch (error) {
    said.push(JSON.stringify(factsOf(error)));
  }
  return said;
}

function readNext(reader: XmlCursor): XmlCursor {
  reader.next();
  return reader;
}

/** Trees are the same in all builds, with the namespaces of the program and with those of the document. */
function requireSameTrees(builds: readonly Build[], text: string): void {
  for (const names of ['program', 'wire'] as const) {
    const [first, ...rest] = builds.map(({ XmlReader, readTree }) => {
      const reader = new XmlReader(text, { namespaces: translated });
      reader.next();
      return readTree(reader, names);
    });
    for (const tree of rest) {
      deepStrictEqual(tree, first);
    }
  }
}

/** The writers of all builds write a tree in the same way. */
function requireSameTexts(builds: readonly Build[], text: string, options: XmlWriterOptions): void {
  const [first, ...others] = builds.map((build) => written(build, new build.XmlWriter(options), text));
  for (const other of others) {
    deepStrictEqual(other, first);
  }
}

/** The text that a writer makes of a tree, or its error. */
function written({ XmlReader, readTree, writeTree }: Build, writer: XmlOutput, text: string): string {
  const reader = new XmlReader(text);
  reader.next();
  const tree = readTree(reader);
  try {
    writer.declaration();
    writeTree(tree, writer);
    return writer.toString();
  } catch (error) {
    return String(error);
  }
}
