import { SmallDocumentWriter } from './small-document-writer.js';
import { SmallWriter } from './small-writer.js';
import type { XmlOutput, XmlWriterOptions } from './writer.js';
import { XmlWriter } from './xml-writer.js';

const media = 'http://www.w3.org/2005/05/xmlmime';

/** A document with two binary values, of which one says its media type, and what was put outside it. */
function written(Writer: new (options: XmlWriterOptions) => XmlOutput): readonly unknown[] {
  const attached: unknown[] = [];
  const attach = (content: Uint8Array, contentType?: string): string => {
    attached.push([...content, contentType]);
    return `cid:${attached.length}`;
  };
  const output = new Writer({ attach });
  output.startElement('u', 'a');
  output.startElement('u', 'b');
  output.attribute(media, 'contentType', 'image/png', 'xmime');
  const first = output.binary?.(Uint8Array.of(1));
  output.endElement();
  output.startElement('u', 'c');
  const second = output.binary?.(Uint8Array.of(2));
  output.endElement();
  output.endElement();
  return [output.toString(), attached, first, second];
}

it('binary content is put outside a document in browsers as on Node', () => {
  expect(written(SmallDocumentWriter)).toEqual(written(XmlWriter));
  expect(written(SmallDocumentWriter)[1]).toEqual([
    [1, 'image/png'],
    [2, undefined],
  ]);
});

it('binary content stays in a document where nothing takes it', () => {
  expect(new SmallDocumentWriter().binary(Uint8Array.of(1))).toBe(false);
  expect(new SmallWriter()).not.toHaveProperty('binary');
});
