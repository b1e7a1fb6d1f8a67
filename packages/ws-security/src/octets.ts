/** Octets as texts, and texts as octets. */
import { SignatureError } from './signature-error.js';

const utf8 = new TextEncoder();

/** The octets of a text in UTF-8. */
export const octetsOf = (text: string): Uint8Array => utf8.encode(text);

/** Octets for Web Crypto, whose types ask for memory that is not shared. */
export const source = (octets: Uint8Array): Uint8Array<ArrayBuffer> => octets as Uint8Array<ArrayBuffer>;

/** Octets in base64. */
export function toBase64(octets: Uint8Array): string {
  const pieces: string[] = [];
  // In pieces, because a function has room for so many arguments; of whole groups of three, so that each is base64 by itself.
  for (let i = 0; i < octets.length; i += pieceLength) {
    pieces.push(btoa(Reflect.apply(String.fromCharCode, null, octets.subarray(i, i + pieceLength))));
  }
  return pieces.join('');
}

const pieceLength = 8190;

/** The octets of base64 with white space in it. `what` names the text in the error. */
export function fromBase64(text: string, what: string): Uint8Array {
  const compact = text.replace(/[ \t\r\n]+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(compact) || compact.length % 4 !== 0) {
    throw new SignatureError('malformed', `${what} is not base64.`);
  }
  const binary = atob(compact);
  const octets = new Uint8Array(binary.length);
  for (let i = 0; i < octets.length; i++) {
    octets[i] = binary.charCodeAt(i);
  }
  return octets;
}

/** True if octets are the same. They are compared to the end, so that the time says nothing of where they differ. */
export function sameOctets(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    difference |= a[i]! ^ b[i]!;
  }
  return difference === 0;
}

/** Octets in hexadecimal digits. */
export const toHex = (octets: Uint8Array): string =>
  Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join('');

/** Octets one after the other. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
