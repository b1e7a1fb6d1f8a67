import { PackageError } from '../http/multipart.js';
import { parseBase64 } from '../schema/lexical/binary.js';

/**
 * The octets of a part by its `Content-Transfer-Encoding` (RFC 2045, 6). Costs time and memory in proportion to the content. Throws `PackageError` for an encoding that is
 * not known, and for content that is not in it.
 */
export function decodeTransfer(bytes: Uint8Array, encoding: string): Uint8Array {
  switch (encoding) {
    case '7bit':
    case '8bit':
    case 'binary':
      return bytes;
    case 'base64':
      return decodeBase64(base64Text(bytes));
    case 'quoted-printable':
      return decodeQuotedPrintable(bytes);
    default:
      throw new PackageError(`A part has the transfer encoding "${encoding.slice(0, 100)}", which is not known`);
  }
}

/** Base64 without the line breaks in it. */
export function base64Text(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes).replace(/\s+/g, '');
}

/** Throws `PackageError` for what is no base64. */
export function decodeBase64(text: string): Uint8Array {
  try {
    return parseBase64(text);
  } catch {
    throw new PackageError('A part is not in base64, which its transfer encoding is');
  }
}

const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const equalsSign = 0x3d;

/**
 * Undoes quoted-printable (RFC 2045, 6.7): `=XX` is an octet, `=` at the end of a line joins it to the next one, white space at the end of a
 * line was added on the way. A `=` before anything else is kept.
 */
export function decodeQuotedPrintable(bytes: Uint8Array): Uint8Array {
  const octets = new Uint8Array(bytes.length);
  let size = 0;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    if (byte === equalsSign) {
      const octet = octetAt(bytes, at + 1);
      const next = octet === undefined ? afterLineEnd(bytes, afterSpace(bytes, at + 1)) : at + 3;
      if (octet !== undefined) {
        octets[size++] = octet;
      } else if (next === undefined) {
        octets[size++] = equalsSign;
      }
      at = next ?? at + 1;
    } else if (byte === space || byte === tab) {
      const end = afterSpace(bytes, at);
      if (afterLineEnd(bytes, end) === undefined) {
        octets.set(bytes.subarray(at, end), size);
        size += end - at;
      }
      at = end;
    } else {
      octets[size++] = byte;
      at++;
    }
  }
  return octets.subarray(0, size);
}

function afterSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === space || bytes[at] === tab) {
    at++;
  }
  return at;
}

/** Index after the line break at an index; undefined if there is none. The end of the content is the end of a line. */
function afterLineEnd(bytes: Uint8Array, at: number): number | undefined {
  if (at >= bytes.length) {
    return at;
  }
  if (bytes[at] === lineFeed) {
    return at + 1;
  }
  return bytes[at] === carriageReturn && bytes[at + 1] === lineFeed ? at + 2 : undefined;
}

/** The octet that two hexadecimal digits stand for. */
function octetAt(bytes: Uint8Array, at: number): number | undefined {
  const high = hexDigit(bytes[at]);
  const low = hexDigit(bytes[at + 1]);
  return high === undefined || low === undefined ? undefined : high * 16 + low;
}

function hexDigit(code = 0): number | undefined {
  if (code >= 0x30 && code <= 0x39) {
    return code - 0x30;
  }
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined;
}
