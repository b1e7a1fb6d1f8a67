import { brief } from '../../base/describe.js';
import { XmlSyntaxError } from './errors.js';

/** How `decodeXmlBytes` treats bytes that are wrong. */
export interface XmlBytesOptions {
  /** Throw `XmlSyntaxError` on bytes that are not of the encoding and on an unknown encoding, instead of replacing and guessing. */
  readonly fatal?: boolean;
  /** Throw `XmlSyntaxError` on an encoding that this host does not know, and replace wrong bytes all the same. */
  readonly requireKnown?: boolean;
}

/**
 * The text of an XML document. The charset of the transport's header wins, then a byte order mark, then the XML
 * declaration, then UTF-8 (XML 1.0, 4.3.3 and appendix F). A byte order mark is not part of the text. Unless `fatal`, wrong
 * bytes become U+FFFD, an unknown encoding is ignored, and a declaration that contradicts the byte order mark is too.
 */
export function decodeXmlBytes(bytes: Uint8Array, charsetFromHeader?: string, options: XmlBytesOptions = {}): string {
  const decode = bytesDecoder(bytes, charsetFromHeader, options);
  try {
    return decode(bytes, true);
  } catch (error) {
    // Nothing else can fail. Not every host says so.
    throw error instanceof WrongBytes ? error.failure : new RangeError('Invalid string length', { cause: error });
  }
}

/** Decodes bytes of one encoding as they come, as far as their characters are complete. Throws `WrongBytes`. */
export type DecodeBytes = (bytes: Uint8Array, isEnd: boolean) => string;

/** Bytes are wrong: `text` is what comes before them. */
export class WrongBytes extends Error {
  readonly text: string;
  readonly failure: XmlSyntaxError;

  constructor(text: string, failure: XmlSyntaxError) {
    super(failure.message);
    this.text = text;
    this.failure = failure;
  }
}

/** Longer than any sensible XML declaration. */
const declarationBytes = 256;
const declaredPattern = /^<\?xml[ \t\r\n][^>]*?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z][\w.-]*)["']/;
const utf16 = /^(?:utf-?16|ucs-?2|iso-10646-ucs-2)/i;
const isUtf8 = /^utf-?8$/i;
const greaterThan = 0x3e;
const nothing = new Uint8Array(0);

/** Making a decoder takes longer than reading a short message. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Encoding that the first bytes give away: a byte order mark, or `<?` in UTF-16. */
function markedCharset(bytes: Uint8Array): string | undefined {
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

/** The beginning of a document as text, as far as a declaration may reach: declarations are ASCII, which most encodings contain. */
function startOf(bytes: Uint8Array, marked: string | undefined): string {
  return marked === undefined || marked === 'utf-8'
    ? utf8.decode(bytes.subarray(0, declarationBytes)).replace(/^\ufeff/, '')
    : new TextDecoder(marked).decode(bytes.subarray(0, 2 * declarationBytes + 2));
}

/** True if the encoding can be told from the first bytes of a document: there is no XML declaration, or all of it is here. */
export function tellsEncoding(bytes: Uint8Array): boolean {
  if (bytes.length < 4) {
    return false;
  }
  const start = startOf(bytes, markedCharset(bytes));
  const isDeclaration = start.startsWith('<?xml'.slice(0, start.length));
  return !isDeclaration || bytes.length >= 2 * declarationBytes + 2 || start.includes('>');
}

/** True if there is an encoding of this name. */
export function isKnownEncoding(name: string): boolean {
  return decoderOf(name.trim().toLowerCase(), undefined, false) !== undefined;
}

/**
 * What decodes a document that begins with these bytes: see `decodeXmlBytes`. Throws `XmlSyntaxError` for an encoding that is not known, if the options say so, and for a wrong
 * declaration, if `fatal`.
 */
export function bytesDecoder(
  beginning: Uint8Array,
  charsetFromHeader = '',
  { fatal = false, requireKnown = fatal }: XmlBytesOptions = {},
): DecodeBytes {
  const header = charsetFromHeader.trim();
  const marked = markedCharset(beginning);
  const isWide = marked !== undefined && marked !== 'utf-8';
  const declared = declaredPattern.exec(startOf(beginning, marked))?.[1];
  const isWrong =
    declared !== undefined && (marked === 'utf-8' ? !isUtf8.test(declared) : utf16.test(declared) !== isWide);
  if (fatal && header === '' && isWrong) {
    throw encodingError(`The document is not in the declared encoding "${declared}"`);
  }
  // A declaration that can be read as single bytes is wrong about being UTF-16.
  for (const charset of [header, marked, isWrong ? undefined : declared]) {
    const decode = charset ? decoderOf(charset.toLowerCase(), marked, fatal) : undefined;
    if (decode !== undefined) {
      return decode;
    }
    if (charset && requireKnown) {
      throw encodingError(`The encoding "${brief(charset, 100)}" is not known`);
    }
  }
  return decodeWith('utf-8', fatal);
}

function decoderOf(charset: string, marked: string | undefined, fatal: boolean): DecodeBytes | undefined {
  // To TextDecoder these two are names of windows-1252, which reads 0x80 to 0x9F as other characters.
  if (charset === 'iso-8859-1' || charset === 'latin1') {
    return decodeLatin1;
  }
  if (charset === 'us-ascii' || charset === 'ascii') {
    return (bytes) => decodeAscii(bytes, fatal);
  }
  try {
    // Without a byte order, TextDecoder uses little endian; the mark decides (RFC 2781, 4.3).
    return decodeWith(charset === 'utf-16' && marked === 'utf-16be' ? marked : charset, fatal);
  } catch {
    return undefined;
  }
}

function decodeWith(label: string, fatal: boolean): DecodeBytes {
  const decoder = label === 'utf-8' && !fatal ? utf8 : new TextDecoder(label, { fatal, ignoreBOM: true });
  const decode = decoder.encoding === 'utf-8' ? decodeUtf8(decoder) : fatal ? decodeByTags(decoder) : undefined;
  let isBegun = false;
  return (bytes, isEnd) => {
    const text = decode === undefined ? decodeOn(decoder, bytes, isEnd) : decode(bytes, isEnd);
    const isMarked = !isBegun && text.charCodeAt(0) === 0xfeff;
    isBegun ||= text !== '';
    return isMarked ? text.slice(1) : text;
  };
}

/** Node 20 reads all of windows-1252 as ISO 8859-1, unless it is told that more comes. */
function decodeOn(decoder: TextDecoder, bytes: Uint8Array, isEnd: boolean): string {
  const text = decoder.decode(bytes, { stream: true });
  return isEnd ? text + decoder.decode() : text;
}

/** Whole characters are decoded, which hosts do much faster than parts of them. */
function decodeUtf8(decoder: TextDecoder): DecodeBytes {
  let rest: Uint8Array = nothing;
  return (bytes, isEnd) => {
    const all = rest.length === 0 ? bytes : joined(rest, bytes);
    const end = isEnd ? all.length : completeLength(all);
    rest = end === all.length ? nothing : all.slice(end);
    const complete = all.subarray(0, end);
    try {
      return decoder.decode(complete);
    } catch (error) {
      if (decoder.fatal && isEncodingProblem(error)) {
        return decodeByTags(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }))(complete, isEnd);
      }
      throw error;
    }
  };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** Bytes up to a character of UTF-8 that is not complete at the end. */
function completeLength(bytes: Uint8Array): number {
  const { length } = bytes;
  for (let i = length - 1; i >= 0 && i >= length - 3; i--) {
    const byte = bytes[i] ?? 0;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length - i < needed ? i : length;
    }
    if (byte < 0x80) {
      return length;
    }
  }
  return length;
}

