import { parseTree } from '../index.js';
import { OutputFullError } from '../text/errors.js';
import { BoundedWriter } from './bounded-writer.js';

it('writes what fits as any writer does', () => {
  const writer = new BoundedWriter(1000, { indent: 2 });
  writer.startElement('', 'a');
  writer.startElement('', 'b');
  writer.attribute('', 'c', '1');
  writer.text('x');
  writer.endElement();
  writer.endElement();
  expect(writer.toString()).toBe('<a>\n  <b c="1">x</b>\n</a>');
});

it.each<[string, (writer: BoundedWriter) => void]>([
  [
    'elements in each other',
    (writer) => {
      for (;;) {
        writer.startElement('urn:x', 'element');
      }
    },
  ],
  [
    'elements beside each other',
    (writer) => {
      for (;;) {
        writer.startElement('', 'b');
        writer.endElement();
      }
    },
  ],
  ['a text', (writer) => writer.text('😀'.repeat(100_000))],
  ['an attribute', (writer) => writer.attribute('', 'b', 'x'.repeat(100_000))],
])('ends a document that is too long, and says so: %s', (_, write) => {
  for (const limit of [100, 101, 1000]) {
    const writer = new BoundedWriter(limit, { indent: 1 });
    writer.startElement('', 'a');
    expect(() => write(writer)).toThrow(OutputFullError);
    const text = writer.cut(' the end ');
    expect(text).toContain('<!-- the end -->');
    expect(text.length).toBeLessThan(3 * limit + 100);
    expect(parseTree(text).name).toBe('a');
  }
});
