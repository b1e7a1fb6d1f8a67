/** The envelope that is read in the place of one that was verified: it is made of the texts whose digests were checked, and of nothing else. */
import { isForUs } from '@wsdl-codegen/runtime/extend';
import { isOfEncryption } from '../encryption/encrypted-elements.js';
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

/** A text that is given on. */
export interface OpenedText {
  readonly text: string;
  /** The parts of it that no signature covers. */
  readonly unsigned: ReadonlyArray<{ readonly start: number; readonly end: number }>;
}

/** Puts a text together, and remembers what of it is not signed. */
class TextBuilder {
  readonly #pieces: string[] = [];
  readonly #unsigned: { readonly start: number; readonly end: number }[] = [];
  #length = 0;

  add(text: string, isSigned = true): void {
    if (!isSigned) {
      this.#unsigned.push({ start: this.#length, end: this.#length + text.length });
    }
    this.#pieces.push(text);
    this.#length += text.length;
  }

  built(): OpenedText {
    return { text: this.#pieces.join(''), unsigned: this.#unsigned };
  }
}

/** The envelope that is read. Throws a `SignatureError` for a header block that has to be understood and is not signed. */
export function openedEnvelope(
  verified: VerifiedElements,
  { unsigned = [], prefixes }: Pick<SoapVerifyOptions, 'unsigned' | 'prefixes'>,
): OpenedText {
  const { message, block } = verified;
  const { header, body, namespace } = message;
  const accepted = new Set(unsigned.flatMap((part) => elementsOfPart(part, message, block)));
  const known = new Map(Object.entries(typeof prefixes === 'object' ? prefixes : {}));
  const keys = (block === undefined ? [] : childElements(block)).filter(isKey);
  // In the order of the references, which is signed as well: that of the message is not.
  const kept = [...new Set([...verified.signed.keys(), ...accepted, ...keys])];
  const tokens = kept.filter(({ parent }) => block !== undefined && parent === block);
  const blocks = kept.filter((each) => header !== undefined && each.parent === header && each !== block);
  for (const child of header === undefined ? [] : childElements(header)) {
    if (child !== block && !verified.signed.has(child) && !accepted.has(child)) {
      requireUnimportant(message, child);
    }
  }
  const opened = new TextBuilder();
  const read = (element: PlacedElement): void => {
    const checked = verified.signed.get(element);
    opened.add(textOf(element, checked, prefixes === 'unsigned', known), checked !== undefined);
  };
  const declared = [...known].map(([name, uri]) => ` xmlns:${name}="${attributeText(uri)}"`).join('');
  opened.add(`<${prefix}:Envelope xmlns:${prefix}="${namespace}"${declared}><${prefix}:Header>`);
  if (tokens.length > 0) {
    // It was understood, so it has no marks.
    opened.add(`<wsse:Security xmlns:wsse="${securityNamespaces.extension}">`);
    tokens.forEach(read);
    opened.add('</wsse:Security>');
  }
  blocks.forEach(read);
  opened.add(`</${prefix}:Header>`);
  read(body);
  opened.add(`</${prefix}:Envelope>`);
  return opened.built();
}

/** Keys of what is encrypted are no content: somebody who changes them makes decrypting fail. */
const isKey = (element: PlacedElement): boolean =>
  isOfEncryption(element, 'EncryptedKey') || isOfEncryption(element, 'ReferenceList');

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

function requireUnimportant(message: SoapMessage, block: PlacedElement): void {
  if (mustUnderstand(message, block) && isForUs(actorOf(message, block))) {
    throw new SignatureError(
      'not-covered',
      `The header block "${block.name}" has to be understood, and is not signed. The option \`unsigned\` reads it all the same.`,
    );
  }
}
