import { notA } from './numbers.js';
import { collapseWhiteSpace } from './whitespace.js';

/** `xs:base64Binary` (Part 2, 3.2.16) and `xs:hexBinary` (3.2.15). */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const hex = '0123456789ABCDEF';

// Text is made of its octets at once: a string that grows by characters takes ten times the time, and a tree of memory as it grows.
const digits = Uint8Array.from(alphabet, (character) => character.charCodeAt(0));
const paddingCode = 0x3d;
const ascii = new TextDecoder();

const sextets = sextetsByUnit();

function sextetsByUnit(): Int8Array {
  const sextetOf = new Int8Array(128).fill(-1);
  for (let i = 0; i < 64; i++) {
    sextetOf[alphabet.charCodeAt(i)] = i;
  }
  return sextetOf;
}

/** What Node's `Buffer` can do; other hosts may have it as well, or not. */
interface NativeBinary {
  from(text: string, encoding: 'base64'): Uint8Array;
  from(buffer: ArrayBufferLike, offset: number, length: number): { toString(encoding: 'base64'): string };
}
const native = (globalThis as { readonly Buffer?: NativeBinary }).Buffer;
/** Octets from which on native code is faster. Below that, `Buffer` hands out parts of memory that others use, too. */
const minNative = 8192;
/** Octets that are compared at a time: their text is small enough to stay near the processor. */
const comparedOctets = 12_288;

/** Text to octets; white space is allowed around and between the characters. */
export function parseBase64(raw: string): Uint8Array {
  return parseWritten(raw) ?? parseSpaced(collapseWhiteSpace(raw));
}

function parseSpaced(text: string): Uint8Array {
  const compact = text.includes(' ') ? text.replaceAll(' ', '') : text;
  return parseWritten(compact) ?? parseCompact(text, compact);
}

/** The octets of a long text in the lexical space, by native code; undefined for any other text. */
function parseWritten(compact: string): Uint8Array | undefined {
  if (native === undefined || compact.length < minNative * 2 || compact.length % 4 !== 0) {
    return undefined;
  }
  const { buffer, byteOffset, byteLength } = native.from(compact, 'base64');
  const octets = new Uint8Array(buffer, byteOffset, byteLength);
  return isTextOf(compact, octets) ? octets : undefined;
}

/** True if the octets are written just so. What native code reads is more than the lexical space, in which each value has one text. */
function isTextOf(compact: string, octets: Uint8Array): boolean {
  let at = 0;
  for (let i = 0; i < octets.length; i += comparedOctets) {
    const part = formatBase64(octets.subarray(i, i + comparedOctets));
    if (compact.slice(at, at + part.length) !== part) {
      return false;
    }
    at += part.length;
  }
  return at === compact.length;
}

function parseCompact(text: string, compact: string): Uint8Array {
  const length = compact.length;
  if (length % 4 !== 0) {
    throw notA(text, 'base64Binary');
  }
  if (length === 0) {
    return new Uint8Array(0);
  }
  const padding = compact.endsWith('==') ? 2 : compact.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((length / 4) * 3 - padding);
  const characters = length - padding;
  let bits = 0;
  let size = 0;
  let at = 0;
  for (let i = 0; i < characters; i++) {
    const code = compact.charCodeAt(i);
    const sextet = code < 128 ? (sextets[code] ?? -1) : -1;
    if (sextet < 0) {
      throw notA(text, 'base64Binary');
    }
    bits = ((bits << 6) | sextet) & 0xffffff;
    size += 6;
    if (size >= 8) {
      size -= 8;
      bytes[at++] = (bits >> size) & 0xff;
    }
  }
  // The unused low bits of the last character are zero in the lexical space.
  if ((bits & ((1 << size) - 1)) !== 0) {
    throw notA(text, 'base64Binary');
  }
  return bytes;
}

/** Octets to canonical text, without line breaks. */
export function formatBase64(bytes: Uint8Array): string {
  if (native !== undefined && bytes.length >= minNative) {
    return native.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  }
  const whole = bytes.length - (bytes.length % 3);
  const codes = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  let at = 0;
  for (let i = 0; i < whole; i += 3) {
    const bits = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    codes[at++] = digits[bits >> 18] ?? 0;
    codes[at++] = digits[(bits >> 12) & 63] ?? 0;
    codes[at++] = digits[(bits >> 6) & 63] ?? 0;
    codes[at++] = digits[bits & 63] ?? 0;
  }
  if (whole < bytes.length) {
    const second = bytes[whole + 1];
    const bits = ((bytes[whole] ?? 0) << 16) | ((second ?? 0) << 8);
    codes[at++] = digits[bits >> 18] ?? 0;
    codes[at++] = digits[(bits >> 12) & 63] ?? 0;
    codes[at++] = second === undefined ? paddingCode : (digits[(bits >> 6) & 63] ?? 0);
    codes[at] = paddingCode;
  }
  return ascii.decode(codes);
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) {
    return code - 0x30;
  }
  if (code >= 0x41 && code <= 0x46) {
    return code - 0x37;
  }
  if (code >= 0x61 && code <= 0x66) {
    return code - 0x57;
  }
  return -1;
}

/** Text to octets, either letter case. */
export function parseHex(text: string): Uint8Array {
  if (text.length % 2 !== 0) {
    throw notA(text, 'hexBinary');
  }
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    const high = hexDigit(text.charCodeAt(i * 2));
    const low = hexDigit(text.charCodeAt(i * 2 + 1));
    if (high < 0 || low < 0) {
      throw notA(text, 'hexBinary');
    }
    bytes[i] = (high << 4) | low;
  }
  return bytes;
}

/** Octets to canonical (upper-case) text. */
export function formatHex(bytes: Uint8Array): string {
  const codes = new Uint8Array(bytes.length * 2);
  let at = 0;
  for (const byte of bytes) {
    codes[at++] = hex.charCodeAt(byte >> 4);
    codes[at++] = hex.charCodeAt(byte & 15);
  }
  return ascii.decode(codes);
}

/** Equality of two octet strings. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) {
    return false;
  }
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) {
      return false;
    }
  }
  return true;
}
