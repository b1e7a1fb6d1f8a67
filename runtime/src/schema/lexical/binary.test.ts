import { formatSimple, LexicalError } from '../index.js';
import * as xs from '../xs.js';
import { formatBase64, parseBase64, parseHex } from './binary.js';

describe('octets as text', () => {
  const bytes = Uint8Array.from({ length: 1_000_001 }, (_, at) => (at * 7 + (at >> 8)) & 255);

  it.each([0, 1, 2, 3, 4, 5, 1_000_000, 1_000_001])('%i of them are written as the platform writes them', (size) => {
    const some = bytes.subarray(0, size);
    expect(formatSimple(xs.base64Binary, some) === Buffer.from(some).toString('base64')).toBe(true);
    expect(formatSimple(xs.hexBinary, some) === Buffer.from(some).toString('hex').toUpperCase()).toBe(true);
  });
});

describe('large values, which native code converts where there is any', () => {
  const octets = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 7)) & 0xff);

  it.each([95, 96, 97, 98, 24_575, 24_576, 24_577, 50_000])(
    '%i octets come back as they were, in memory of their own',
    (length) => {
      const bytes = octets(length);
      const text = formatBase64(bytes);
      expect(text).toBe(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')));
      const parsed = parseBase64(text);
      expect(parsed).toEqual(bytes);
      expect(parsed.constructor).toBe(Uint8Array);
      expect(parsed.buffer.byteLength).toBe(length);
      expect(parseBase64(text.replace(/.{76}/g, '$& '))).toEqual(bytes);
    },
  );

  it.each([399, 400, 24_576, 24_577, 60_000])(
    '%i octets come back from hexadecimal digits, in either case',
    (length) => {
      const bytes = octets(length);
      const text = Buffer.from(bytes).toString('hex');
      for (const written of [text, text.toUpperCase()]) {
        const parsed = parseHex(written);
        expect(Buffer.compare(parsed, bytes)).toBe(0);
        expect([parsed.constructor, parsed.buffer.byteLength]).toEqual([Uint8Array, length]);
      }
    },
  );

  it('refuses what is no hexadecimal digit at any place', () => {
    const text = Buffer.from(octets(30_001)).toString('hex');
    for (const at of [0, 1, 49_151, 49_152, 60_001]) {
      for (const wrong of ['g', ' ', '\u0161', '\u2161']) {
        expect(() => parseHex(`${text.slice(0, at)}${wrong}${text.slice(at + 1)}`)).toThrow(LexicalError);
      }
    }
    expect(() => parseHex(text.slice(1))).toThrow(LexicalError);
  });

  it('refuses what is not base64 at any place', () => {
    const text = formatBase64(octets(50_002));
    for (const wrong of [
      `${text}=`,
      `-${text.slice(1)}`,
      `${text.slice(0, 100)}=${text.slice(101)}`,
      text.slice(1),
      `${text.slice(0, 32_768)}====${text.slice(32_768)}`,
      `${text.slice(0, 40_000)}\u0141${text.slice(40_001)}`,
      text.replace(/.==$/, 'B=='),
    ]) {
      expect(() => parseBase64(wrong)).toThrow(LexicalError);
    }
  });
});
