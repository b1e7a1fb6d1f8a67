/**
 * As `textOfXml` of `bytes.ts`, with encodings as browsers know them: ISO 8859-1 and ASCII are windows-1252 (Encoding Standard, 4.2). Marks of UTF-16 win
 * over the header, because nothing else begins with them.
 */
export function textOfXml(bytes: Uint8Array, charsetFromHeader = ''): string {
  // As many bytes as an XML declaration may take.
  const start = String.fromCharCode(...bytes.subarray(0, 256));
  const marked = /^(?:\xff\xfe|<\0)/.test(start) ? 'utf-16le' : /^(?:\xfe\xff|\0<)/.test(start) ? 'utf-16be' : '';
  const declared = declaredEncoding.exec(start)?.[1] ?? '';
  const decoder = decoderOf(marked) ?? decoderOf(charsetFromHeader) ?? decoderOf(declared) ?? new TextDecoder();
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    // Nothing else can fail. Not every host says so.
    throw new RangeError('Invalid string length', { cause });
  }
}

/** A declaration that can be read as single bytes is wrong about being UTF-16. */
const declaredEncoding = /^<\?xml\s[^>]*?\sencoding\s*=\s*["'](?!utf-?16|ucs-?2|iso-10646-ucs-2)([\w.-]+)/i;

function decoderOf(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}
