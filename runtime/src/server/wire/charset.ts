import type { MediaType } from '../../http/media-type.js';
import { decodeXmlBytes } from '../../xml/index.js';
import { isKnownEncoding } from '../../xml/text/bytes.js';

/** Encoding of `text/xml` without a charset parameter; see `ServerOptions.textXmlCharset`. */
export type TextXmlCharset = 'declared' | 'us-ascii';

const utf8 = new TextDecoder('utf-8');

/**
 * Text of an XML request: in the charset parameter's encoding; without one as `decodeXmlBytes` finds out (RFC 7303, 3), or for `text/xml` with
 * `us-ascii` wanted as ASCII, `?` standing for every other byte. An unknown charset counts as none: `unknownCharset` finds it before. Wrong bytes become U+FFFD. Throws
 * `XmlSyntaxError` if the XML declaration decides and names an unknown encoding.
 */
export function decodeXmlBody(body: Uint8Array, mediaType: MediaType, textXmlCharset: TextXmlCharset): string {
  const given = mediaType.parameters.get('charset');
  if (given !== undefined && isUtf8(given)) {
    return utf8.decode(body);
  }
  const charset = unknownCharset(mediaType) === undefined ? given : undefined;
  if (charset === undefined && textXmlCharset === 'us-ascii' && mediaType.type === 'text/xml' && !isMarked(body)) {
    return decodeXmlBytes(body, 'us-ascii').replaceAll('\ufffd', '?');
  }
  return decodeXmlBytes(body, charset, { requireKnown: true });
}

/** Text of a form body in the charset parameter's encoding; UTF-8 if there is none or an unknown one. */
export function decodeFormBody(body: Uint8Array, charset: string | undefined): string {
  return charset === undefined || isUtf8(charset) ? utf8.decode(body) : decodeXmlBytes(body, charset);
}

/** The charset parameter, if there is no such encoding. */
export function unknownCharset({ parameters }: MediaType): string | undefined {
  const charset = parameters.get('charset')?.trim() ?? '';
  return charset === '' || isUtf8(charset) || isKnownEncoding(charset) ? undefined : charset;
}

function isUtf8(charset: string): boolean {
  return charset === 'utf-8' || /^\s*utf-?8\s*$/i.test(charset);
}

/** True if a byte order mark says what the bytes are. */
function isMarked(body: Uint8Array): boolean {
  return (
    (body[0] === 0xff && body[1] === 0xfe) ||
    (body[0] === 0xfe && body[1] === 0xff) ||
    (body[0] === 0xef && body[1] === 0xbb)
  );
}
