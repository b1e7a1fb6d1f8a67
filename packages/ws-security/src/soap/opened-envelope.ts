/** The envelope that is read in the place of one that was verified: it is made of the texts whose digests were checked, and of nothing else. */
import { isForUs } from '@wsdl-codegen/runtime/extend';
import { SignatureError } from '../signature-error.js';
import { attributeText, canonicalElement } from '../xml/canonicalize.js';
import type { PlacedElement } from '../xml/document.js';
import { securityNamespaces } from './names.js';
import type { SoapVerifyOptions } from './options.js';
import { elementsOfPart } from './parts.js';
import { declaredPrefixes, requireSignedTypes } from './prefixes.js';
import { actorOf, childElements, mustUnderstand, type SoapMessage } from './soap-message.js';

/** What was verified of a message. */
export interface VerifiedElements {
  readonly message: SoapMessage;
  readonly block: PlacedElement | undefined;
  /** The elements that are signed, with the texts whose digests were checked. */
  readonly signed: ReadonlyMap<PlacedElement, string>;
}

/** The prefix of the new envelope, which no value uses. */
const prefix = 'wsdl-codegen-verified';

/** The envelope that is read. Throws a `SignatureError` for a header block that has to be understood and is not signed. */
export function openedEnvelope(
  verified: VerifiedElements,
  { unsigned = [], prefixes }: Pick<SoapVerifyOptions, 'unsigned' | 'prefixes'>,
): string {
  const { message, block } = verified;
  const { header, body, namespace } = message;
  const accepted = new Set(unsigned.flatMap((part) => elementsOfPart(part, message, block)));
  const known = new Map(Object.entries(typeof prefixes === 'object' ? prefixes : {}));
  const read = (element: PlacedElement): string =>
    textOf(element, verified.signed.get(element), prefixes === 'unsigned', known);
  const isRead = (element: PlacedElement): boolean => verified.signed.has(element) || accepted.has(element);
  const blocks: string[] = [];
  for (const child of header === undefined ? [] : childElements(header)) {
    if (child === block) {
      blocks.push(securityText(childElements(child).filter(isRead).map(read)));
    } else if (isRead(child)) {
      blocks.push(read(child));
    } else {
      requireUnimportant(message, child);
    }
  }
  const declared = [...known].map(([name, uri]) => ` xmlns:${name}="${attributeText(uri)}"`).join('');
  const headerText = blocks.join('');
  return `<${prefix}:Envelope xmlns:${prefix}="${namespace}"${declared}>${
    headerText === '' ? '' : `<${prefix}:Header>${headerText}</${prefix}:Header>`
  }${read(body)}</${prefix}:Envelope>`;
}

/** The text of an element that is read: the one that was checked, or one of an element that need not be signed. */
function textOf(
  element: PlacedElement,
  checked: string | undefined,
  withDeclarations: boolean,
  prefixes: ReadonlyMap<string, string>,
): string {
  if (checked === undefined || withDeclarations) {
    return textWithDeclarations(element);
  }
  requireSignedTypes(checked, prefixes);
  return checked;
}

/** The text of an element with all declarations that are in force in it. */
export function textWithDeclarations(element: PlacedElement): string {
  const inclusivePrefixes = [...declaredPrefixes(element)].map((each) => (each === '' ? '#default' : each));
  return canonicalElement(element, { inclusivePrefixes });
}

/** What is read of the security block: it was understood, so it has no marks. */
function securityText(tokens: readonly string[]): string {
  return tokens.length === 0
    ? ''
    : `<wsse:Security xmlns:wsse="${securityNamespaces.extension}">${tokens.join('')}</wsse:Security>`;
}

function requireUnimportant(message: SoapMessage, block: PlacedElement): void {
  if (mustUnderstand(message, block) && isForUs(actorOf(message, block))) {
    throw new SignatureError(
      'not-covered',
      `The header block "${block.name}" has to be understood, and is not signed. The option \`unsigned\` reads it all the same.`,
    );
  }
}
