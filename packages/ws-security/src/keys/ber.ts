import { SignatureError } from '../signature-error.js';
import { derTags, derValue, derWritten } from './der.js';

/** Deeper values are in no file. */
const maxDepth = 64;

/** Values whose lengths are not known before their ends, and texts in pieces, as some programs write them, in the one form that DER has. */
export function definite(octets: Uint8Array): Uint8Array {
  const [value, length] = definiteAt(octets, 0, 0);
  return octets.length === length ? value : octets;
}

function definiteAt(octets: Uint8Array, at: number, depth: number): readonly [value: Uint8Array, length: number] {
  const tag = octets[at] ?? 0;
  const isOpen = octets[at + 1] === 0x80;
  const size = octets[at + 1] ?? 0;
  const lengthOctets = size > 0x80 ? size - 0x80 : 0;
  const start = at + 2 + lengthOctets;
  const length =
    lengthOctets === 0 ? size : octets.subarray(at + 2, start).reduce((sum, octet) => sum * 256 + octet, 0);
  const end = isOpen ? octets.length : start + length;
  if (depth > maxDepth || end > octets.length || start > octets.length) {
    throw new SignatureError('key', 'A file of PKCS #12 is not valid.');
  }
  if ((tag & 0x20) === 0) {
    return [octets.subarray(at, end), end - at];
  }
  const parts: Uint8Array[] = [];
  let next = start;
  while (next < end && !(isOpen && octets[next] === 0 && octets[next + 1] === 0)) {
    const [part, taken] = definiteAt(octets, next, depth + 1);
    parts.push(part);
    next += taken;
  }
  const whole = isOpen ? next + 2 - at : end - at;
  return [inOneForm(tag, parts), whole];
}

/** Octets in pieces as one value. */
function inOneForm(tag: number, parts: readonly Uint8Array[]): Uint8Array {
  return tag === 0x24
    ? derWritten(derTags.octetString, ...parts.map((part) => derValue(part, derTags.octetString).content))
    : derWritten(tag, ...parts);
}
