/** Where what is signed may stand. A part that somebody moved has the right digest, but nobody reads it there: a message would lose its age, or a limit. */
import { SignatureError } from '../signature-error.js';
import type { PlacedElement } from '../xml/document.js';
import { isNamed, isWithin } from '../xml/elements.js';
import { securityNamespaces } from './names.js';
import { isSecurityToken } from './parts.js';
import type { SoapMessage } from './soap-message.js';

/** What belongs into the security block: tokens, signatures and what is in them. Everything else there is a header block that was moved. */
const ofSecurity =
  /^(http:\/\/docs\.oasis-open\.org\/(wss|ws-sx)\/|http:\/\/schemas\.xmlsoap\.org\/ws\/2005\/02\/|http:\/\/www\.w3\.org\/\d{4}\/\d\d\/(xmldsig|xmlenc)|http:\/\/www\.w3\.org\/2009\/(xmldsig|xmlenc)11#|urn:oasis:names:tc:SAML:|http:\/\/uri\.etsi\.org\/01903\/)/;

/** Throws a `SignatureError` for an element that is signed and stands where nobody reads it. */
export function requireInPlace(
  signed: Iterable<PlacedElement>,
  message: SoapMessage,
  block: PlacedElement | undefined,
): void {
  for (const element of signed) {
    if (!isInPlace(element, message, block)) {
      throw new SignatureError('not-covered', `"${element.name}" is signed, but stands where nobody reads it.`);
    }
  }
}

function isInPlace(
  element: PlacedElement,
  { envelope, header, body }: SoapMessage,
  block: PlacedElement | undefined,
): boolean {
  const { parent, namespace } = element;
  if (element === envelope || element === header || isWithin(element, body)) {
    return true;
  }
  const isBlock = parent !== undefined && parent === header;
  if (isBlock || (parent?.parent === header && isEncryptedHeader(parent))) {
    return !isSecurityToken(element);
  }
  if (block === undefined || !isWithin(element, block) || isEncryptedHeader(element)) {
    return false;
  }
  // Assertions and certificates may also stand in what refers to them.
  return isNamed(element, securityNamespaces.utility, 'Timestamp') ? parent === block : ofSecurity.test(namespace);
}

const isEncryptedHeader = (element: PlacedElement | undefined): boolean =>
  element !== undefined && isNamed(element, securityNamespaces.extension11, 'EncryptedHeader');
