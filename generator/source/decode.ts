import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';

/**
 * Text of an XML document's bytes (XML 1.0, 4.3.3 and appendix F): the byte order mark decides, then the encoding
 * declaration, then UTF-8. A byte order mark is not part of the text. Bytes that the encoding does not allow become U+FFFD.
 * The line ends of Windows, which version control may write into a checkout, become line feeds, as section 2.11 says.
 */
export function decodeXml(bytes: Uint8Array, file: string): Result<string> {
  const diagnostics: Diagnostic[] = [];
  const span = { file, line: 1, column: 1, length: 0 };
  const label = encodingOf(bytes);
  const declared = byteOrderMark(bytes) ?? declaredEncoding(bytes);
  if (declared !== undefined && !isKnown(declared)) {
    diagnostics.push(diagnostic('source/unknown-encoding', { encoding: declared }, span));
  }
  try {
    return [withLineFeeds(new TextDecoder(label, { fatal: true }).decode(bytes)), diagnostics];
  } catch {
    diagnostics.push(diagnostic('source/invalid-bytes', { encoding: label }, span));
    return [withLineFeeds(new TextDecoder(label).decode(bytes)), diagnostics];
  }
}

/** The encoding in which the bytes of a document are read, as `TextDecoder` names it: UTF-8 in the place of one that is not known. */
export function encodingOf(bytes: Uint8Array): string {
  const label = byteOrderMark(bytes) ?? declaredEncoding(bytes) ?? 'utf-8';
  return isKnown(label) ? label : 'utf-8';
}

/** A text whose lines end in line feeds. */
export function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** UTF-16 is recognised without a byte order mark, too, by the zero byte next to the first `<`. */
function byteOrderMark(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) {
    return 'utf-8';
  }
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) {
    return 'utf-16le';
  }
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) {
    return 'utf-16be';
  }
  return undefined;
}

/** The encoding declaration, if any. Any encoding that gets here agrees with ASCII as far as the declaration goes. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 256));
  const encoding = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']/.exec(head)?.[1];
  // A document that can be read byte by byte is not UTF-16, whatever it says.
  return encoding && /^utf-?16|^ucs-?2|^iso-10646-ucs/i.test(encoding) ? 'utf-8' : encoding;
}

function isKnown(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}
