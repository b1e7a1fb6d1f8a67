import { formatMediaType, type MediaType, parseMediaType } from '../http/media-type.js';
import { readProperty } from '../schema/descriptor/resolve.js';
import { isWhiteSpace } from '../schema/lexical/whitespace.js';
import { decodeXmlBytes, type XmlReaderOptions, XmlSyntaxError } from '../xml/index.js';
import { XmlEvent } from '../xml/interfaces/reader.js';
import { XmlReader } from '../xml/read/xml-reader.js';
import { usePart } from '../xml/text/errors.js';
import { withoutMark } from '../xml/text/position.js';
import {
  type Attachment,
  base64Of,
  checkedPart,
  type FormattedRelated,
  formatRelated,
  type RelatedPart,
  readRelated,
  requireOctets,
} from './mime.js';

/** XOP (XML-binary Optimized Packaging 1.0) and SOAP with attachments: packages with an envelope in them. */

/** Namespace of `Include`. */
export const xopNamespace = 'http://www.w3.org/2004/08/xop/include';

/** A message from a package: as if the envelope had come alone, and the other parts. */
export interface OpenedMessage {
  /** The envelope in UTF-8, with the content of the parts that it includes. */
  readonly body: Uint8Array;
  /** Content type that the envelope would have had alone. */
  readonly contentType: string;
  /** Every action that the content types of the package and of its root part name, each once. More than one is a contradiction. */
  readonly actions: readonly string[];
  /** Parts that the envelope does not include. */
  readonly attachments: readonly RelatedPart[];
  /** True for a package of MTOM. */
  readonly mtom: boolean;
}

const xopType = 'application/xop+xml';

/** How a package is opened. */
export interface OpenOptions {
  readonly reader?: XmlReaderOptions;
  /** Media types that the envelope may have; the contents of other packages are not read. Default any. */
  readonly isEnvelope?: (mediaType: string) => boolean;
}

/**
 * Opens a message that came as `multipart/related`; undefined if it did not, is broken, or holds another envelope than is wanted. Throws
 * `XmlSyntaxError` when an `xop:Include` names no part, or one that was included already (XOP 1.0, 3.2), and when the envelope is not XML.
 */
export function openMessage(
  body: Uint8Array,
  contentType: string | null | undefined,
  { reader, isEnvelope = () => true }: OpenOptions = {},
): OpenedMessage | undefined {
  const outer = parseMediaType(contentType);
  const opened = readRelated(body, contentType, (root) => isEnvelope(envelopeType(parseMediaType(root), outer)));
  if (outer === undefined || opened === undefined) {
    return undefined;
  }
  const { root, parts } = opened;
  const rootType = parseMediaType(root.contentType);
  const text = withoutMark(decodeXmlBytes(root.content, rootType?.parameters.get('charset')));
  const mtom = rootType?.type === xopType;
  const included = new Set<RelatedPart>();
  const whole = mtom ? withIncluded(text, parts, included, reader) : text;
  const actions = statedActions(outer, rootType);
  const parameters = { charset: 'utf-8', ...(actions[0] !== undefined && { action: actions[0] }) };
  return {
    body: new TextEncoder().encode(withoutEncoding(whole)),
    contentType: formatMediaType(envelopeType(rootType, outer), parameters),
    actions,
    attachments: parts.filter((part) => !included.has(part)),
    mtom,
  };
}

/** The media type that the envelope of a package would have alone. */
function envelopeType(root: MediaType | undefined, outer: MediaType | undefined): string {
  const inner = root?.parameters.get('type') ?? outer?.parameters.get('start-info');
  const type = root?.type === xopType ? parseMediaType(inner) : root;
  return type?.type ?? 'text/xml';
}

/**
 * The actions of a package. Senders put them at any of four places: parameters of the package and of its root part (RFC 3902), and
 * parameters of the content types that `start-info` and the `type` of the root part hold (as Basic Profile 2.0 recommends).
 */
function statedActions(outer: MediaType, root: MediaType | undefined): readonly string[] {
  const places = [
    outer,
    parseMediaType(outer.parameters.get('start-info')),
    root,
    parseMediaType(root?.type === xopType ? root.parameters.get('type') : undefined),
  ];
  const actions = places.map((place) => place?.parameters.get('action')?.trim() ?? '');
  return [...new Set(actions)].filter((action) => action !== '');
}

