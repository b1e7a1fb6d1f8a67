import { TextDecoder } from 'node:util';
import { formatTree, parseTree, type TransportRequest, type TransportResponse } from '@wsdl-codegen/runtime';

/** Changes a part of a message that is shown. */
type Change = (text: string) => string;

const asItIs: Change = (text) => text;

/** A request as it is sent, for people. `mask` gets each part of it. */
export function requestText(
  { method, url, headers, body }: TransportRequest,
  more: readonly string[] = [],
  mask: Change = asItIs,
): string {
  const { host, pathname, search } = new URL(url);
  const fields = Object.entries(headers).map(([name, value]) => mask(`${name}: ${value}`));
  const first = `${method} ${mask(pathname + search)} HTTP/1.1`;
  return messageText(first, [`Host: ${host}`, ...fields, ...more], body ?? '', mask);
}

/** An answer as it came, for people. `mask` gets each part of it. */
export function responseText({ status, statusText, headers, body }: TransportResponse, mask: Change = asItIs): string {
  const fields: string[] = [];
  headers.forEach((value, name) => {
    fields.push(mask(`${name}: ${value}`));
  });
  return messageText(`HTTP/1.1 ${status} ${mask(statusText)}`.trim(), fields, body, mask);
}

/** A sample of a request, with its XML on lines of its own. */
export function readableRequest({ body, ...request }: TransportRequest): string {
  return requestText({ ...request, ...(body !== undefined && { body: readable(body) }) });
}

/** A sample of an answer in the same form, with the header field that is of the message: the others are those of a server. */
export function readableAnswer({ body, ...response }: TransportResponse): string {
  const type = response.headers.get('content-type');
  const first = `HTTP/1.1 ${response.status} ${response.statusText}`.trim();
  return messageText(first, type === null ? [] : [`Content-Type: ${type}`], readable(body), asItIs);
}

/** A document with its elements on lines of their own. */
function readable(body: string | Uint8Array): string | Uint8Array {
  const text = textOfBody(body);
  return text.startsWith('<') ? indentedXml(text) : body;
}

function messageText(first: string, fields: readonly string[], body: string | Uint8Array, mask: Change): string {
  const text = mask(textOfBody(body)).replaceAll('\r\n', '\n');
  return `${[first, ...fields, '', text].join('\n').trimEnd()}\n`;
}

/** A body as text: in UTF-16 if it begins with the mark of that encoding, otherwise as its content type says, or in UTF-8. */
export function textOfBody(body: string | Uint8Array, contentType = ''): string {
  if (typeof body === 'string') {
    return body;
  }
  const [first, second] = body;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  return decoderOf(isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : charset).decode(body);
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** A document with its elements on lines of their own; a text that is not well-formed stays as it is. */
function indentedXml(text: string): string {
  try {
    return `${formatTree(parseTree(text), { indent: 2 })}\n`;
  } catch {
    return text;
  }
}
