import { declarationBytes, declaredIn, decodeLatin1, encodingError, markedCharset, utf16 } from '../xml/bytes.js';

/** How bytes become text. */
export interface TextDecodingOptions {
  /** The encoding that the transport's header names: it counts more than what the bytes say. */
  readonly charset?: string | undefined;
  /** Refuse bytes that are not of the encoding and an unknown encoding with `XmlSyntaxError`, instead of replacing and guessing. */
  readonly fatal?: boolean | undefined;
}

/** Decodes bytes of one encoding as they come. */
type Decode = (bytes: Uint8Array, isEnd: boolean) => string;

const nothing = new Uint8Array(0);

/**
 * Decodes an XML document as it arrives, by the rules of `decodeXmlBytes`: the header's charset, a byte order mark, the XML declaration, UTF-8.
 * Characters may be cut anywhere by the ends of chunks. The first bytes are kept until the encoding is known.
 */
export class TextDecoding {
  readonly #options: TextDecodingOptions;
  #beginning: Uint8Array = nothing;
  #decode: Decode | undefined;

  constructor(options: TextDecodingOptions = {}) {
    this.#options = options;
  }

  /** The text of the next bytes, as far as its characters are complete. Throws `XmlSyntaxError` if `fatal`. */
  add(bytes: Uint8Array): string {
    if (this.#decode !== undefined) {
      return this.#decode(bytes, false);
    }
    const beginning = joined(this.#beginning, bytes);
    if (!isDecided(beginning)) {
      this.#beginning = beginning;
      return '';
    }
    return this.#begin(beginning)(beginning, false);
  }

  /** The rest of the text. Throws `XmlSyntaxError` if `fatal`, when a character is not complete. */
  end(): string {
    return this.#decode === undefined
      ? this.#begin(this.#beginning)(this.#beginning, true)
      : this.#decode(nothing, true);
  }

  #begin(beginning: Uint8Array): Decode {
    this.#decode = decoderFor(beginning, this.#options);
    this.#beginning = nothing;
    return this.#decode;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

const greaterThan = 0x3e;

/** True if the encoding can be told from these bytes: there is no XML declaration, or all of it is here. */
function isDecided(bytes: Uint8Array): boolean {
  if (bytes.length < 4) {
    return false;
  }
  const start = bytes[0] === 0xef ? 3 : 0;
  const isDeclaration = decodeLatin1(bytes.subarray(start, start + 5)).startsWith(
    '<?xml'.slice(0, bytes.length - start),
  );
  return !isDeclaration || bytes.length >= declarationBytes || bytes.includes(greaterThan);
}

function decoderFor(beginning: Uint8Array, { charset: header = '', fatal = false }: TextDecodingOptions): Decode {
  const marked = markedCharset(beginning);
  const start = beginning.subarray(0, declarationBytes);
  const declared = declaredIn(decodeLatin1(marked === 'utf-8' ? start.subarray(3) : start));
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
  const declared = isWide ? declaredIn(new TextDecoder(marked).decode(beginning)) : plain;
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
  const decoder = new TextDecoder(label, { fatal });
  return (bytes, isEnd) => {
    try {
      return decoder.decode(bytes, { stream: !isEnd });
    } catch (error) {
      throw fatal && error instanceof TypeError ? encodingError(`The document is not valid ${label}`) : error;
    }
  };
}

function decodeAscii(bytes: Uint8Array, fatal: boolean): string {
  const text = decodeLatin1(bytes);
  if (fatal && /[^\0-\x7f]/.test(text)) {
    throw encodingError('The document is not valid us-ascii');
  }
  return text.replace(/[^\0-\x7f]/g, '\ufffd');
}
