/** A source file as text, and the way back to bytes. */
export interface DecodedSource {
  /** The text, with the byte order mark if the file has one. */
  readonly text: string;
  /** Bytes of a text in the encoding of the file; `undefined` if the encoding is not known, so that nothing may be written. */
  readonly encode: ((text: string) => Uint8Array) | undefined;
}

/**
 * Decodes a TypeScript source the way the compiler does: UTF-16 with a byte order mark, otherwise UTF-8. Encoding the text
 * again gives the very same bytes. A file in any other encoding is shown with one character for each byte, so that its
 * ASCII part can be read, and cannot be encoded.
 */
export function decodeSource(bytes: Uint8Array): DecodedSource {
  return decodeUtf16(bytes) ?? decodeUtf8(bytes) ?? { text: Buffer.from(bytes).toString('latin1'), encode: undefined };
}

function decodeUtf8(bytes: Uint8Array): DecodedSource | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return unlessBinary({ text, encode: (changed) => Buffer.from(changed, 'utf8') });
  } catch {
    return undefined;
  }
}

function decodeUtf16(bytes: Uint8Array): DecodedSource | undefined {
  const little = bytes[0] === 0xff && bytes[1] === 0xfe;
  const big = bytes[0] === 0xfe && bytes[1] === 0xff;
  if (!(little || big) || bytes.length % 2 !== 0) {
    return undefined;
  }
  const order = (units: Buffer): Buffer => (little ? units : units.swap16());
  const text = order(Buffer.from(bytes)).toString('utf16le');
  return unlessBinary({ text, encode: (changed) => order(Buffer.from(changed, 'utf16le')) });
}

/**
 * No source contains the character NUL: a file that decodes to it has another encoding, such as UTF-16 without a byte order
 * mark.
 */
function unlessBinary(source: DecodedSource): DecodedSource | undefined {
  return source.text.includes('\u0000') ? undefined : source;
}
