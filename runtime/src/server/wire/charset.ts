import type { MediaType } from '../../http/media-type.js';
import { decodeXmlBytes } from '../../xml/index.js';

/** Encoding of `text/xml` without a charset parameter; see `ServerOptions.textXmlCharset`. */
export type TextXmlCharset = 'declared' | 'us-ascii';

const utf8 = new TextDecoder('utf-8');

/**
 * Text of an XML request: in the charset parameter's encoding; without one as `decodeXmlBytes` finds out (RFC 7303, 3), or for `text/xml` with
 * `us-ascii` wanted as ASCII, `?` standing for every other byte. An unknown charset counts as none; wrong bytes become U+FFFD.
 */
export function decodeXmlBody(body: Uint8Array, mediaType: MediaType, textXmlCharset: TextXmlCharset): string {
  const charset = mediaType.parameters.get('charset');
  if (charset !== undefined && isUtf8(charset)) {
    return utf8.decode(body);
  }
  if (charset === undefined && textXmlCharset === 'us-ascii' && mediaType.type === 'text/xml' && !isMarked(body)) {
    return decodeXmlBytes(body, 'us-ascii').replaceAll('\ufffd', '?');
  }
  return decodeXmlBytes(body, charset);
}

/** Text of a form body in the charset parameter's encoding; UTF-8 if there is none or an unknown one. */
export function decodeFormBody(body: Uint8Array, charset: string | undefined): string {
  return charset === undefined || isUtf8(charset) ? utf8.decode(body) : decodeXmlBytes(body, charset);
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
