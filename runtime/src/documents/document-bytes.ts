import { requireKind, text as textKind } from '../base/options.js';
import { XmlEncodeError } from '../schema/descriptor/errors.js';
import { decodeXmlBytes, isKnownEncoding } from '../xml/text/bytes.js';
import type { DocumentFormatOptions } from './document-options.js';
import { markupEnd } from './markup-end.js';
import type { ElementRoot, NamedDocumentOptions, TypeRoot } from './roots.js';

/** The encoding of a document that is written as bytes. */
export interface DocumentEncoding {
  /**
   * The encoding, which the XML declaration names: UTF-8 (default), UTF-16, UTF-16LE, UTF-16BE, US-ASCII, or one of those that have one byte for each
   * character, such as ISO-8859-1 and windows-1252.
   */
  readonly encoding?: string;
}

/**
 * Writes a value as the bytes of a document whose XML declaration names their encoding. Characters that the encoding does not have become references. Throws
 * `XmlEncodeError` as `format` does, and where a name, a comment or an instruction has such a character; `TypeError` for an encoding that cannot be written.
 */
export function formatBytes<T>(
  root: ElementRoot<T>,
  value: T,
  options?: DocumentFormatOptions & DocumentEncoding,
): Uint8Array;
/** The same for a value of a type, with the name of the root in the options. */
export function formatBytes<T>(
  root: TypeRoot<T>,
  value: T,
  options: NamedDocumentOptions & DocumentEncoding,
): Uint8Array;
export function formatBytes<T>(
  root: ElementRoot<T> | TypeRoot<T>,
  value: T,
  options: DocumentEncoding & Partial<NamedDocumentOptions> = {},
): Uint8Array {
  const { encoding: given, ...others } = options;
  const encoding = given ?? 'utf-8';
  requireKind('The option `encoding`', encoding, textKind);
  const encode = encoderOf(encoding);
  // What lacks a name for its root is refused there.
  const text = root.format(value, others as NamedDocumentOptions);
  const refuse = (message: string): never => {
    throw new XmlEncodeError('not-writable', message, root.name, []);
  };
  return encode(text.replace('encoding="utf-8"', `encoding="${encoding}"`), refuse);
}

type Encode = (text: string, refuse: (message: string) => never) => Uint8Array;

/** Encodings of one byte for each character, which begin with ASCII. */
const singleBytes =
  /^(?:(?:us-)?ascii|latin1|iso-8859-(?:[1-9]|1[03-6])|windows-(?:125[0-8]|874)|koi8-[ru]|ibm866|macintosh)$/i;

function encoderOf(encoding: string): Encode {
  const name = encoding.toLowerCase();
  if (name === 'utf-8') {
    return (text) => new TextEncoder().encode(text);
  }
  if (/^utf-16(?:le|be)?$/.test(name)) {
    return (text) => utf16(name === 'utf-16' ? `\ufeff${text}` : text, name !== 'utf-16be');
  }
  if (!singleBytes.test(name) || !isKnownEncoding(name)) {
    throw new TypeError(
      `The encoding ${JSON.stringify(encoding)} cannot be written: UTF-8, UTF-16, US-ASCII and encodings of one byte for each character, such as ISO-8859-1 and windows-1252, can.`,
    );
  }
  const bytes = bytesOf(name);
  return (text, refuse) => {
    const writable = withReferences(text, bytes, (what, character) =>
      refuse(
        `${what} has the character ${codeOf(character)}, which the encoding ${JSON.stringify(encoding)} does not have`,
      ),
    );
    return Uint8Array.from(writable, (character) => bytes.get(character) ?? character.charCodeAt(0));
  };
}

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(2 * text.length));
  for (let i = 0; i < text.length; i++) {
    bytes.setUint16(2 * i, text.charCodeAt(i), littleEndian);
  }
  return new Uint8Array(bytes.buffer);
}

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The bytes of the characters beyond ASCII. Controls are left out, about which readers of an encoding differ. */
function bytesOf(name: string): ReadonlyMap<string, number> {
  // Readers of the web take some of ISO 8859 for encodings of Windows, which have characters in the place of these controls.
  const first = name.startsWith('iso-') || name === 'latin1' ? 0xa0 : 0x80;
  const all = Uint8Array.from({ length: 0x100 - first }, (_, index) => first + index);
  const characters = [...decodeXmlBytes(all, name)].map((character, index) => [character, first + index] as const);
  return new Map(characters.filter(([character]) => character >= '\xa0' && character !== '\ufffd'));
}

const beyondAscii = /[^\0-\x7f]/gu;

/** A document in which other characters are references; `refuse` is called where references are not allowed. */
function withReferences(
  text: string,
  bytes: ReadonlyMap<string, number>,
  refuse: (what: string, character: string) => never,
): string {
  const replaced = (part: string, put: (reference: string, character: string) => string): string =>
    part.replace(beyondAscii, (character) =>
      bytes.has(character) ? character : put(`&#${character.codePointAt(0)};`, character),
    );
  const refused = (part: string, what: string): string => replaced(part, (_, character) => refuse(what, character));
  const written = (part: string): string => {
    if (part.startsWith('<![CDATA[')) {
      return replaced(part, (reference) => `]]>${reference}<![CDATA[`);
    }
    if (/^<[!?]/.test(part)) {
      const isComment = part.startsWith('<!--');
      return refused(part, isComment ? 'a comment' : part[1] === '?' ? 'an instruction' : 'the document type');
    }
    if (!part.startsWith('<')) {
      return replaced(part, (reference) => reference);
    }
    return part.replace(/"[^"]*"|[^"]+/g, (piece) =>
      piece.startsWith('"') ? replaced(piece, (reference) => reference) : refused(piece, 'a name'),
    );
  };
  return partsOf(text).map(written).join('');
}

/** The markup and the texts of a document, in order. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('<', at);
    const end = start === at ? markupEnd(text, at) : start < 0 ? text.length : start;
    parts.push(text.slice(at, end));
    at = end;
  }
  return parts;
}
