import fc from 'fast-check';
import { XmlEvent } from '../interfaces/reader.js';
import { TagFinder } from './tag-finder.js';
import { XmlReader } from './xml-reader.js';

/** The parts of a document that comes in pieces, each up to the next tag after which no more elements are open than `depth`. */
function parts(document: string, size: number, depth = Number.POSITIVE_INFINITY, skipsDoctype = false): string[] {
  const finder = new TagFinder(256, skipsDoctype);
  const found: string[] = [];
  let part = '';
  for (let at = 0; at < document.length; at += size) {
    const piece = document.slice(at, at + size);
    let from = 0;
    while (from < piece.length) {
      const result = finder.find(piece, from, depth);
      part += piece.slice(from, finder.at);
      from = finder.at;
      if (result === 'refused') {
        return [...found, `${part}!`];
      }
      if (result === 'tag') {
        found.push(part);
        part = '';
      }
    }
  }
  return part === '' ? found : [...found, part];
}

const document =
  '<?xml version="1.0"?><!-- <a> --><a b="/>" c=\'>"\'>t<![CDATA[</a>]]]>x<b/><c d="1"/ ><?go </a> ? >?><e ><f/></e\n></c></a>';
const expected = [
  '<?xml version="1.0"?><!-- <a> --><a b="/>" c=\'>"\'>',
  't<![CDATA[</a>]]]>x<b/>',
  '<c d="1"/ >',
  '<?go </a> ? >?><e >',
  '<f/>',
  '</e\n>',
  '</c>',
  '</a>',
];

it.each([1, 2, 3, 5, 7, 1000])('finds the ends of tags, whatever the pieces: %i characters', (size) => {
  expect(parts(document, size)).toEqual(expected);
  expect(parts(document, size, 1)).toEqual([
    expected.slice(0, 1).join(''),
    ...[expected[1]],
    expected.slice(2, 7).join(''),
    '</a>',
  ]);
});

it.each([1, 2, 3, 1000])('passes over a DOCTYPE if the reader does: %i characters', (size) => {
  const doctype = `<!DOCTYPE a PUBLIC "-//x//y" '<b>">'>`;
  expect(parts(`${doctype}<a><b/></a>`, size, undefined, true)).toEqual([`${doctype}<a>`, '<b/>', '</a>']);
});

it.each([
  ['a DOCTYPE', '<!DOCTYPE a>', '<!DOCTYPE!'],
  ['an unknown declaration', '<a><!x>', '<!x!'],
  ['what begins as a CDATA section', '<a>t<![CDAT[', 't<![CDAT[!'],
  ['an element too deep', '<a>'.repeat(300), '<a>!'],
])('goes no further than %s', (_, text, last) => {
  for (const size of [1, 4, 1000]) {
    expect(parts(text, size).at(-1)).toBe(last);
  }
});

/** What a reader shows of an event. */
function shown(reader: XmlReader): unknown {
  const { event, namespace, localName, depth } = reader;
  return event === XmlEvent.Text
    ? reader.text
    : { event, namespace, localName, depth, inScope: [...reader.namespacesInScope()] };
}

describe('a reader that gets a document part by part', () => {
  it('finds what it finds in the whole', () => {
    const tag = fc.constantFrom('<a>', '<b xmlns="urn:b">', '<p:c xmlns:p="urn:p" p:d="1">', '<d/>', '<e xmlns=""/>');
    const between = fc.constantFrom('', 't', '&amp;', '<!-- > -->', '<![CDATA[<a>]]>', ' <?go on?>\n');
    fc.assert(
      fc.property(fc.array(fc.tuple(between, tag, fc.boolean())), fc.integer({ min: 1, max: 9 }), (made, size) => {
        const open: string[] = [];
        let text = '<r>';
        for (const [before, start, closes] of made) {
          text += before + start;
          const name = /[\w:]+/.exec(start)?.[0];
          open.push(...(start.endsWith('/>') ? [] : [`</${name}>`]));
          text += closes ? (open.pop() ?? '') : '';
        }
        text += `${open.reverse().join('')}</r>`;
        const whole = new XmlReader(text);
        const pieces = new XmlReader('');
        let depth = 0;
        for (const part of parts(text, size)) {
          pieces.readOn(part, depth);
          while (pieces.hasMore) {
            pieces.next();
            whole.next();
            expect(shown(pieces)).toEqual(shown(whole));
            depth = pieces.event === XmlEvent.StartElement ? pieces.depth : depth;
            depth = pieces.event === XmlEvent.EndElement ? pieces.depth - 1 : depth;
          }
        }
        expect(whole.next()).toBe(XmlEvent.EndDocument);
      }),
    );
  });
});
