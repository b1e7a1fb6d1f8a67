import { XmlEvent, type XmlReaderOptions } from '../interfaces/reader.js';
import { XmlReader } from './xml-reader.js';

/** Everything that a reader says of a document; the error if there is one. */
function facts(text: string, options?: XmlReaderOptions): unknown[] {
  const seen: unknown[] = [];
  try {
    const reader = new XmlReader(text, options);
    while (reader.next() !== XmlEvent.EndDocument) {
      const { event, prefix, localName, namespace, depth, offset, attributeCount } = reader;
      seen.push([event, prefix, localName, namespace, depth, offset, attributeCount, reader.text]);
      seen.push([...reader.namespacesInScope()], [...reader.declarations()], reader.position());
    }
    seen.push(reader.position());
  } catch (error) {
    seen.push(String(error));
  }
  return seen;
}

/** What a reader says that keeps no beginnings, because it has a limit of its own. */
const apart = (text: string): unknown[] => facts(text, { limits: {} });

const usual = '<?xml version="1.0"?><a:r xmlns:a="urn:a" xmlns="urn:d"><b/></a:r>';

describe('documents that begin as earlier ones did', () => {
  it('are refused for a DOCTYPE that another reader passed over', () => {
    const text = usual.replace('<a:r', '<!DOCTYPE a:r><a:r');
    expect(facts(text, { doctype: 'skip' })).not.toContainEqual(expect.stringContaining('DOCTYPE'));
    expect(facts(text)).toEqual([expect.stringContaining('A DOCTYPE is not allowed')]);
  });

  it.each([
    ['the same', usual],
    ['another content', usual.replace('<b/>', '<a:c xmlns:a="urn:x" d="1">text</a:c>')],
    ['no content', usual.replace('<b/>', '')],
    ['no end', usual.replace('</a:r>', '')],
    ['another end', usual.replace('</a:r>', '</a:s>')],
    ['something after the end', `${usual}<c/>`],
    ['a character that XML does not allow', usual.replace('<b/>', '\0')],
    ['an attribute of the root', usual.replace('xmlns=', 'a:x=')],
    ['another namespace of the same length', usual.replace('urn:d', 'urn:e')],
    ['an empty root', '<a:r xmlns:a="urn:a" xmlns="urn:d"/>'],
    ['no namespaces', '<r><b/></r>'],
    ['a prefix that is not declared', '<a:r><b/></a:r>'],
    ['a comment before the root', `<!-- c -->${usual.slice(21)}`],
    ['a comment before the root that XML does not allow', `<!-- \0 -->${usual.slice(21)}`],
    ['many namespaces', `<r${Array.from({ length: 40 }, (_, i) => ` xmlns:a${i}="urn:${i}"`).join('')}><b/></r>`],
    ['a long beginning', `<!-- ${'x'.repeat(2000)} --><r><b/></r>`],
  ])('are read as any other: %s', (_, text) => {
    for (const each of [usual, usual, usual, text, text, text, usual, text, usual]) {
      expect(facts(each)).toEqual(apart(each));
    }
  });

  it('are read as any other where many beginnings take turns', () => {
    for (let i = 0; i < 60; i++) {
      const text = `<r xmlns="urn:${Math.floor(i / 3) % 7}"><b xmlns:c="urn:c"/></r>`;
      expect(facts(text)).toEqual(apart(text));
    }
  });
});
