import { decodeXmlBytes } from './bytes.js';
import { XmlSyntaxError } from './errors.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

function utf16(text: string, bigEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let i = 0; i < text.length; i++) {
    view.setUint16(i * 2, text.charCodeAt(i), !bigEndian);
  }
  return new Uint8Array(view.buffer);
}

describe('the encoding of a document', () => {
  it('is UTF-8 unless something says otherwise', () => {
    expect(decodeXmlBytes(utf8('<a>Ж😀</a>'))).toBe('<a>Ж😀</a>');
    expect(decodeXmlBytes(utf8('\ufeff<a/>'))).toBe('<a/>');
    expect(decodeXmlBytes(new Uint8Array())).toBe('');
  });

  it('is that of the XML declaration', () => {
    const declaration = '<?xml version="1.0" encoding="windows-1251"?>';
    expect(decodeXmlBytes(latin1(`${declaration}<a>\xc6</a>`))).toBe(`${declaration}<a>Ж</a>`);
    expect(decodeXmlBytes(latin1(`<?xml version='1.0' encoding='ISO-8859-1'?><a>\x85\xe9</a>`))).toContain(
      '<a>\x85é</a>',
    );
  });

  it.each([{}, { fatal: true }])(
    'is windows-1252 with the characters that ISO 8859-1 does not have (%j)',
    (options) => {
      const document = latin1('<?xml version="1.0" encoding="windows-1252"?><a>\x80\x92\xe9</a>');
      expect(decodeXmlBytes(document, undefined, options)).toContain('<a>€’é</a>');
      expect(decodeXmlBytes(document.subarray(0, -4), 'cp1252', options)).toMatch(/<a>€’é$/);
    },
  );

  it.each([true, false])('is UTF-16 with and without a byte order mark (big endian: %s)', (bigEndian) => {
    expect(decodeXmlBytes(utf16('\ufeff<a>Ж😀</a>', bigEndian))).toBe('<a>Ж😀</a>');
    expect(decodeXmlBytes(utf16('<?xml version="1.0" encoding="utf-16"?><a/>', bigEndian))).toContain('<a/>');
    expect(decodeXmlBytes(utf16('\ufeff<a/>', bigEndian), 'utf-16')).toBe('<a/>');
  });

  it('is that of the header before all else', () => {
    const text = latin1('<?xml version="1.0" encoding="utf-8"?><a>\xc6</a>');
    expect(decodeXmlBytes(text, 'windows-1251')).toContain('<a>Ж</a>');
    expect(decodeXmlBytes(text, ' ISO-8859-1 ')).toContain('<a>Æ</a>');
    expect(decodeXmlBytes(text, 'us-ascii')).toContain('<a>\ufffd</a>');
  });

  it('is guessed when the named one is not known or cannot be', () => {
    expect(decodeXmlBytes(utf8('<a>Ж</a>'), 'x-unknown')).toBe('<a>Ж</a>');
    expect(decodeXmlBytes(utf8('<?xml version="1.0" encoding="UTF-16"?><a>Ж</a>'))).toContain('<a>Ж</a>');
  });

  it('replaces wrong bytes, or rejects them if the option is set', () => {
    expect(decodeXmlBytes(latin1('<a>\xff</a>'))).toBe('<a>\ufffd</a>');
    const fatal = { fatal: true };
    expect(() => decodeXmlBytes(latin1('<a>\xff</a>'), undefined, fatal)).toThrow(XmlSyntaxError);
    expect(() => decodeXmlBytes(latin1('<a>\xff</a>'), 'us-ascii', fatal)).toThrow(/us-ascii/);
    expect(() => decodeXmlBytes(utf8('<a/>'), 'x-unknown', fatal)).toThrow(/x-unknown/);
    expect(() => decodeXmlBytes(utf8('<?xml version="1.0" encoding="UTF-16"?><a/>'), undefined, fatal)).toThrow(
      /UTF-16/,
    );
    expect(() => decodeXmlBytes(utf8('\ufeff<?xml version="1.0" encoding="latin1"?><a/>'), undefined, fatal)).toThrow(
      /latin1/,
    );
  });
});
