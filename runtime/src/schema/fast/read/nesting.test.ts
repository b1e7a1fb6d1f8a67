import { PlainCursor } from '../../../../../tests/support/plain-cursor.js';
import { XmlReader } from '../../../xml/read/xml-reader.js';
import { field, record, repeated, sequence } from '../../construct/construct.js';
import { type ComplexType, decodeElement, element } from '../../index.js';
import * as xs from '../../xs.js';

const Node: ComplexType = record('', 'Node', {
  content: sequence([field('', 'id', xs.int), field('', 'name', xs.string), field('', 'node', () => Node, { min: 0 })]),
});
const list = element('', 'list', record('', 'List', { content: sequence([repeated('', 'node', Node)]) }));

/** Records within each other, of which `odd` says what is written in the name of one. */
const nested = (depth: number, odd: (level: number) => string): string => {
  const starts = Array.from({ length: depth }, (_, i) => `<node><id>${i}</id><name>${odd(i)}</name>`);
  return starts.join('') + '</node>'.repeat(depth);
};
const documentOf = (depth: number, odd: (level: number) => string): string =>
  `<list>${nested(depth, () => 'a')}${nested(depth, odd).repeat(2)}</list>`;
const outcome = (text: string, isPlain: boolean): unknown => {
  const reader = new XmlReader(text);
  reader.next();
  try {
    return decodeElement(list, isPlain ? new PlainCursor(reader) : reader);
  } catch (error) {
    return error;
  }
};

// Scans are made for what has come some times.
beforeAll(() => outcome(`<list>${nested(10, () => 'a').repeat(100)}</list>`, false));

const odd = ['<![CDATA[b]]>', '<!-- c -->', ']]>', '<b/>', 'a</name><extra/><name>', 'a</name><id>x</id><name>'];

it.each(odd)('reads records with %s in the deep as it does event by event', (written) => {
  for (const depth of [10, 101, 205]) {
    for (const place of [0, 7, depth - 1]) {
      const text = documentOf(depth, (level) => (level === place ? written : 'a'));
      expect(outcome(text, false)).toEqual(outcome(text, true));
    }
    const everywhere = documentOf(depth, () => written);
    expect(outcome(everywhere, false)).toEqual(outcome(everywhere, true));
  }
});

it('does not try a record again for each one around it', () => {
  const exec = jest.spyOn(RegExp.prototype, 'exec');
  const triesAt = (depth: number): number => {
    const text = documentOf(depth, (level) => (level === depth - 1 ? '<![CDATA[b]]>' : 'a'));
    outcome(text, false);
    exec.mockClear();
    outcome(text, false);
    return exec.mock.calls.length / depth;
  };
  expect(triesAt(90)).toBeLessThan(1.5 * triesAt(10));
  exec.mockRestore();
});
