import { parseMediaType } from '../http/media-type.js';
import { decodeXmlBytes } from '../xml/index.js';
import type { TransportResponse } from './transport.js';

/** What an answer's body is, told from its content type and its first bytes. */
export type BodyKind = 'empty' | 'xml' | 'html' | 'text' | 'multipart' | 'other';

const utf8 = new TextDecoder('utf-8');
/** The content types that services answer with, known without parsing. */
const common: ReadonlyMap<string, BodyKind> = new Map([
  ['text/xml; charset=utf-8', 'xml'],
  ['application/soap+xml; charset=utf-8', 'xml'],
]);

/** Kind of the body. XML without a content type is taken for XML: some services leave it out. */
export function bodyKind(response: TransportResponse): BodyKind {
  if (response.body.byteLength === 0) {
    return 'empty';
  }
  const header = response.headers.get('content-type');
  const known = header === null ? undefined : common.get(header);
  return known ?? kindOfType(parseMediaType(header)?.type, response.body);
}

function kindOfType(type: string | undefined, body: Uint8Array): BodyKind {
  if (type === undefined) {
    return /^\s*</.test(utf8.decode(body.subarray(0, 64))) ? 'xml' : 'other';
  }
  if (type === 'text/html' || type === 'application/xhtml+xml') {
    return 'html';
  }
  if (type === 'text/xml' || type === 'application/xml' || type.endsWith('+xml')) {
    return 'xml';
  }
  return type.startsWith('multipart/') ? 'multipart' : type === 'text/plain' ? 'text' : 'other';
}

/** The body as text: the header's charset, then a byte order mark, the XML declaration, UTF-8. */
export function bodyText(response: TransportResponse): string {
  const header = response.headers.get('content-type');
  if (header !== null && common.has(header)) {
    return utf8.decode(response.body);
  }
  return decodeXmlBytes(response.body, parseMediaType(header)?.parameters.get('charset'));
}

/** Code units of a server's message that go into an error's message. */
const maxMessage = 500;
/** Code units of a body that are searched for a message. */
const maxLookedAt = 16_384;

/**
 * What a body says in words: the first paragraph of ASP.NET's plain text (its values are HTML-escaped), the title of an HTML
 * page, the start of anything else; undefined for an empty body.
 */
export function serverMessage(kind: BodyKind, whole: string): string | undefined {
  const text = whole.slice(0, maxLookedAt);
  if (kind === 'empty') {
    return undefined;
  }
  if (kind === 'html') {
    const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? /<h1[^>]*>([^<]*)/i.exec(text)?.[1];
    return `HTML page "${tidy(unescapeHtml(title ?? ''))}"`;
  }
  if (isBinary(text)) {
    return text.charCodeAt(0) === 0x1f ? 'gzip data without Content-Encoding' : 'binary data';
  }
  const message = tidy(kind === 'text' ? unescapeHtml(text) : text);
  return message === '' ? undefined : message;
}

function tidy(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > maxMessage ? `${line.slice(0, maxMessage)}…` : line;
}

function isBinary(text: string): boolean {
  return /[\0-\x08\x0e-\x1f]/.test(text.slice(0, 64));
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
