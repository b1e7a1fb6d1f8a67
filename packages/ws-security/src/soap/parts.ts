/** The parts of a message that signatures cover, by name. */
import type { PlacedElement } from '../xml/document.js';
import { isNamed, type XmlName } from '../xml/elements.js';
import { securityNamespaces } from './names.js';
import { childElements, type SoapMessage } from './soap-message.js';

/** The parts that have a name of their own. */
export const partNames = [
  'body',
  'timestamp',
  'usernameToken',
  'samlToken',
  'binarySecurityToken',
  'addressing',
  'attachments',
] as const;

/**
 * A part of a message:
 *
 * - `body`: the Body;
 * - `timestamp`, `usernameToken`, `samlToken`, `binarySecurityToken`: what the security block has of this kind; the last one are certificates;
 * - `addressing`: all header blocks of WS-Addressing;
 * - `attachments`: all parts beside the envelope;
 * - a name: all header blocks that have it. With `optional` there may be none.
 */
export type MessagePart = (typeof partNames)[number] | HeaderPart;

/** Header blocks of a name. */
export interface HeaderPart extends XmlName {
  /** True if the message need not have such a block. Default false. */
  readonly optional?: boolean;
}

const addressing: readonly string[] = [
  'http://www.w3.org/2005/08/addressing',
  'http://schemas.xmlsoap.org/ws/2004/08/addressing',
];

const tokenNames: Readonly<Record<string, readonly XmlName[]>> = {
  timestamp: [{ namespace: securityNamespaces.utility, name: 'Timestamp' }],
  usernameToken: [{ namespace: securityNamespaces.extension, name: 'UsernameToken' }],
  samlToken: [
    { namespace: 'urn:oasis:names:tc:SAML:1.0:assertion', name: 'Assertion' },
    { namespace: 'urn:oasis:names:tc:SAML:2.0:assertion', name: 'Assertion' },
  ],
  binarySecurityToken: [{ namespace: securityNamespaces.extension, name: 'BinarySecurityToken' }],
};

/** The elements that a part is, which stand where such a part belongs: Body, header blocks, what is in the security block. */
export function elementsOfPart(
  part: MessagePart,
  message: SoapMessage,
  block: PlacedElement | undefined,
): readonly PlacedElement[] {
  const blocks = message.header === undefined ? [] : childElements(message.header);
  if (typeof part === 'object') {
    return blocks.filter((element) => isNamed(element, part.namespace, part.name));
  }
  switch (part) {
    case 'body':
      return [message.body];
    case 'addressing':
      return blocks.filter(({ namespace }) => addressing.includes(namespace));
    case 'attachments':
      return [];
    case 'timestamp':
    case 'usernameToken':
    case 'samlToken':
    case 'binarySecurityToken': {
      const names = tokenNames[part] ?? [];
      return (block === undefined ? [] : childElements(block)).filter((element) =>
        names.some(({ namespace, name }) => isNamed(element, namespace, name)),
      );
    }
  }
}

/** True for what belongs into the security block. */
export const isSecurityToken = (element: PlacedElement): boolean =>
  Object.values(tokenNames).some((names) => names.some(({ namespace, name }) => isNamed(element, namespace, name)));

/** Parts as a fault has them, which need not have the header blocks of other messages. */
export const partsOfFault = (parts: readonly MessagePart[]): readonly MessagePart[] =>
  parts.map((part) => (typeof part === 'object' ? { ...part, optional: true } : part));

/** A part in words, for errors. */
export const partText = (part: MessagePart): string => (typeof part === 'object' ? `"${part.name}"` : `"${part}"`);
