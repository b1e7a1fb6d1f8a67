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
  /** Memory of its own that is not empty. */
  allocUnsafeSlow(length: number): NativeOctets;
  from(buffer: ArrayBufferLike, offset: number, length: number): NativeOctets;
}
interface NativeOctets {
  readonly buffer: ArrayBuffer;
  write(text: string, offset: number, length: number, encoding: NativeEncoding): number;
  toString(encoding: NativeEncoding, start?: number, end?: number): string;
}
type NativeEncoding = 'base64' | 'hex';
const native = (globalThis as { readonly Buffer?: NativeBinary }).Buffer;
/** Octets from which on native code is faster. */
const minNative = 96;
/** The same for hexadecimal digits that are read. */
const minNativeHex = 400;
/** Octets that are converted at a time, a multiple of three: they and their text are small enough to stay near the processor. */
const nativePiece = 24_576;

/** Text to octets; white space is allowed around and between the characters. */
export function parseBase64(raw: string): Uint8Array {
  const octets = parseWritten(raw);
  if (octets !== undefined) {
    return octets;
  }
  const compact = withoutSpace(raw);
  return parseWritten(compact) ?? parseCompact(raw, compact);
}

/**
 * The octets of a text between tags as it is written in a document, by native code. Undefined if it is short, or not base64 in the end: line ends may be
 * written as references, and all other references count as something else.
 */
export function parseBetweenTags(written: string): Uint8Array | undefined {
  return (
    parseWritten(written) ??
    (native === undefined || written.length < minNative
      ? undefined
      : parseWritten(withoutSpace(withoutLineEnds(written))))
  );
}

/** The usual references to line ends. Programs that write a carriage return make one of it. */
const lineEnds = ['&#13;', '&#xD;', '&#xd;', '&#10;', '&#xA;', '&#xa;'];
const anySpace = /[ \t\n\r]/;
const spaces = ['\r\n', '\n', '\r', ' ', '\t'];

function withoutLineEnds(text: string): string {
  return text.includes('&') ? without(text, lineEnds) : text;
}

function withoutSpace(text: string): string {
  return anySpace.test(text) ? without(text, spaces) : text;
}

/** A text without some texts. Each is taken out by itself: expressions take four times as long. */
function without(text: string, parts: readonly string[]): string {
  return parts.reduce((rest, part) => rest.replaceAll(part, ''), text);
}

/**
 * The octets of a text in the lexical space, by native code; undefined for any other text, and for short ones. Native code reads more than the
 * lexical space, in which each value has one text: so the octets are written again, and compared.
 */
function parseWritten(compact: string): Uint8Array | undefined {
  const length = (compact.length / 4) * 3 - paddingOf(compact);
  if (native === undefined || length < minNative || compact.length % 4 !== 0) {
    return undefined;
  }
  const octets = native.allocUnsafeSlow(length);
  for (let at = 0, from = 0; at < length; at += nativePiece) {
    const end = Math.min(at + nativePiece, length);
    const piece = compact.slice(from, from + Math.ceil((end - at) / 3) * 4);
    octets.write(piece, at, end - at, 'base64');
    if (octets.toString('base64', at, end) !== piece) {
      return undefined;
    }
    from += piece.length;
  }
  return new Uint8Array(octets.buffer);
}

/** How many characters at the end stand for no octets. */
function paddingOf(compact: string): number {
  return compact.endsWith('==') ? 2 : compact.endsWith('=') ? 1 : 0;
}

function parseCompact(raw: string, compact: string): Uint8Array {
  const length = compact.length;
  if (length % 4 !== 0) {
    throw notA(collapseWhiteSpace(raw), 'base64Binary');
  }
  if (length === 0) {
    return new Uint8Array(0);
  }
  const padding = paddingOf(compact);
  const bytes = new Uint8Array((length / 4) * 3 - padding);
  const characters = length - padding;
  let bits = 0;
  let size = 0;
  let at = 0;
  for (let i = 0; i < characters; i++) {
    const code = compact.charCodeAt(i);
    const sextet = code < 128 ? (sextets[code] ?? -1) : -1;
    if (sextet < 0) {
      throw notA(collapseWhiteSpace(raw), 'base64Binary');
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
    throw notA(collapseWhiteSpace(raw), 'base64Binary');
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
  return parseLongHex(text) ?? parseDigits(text);
}

/** The octets of a long text, by native code; undefined for any other text, and for short ones. */
function parseLongHex(text: string): Uint8Array | undefined {
  const length = text.length / 2;
  if (native === undefined || length < minNativeHex) {
    return undefined;
  }
  const octets = native.allocUnsafeSlow(length);
  for (let at = 0; at < length; at += nativePiece) {
    const end = Math.min(at + nativePiece, length);
    const piece = text.slice(at * 2, end * 2);
    octets.write(piece, at, end - at, 'hex');
    if (octets.toString('hex', at, end) !== piece.toLowerCase()) {
      return undefined;
    }
  }
  return new Uint8Array(octets.buffer);
}

function parseDigits(text: string): Uint8Array {
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
  if (native !== undefined && bytes.length >= minNative) {
    return native.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex').toUpperCase();
  }
  const codes = new Uint8Array(bytes.length * 2);
  let at = 0;
  for (const byte of bytes) {
    codes[at++] = hex.charCodeAt(byte >> 4);
    codes[at++] = hex.charCodeAt(byte & 15);
  }
  return ascii.decode(codes);
}

/** True for a `Uint8Array`, also one of another realm, such as a frame of a page or a sandbox of a test. */
export function isOctets(value: unknown): value is Uint8Array {
  return (
    ArrayBuffer.isView(value) &&
    (value instanceof Uint8Array || Object.prototype.toString.call(value) === '[object Uint8Array]')
  );
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
