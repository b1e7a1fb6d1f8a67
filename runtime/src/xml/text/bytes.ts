import { XmlSyntaxError } from './errors.js';

/** How `decodeXmlBytes` treats bytes that are wrong. */
export interface XmlBytesOptions {
  /** Throw `XmlSyntaxError` on bytes that are not of the encoding and on an unknown encoding, instead of replacing and guessing. */
  readonly fatal?: boolean;
}

/**
 * The text of an XML document. The charset of the transport's header wins, then a byte order mark, then the XML
 * declaration, then UTF-8 (XML 1.0, 4.3.3 and appendix F). A byte order mark is not part of the text. Unless `fatal`, wrong
 * bytes become U+FFFD, an unknown charset is ignored, and a declaration that contradicts the byte order mark is too.
 */
export function decodeXmlBytes(bytes: Uint8Array, charsetFromHeader?: string, options: XmlBytesOptions = {}): string {
  if (options.fatal !== true) {
    return textOfXml(bytes, charsetFromHeader);
  }
  const header = charsetFromHeader?.trim() ?? '';
  const marked = markedCharset(bytes);
  const declared = declaredAtStart(bytes);
  const charset = header || marked || (isSingleByte(declared) ? declared : undefined);
  if (charset === undefined) {
    if (declared !== undefined) {
      throw wrongDeclaration(declared);
    }
    return decodeWith('utf-8', bytes, encodingError);
  }
  const text = decodeAs(charset, bytes, encodingError);
  if (text === undefined) {
    throw encodingError(`The encoding "${charset}" is not known`);
  }
  if (header === '') {
    checkDeclaration(text, marked);
  }
  return text;
}

/** As `decodeXmlBytes`, without errors. */
export function textOfXml(bytes: Uint8Array, charsetFromHeader?: string): string {
  const declared = declaredAtStart(bytes);
  for (const charset of [charsetFromHeader?.trim(), markedCharset(bytes), isSingleByte(declared) ? declared : '']) {
    const text = charset ? decodeAs(charset, bytes) : undefined;
    if (text !== undefined) {
      return text;
    }
  }
  return decodeWith('utf-8', bytes);
}

/** Declarations are ASCII, which most encodings contain. */
const beginnings = new TextDecoder('utf-8', { ignoreBOM: true });

function declaredAtStart(bytes: Uint8Array): string | undefined {
  return declaredIn(beginnings.decode(bytes.subarray(0, declarationBytes)));
}

/** A declaration that can be read as single bytes is wrong about being UTF-16. */
function isSingleByte(declared: string | undefined): boolean {
  return declared !== undefined && !utf16.test(declared);
}

function wrongDeclaration(declared: string): XmlSyntaxError {
  return encodingError(`The document is not in the declared encoding "${declared}"`);
}

/** Throws when the declaration names another encoding than the first bytes give away. */
function checkDeclaration(text: string, marked: string | undefined): void {
  const declared = declaredIn(text);
  if (marked === undefined || declared === undefined) {
    return;
  }
  if (marked === 'utf-8' ? /^utf-?8$/i.test(declared) : utf16.test(declared)) {
    return;
  }
  throw wrongDeclaration(declared);
}

/** Encoding that the first bytes give away: a byte order mark, or `<?` in UTF-16. */
export function markedCharset(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) {
    return 'utf-8';
  }
  if (a === 0xff && b === 0xfe) {
    return 'utf-16le';
  }
  if (a === 0xfe && b === 0xff) {
    return 'utf-16be';
  }
  if (a === 0x3c && b === 0 && c !== 0 && d === 0) {
    return 'utf-16le';
  }
  if (a === 0 && b === 0x3c && c === 0 && d !== 0) {
    return 'utf-16be';
  }
  return undefined;
}

/** Longer than any sensible XML declaration. */
export const declarationBytes = 256;
const declaredPattern = /^<\?xml[ \t\r\n][^>]*?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z][\w.-]*)["']/;
/** Names of UTF-16. */
export const utf16: RegExp = /^(?:utf-?16|ucs-?2|iso-10646-ucs-2)/i;

/** Encoding that an XML declaration at the start of the text names. */
export function declaredIn(text: string): string | undefined {
  return declaredPattern.exec(text.slice(0, declarationBytes))?.[1];
}

/** Makes an error of what is wrong with bytes; without it, wrong bytes become U+FFFD. */
type Refuse = (message: string) => Error;

/** The text of bytes in a charset; undefined if it is not known. */
function decodeAs(charset: string, bytes: Uint8Array, refuse?: Refuse): string | undefined {
  const name = charset.toLowerCase();
  // To TextDecoder these are names of windows-1252, which reads 0x80 to 0x9F as other characters.
  if (/^(?:iso-8859-1|latin1)$/.test(name)) {
    return decodeLatin1(bytes);
  }
  if (/^(?:us-)?ascii$/.test(name)) {
    return decodeAscii(bytes, refuse);
  }
  // Without a byte order, TextDecoder uses little endian; the mark decides (RFC 2781, 4.3).
  const label = name === 'utf-16' && markedCharset(bytes) === 'utf-16be' ? 'utf-16be' : name;
  if (label !== 'utf-8' && !isKnown(label)) {
    return undefined;
  }
  return decodeWith(label, bytes, refuse);
}

function isKnown(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

/** Making a decoder takes longer than reading a short message. */
const utf8 = new TextDecoder();

function decodeWith(label: string, bytes: Uint8Array, refuse?: Refuse): string {
  const isFatal = refuse !== undefined;
  try {
    const decoder = label === 'utf-8' && !isFatal ? utf8 : new TextDecoder(label, { fatal: isFatal });
    return decoder.decode(bytes);
  } catch (error) {
    if (isFatal && (error as Error).name === 'TypeError') {
      throw refuse(`The document is not valid ${label}`);
    }
    // Nothing else can fail. Not every host says so.
    throw new RangeError('Invalid string length', { cause: error });
  }
}

// As many arguments as every engine accepts in one call.
const chunk = 8192;

/** Text of bytes in ISO 8859-1: each is the code of its character. */
export function decodeLatin1(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += chunk) {
    // `apply` accepts bytes as they are; spreading them would cost six times as much.
    text += String.fromCharCode.apply(null, bytes.subarray(i, i + chunk) as unknown as number[]);
  }
  return text;
}

function decodeAscii(bytes: Uint8Array, refuse?: Refuse): string {
  const text = decodeLatin1(bytes);
  if (refuse !== undefined && /[^\0-\x7f]/.test(text)) {
    throw refuse('The document is not valid us-ascii');
  }
  return text.replace(/[^\0-\x7f]/g, '\ufffd');
}

/** The error for bytes that are not what their document says. */
export function encodingError(message: string): XmlSyntaxError {
  return new XmlSyntaxError(message, { line: 1, column: 1, offset: 0 });
}
