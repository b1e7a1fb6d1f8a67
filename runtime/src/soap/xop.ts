import { formatMediaType, parseMediaType } from '../http/media-type.js';
import { readProperty } from '../schema/descriptor/resolve.js';
import { formatBase64 } from '../schema/lexical/binary.js';
import { isWhiteSpace } from '../schema/lexical/whitespace.js';
import { decodeXmlBytes, type XmlReaderOptions } from '../xml/index.js';
import { skipElement, XmlEvent } from '../xml/interfaces/reader.js';
import { XmlReader } from '../xml/read/xml-reader.js';
import { usePart } from '../xml/text/errors.js';
import { syntaxError, withoutMark } from '../xml/text/position.js';
import {
  type Attachment,
  checkedPart,
  type FormattedRelated,
  formatRelated,
  type RelatedPart,
  readRelated,
  requireOctets,
} from './mime.js';

/** XOP (XML-binary Optimized Packaging 1.0) and SOAP with attachments: packages with an envelope in them. */

/** Namespace of `Include`. */
const xopNamespace = 'http://www.w3.org/2004/08/xop/include';

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
 * Opens a message that came as `multipart/related`; undefined if it did not, or holds another envelope than is wanted. Throws `PackageError` when the package is broken,
 * and `XmlSyntaxError` when an `xop:Include` names no part, or one that was included already (XOP 1.0, 3.2), and when the envelope is not XML or in an unknown encoding.
 */
export function openMessage(
  body: Uint8Array,
  contentType: string | null | undefined,
  { reader, isEnvelope = () => true }: OpenOptions = {},
): OpenedMessage | undefined {
  const opened = readRelated(body, contentType, (root) => isEnvelope(envelopeFacts(root, contentType).type));
  if (opened === undefined) {
    return undefined;
  }
  const { root, parts } = opened;
  const { type, charset, actions, mtom } = envelopeFacts(root.contentType, contentType);
  const text = withoutMark(decodeXmlBytes(root.content, charset, { requireKnown: true }));
  const included = new Set<RelatedPart>();
  const whole = mtom ? withIncluded(text, parts, included, reader) : text;
  return {
    body: new TextEncoder().encode(withoutEncoding(whole)),
    contentType: aloneType({ type, charset: 'utf-8', actions }),
    actions,
    attachments: parts.filter((part) => !included.has(part)),
    mtom,
  };
}

/** What the content types of a package and of its root part say about the envelope. */
export interface EnvelopeFacts {
  /** The media type that the envelope would have alone. */
  readonly type: string;
  readonly charset: string | undefined;
  /**
   * Each action once. Senders put them at any of four places: parameters of the package and of its root part (RFC 3902), and parameters of the content types that
   * `start-info` and the `type` of the root part hold (as Basic Profile 2.0 recommends).
   */
  readonly actions: readonly string[];
  /** True for a package of MTOM. */
  readonly mtom: boolean;
}

/** The facts from the content types of the root part and of the package. */
export function envelopeFacts(rootType: string, packageType: string | null | undefined): EnvelopeFacts {
  const outer = parseMediaType(packageType);
  const root = parseMediaType(rootType);
  const startInfo = outer?.parameters.get('start-info');
  const mtom = root?.type === xopType;
  const inner = mtom ? root.parameters.get('type') : undefined;
  const envelope = mtom ? parseMediaType(inner ?? startInfo) : root;
  const places = [outer, parseMediaType(startInfo), root, parseMediaType(inner)];
  const actions = places.map((place) => place?.parameters.get('action')?.trim() ?? '');
  return {
    type: envelope?.type ?? 'text/xml',
    charset: root?.parameters.get('charset'),
    actions: [...new Set(actions)].filter((action) => action !== ''),
    mtom,
  };
}

/** The content type that an envelope would have alone. */
export function aloneType({ type, charset, actions: [action] }: Omit<EnvelopeFacts, 'mtom'>): string {
  return formatMediaType(type, { ...(charset !== undefined && { charset }), ...(action !== undefined && { action }) });
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
  let result = '';
  let copied = 0;
  for (const { id, start, end, isBesideText } of includesIn(text, new XmlReader(text, options))) {
    const part = byId.get(id);
    if (part === undefined || included.has(part)) {
      throw syntaxError(text, start, part === undefined ? 'xop:Include names no part of the message' : includedTwice);
    }
    if (isBesideText) {
      throw syntaxError(text, start, besideText);
    }
    included.add(part);
    result += text.slice(copied, start) + formatBase64(part.content);
    copied = end;
  }
  return result + text.slice(copied);
}

/** Says of an `xop:Include` that another one has the same address (XOP 1.0, 3.2). */
export const includedTwice = 'xop:Include names a part that is included already';
/** Says of an `xop:Include` that it is not the only content of its element (XOP 1.0, 2.1). */
export const besideText = 'xop:Include stands beside text';

/** An element that refers to a part. */
export interface Include {
  /** The part's Content-ID. */
  readonly id: string;
  /** Its place in the text. */
  readonly start: number;
  readonly end: number;
  /** True if there is more than white space between it and the markup before or after it. */
  readonly isBesideText: boolean;
}

/** The elements of a text that refer to parts, in order, by a reader that is at its beginning. Throws `XmlSyntaxError` where it is not well-formed. */
export function* includesIn(text: string, cursor: XmlReader): Generator<Include, void> {
  while (cursor.hasMore && cursor.next() !== XmlEvent.EndDocument) {
    if (cursor.event === XmlEvent.StartElement && cursor.localName === 'Include' && cursor.namespace === xopNamespace) {
      const start = cursor.offset;
      const id = idOf(cursor.attribute('', 'href') ?? '');
      skipElement(cursor);
      yield { id, start, end: cursor.end, isBesideText: hasTextBeside(text, start, cursor.end) };
    }
  }
}

function hasTextBeside(text: string, start: number, end: number): boolean {
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
function idOf(href: string): string {
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
