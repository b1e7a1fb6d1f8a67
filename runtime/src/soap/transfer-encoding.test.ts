import fc from 'fast-check';
import { PackageError } from '../http/multipart.js';
import { transferDecoder } from '../stream/package/transfer-decoder.js';
import { decodeTransfer } from './transfer-encoding.js';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const text = (content: Uint8Array | undefined): string | undefined => content && String.fromCharCode(...content);
const quoted = (written: string): string | undefined => text(decodeTransfer(bytes(written), 'quoted-printable'));

describe('quoted-printable', () => {
  it.each<[what: string, written: string, read: string]>([
    ['octets in either letter case', 'a=C3=bc=3D', 'a\xc3\xbc='],
    ['a soft line break', 'a=\r\nb=\nc', 'abc'],
    ['white space before a soft line break, which is content', 'a \t=\r\nb', 'a \tb'],
    ['white space after the = of a soft line break', 'a= \t\r\nb', 'ab'],
    ['white space at the end of a line', 'a \t\r\nb  \nc  ', 'a\r\nb\nc'],
    ['white space within a line', 'a  b', 'a  b'],
    ['a = before anything else', 'a=x=4=', 'a=x=4'],
    ['a = before white space', 'a= b', 'a= b'],
    ['a soft line break at the end', 'a=', 'a'],
    ['octets above ASCII', '\xe9', '\xe9'],
    ['a carriage return alone', 'a \rb', 'a \rb'],
  ])('reads %s', (_, written, read) => {
    expect(quoted(written)).toBe(read);
  });

  it('gives back any octets that were encoded', () => {
    const encode = (content: Uint8Array): string =>
      Array.from(content, (byte) => `=${byte.toString(16).padStart(2, '0')}`).join('=\r\n');
    fc.assert(
      fc.property(fc.uint8Array(), (content) => {
        expect(decodeTransfer(bytes(encode(content)), 'quoted-printable')).toEqual(content);
      }),
    );
  });
});

it('base64 may be broken into lines, and is refused when it is not base64', () => {
  expect(decodeTransfer(bytes('AQ\r\n ID\t'), 'base64')).toEqual(Uint8Array.of(1, 2, 3));
  expect(() => decodeTransfer(bytes('AQ!D'), 'base64')).toThrow(PackageError);
  expect(() => decodeTransfer(bytes('AQ==AQID'), 'base64')).toThrow(PackageError);
});

it('an encoding that is not known is refused', () => {
  expect(() => decodeTransfer(bytes('x'), 'rot13')).toThrow(
    'A part has the transfer encoding "rot13", which is not known',
  );
});

it.each(['base64', 'quoted-printable', 'binary'])('%s is the same however it is cut', (encoding) => {
  const pieces = ['AQ', 'ID', '=', '==', '\r\n', '\n', ' ', '\t', '=\r\n', '=C3', 'x', '\r'];
  const decoded = (parts: readonly string[]): string => {
    try {
      const decoder = transferDecoder(encoding);
      return parts.map((part) => text(decoder.add(bytes(part)))).join('') + text(decoder.end());
    } catch (error) {
      return `${error}`;
    }
  };
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces)), (parts) => {
      expect(decoded(parts)).toBe(decoded([parts.join('')]));
      expect(decoded([...parts.join('')])).toBe(decoded([parts.join('')]));
    }),
  );
});
