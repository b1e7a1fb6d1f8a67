/** Envelopes and their parts in our own tree: what is signed and what is read are elements of it. */
import { actorAttribute, isForUs, versionOfNamespace } from '@wsdl-codegen/runtime/extend';
import type { XmlLimits } from '@wsdl-codegen/runtime/xml';
import { SignatureError } from '../signature-error.js';
import { type PlacedDocument, type PlacedElement, readDocument } from '../xml/document.js';
import { isNamed } from '../xml/elements.js';
import { securityNamespaces } from './names.js';

/** An envelope of SOAP 1.1 or 1.2, with its parts. */
export interface SoapMessage {
  readonly document: PlacedDocument;
  /** The namespace of the envelope. */
  readonly namespace: string;
  readonly envelope: PlacedElement;
  readonly header: PlacedElement | undefined;
  readonly body: PlacedElement;
}

/** Reads an envelope. Throws a `SignatureError` for one that has not one Body and at most one Header before it, and what the reader throws for what is not XML. */
export function readSoapMessage(text: string, limits?: XmlLimits): SoapMessage {
  return soapMessageOf(readDocument(text, limits));
}

/**
 * Reads an envelope without what is in its Body, for changes around that: the Body has no children. Everything is checked, and what is thrown is the same as of `readSoapMessage`.
 */
export function readSoapOutline(text: string, limits?: XmlLimits): SoapMessage {
  return soapMessageOf(readDocument(text, limits, isBody));
}

const isBody = ({ name, namespace, parent }: PlacedElement): boolean =>
  parent !== undefined && parent.parent === undefined && isNamed(parent, namespace, 'Envelope') && name === 'Body';

/** The parts of an envelope that was read. Throws as `readSoapMessage`. */
export function soapMessageOf(document: PlacedDocument): SoapMessage {
  const envelope = document.root;
  const { namespace } = envelope;
  if (envelope.name !== 'Envelope' || versionOfNamespace(namespace) === undefined) {
    throw new SignatureError('malformed', `The root element "${envelope.name}" is not a SOAP Envelope.`);
  }
  const children = childElements(envelope);
  const [header, ...otherHeaders] = children.filter((child) => isNamed(child, namespace, 'Header'));
  const [body, ...otherBodies] = children.filter((child) => isNamed(child, namespace, 'Body'));
  if (body === undefined || otherBodies.length > 0) {
    throw new SignatureError('malformed', `The Envelope has ${body === undefined ? 'no Body' : 'two Bodies'}.`);
  }
  if (otherHeaders.length > 0 || (header !== undefined && header.start > body.start)) {
    throw new SignatureError('malformed', 'The Envelope has more than one Header, or one after its Body.');
  }
  return { document, namespace, envelope, header, body };
}

/** The elements directly in an element. */
export function childElements(element: PlacedElement): readonly PlacedElement[] {
  return element.children.filter((child) => child.kind === 'element');
}

/** The actor or role that a header block is for; undefined for the ultimate receiver. */
export function actorOf(message: SoapMessage, block: PlacedElement): string | undefined {
  const name = actorAttribute(versionOfNamespace(message.namespace)!);
  return soapAttribute(message, block, name)?.trim();
}

/** True for a header block that its receiver has to understand. */
export function mustUnderstand(message: SoapMessage, block: PlacedElement): boolean {
  const value = soapAttribute(message, block, 'mustUnderstand')?.trim();
  return value === '1' || value === 'true';
}

function soapAttribute({ namespace }: SoapMessage, block: PlacedElement, name: string): string | undefined {
  return block.attributes.find((attribute) => attribute.name === name && attribute.namespace === namespace)?.value;
}

/** True for a header block that is addressed to an actor; to the ultimate receiver of the message, where none is named. */
function isAddressedTo(message: SoapMessage, block: PlacedElement, actor: string | undefined): boolean {
  const found = actorOf(message, block);
  return actor === undefined ? isForUs(found) : found === actor;
}

/**
 * The `wsse:Security` block of an actor, by default that of the ultimate receiver; undefined if there is none. Throws a `SignatureError` if there are two: which of them
 * counts would be the choice of whoever reads.
 */
export function securityBlock(message: SoapMessage, actor?: string): PlacedElement | undefined {
  const [block, ...others] = (message.header === undefined ? [] : childElements(message.header)).filter(
    (child) => isNamed(child, securityNamespaces.extension, 'Security') && isAddressedTo(message, child, actor),
  );
  if (others.length > 0) {
    throw new SignatureError('malformed', 'Two "Security" header blocks are for the same receiver.');
  }
  return block;
}
