import { notA } from './numbers.js';

/** `xs:base64Binary` (Part 2, 3.2.16) and `xs:hexBinary` (3.2.15). */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const HEX = '0123456789ABCDEF';

const SEXTETS = new Int8Array(128).fill(-1);
for (let i = 0; i < 64; i++) SEXTETS[ALPHABET.charCodeAt(i)] = i;

/** Text to octets; white space may stand between the characters. */
export function parseBase64(text: string): Uint8Array {
  const compact = text.includes(' ') ? text.replaceAll(' ', '') : text;
  const length = compact.length;
  if (length % 4 !== 0) throw notA(text, 'base64Binary');
  if (length === 0) return new Uint8Array(0);
  const padding = compact.endsWith('==') ? 2 : compact.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((length / 4) * 3 - padding);
  const characters = length - padding;
  let bits = 0;
  let size = 0;
  let at = 0;
  for (let i = 0; i < characters; i++) {
    const code = compact.charCodeAt(i);
    const sextet = code < 128 ? (SEXTETS[code] ?? -1) : -1;
    if (sextet < 0) throw notA(text, 'base64Binary');
    bits = ((bits << 6) | sextet) & 0xffffff;
    size += 6;
    if (size >= 8) {
      size -= 8;
      bytes[at++] = (bits >> size) & 0xff;
    }
  }
  // The unused low bits of the last character are zero in the lexical space.
  if ((bits & ((1 << size) - 1)) !== 0) throw notA(text, 'base64Binary');
  return bytes;
}

/** Octets to canonical text, without line breaks. */
export function formatBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  let chunk = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const first = bytes[i] ?? 0;
    const second = bytes[i + 1] ?? 0;
    const third = bytes[i + 2] ?? 0;
    const left = bytes.length - i;
    chunk += ALPHABET.charAt(first >> 2) + ALPHABET.charAt(((first & 3) << 4) | (second >> 4));
    chunk += left > 1 ? ALPHABET.charAt(((second & 15) << 2) | (third >> 6)) : '=';
    chunk += left > 2 ? ALPHABET.charAt(third & 63) : '=';
    if (chunk.length > 8192) {
      parts.push(chunk);
      chunk = '';
    }
  }
  return parts.join('') + chunk;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  if (code >= 0x41 && code <= 0x46) return code - 0x37;
  if (code >= 0x61 && code <= 0x66) return code - 0x57;
  return -1;
}

/** Text to octets, either letter case. */
export function parseHex(text: string): Uint8Array {
  if (text.length % 2 !== 0) throw notA(text, 'hexBinary');
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    const high = hexDigit(text.charCodeAt(i * 2));
    const low = hexDigit(text.charCodeAt(i * 2 + 1));
    if (high < 0 || low < 0) throw notA(text, 'hexBinary');
    bytes[i] = (high << 4) | low;
  }
  return bytes;
}

/** Octets to canonical (upper-case) text. */
export function formatHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX.charAt(byte >> 4) + HEX.charAt(byte & 15);
  return text;
}

/** Equality of two octet strings. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
