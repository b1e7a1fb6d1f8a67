/** Changes of an envelope's text: everything that is not changed stays as it is written. */
import { actorAttribute, versionOfNamespace } from '@wsdl-codegen/runtime/extend';
import { isOfEncryption } from '../encryption/encrypted-elements.js';
import { toHex } from '../octets.js';
import { attributeText, qualified } from '../xml/canonicalize.js';
import { type PlacedElement, scopeAround } from '../xml/document.js';
import { attributeOf, isNamed } from '../xml/elements.js';
import { securityNamespaces } from './names.js';
import { childElements, type SoapMessage, securityBlock } from './soap-message.js';

/** Whom the security block of a message is for. */
export interface SecurityBlockOptions {
  /** The actor or role; default the ultimate receiver. */
  readonly actor?: string | undefined;
  /** Marks a block that is made so that receivers refuse the message if they do not know it. Default true. */
  readonly mustUnderstand?: boolean | undefined;
}

/**
 * Where something is put into the security block: `tokens` is before everything but a timestamp that comes first, so that what follows can refer to it; `last` is after
 * everything, but before keys of what is encrypted: receivers work in the order of the block, and have to see the signature of a ciphertext before they decrypt that.
 */
export type BlockPlace = 'tokens' | 'last';

/** Texts for the two places. */
interface Insertion {
  readonly first: string[];
  readonly last: string[];
}

/** Collects changes of a message, and writes it with them. Positions are those of the text that was read. */
export class EnvelopeEditor {
  readonly message: SoapMessage;
  /** The security block that the message has; undefined if one is made. */
  readonly block: PlacedElement | undefined;
  readonly #options: SecurityBlockOptions;
  readonly #inserted: Insertion = { first: [], last: [] };
  readonly #attributes: Map<PlacedElement, string> = new Map();
  readonly #ids: Map<PlacedElement, string> = new Map();
  readonly #replaced: Array<readonly [start: number, end: number, text: string]> = [];

  /** Throws a `SignatureError` for a message with two blocks for the receiver. */
  constructor(message: SoapMessage, options: SecurityBlockOptions = {}) {
    this.message = message;
    this.block = securityBlock(message, options.actor);
    this.#options = options;
  }

  /** The id by which a reference names an element: the one that it has, or a new `wsu:Id`. */
  idOf(element: PlacedElement): string {
    const known = this.#ids.get(element) ?? ownId(element);
    if (known !== undefined) {
      return known;
    }
    const id = newId();
    this.#ids.set(element, id);
    this.#attributes.set(element, idAttribute(element, id));
    return id;
  }

  /** Puts text into the security block, which is made where the message has none. Texts for the same place stand in the order of the calls. */
  insert(text: string, place: BlockPlace): void {
    this.#inserted[place === 'tokens' ? 'first' : 'last'].push(text);
  }

  /** Puts text in the place of an element. */
  replace(element: PlacedElement, text: string): void {
    this.#replaced.push([element.start, element.end, text]);
  }

  /** Puts text in the place of what is in an element. */
  replaceContent(element: PlacedElement, text: string): void {
    if (this.#isShort(element)) {
      this.#replaced.push(this.#opened(element, text));
    } else {
      this.#replaced.push([element.contentStart, element.contentEnd, text]);
    }
  }