/** The text without the encoding in its XML declaration, which no longer holds once the text is in UTF-8. */
function withoutEncoding(text: string): string {
  const end = text.startsWith('<?xml') ? text.indexOf('?>') : -1;
  return end < 0 ? text : text.slice(0, end).replace(/\sencoding\s*=\s*(?:"[^"]*"|'[^']*')/, '') + text.slice(end);
}

/** Replaces the elements that refer to parts by base64 texts. Everything else stays as it is written. */
function withIncluded(
  text: string,
  parts: readonly RelatedPart[],
  included: Set<RelatedPart>,
  options: XmlReaderOptions | undefined,
): string {
  const byId = new Map(parts.map((part) => [part.contentId, part]));
  const cursor = new XmlReader(text, options);
  let result = '';
  let copied = 0;
  let event = cursor.next();
  while (event !== XmlEvent.EndDocument) {
    if (event !== XmlEvent.StartElement || cursor.localName !== 'Include' || cursor.namespace !== xopNamespace) {
      event = cursor.next();
      continue;
    }
    const start = cursor.offset;
    const position = cursor.position();
    const part = byId.get(idOf(cursor.attribute('', 'href') ?? ''));
    if (part === undefined || included.has(part)) {
      const message = part === undefined ? 'names no part of the message' : 'names a part that is included already';
      throw new XmlSyntaxError(`xop:Include ${message}`, position);
    }
    included.add(part);
    const { depth } = cursor;
    do {
      event = cursor.next();
    } while (event !== XmlEvent.EndElement || cursor.depth !== depth);
    event = cursor.next();
    if (hasTextBeside(text, start, cursor.offset)) {
      throw new XmlSyntaxError(besideText, position);
    }
    result += text.slice(copied, start) + base64Of(part);
    copied = cursor.offset;
  }
  return result + text.slice(copied);
}

/** Says of an `xop:Include` that it is not the only content of its element (XOP 1.0, 2.1). */
export const besideText = 'xop:Include stands beside text';

/** True if there is more than white space between an element and the markup before or after it. */
export function hasTextBeside(text: string, start: number, end: number): boolean {
  let before = start - 1;
  while (isWhiteSpace(text[before] ?? '-')) {
    before--;
  }
  let after = end;
  while (isWhiteSpace(text[after] ?? '-')) {
    after++;
  }
  return (before >= 0 && text[before] !== '>') || (after < text.length && text[after] !== '<');
}

/** The Content-ID that a `cid:` URI names (RFC 2392). */
export function idOf(href: string): string {
  const id = href.replace(/^cid:/i, '');
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/**
 * Packs an envelope with its parts: `application/xop+xml` when binary values were taken out of it (MTOM), else SOAP with attachments.
 * `contentType` is that which the envelope would have alone.
 */
export function packMessage(
  envelope: string,
  contentType: string,
  parts: readonly RelatedPart[],
  mtom: boolean,
): FormattedRelated {
  const { root, parameters } = packageFacts(contentType, mtom);
  requireOctets(parts);
  return formatRelated({ ...root, content: new TextEncoder().encode(envelope) }, parts, parameters);
}

/** The part with an envelope, and the parameters of its package's content type: see `packMessage`. */
export function packageFacts(
  contentType: string,
  mtom: boolean,
): { readonly root: Omit<RelatedPart, 'content'>; readonly parameters: Readonly<Record<string, string>> } {
  const mediaType = parseMediaType(contentType);
  const type = mediaType?.type ?? 'text/xml';
  const action = mediaType?.parameters.get('action');
  const rootType = mtom ? `application/xop+xml; charset=utf-8; type="${type}"` : `${type}; charset=utf-8`;
  return {
    root: { contentType: rootType, contentId: rootId },
    parameters: {
      type: mtom ? 'application/xop+xml' : type,
      ...(mtom && { 'start-info': type }),
      ...(action !== undefined && { action }),
    },
  };
}

/** A value with the attachments that are declared for it, each under its property; the value itself under that of its message. */
export function withAttachments(
  declared: readonly { readonly name: string; readonly property: string }[] | undefined,
  message: { readonly property?: string } | undefined,
  content: unknown,
  attachments: readonly RelatedPart[],
): unknown {
  if (declared === undefined || declared.length === 0) {
    return content;
  }
  const value = message?.property === undefined ? content : { [message.property]: content };
  const found = declared.flatMap(({ name, property }, index) => {
    const attachment = attachmentOf(attachments, name, index);
    return attachment === undefined ? [] : [[property, attachment] as const];
  });
  return found.length === 0 ? value : { ...(value as object | undefined), ...Object.fromEntries(found) };
}

/** The attachment that carries a part of a message: its Content-ID begins with the part's name (WS-I Attachments Profile, 3.8). */
function attachmentOf(attachments: readonly RelatedPart[], name: string, index: number): Attachment | undefined {
  const prefix = `${encodeURIComponent(name)}=`;
  const named = attachments.find(({ contentId }) => contentId.startsWith(prefix) || contentId.startsWith(`${name}=`));
  const found = named ?? attachments[index];
  return found && { contentType: found.contentType, content: found.content };
}

const noParts: readonly RelatedPart[] = [];

/** The parts for declared attachments of a value, under the Content-IDs that the profile asks for. */
export function attachmentParts(
  declared: readonly { readonly name: string; readonly property: string }[],
  value: unknown,
): readonly RelatedPart[] {
  if (declared.length === 0) {
    return noParts;
  }
  const properties = Object(value) as object;
  return declared.flatMap(({ name, property }) => {
    const attachment = usePart('', [property], () => readProperty(properties, property));
    if (attachment === undefined) {
      return [];
    }
    const contentId = `${encodeURIComponent(name)}=${rootId}`;
    return [{ ...checkedPart(attachment, contentId, '', property), contentId }];
  });
}

/** Content-ID of envelopes. */
const rootId = 'envelope@wsdl-codegen';

/** A media type that is safe in a header (RFC 9110, 8.3.1): it cannot begin another line. */
const mediaTypePattern = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:\s*;[\x20-\x7e]*)?$/;

/** Collects the binary values of an envelope that is being written. */
export class BinaryParts {
  readonly parts: RelatedPart[] = [];

  /** Accepts a value and returns the reference that replaces it. The media type in its element is that of the part. */
  readonly attach = (content: Uint8Array, contentType = ''): string => {
    const contentId = `${this.parts.length + 1}@wsdl-codegen`;
    const known = mediaTypePattern.test(contentType) ? contentType : 'application/octet-stream';
    this.parts.push({ contentType: known, contentId, content });
    return `cid:${contentId}`;
  };
}
