import type { TransportResponse } from '../../http/transport.js';
import { decodeXmlBytes, type XmlBytesOptions } from '../../xml/text/bytes.js';
import { isCompressed } from '../errors/system-errors.js';
import type { CallMasker } from '../masking/call-masker.js';

/** The kind of an answer's body, judged by its content type and its first bytes. */
export type BodyKind = 'empty' | 'xml' | 'html' | 'text' | 'other';

const utf8 = new TextDecoder();
/** The content types that services answer with, known without parsing. */
const common = /^(?:text\/xml|application\/soap\+xml); *charset="?utf-8"?$/i;

const mediaType = /^\s*([^\s;/]+\/[^\s;/]+)\s*(?:;|$)/;
const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i;

/** Kind of the body. XML without a content type is accepted as XML: some services leave it out. */
export function bodyKind({ body, headers }: TransportResponse): BodyKind {
  const header = headers.get('content-type') ?? '';
  if (body.byteLength === 0) {
    return 'empty';
  }
  if (common.test(header)) {
    return 'xml';
  }
  const type = mediaType.exec(header)?.[1]?.toLowerCase();
  if (type === undefined) {
    return /^\s*</.test(utf8.decode(body.subarray(0, 64))) ? 'xml' : 'other';
  }
  if (/^(?:text\/html|application\/xhtml\+xml)$/.test(type)) {
    return 'html';
  }
  return /^(?:text|application)\/xml$|\+xml$/.test(type) ? 'xml' : type === 'text/plain' ? 'text' : 'other';
}

/** The body as text: the header's charset, then a byte order mark, the XML declaration, UTF-8. Throws `XmlSyntaxError` for an unknown encoding. */
export function bodyText(response: TransportResponse): string {
  return textOf(response, requireKnown);
}

/** As `bodyText`, for people: it throws nothing, and an unknown encoding is read as UTF-8. */
export function shownText(response: TransportResponse): string {
  return textOf(response, {});
}

const requireKnown: XmlBytesOptions = { requireKnown: true };

function textOf({ body, headers }: TransportResponse, options: XmlBytesOptions): string {
  const header = headers.get('content-type') ?? '';
  return common.test(header) ? utf8.decode(body) : decodeXmlBytes(body, charset.exec(header)?.[1], options);
}

/** Code units of a server's message that go into an error's message. */
const maxMessage = 500;

/**
 * The readable text of a body: the first paragraph of ASP.NET's plain text (its values are HTML-escaped), the title of an
 * HTML page, the start of anything else; undefined for an empty body. `text` is the beginning of the body, `mask` hides the credentials of what
 * is shown.
 */
export function serverMessage(kind: BodyKind, text: string, mask: (text: string) => string): string | undefined {
  if (kind === 'empty') {
    return undefined;
  }
  const title = htmlTitle(kind, text);
  if (title !== undefined) {
    return `HTML page "${mask(title)}"`;
  }
  const message = oneLine(mask(kind === 'text' ? unescapeHtml(text) : text), maxMessage);
  return message === '' ? undefined : message;
}

/** The title of an HTML page, even if it is labelled as XML; undefined if the body is not a page. */
export function htmlTitle(kind: BodyKind, text: string): string | undefined {
  if (kind !== 'html' && !/^\ufeff?\s*(<\?xml[^>]*>\s*)?(<!--[^>]*-->\s*)?(<!doctype\s+html|<html[\s>])/i.test(text)) {
    return undefined;
  }
  // A match ends at the next tag at the latest, so unclosed tags cost no more than their length.
  const title = /<title[^<>]*>([^<]*)/i.exec(text)?.[1] ?? /<h1[^<>]*>([^<]*)/i.exec(text)?.[1];
  return oneLine(unescapeHtml(title ?? ''), maxMessage);
}

/** A text in one line of a limited length. */
export function oneLine(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length)}…` : line;
}

/** The kind of a body that is not text; undefined for a text. */
export function binaryKind(text: string, body: Uint8Array): string | undefined {
  if (isCompressed(body)) {
    return 'gzip data without Content-Encoding';
  }
  return /[\0-\x08\x0e-\x1f]/.test(text.slice(0, 64)) ? 'binary data' : undefined;
}

const entities: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
]);

function unescapeHtml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|([a-z]+));/g, (whole, code: string | undefined, name: string | undefined) => {
    if (name !== undefined) {
      return entities.get(name) ?? whole;
    }
    const point = Number(code);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/** Status, content type and length of an answer. */
export function answerSummary({ status, headers, body }: TransportResponse, masker: CallMasker): string {
  const type = masker.text(headers.get('content-type') ?? 'no Content-Type');
  return `HTTP ${status}, ${type}, ${body.byteLength} bytes`;
}
