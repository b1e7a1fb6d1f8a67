/** Attachments in signatures (SOAP with Attachments Profile 1.1). */
import type { WholeEnvelope } from '@wsdl-codegen/runtime';
import { decodeXmlBytes } from '@wsdl-codegen/runtime/xml';
import { octetsOf } from '../octets.js';
import { SignatureError } from '../signature-error.js';
import { canonicalDocument } from '../xml/canonicalize.js';
import { readDocument } from '../xml/document.js';

type Part = WholeEnvelope['parts'][number];

/** The address by which a reference names an attachment. */
export const attachmentUri = ({ contentId }: Part): string => `cid:${encodeURIComponent(contentId)}`;

/** The attachment that an address names: one way of writing its id is as good as another. */
export function attachmentAt(uri: string, parts: readonly Part[]): Part | undefined {
  if (!uri.startsWith('cid:')) {
    return undefined;
  }
  const ids = [uri.slice(4), decoded(uri.slice(4))];
  const [found, ...others] = parts.filter(({ contentId }) => contentId !== '' && ids.includes(contentId));
  if (others.length > 0) {
    throw new SignatureError('duplicate-id', `More than one attachment has the address "${uri}".`);
  }
  return found;
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

const isXml = ({ contentType }: Part): boolean =>
  /^\s*(text|application)\/(.*\+)?xml\s*$/.test(contentType.toLowerCase().split(';')[0] ?? '');

/** An attachment that is signed, as it is read: XML in its canonical form, because comments and whatever else that form leaves out may come from anybody. */
export function signedContent(part: Part): Part {
  if (!isXml(part)) {
    return part;
  }
  const contentType = part.contentType.replace(/\bcharset=("[^"]*"|[^;\s]*)/i, 'charset=utf-8');
  return { ...part, contentType, content: canonicalContent(part) };
}

/** The octets of an attachment that are digested (SwA Profile 1.1, 5.4.2): of XML its exclusive canonical form, of other texts with the line ends of MIME. */
export function canonicalContent(part: Part): Uint8Array {
  const { contentType, content } = part;
  if (isXml(part)) {
    return octetsOf(canonicalDocument(readDocument(decodeXmlBytes(content))));
  }
  return /^\s*text\//i.test(contentType) ? withMimeLineEnds(content) : content;
}

function withMimeLineEnds(content: Uint8Array): Uint8Array {
  const [cr, lf] = [13, 10];
  const isBare = (at: number): boolean =>
    content[at] === lf ? content[at - 1] !== cr : content[at] === cr && content[at + 1] !== lf;
  let bare = 0;
  for (let at = 0; at < content.length; at++) {
    bare += isBare(at) ? 1 : 0;
  }
  const result = new Uint8Array(content.length + bare);
  let end = 0;
  for (let at = 0; at < content.length; at++) {
    if (isBare(at)) {
      result[end++] = cr;
      result[end++] = lf;
    } else {
      result[end++] = content[at]!;
    }
  }
  return result;
}
