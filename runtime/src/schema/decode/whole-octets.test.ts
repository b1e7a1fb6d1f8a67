import { XmlReader } from '../../xml/read/xml-reader.js';
import { attribute, complexType, decodeElement, element, field, record, sequence } from '../index.js';
import * as xs from '../xs.js';

/** Elements whose text is base64 are read from the document itself. */

const octets = Uint8Array.from({ length: 10_000 }, (_, i) => (i * 31 + (i >> 7)) & 0xff);
const text = Buffer.from(octets).toString('base64');
const Content = complexType('', 'Content', { text: xs.base64Binary, attributes: [attribute('', 'kind', xs.string)] });
const file = element(
  '',
  'file',
  record('', 'File', {
    content: sequence([field('', 'data', xs.base64Binary), field('', 'more', Content), field('', 'name', xs.string)]),
  }),
);
const document = (data: string, more = text, name = 'n'): string =>
  `<file><data>${data}</data><more kind="k">${more}</more><name>${name}</name></file>`;

function read(xml: string): unknown {
  const reader = new XmlReader(xml);
  reader.next();
  return decodeElement(file, reader);
}

function failure(xml: string): unknown {
  try {
    return read(xml);
  } catch (error) {
    return String(error);
  }
}

describe('long base64 in a document', () => {
  it.each([
    ['as it is usually written', text],
    ['in lines', text.replace(/.{76}/g, '$&\r\n')],
    ['in lines that end with references', text.replace(/.{76}/g, '$&&#13;\n')],
    ['in lines that end with hexadecimal references', text.replace(/.{64}/g, '$&&#xD;&#xa;\t')],
    ['with other references among the lines', text.replace(/.{76}/g, '$&\n').replace('A', '&#x41;')],
    ['with white space around', `\n  ${text}\n`],
    ['with references', text.replaceAll('+', '&#43;')],
    ['in pieces', `${text.slice(0, 5_000)}<!-- c --><![CDATA[${text.slice(5_000)}]]>`],
  ])('is read %s', (_, data) => {
    expect(read(document(data, data))).toEqual({ data: octets, more: { kind: 'k', $value: octets }, name: 'n' });
  });

  it.each([
    ['a character that base64 does not have', text.replace('A', '-'), '/file/data: "', 'is not a valid base64Binary'],
    [
      'a reference that means nothing',
      text.replace(/.{76}/g, '$&&#13;\n').replace('A', '&#0;'),
      'XML 1.0 does not allow',
    ],
    ['a reference without an end', text.replace(/.{76}/g, '$&&#13\n'), 'A "&" must start'],
    ['an element', `${text}<b/>`, '/file/data: element "b" is in a place for text only'],
    ['a control character', `${text.slice(0, 9_000)}\0${text.slice(9_001)}`, 'U+0000'],
    ['the end of a CDATA section', `${text}]]>`, 'Character data cannot contain "]]>"'],
    ['a letter whose lower byte is one of base64', text.replaceAll('A', 'Ł'), 'is not a valid base64Binary'],
    ['half of a pair', text.replace('A', '\ud841'), 'U+D841'],
  ])('is refused with %s, at the place of the mistake', (_, data, ...messages) => {
    const found = failure(document(data));
    for (const message of messages) {
      expect(found).toContain(message);
    }
  });

  it('does not hide what comes after it', () => {
    expect(failure(document(text, text, '\u0001'))).toContain('U+0001');
    expect(failure(document(text, `${text}\uffff`))).toContain('U+FFFF');
    expect(failure(document(text, text, ']]>'))).toContain(']]>');
    expect(read(document(text, text, '&amp;\r\n'))).toHaveProperty('name', '&\n');
  });
});
