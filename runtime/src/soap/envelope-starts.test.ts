import { XmlReader, XmlSyntaxError } from '../xml/index.js';
import { drain, nextChild } from '../xml/interfaces/reader.js';
import { enterBody, enterEnvelope } from './envelope.js';
import { EnvelopeStarts } from './envelope-starts.js';

const declaration = '<?xml version="1.0" encoding="utf-8"?>';
const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const open = `<s:Envelope xmlns:s="${soap11}" xmlns:d="urn:d">`;
const envelope = (content: string, before = `${declaration}\n${open}`): string =>
  `${before}<s:Body>${content}</s:Body></s:Envelope>`;

/** Everything that a reader says of a document, from the start tag of its Body to its end; the error if there is one. */
function facts(text: string, starts: EnvelopeStarts | undefined): unknown[] {
  const reader = new XmlReader(text);
  const seen: unknown[] = [];
  try {
    const version = starts === undefined ? enterEnvelope(reader) : starts.enter(reader);
    if (starts === undefined) {
      enterBody(reader, version);
    } else {
      starts.enterBody(reader, version);
    }
    const around = (): unknown[] => [reader.prefix, reader.localName, reader.namespace, reader.depth, reader.offset];
    seen.push(version.version, ...around(), reader.position(), [...reader.namespacesInScope()]);
    while (nextChild(reader)) {
      seen.push(...around(), [...reader.namespacesInScope()], [...reader.declarations()]);
    }
    drain(reader);
    seen.push(reader.position());
  } catch (error) {
    seen.push(error instanceof XmlSyntaxError ? error.message : error);
  }
  return seen;
}

describe('envelopes that begin as earlier ones did', () => {
  test.each([
    ['the same', envelope('<d:b/>')],
    ['another content', envelope('<d:other xmlns="urn:x"><d:b d:a="1">text</d:b></d:other><d:second/>')],
    ['no content', envelope('')],
    ['white space', envelope(' \n<d:b/>\n')],
    ['a namespace of its own', envelope('<b xmlns:d="urn:other"><d:c/></b>')],
    ['a prefix that is not declared', envelope('<x:b/>')],
    ['no end', envelope('<d:b>')],
    ['a character that XML does not allow', envelope('<d:b>\u0001</d:b>')],
    ['an attribute of the Envelope', envelope('<d:b/>', `${declaration}\n${open.replace('>', ' a="b">')}`)],
    ['a comment before it', envelope('<d:b/>', `${declaration}<!-- a -->\n${open}`)],
    ['a Header', envelope('<d:b/>', `${declaration}\n${open}<s:Header><d:h/></s:Header>`)],
    ['no declaration', envelope('<d:b/>', open)],
    ['a Body without content', `${declaration}\n${open}<s:Body/></s:Envelope>`],
    ['an attribute of the Body', `${declaration}\n${open}<s:Body d:a="1"><d:b/></s:Body></s:Envelope>`],
  ])('are read as any other: %s', (_, text) => {
    const starts = new EnvelopeStarts();
    for (const each of [envelope('<d:first/>'), text, text]) {
      expect(facts(each, starts)).toEqual(facts(each, undefined));
    }
  });

  test('are read from their Body on', () => {
    const starts = new EnvelopeStarts();
    facts(envelope('<d:b/>'), starts);
    const reader = new XmlReader(envelope('<d:c/>'));
    starts.enter(reader);
    expect(reader.localName).toBe('Body');
  });

  test('make room for later ones', () => {
    const starts = new EnvelopeStarts();
    for (let i = 0; i < 20; i++) {
      facts(envelope('<d:b/>', `<s:Envelope xmlns:s="${soap11}" xmlns:d="urn:${i}">`), starts);
    }
    const enter = (i: number): string => {
      const reader = new XmlReader(envelope('<d:b/>', `<s:Envelope xmlns:s="${soap11}" xmlns:d="urn:${i}">`));
      starts.enter(reader);
      return reader.localName;
    };
    expect([enter(0), enter(19)]).toEqual(['Envelope', 'Body']);
  });
});
