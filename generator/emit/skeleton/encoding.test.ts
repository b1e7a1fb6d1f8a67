import { decodeSource } from './encoding.js';

const utf16 = (text: string, order: 'le' | 'be'): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};
const text = 'class Laden { grüße = "Привет 🛒"; }\r\n';

describe('a source file', () => {
  it.each([
    ['ASCII', Buffer.from('class A {}\n')],
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16, little end first', utf16(text, 'le')],
    ['UTF-16, big end first', utf16(text, 'be')],
    ['UTF-16 with half of a pair', utf16('a\ud800b', 'be')],
    ['nothing', Buffer.from('')],
  ])('has the same bytes when it is encoded again: %s', (_, bytes) => {
    const { text: decoded, encode } = decodeSource(bytes);
    expect(Buffer.from(encode?.(decoded) ?? 'cannot be encoded')).toEqual(bytes);
  });

  it.each([
    ['UTF-8', Buffer.from(text), text],
    ['UTF-16, little end first', utf16(text, 'le'), `\ufeff${text}`],
    ['UTF-16, big end first', utf16(text, 'be'), `\ufeff${text}`],
  ])('is read as the compiler reads it: %s', (_, bytes, expected) => expect(decodeSource(bytes).text).toBe(expected));

  it.each([
    ['windows-1251', Buffer.from('// \xcf\xf0\xe8\xe2\xe5\xf2\nclass A {}', 'latin1')],
    ['Latin-1', Buffer.from('// gr\xfc\xdfe\nclass A {}', 'latin1')],
    ['Shift-JIS', Buffer.from('// \x83e\x83X\x83g\nclass A {}', 'latin1')],
    ['UTF-16 without a byte order mark', Buffer.from('class A {}', 'utf16le')],
    ['UTF-16 with half of a character', Buffer.concat([utf16('class A {}', 'le'), Buffer.from('x')])],
    ['UTF-32', Buffer.from('\xff\xfe\0\0c\0\0\0', 'latin1')],
  ])('is shown byte by byte, and cannot be encoded: %s', (_, bytes) => {
    const { text: shown, encode } = decodeSource(bytes);
    expect([shown, encode]).toEqual([bytes.toString('latin1'), undefined]);
  });
});