/** Decodes from one `>` to the next: a decoder does not say which bytes are wrong, but everything that ends before them is to be read. */
function decodeByTags(decoder: TextDecoder): DecodeBytes {
  return (bytes, isEnd) => {
    let text = '';
    let at = 0;
    try {
      do {
        const end = endOfTag(bytes, at);
        text += decodeOn(decoder, bytes.subarray(at, end), isEnd && end === bytes.length);
        at = end;
      } while (at < bytes.length);
    } catch (error) {
      if (!isEncodingProblem(error)) {
        throw error;
      }
      throw new WrongBytes(text, encodingError(`The document is not valid ${decoder.encoding}`));
    }
    return text;
  };
}

/** Index after the next `>`, which has a zero after it in UTF-16. */
function endOfTag(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(greaterThan, from) + 1;
  return end === 0 ? bytes.length : bytes[end] === 0 ? end + 1 : end;
}

function isEncodingProblem(error: unknown): boolean {
  return (error as Error | undefined)?.name === 'TypeError';
}

function decodeAscii(bytes: Uint8Array, fatal: boolean): string {
  const text = decodeLatin1(bytes);
  const wrong = fatal ? text.search(/[^\0-\x7f]/) : -1;
  if (wrong >= 0) {
    throw new WrongBytes(text.slice(0, wrong), encodingError('The document is not valid us-ascii'));
  }
  return text.replace(/[^\0-\x7f]/g, '\ufffd');
}

// As many arguments as every engine accepts in one call.
const chunk = 8192;

/** Text of bytes in ISO 8859-1: each is the code of its character. */
function decodeLatin1(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += chunk) {
    // `apply` accepts bytes as they are; spreading them would cost six times as much.
    text += String.fromCharCode.apply(null, bytes.subarray(i, i + chunk) as unknown as number[]);
  }
  return text;
}

/** The error for bytes that are not what their document says. */
function encodingError(message: string): XmlSyntaxError {
  return new XmlSyntaxError(message, { line: 1, column: 1, offset: 0 });
}
