import { joinBytes } from '../../http/byte-collector.js';
import { bytesDecoder, type DecodeBytes, tellsEncoding, WrongBytes } from '../../xml/text/bytes.js';
import { XmlSyntaxError } from '../../xml/text/errors.js';

/** How bytes become text. */
export interface TextDecodingOptions {
  /** The encoding that the transport's header names: it counts more than what the bytes say. */
  readonly charset?: string | undefined;
  /** Refuse bytes that are not of the encoding and an unknown encoding with `XmlSyntaxError`, instead of replacing and guessing. */
  readonly fatal?: boolean | undefined;
}

/** As `XmlBytesOptions`. */
interface DecodingRules extends TextDecodingOptions {
  /** Refuse an unknown encoding, and replace wrong bytes. */
  readonly requireKnown?: boolean | undefined;
}

const nothing = new Uint8Array(0);

/**
 * Decodes an XML document as it arrives, by the rules of `decodeXmlBytes`: the header's charset, a byte order mark, the XML declaration, UTF-8.
 * Characters may be cut anywhere by the ends of chunks. The first bytes are kept until the encoding is known.
 */
export class TextDecoding {
  readonly #options: DecodingRules;
  #beginning: Uint8Array = nothing;
  #decode: DecodeBytes | undefined;
  #failure: XmlSyntaxError | undefined;

  constructor(options: DecodingRules = {}) {
    this.#options = options;
  }

  /** The text of the next bytes, up to the first ones that are wrong if `fatal`: see `requireRight`. */
  add(bytes: Uint8Array): string {
    if (this.#decode !== undefined) {
      return this.#textOf(this.#decode, bytes, false);
    }
    const beginning = joinBytes(this.#beginning, bytes);
    this.#beginning = beginning;
    return tellsEncoding(beginning) ? this.#begin(false) : '';
  }

  /** The rest of the text. A character that is not complete is wrong. */
  end(): string {
    return this.#decode === undefined ? this.#begin(true) : this.#textOf(this.#decode, nothing, true);
  }

  /** Throws `XmlSyntaxError` when bytes were wrong or the encoding is refused, after the text before them was given. */
  requireRight(): void {
    if (this.#failure !== undefined) {
      throw this.#failure;
    }
  }

  #begin(isEnd: boolean): string {
    const beginning = this.#beginning;
    this.#beginning = nothing;
    const { charset, fatal = false, requireKnown = fatal } = this.#options;
    try {
      this.#decode = bytesDecoder(beginning, charset, { fatal, requireKnown });
    } catch (error) {
      if (!(error instanceof XmlSyntaxError)) {
        throw error;
      }
      this.#failure = error;
      this.#decode = () => '';
    }
    return this.#textOf(this.#decode, beginning, isEnd);
  }

  #textOf(decode: DecodeBytes, bytes: Uint8Array, isEnd: boolean): string {
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
