import { joinBytes } from '../../http/byte-collector.js';
import {
  declarationBytes,
  declaredIn,
  decodeLatin1,
  encodingError,
  markedCharset,
  utf16,
} from '../../xml/text/bytes.js';
import type { XmlSyntaxError } from '../../xml/text/errors.js';

/** How bytes become text. */
export interface TextDecodingOptions {
  /** The encoding that the transport's header names: it counts more than what the bytes say. */
  readonly charset?: string | undefined;
  /** Refuse bytes that are not of the encoding and an unknown encoding with `XmlSyntaxError`, instead of replacing and guessing. */
  readonly fatal?: boolean | undefined;
}

/** Decodes bytes of one encoding as they come, as far as their characters are complete. */
type Decode = (bytes: Uint8Array, isEnd: boolean) => string;

/** Bytes are wrong: `text` is what comes before them. */
class WrongBytes extends Error {
  readonly text: string;
  readonly failure: XmlSyntaxError;

  constructor(text: string, failure: XmlSyntaxError) {
    super(failure.message);
    this.text = text;
    this.failure = failure;
  }
}

const nothing = new Uint8Array(0);

/**
 * Decodes an XML document as it arrives, by the rules of `decodeXmlBytes`: the header's charset, a byte order mark, the XML declaration, UTF-8.
 * Characters may be cut anywhere by the ends of chunks. The first bytes are kept until the encoding is known.
 */
export class TextDecoding {
  readonly #options: TextDecodingOptions;
  #beginning: Uint8Array = nothing;
  #decode: Decode | undefined;
  #failure: XmlSyntaxError | undefined;

  constructor(options: TextDecodingOptions = {}) {
    this.#options = options;
  }

  /** The text of the next bytes, up to the first ones that are wrong if `fatal`: see `requireRight`. */
  add(bytes: Uint8Array): string {
    if (this.#decode !== undefined) {
      return this.#textOf(this.#decode, bytes, false);
    }
    const beginning = joinBytes(this.#beginning, bytes);
    this.#beginning = beginning;
    return isDecided(beginning) ? this.#begin(false) : '';
  }

  /** The rest of the text. A character that is not complete is wrong. */
  end(): string {
    return this.#decode === undefined ? this.#begin(true) : this.#textOf(this.#decode, nothing, true);
  }

  /** Throws `XmlSyntaxError` when bytes were wrong, after the text before them was given. */
  requireRight(): void {
    if (this.#failure !== undefined) {
      throw this.#failure;
    }
  }

  #begin(isEnd: boolean): string {
    const beginning = this.#beginning;
    this.#beginning = nothing;
    this.#decode = decoderFor(beginning, this.#options);
    return this.#textOf(this.#decode, beginning, isEnd);
  }

  #textOf(decode: Decode, bytes: Uint8Array, isEnd: boolean): string {
    try {
      return decode(bytes, isEnd);
    } catch (error) {
      if (!(error instanceof WrongBytes)) {
        throw error;
      }
      this.#failure = error.failure;
      return error.text;
    }
  }
}

const greaterThan = 0x3e;

/** True if the encoding can be told from these bytes: there is no XML declaration, or all of it is here. */
function isDecided(bytes: Uint8Array): boolean {
  if (bytes.length < 4) {
    return false;
  }
  const marked = markedCharset(bytes);
  const text = marked === undefined ? decodeLatin1(bytes.subarray(0, declarationBytes)) : markedStart(bytes, marked);
  const isDeclaration = text.startsWith('<?xml'.slice(0, text.length));
  return !isDeclaration || text.length >= declarationBytes || text.includes('>');
}

/** The first characters of a document whose encoding its first bytes give away, at least as many as a declaration has. */
function markedStart(bytes: Uint8Array, marked: string): string {
  return new TextDecoder(marked).decode(bytes.subarray(0, 2 * declarationBytes + 2));
}

function decoderFor(beginning: Uint8Array, { charset: header = '', fatal = false }: TextDecodingOptions): Decode {
  const marked = markedCharset(beginning);
  const start = beginning.subarray(0, declarationBytes);
  const declared = declaredIn(marked === 'utf-8' ? markedStart(beginning, marked) : decodeLatin1(start));
  // A declaration that can be read as single bytes is wrong about being UTF-16.
  const usable = declared !== undefined && utf16.test(declared) ? undefined : declared;
  if (fatal && header.trim() === '') {
    checkDeclaration(beginning, marked, declared);
  }
  for (const charset of [header.trim(), marked, usable]) {
    if (charset === undefined || charset === '') {
      continue;
    }
    const decode = decodeAs(charset.toLowerCase(), marked, fatal);
    if (decode !== undefined) {
      return decode;
    }
    if (fatal) {
      throw encodingError(`The encoding "${charset}" is not known`);
    }
  }
  return decodeWith('utf-8', fatal);
}

/** Throws when the declaration names another encoding than the first bytes give away. */
function checkDeclaration(beginning: Uint8Array, marked: string | undefined, plain: string | undefined): void {
  const isWide = marked !== undefined && utf16.test(marked);
  const declared = isWide ? declaredIn(markedStart(beginning, marked)) : plain;
  if (declared === undefined) {
    return;
  }
  const isRight = isWide ? utf16.test(declared) : marked === undefined ? !utf16.test(declared) : isUtf8.test(declared);
  if (!isRight) {
    throw encodingError(`The document is not in the declared encoding "${declared}"`);
  }
}

const isUtf8 = /^utf-?8$/i;

function decodeAs(charset: string, marked: string | undefined, fatal: boolean): Decode | undefined {
  // To TextDecoder these two are names of windows-1252, which reads 0x80 to 0x9F as other characters.
  if (charset === 'iso-8859-1' || charset === 'latin1') {
    return decodeLatin1;
  }
  if (charset === 'us-ascii' || charset === 'ascii') {
    return (bytes) => decodeAscii(bytes, fatal);
  }
  try {
    return decodeWith(charset === 'utf-16' && marked === 'utf-16be' ? marked : charset, fatal);
  } catch (error) {
    if (error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
}

function decodeWith(label: string, fatal: boolean): Decode {
  const decoder = new TextDecoder(label, { fatal, ignoreBOM: true });
  const isInUtf8 = decoder.encoding === 'utf-8';
  const decode = isInUtf8 ? decodeUtf8(decoder) : fatal ? decodeByTags(decoder) : decodePlainly(decoder);
  let isBegun = false;
  return (bytes, isEnd) => {
    const text = decode(bytes, isEnd);
    const isMarked = !isBegun && text.startsWith('\ufeff');
    isBegun ||= text !== '';
    return isMarked ? text.slice(1) : text;
  };
}

function decodePlainly(decoder: TextDecoder): Decode {
  return (bytes, isEnd) => decoder.decode(bytes, { stream: !isEnd });
}

/** Whole characters are decoded, which hosts do much faster than parts of them. */
function decodeUtf8(decoder: TextDecoder): Decode {
  let rest = nothing;
  return (bytes, isEnd) => {
    const all = rest.length === 0 ? bytes : joinBytes(rest, bytes);
    const end = isEnd ? all.length : completeLength(all);
    rest = all.slice(end);
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
function decodeByTags(decoder: TextDecoder): Decode {
  return (bytes, isEnd) => {
    let text = '';
    let at = 0;
    try {
      do {
        const end = endOfTag(bytes, at);
        text += decoder.decode(bytes.subarray(at, end), { stream: !isEnd || end < bytes.length });
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
