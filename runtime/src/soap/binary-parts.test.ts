import { attribute, complexType, element, encodeElement, field, sequence } from '../schema/index.js';
import * as xs from '../schema/xs.js';
import { XmlWriter } from '../xml/write/xml-writer.js';
import { BinaryParts } from './xop.js';

const xmime = 'http://www.w3.org/2005/05/xmlmime';
const typed = complexType('urn:t', 'Typed', {
  attributes: [attribute(xmime, 'contentType', xs.string)],
  text: xs.base64Binary,
});
const message = element(
  'urn:t',
  'm',
  complexType('urn:t', '', {
    content: sequence([field('urn:t', 'photo', typed), field('urn:t', 'raw', xs.base64Binary)]),
  }),
);

function contentTypes(contentType: string): readonly string[] {
  const binaries = new BinaryParts();
  const output = new XmlWriter({ attach: binaries.attach });
  const content = Uint8Array.of(1, 2);
  encodeElement(message, { photo: { contentType, $value: content }, raw: content }, output);
  expect(output.toString()).toContain('contentType="');
  return binaries.parts.map((part) => part.contentType);
}

describe('the parts of binary values', () => {
  it('have the media type that the element names, and are octets otherwise', () => {
    expect(contentTypes('image/png')).toEqual(['image/png', 'application/octet-stream']);
    expect(contentTypes('text/plain; charset="utf-8"')[0]).toBe('text/plain; charset="utf-8"');
  });

  it.each(['picture', 'image/png\r\nX-Evil: 1', 'image/png; a=\n', ''])('take no media type from %j', (text) => {
    expect(contentTypes(text)).toEqual(['application/octet-stream', 'application/octet-stream']);
  });
});
