import { decodeXml } from './decode.js';
import { hashInput } from './hash-input.js';

function decode(bytes: readonly number[] | Buffer) {
  const [text, diagnostics] = decodeXml(Uint8Array.from(bytes), 'a.xsd');
  return [text, diagnostics.map(({ code }) => code)];
}

it('accepts a byte order mark before the declaration, and removes it', () => {
  expect(decode([0xef, 0xbb, 0xbf, ...Buffer.from('<a>ж</a>')])).toEqual(['<a>ж</a>', []]);
  const utf16 = Buffer.from('\ufeff<?xml version="1.0" encoding="utf-8"?><a>ж</a>', 'utf16le');
  expect(decode(utf16)).toEqual(['<?xml version="1.0" encoding="utf-8"?><a>ж</a>', []]);
  expect(decode(Buffer.from('\ufeff<a>ж</a>', 'utf16le').swap16())).toEqual(['<a>ж</a>', []]);
});

it('reads the line ends of Windows as line feeds, in any encoding', () => {
  expect(decode(Buffer.from('<a>\r\n</a>\r\n'))).toEqual(['<a>\n</a>\n', []]);
  expect(decode(Buffer.from('\ufeff<a>\r\n</a>', 'utf16le'))).toEqual(['<a>\n</a>', []]);
});

it('hashes a document the same whatever its line ends', () => {
  expect(hashInput('<a>\r\n\r\n</a>')).toBe(hashInput('<a>\n\n</a>'));
  expect(hashInput('<a>\n</a>')).not.toBe(hashInput('<a></a>'));
});

it('recognises UTF-16 without a byte order mark', () => {
  expect(decode(Buffer.from('<a>ж</a>', 'utf16le'))).toEqual(['<a>ж</a>', []]);
  expect(decode(Buffer.from('<a>ж</a>', 'utf16le').swap16())).toEqual(['<a>ж</a>', []]);
});

it('reads the encoding that the declaration names', () => {
  const head = "<?xml version='1.0' encoding='windows-1251'?><a>";
  expect(decode([...Buffer.from(head), 0xe6, ...Buffer.from('</a>')])).toEqual([`${head}ж</a>`, []]);
});

it('reads UTF-8 files that claim to be UTF-16', () => {
  const text = '<?xml version="1.0" encoding="utf-16"?><a>ж</a>';
  expect(decode(Buffer.from(text))).toEqual([text, []]);
});

it('goes on with UTF-8 when the encoding is unknown, and with U+FFFD when bytes are wrong', () => {
  expect(decode(Buffer.from('<?xml version="1.0" encoding="klingon"?><a/>'))[1]).toEqual(['source/unknown-encoding']);
  expect(decode([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e])).toEqual(['<a>\ufffd</a>', ['source/invalid-bytes']]);
});