  /** The text with all changes. */
  text(): string {
    const { text } = this.message.document;
    const attributes = [...this.#attributes].map(([element, attribute]) => {
      const at = element.start + 1 + qualified(element).length;
      return [at, at, attribute] as const;
    });
    const all = [...attributes, ...this.#replaced, ...this.#insertions()].sort(
      ([a, aEnd], [b, bEnd]) => a - b || aEnd - bEnd,
    );
    const pieces: string[] = [];
    let at = 0;
    for (const [start, end, piece] of all) {
      pieces.push(text.slice(at, start), piece);
      at = end;
    }
    return [...pieces, text.slice(at)].join('');
  }

  #insertions(): ReadonlyArray<readonly [start: number, end: number, text: string]> {
    const first = this.#inserted.first.join('');
    const last = this.#inserted.last.join('');
    if (first === '' && last === '') {
      return [];
    }
    const { block } = this;
    if (block === undefined) {
      return [this.#newBlock(first + last)];
    }
    if (this.#isShort(block)) {
      return [this.#opened(block, first + last)];
    }
    const [start] = childElements(block);
    const isTimestamp = start !== undefined && isNamed(start, securityNamespaces.utility, 'Timestamp');
    const at = isTimestamp ? start.end : block.contentStart;
    const key = childElements(block).find(
      (element) => isOfEncryption(element, 'EncryptedKey') || isOfEncryption(element, 'ReferenceList'),
    );
    const end = key?.start ?? block.contentEnd;
    return [
      [at, at, first],
      [end, end, last],
    ];
  }

  #newBlock(content: string): readonly [start: number, end: number, text: string] {
    const { header, envelope, namespace } = this.message;
    const soap = envelope.prefix === '' ? 'soap' : envelope.prefix;
    const { extension, utility } = securityNamespaces;
    const declared = ` xmlns:wsse="${extension}" xmlns:wsu="${utility}" xmlns:${soap}="${attributeText(namespace)}"`;
    const text = `<wsse:Security${declared}${this.#marks(soap)}>${content}</wsse:Security>`;
    if (header === undefined) {
      const name = envelope.prefix === '' ? 'Header' : `${envelope.prefix}:Header`;
      const at = envelope.contentStart;
      return [at, at, `<${name}>${text}</${name}>`];
    }
    return this.#isShort(header) ? this.#opened(header, text) : [header.contentEnd, header.contentEnd, text];
  }

  #marks(soap: string): string {
    const { actor, mustUnderstand = true } = this.#options;
    const facts = versionOfNamespace(this.message.namespace)!;
    const value = facts.version === '1.1' ? '1' : 'true';
    return `${mustUnderstand ? ` ${soap}:mustUnderstand="${value}"` : ''}${
      actor === undefined ? '' : ` ${soap}:${actorAttribute(facts)}="${attributeText(actor)}"`
    }`;
  }

  /** True for an element whose start tag is its end tag. */
  #isShort({ start, contentStart }: PlacedElement): boolean {
    return this.message.document.text.slice(start, contentStart).endsWith('/>');
  }

  #opened(element: PlacedElement, content: string): readonly [start: number, end: number, text: string] {
    return [element.contentStart - 2, element.contentStart, `>${content}</${qualified(element)}>`];
  }
}

/** A new id, which nothing else has. */
export const newId = (): string => `id-${toHex(crypto.getRandomValues(new Uint8Array(16)))}`;

/** The id that an element has in the attribute that its kind has for it. */
function ownId(element: PlacedElement): string | undefined {
  const { utility } = securityNamespaces;
  const own = element.attributes.find(({ name, namespace }) => name === 'Id' && namespace === utility)?.value;
  if (own !== undefined || !(isOfW3c(element) || element.name === 'Assertion')) {
    return own;
  }
  // Assertions of SAML 1.1 and 2.0.
  return attributeOf(element, 'Id') ?? attributeOf(element, 'AssertionID') ?? attributeOf(element, 'ID');
}

/** Signatures and what is encrypted have an attribute `Id` of their own. */
const isOfW3c = ({ namespace }: PlacedElement): boolean => /^http:\/\/www\.w3\.org\/\d{4}\/\d\d\/xml/.test(namespace);

function idAttribute(element: PlacedElement, id: string): string {
  if (isOfW3c(element)) {
    return ` Id="${id}"`;
  }
  const { utility } = securityNamespaces;
  const scope = scopeAround(element);
  for (const [prefix, namespace] of element.declarations) {
    scope.set(prefix, namespace);
  }
  const known = [...scope].find(([prefix, namespace]) => prefix !== '' && namespace === utility)?.[0];
  if (known !== undefined) {
    return ` ${known}:Id="${id}"`;
  }
  let prefix = 'wsu';
  for (let i = 1; scope.has(prefix); i++) {
    prefix = `wsu${i}`;
  }
  return ` xmlns:${prefix}="${utility}" ${prefix}:Id="${id}"`;
}
