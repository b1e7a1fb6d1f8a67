/** The parts of a message that encryption covers, by name, and the forms that they have in it. */
import type { OptionKind } from '@wsdl-codegen/runtime/extend';
import { messageParts } from '../soap/options.js';
import { elementsOfPart, type MessagePart, partNames } from '../soap/parts.js';
import { childElements, type SoapMessage } from '../soap/soap-message.js';
import type { PlacedElement } from '../xml/document.js';
import { isNamed, namespaces } from '../xml/elements.js';

/** A part of a message that is encrypted: as for signatures, and `signature` for those in the security block. Of the Body it is the content. */
export type EncryptedPart = MessagePart | 'signature';

/** Parts of messages that can be encrypted. */
export const encryptedParts: OptionKind = {
  expected: `an array of ${['signature', ...partNames].map((name) => `"${name}"`).join(', ')} and { namespace, name }`,
  fits: (value) => Array.isArray(value) && value.every((part) => part === 'signature' || messageParts.fits([part])),
};

/** The elements that a part is. */
export function elementsOf(
  part: EncryptedPart,
  message: SoapMessage,
  block: PlacedElement | undefined,
): readonly PlacedElement[] {
  return part === 'signature'
    ? (block === undefined ? [] : childElements(block)).filter((element) =>
        isNamed(element, namespaces.signature, 'Signature'),
      )
    : elementsOfPart(part, message, block);
}

const attachmentProfile = 'http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#';

/** The addresses of the profile for attachments (SOAP with Attachments Profile 1.1, 5.5). */
export const attachmentUris: Readonly<Record<'content' | 'ciphertext', string>> = {
  content: `${attachmentProfile}Attachment-Content-Only`,
  ciphertext: `${attachmentProfile}Attachment-Ciphertext-Transform`,
};
