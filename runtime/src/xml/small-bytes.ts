/**
 * As `textOfXml` of `bytes.ts`, with encodings as browsers know them: ISO 8859-1 and ASCII are windows-1252 (Encoding Standard, 4.2). Marks of UTF-16 win
 * over the header, because nothing else begins with them. A document that is longer than a string can be is an error of the host.
 */
export function textOfXml(bytes: Uint8Array, charsetFromHeader = ''): string {
  // As many bytes as an XML declaration may take.
  const start = String.fromCharCode(...bytes.subarray(0, 256));
  const [mark, little] = /^(?:(\xff\xfe|<\0)|\xfe\xff|\0<)/.exec(start) ?? [];
  const marked = mark && (little ? 'utf-16' : 'utf-16be');
  let decoder = new TextDecoder();
  for (const charset of [declaredEncoding.exec(start)?.[1], charsetFromHeader, marked]) {
    try {
      decoder = new TextDecoder(charset ?? '');
    } catch {
      // Nobody knows it.
    }
  }
  return decoder.decode(bytes);
}

/** A declaration that can be read as single bytes is wrong about being UTF-16. */
const declaredEncoding = /^<\?xml\s[^>]*?\sencoding\s*=\s*["'](?!u(?:tf-?16|cs)|iso-10)([\w.-]+)/i;
